"""The README's first game works when pasted."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.program import ROOT, Server

README = (ROOT / "README.md").read_text()


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path) as server:
        yield server


def pasted(language: str, server: Server) -> list[str]:
    blocks = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    tools = Path(sys.executable).parent
    return [
        block.replace("127.0.0.1:50051", f"127.0.0.1:{server.port}").replace(
            ".venv/bin", str(tools)
        )
        for block in blocks
    ]


def test_every_shell_block_runs(server):
    blocks = pasted("sh", server)
    assert len(blocks) == 2
    for block in blocks:
        answer = subprocess.run(block, shell=True, cwd=ROOT, capture_output=True, text=True)
        assert answer.returncode == 0, answer.stderr
        assert "won by seat" in answer.stdout or "seatTokens" in answer.stdout


def test_links_lead_somewhere():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
