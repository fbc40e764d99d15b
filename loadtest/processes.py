"""What processes use, from the kernel's accounts; and the machine they run on."""

import os
import platform
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
LIBRARIES = ("grpcio", "protobuf", "psycopg", "cython")


@dataclass(frozen=True)
class Usage:
    """Of several processes together."""

    cpu_seconds: float
    memory: int  # resident bytes
    handles: int  # open files and sockets

    @classmethod
    def of(cls, pids: Iterable[int]) -> "Usage":
        every = list(pids)
        return cls(
            sum(cpu_seconds(pid) for pid in every),
            sum(memory(pid) for pid in every),
            sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in every),
        )


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> int:
    """Resident bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def machine() -> dict[str, Any]:
    """What figures depend on, without names of hosts or folders."""
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        **{name: version(name) for name in LIBRARIES},
        "commit": _commit(),
    }


def _cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _commit() -> str:
    asked = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    answer = subprocess.run(asked, capture_output=True, text=True)
    return answer.stdout.strip() or "unknown"
