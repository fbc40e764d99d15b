"""Golden files: one for each main way to set a game up.  `make record` writes them anew."""

from collections.abc import Callable
from pathlib import Path

from tests.setups import MAIN_SETUPS, Setup

TESTS = Path(__file__).parent.parent


def check(folder: str, setup: Setup, tell: Callable[[Setup], str], record: bool) -> None:
    """What is told of a set-up stands in its file of that folder."""
    path, told = TESTS / folder / f"{setup}.txt", tell(setup)
    if record:
        path.write_text(told)
    assert path.exists(), f"no {path.relative_to(TESTS)}: run 'make record'"
    assert told == path.read_text()


def check_none_left_over(folder: str) -> None:
    assert {path.stem for path in (TESTS / folder).iterdir()} == set(map(str, MAIN_SETUPS))
