"""Modules compiled apart refuse each other when imported."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("module", ["engine/playouts", "engine/games/saint_malo/face"])
def test_a_module_of_another_build_does_not_import(tmp_path, module):
    """Copy the built tree and compile one module again with another fingerprint."""
    shutil.copytree(ROOT / "engine", tmp_path / "engine")
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    source = next((ROOT / "build").glob(f"*/{module}.c"))
    compiler = sysconfig.get_config_var("CC").split()
    includes = sysconfig.get_paths()["include"]
    subprocess.run(
        [*compiler, "-shared", "-fPIC", "-O0", "-w", "-DBURGRAVE_BUILD=1u", f"-I{includes}",
         str(source), "-o", str(tmp_path / f"{module}{suffix}")],
        check=True,
    )  # fmt: skip
    name = module.replace("/", ".")
    answer = subprocess.run(
        [sys.executable, "-c", f"import {name}"], cwd=tmp_path, capture_output=True, text=True
    )
    assert answer.returncode == 1
    assert "ImportError: stale build" in answer.stderr
