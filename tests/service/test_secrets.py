"""Nothing a seat receives depends on what that seat cannot know."""

import random

import pytest

from service import wire
from tests.setups import MAIN_SETUPS, walk


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_a_redeal_changes_no_byte_of_what_the_viewer_gets(setup, seed):
    for state, _ in walk(setup.new(seed), random.Random(seed)):
        for viewer in (None, *range(state.players)):
            guess = state.redeal(-1 if viewer is None else viewer, seed)
            received = [
                wire.position("id", 3, {}, each, viewer).SerializeToString(deterministic=True)
                for each in (state, guess)
            ]
            assert received[0] == received[1]
