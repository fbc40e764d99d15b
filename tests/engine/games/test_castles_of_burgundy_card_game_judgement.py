"""What the estimate of final points prefers, and that there always is one."""

import math
import random

import pytest

from tests.engine.games.castles_of_burgundy import GAME, do, one
from tests.setups import walk

GAMES = 10


def estimate(**own):
    """Seat 0's, in the third round."""
    return one(round=2, **{"silver": 1, "workers": 1, **own}).evaluate()[0]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"princedom": [["mine 1", "mine 3"]]}, {"princedom": [["mine 1"], ["ship 3"]]}),
        ({"princedom": [["mine 1"]]}, {}),
        ({"princedom": [["mine 1", "mine 3"]], "projects": ["mine 5"]},
         {"princedom": [["mine 1", "mine 3"]], "projects": ["ship 5"]}),
        ({"projects": ["castle 2"]}, {}),
        ({"silver": 4}, {}),
        ({"workers": 3}, {}),
        ({"goods": {"dark": 2}}, {"goods": {"dark": 1}}),
        ({"goods": {"dark": 3}}, {"goods": {"dark": 1, "light": 1, "medium": 1}}),
        ({"sold": {"dark": 2}}, {"goods": {"dark": 2}}),
        ({"animals": {"hen": 1, "pig": 1}}, {"animals": {"hen": 2}}),
        ({"animals": {"hen": 1, "pig": 1, "sheep": 1, "cattle": 1}},
         {"animals": {"hen": 2, "pig": 2}}),
    ],
)  # fmt: skip
def test_what_is_worth_more(more, less):
    assert estimate(**more) > estimate(**less)


def test_two_of_a_triplet_are_worth_nothing_once_there_is_no_time():
    def last(**own):
        state = one("mine 1", round=4, turn=5, to_play=1, players_too={0: own})
        return state.evaluate()[0]

    assert last(princedom=[["mine 1", "mine 3"]]) == last()
    assert last(silver=9) == last(silver=0)


def test_an_action_that_is_still_due_is_worth_something():
    state = one("mine 1, mine 2", projects=["castle 2"], display={1: ["ship 1"]})
    assert do(state, "Play the 2").evaluate()[0] > do(state, "Play the 1").evaluate()[0]


def test_to_be_behind_egon_is_worse_late_in_a_round():
    def points(turn, third):
        hand = "pasture 1, pasture 2"
        state = one(hand, players=1, turn=turn, egon=["mine 1", "mine 2", third])
        return state.evaluate()[0]

    assert points(0, "mine 3") - points(0, "ship 3") > points(4, "mine 3") - points(4, "ship 3")


@pytest.mark.parametrize("players", range(1, 5))
def test_every_position_has_an_estimate(players):
    chooser = random.Random(players)
    for seed in range(GAMES):
        for state, _ in walk(GAME.new(players, seed), chooser):
            assert all(math.isfinite(points) and -50 < points < 200 for points in state.evaluate())
