"""engine <- ai <- service: each layer imports only what stands left of it."""

import re
from pathlib import Path

import pytest

FORBIDDEN = {
    "engine": {"ai", "service", "burgrave", "grpc", "google", "sqlite3", "asyncio"},
    "ai": {"service", "burgrave", "grpc", "google", "sqlite3"},
}
IMPORT = re.compile(r"^\s*(?:from|import|cimport)\s+(\w+)", re.MULTILINE)


@pytest.mark.parametrize("layer", FORBIDDEN)
def test_a_layer_imports_nothing_right_of_it(layer):
    sources = [p for end in ("py", "pyx", "pxd", "pyi") for p in Path(layer).rglob(f"*.{end}")]
    assert sources
    for source in sources:
        assert not set(IMPORT.findall(source.read_text())) & FORBIDDEN[layer], source


def test_only_the_wire_and_the_calls_of_the_service_know_a_game():
    for source in Path("service").rglob("*.py"):
        assert "engine.games." not in source.read_text(), source
