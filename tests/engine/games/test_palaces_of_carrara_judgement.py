"""How positions of The Palaces of Carrara are judged."""

import math
import random

import pytest

from engine.contract import State
from engine.games.palaces_of_carrara.face import position
from tests.engine.games.carrara import base, do, expansion


def estimate(start=None, **player):
    """Of seat 0 with these things, no bricks and no coins but those named."""
    made = {"coins": 0, "bricks": {}, **player}
    return position(start or base(), {0: made}).evaluate()[0]


def random_states(start: State, seed: int):
    chooser = random.Random(seed)
    state = start
    while state.to_play is not None:
        yield state
        state = state.play(chooser.choice(state.legal_moves()))


@pytest.mark.parametrize(
    "more",
    [
        {"bricks": {"black": 1}},
        {"coins": 5},
        {"points": 1},
        {"objects": {"crown": 1}},
        {"board": {"Lérici": ["Porta 1"]}},
    ],
)
def test_more_is_worth_more(more):
    assert estimate(**more) > estimate()


def test_a_white_brick_is_worth_more_than_a_black_one():
    assert estimate(bricks={"white": 1}) > estimate(bricks={"black": 1})


def test_a_building_is_worth_more_in_a_dearer_city():
    assert estimate(board={"Livorno": ["Porta 3"]}) > estimate(board={"Massa": ["Porta 3"]})


def test_buildings_that_can_be_scored_together_are_worth_more():
    together = estimate(board={"Livorno": ["Porta 3", "Villa 3"]})
    apart = estimate(board={"Livorno": ["Porta 3"], "Lucca": ["Villa 3"]})
    assert together > apart


def test_a_city_that_another_has_scored_is_worth_less():
    board = {"coins": 0, "bricks": {}, "board": {"Livorno": ["Porta 3", "Villa 3"]}}
    rival = {"coins": 0, "board": {"Lucca": ["Palazzo 1", "Castello 1"]}}
    free = position(base(), {0: board, 1: {**rival, "cities": ["Lucca"]}}).evaluate()[0]
    rival["board"] = {"Livorno": ["Palazzo 1", "Castello 1"]}
    lost = position(base(), {0: board, 1: {**rival, "cities": ["Livorno"]}}).evaluate()[0]
    assert free > lost + 10


def test_what_is_begun_counts_as_done():
    bricks = {"white": 2, "yellow": 2, "red": 2}
    state = position(base(), {0: {"bricks": bricks}}, row=["Porta 3"])
    chosen = do(state, "Build Porta 3")
    placed = do(chosen, "Build it in Lucca")
    built = do(placed, "Pay a yellow brick")
    assert chosen.evaluate()[0] >= placed.evaluate()[0]
    assert placed.evaluate() == pytest.approx(built.evaluate())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", [base, expansion])
def test_estimates_are_within_reason_all_through_a_game(start, players):
    for seed in range(8):
        for state in random_states(start(players, seed=seed), seed):
            points = state.evaluate()
            assert len(points) == players
            assert all(math.isfinite(each) and 0 <= each < 500 for each in points)
