"""Nothing a seat receives depends on what that seat cannot know."""

import random

import pytest

from engine.records import Record
from service import wire
from service.course import Position
from tests.setups import MAIN_SETUPS, walk

RECORD = Record("", 1, 2, 0)


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_a_redeal_changes_no_byte_of_what_the_viewer_gets(setup, seed):
    for state, _ in walk(setup.new(seed), random.Random(seed)):
        for viewer in (None, *range(state.players)):
            guess = state.redeal(-1 if viewer is None else viewer, seed)
            received = [
                wire.position(Position("id", 3, RECORD, each, {}), viewer)
                for each in (state, guess)
            ]
            first, second = (each.SerializeToString(deterministic=True) for each in received)
            assert first == second
