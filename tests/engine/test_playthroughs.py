"""Golden games: one readable transcript a set-up.  `make record` writes them anew."""

import random

import pytest

from engine.records import Record
from engine.transcripts import transcript
from tests.engine import golden
from tests.setups import MAIN_SETUPS, Setup, walk

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
    golden.check("playthroughs", setup, played, record)


def test_no_playthrough_is_left_over():
    golden.check_none_left_over("playthroughs")
