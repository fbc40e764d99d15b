"""What Saint Malo's evaluation thinks of positions."""

import math
import random

import pytest

from engine.contract import game
from tests.engine.games.saint_malo import BOTTOM, LEFT, at, table
from tests.setups import Setup, walk


def estimate(dice=None, **seat):
    return table(dice or {"log": 5}, seats={0: seat}).evaluate()[0]


@pytest.mark.parametrize(
    "better",
    [
        {"points": 1},
        {"coins": 4},
        {"logs": 3},
        {"squares": {"CONTENT_WALL": BOTTOM[:2]}},
        {"squares": {"CONTENT_SOLDIER": [at(3, 3)]}},
        {"squares": {"CONTENT_CHURCH_1": [at(3, 3)]}},
        {"squares": {"CONTENT_CRATE": [at(3, 3)]}},
    ],
)
def test_what_helps_raises_the_estimate(better):
    assert estimate(**better) > estimate()


def test_what_hurts_lowers_it():
    assert (
        table(attacks=1, seats={0: {"cannons": 1}}).evaluate()[0] < table(attacks=1).evaluate()[0]
    )
    broken = {"CONTENT_WALL": LEFT[:4], "CONTENT_SOLDIER": [at(3, 3)]}
    spoilt = {"CONTENT_WALL": LEFT[:4], "CONTENT_SOLDIER": [LEFT[4]]}
    assert estimate(squares=spoilt) < estimate(squares=broken)


def test_equal_dice_are_worth_more_than_mixed_ones():
    mixed = {"log": 1, "crate": 1, "wall": 1, "cross": 1, "head": 1}
    assert estimate({"head": 5}) > estimate(mixed)


def test_estimates_are_finite_in_every_phase_and_true_at_the_end():
    setup = Setup(game("saint-malo"), 3)
    for state, _ in walk(setup.new(1), random.Random(1)):
        assert all(math.isfinite(value) for value in state.evaluate())
    assert state.evaluate() == state.scores()
