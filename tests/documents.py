"""The project's Markdown pages, and their code run as a reader would paste it."""

import contextlib
import io
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

from tests.service.program import ROOT

GLOBS = ("README.md", "docs/**/*.md", "*/README.md", "engine/games/*/README.md")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = ("sh", "python")
# Programs in other languages must say, like a block of RUN that cannot run, why they are not run.
CODE = (*RUN, "js", "go", "ruby")
NOT_RUN = re.compile(r"(?:#|//) not run: (.+)\n")


@dataclass(frozen=True)
class Block:
    """A fenced block; `output` is what the block before it prints."""

    language: str
    text: str
    line: int

    @property
    def excuse(self) -> str | None:
        """Why code is not run."""
        match = NOT_RUN.match(self.text)
        return match[1] if match else None


def pages() -> list[Path]:
    return sorted({page for glob in GLOBS for page in ROOT.glob(glob)})


def blocks(page: Path) -> list[Block]:
    text = page.read_text()
    return [
        Block(match[1], match[2], text.count("\n", 0, match.start()) + 1)
        for match in FENCE.finditer(text)
    ]


class Reader:
    """Pastes the blocks of one page in order: Python into one session, shell into a folder that
    looks like a clone, both against servers on ports of their own."""

    def __init__(self, folder: Path, port: int) -> None:
        for entry in ROOT.iterdir():
            if not entry.name.startswith(".") and entry.suffix != ".sqlite3":
                (folder / entry.name).symlink_to(entry)
        self._folder = folder
        self._ports = {"50051": port}
        self._python: dict[str, object] = {"__name__": "__main__"}
        self._shells: list[int] = []

    def run(self, block: Block) -> str:
        """What it prints; fails if it fails."""
        code = re.sub(r"127\.0\.0\.1:(\d{4,5})", self._own_port, block.text)
        with contextlib.chdir(self._folder):
            return self._paste(code) if block.language == "python" else self._shell(code)

    def close(self) -> None:
        """End what blocks left running."""
        for shell in self._shells:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(shell, signal.SIGTERM)

    def _paste(self, code: str) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "<pasted>", "exec"), self._python)
        return printed.getvalue()

    def _shell(self, code: str) -> str:
        code = code.replace(".venv/bin", str(Path(sys.executable).parent))
        # Files, not pipes: what a block leaves running would hold those open.
        with tempfile.TemporaryFile("w+") as printed, tempfile.TemporaryFile("w+") as complaints:
            shell = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", code],
                stdout=printed, stderr=complaints, start_new_session=True,
            )  # fmt: skip
            self._shells.append(shell.pid)
            status = shell.wait(timeout=60)
            printed.seek(0)
            complaints.seek(0)
            assert status == 0, f"{code}\n{complaints.read()}"
            return printed.read()

    def _own_port(self, match: re.Match[str]) -> str:
        if match[1] not in self._ports:
            with socket.socket() as found:
                found.bind(("127.0.0.1", 0))
                self._ports[match[1]] = found.getsockname()[1]
        return f"127.0.0.1:{self._ports[match[1]]}"


def same(shown: str, printed: str) -> bool:
    """Whether a page shows what was printed; `...` stands for anything."""
    return OutputChecker().check_output(shown, printed, ELLIPSIS)
