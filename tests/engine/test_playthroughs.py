"""Golden games: one readable transcript a set-up.  `make record` writes them anew."""

import random
from pathlib import Path

import pytest

from engine.records import Record
from engine.transcripts import transcript
from tests.setups import MAIN_SETUPS, Setup, walk

FOLDER = Path(__file__).parent.parent / "playthroughs"
SEED = 2012


def played(setup: Setup) -> str:
    moves = [move for _, move in walk(setup.new(SEED), random.Random(SEED)) if move is not None]
    options = setup.game.resolve_options(dict(setup.options))
    record = Record(
        setup.game.name, setup.game.rules_version, setup.players, SEED, options, tuple(moves)
    )
    return "\n".join(transcript(record)) + "\n"


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
def test_a_recorded_game_plays_as_it_did(setup, record):
    path = FOLDER / f"{setup}.txt"
    if record:
        path.write_text(played(setup))
    assert path.exists(), f"no playthrough of {setup}: run 'make record'"
    assert played(setup) == path.read_text()


def test_no_playthrough_is_left_over():
    assert {path.stem for path in FOLDER.iterdir()} == {str(setup) for setup in MAIN_SETUPS}
