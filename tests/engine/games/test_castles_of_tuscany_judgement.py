"""Estimates of final points: what raises them, and that there always is one."""

import math
import random

import pytest

from engine.games.castles_of_tuscany import GAME
from tests.engine.games.castles_of_tuscany import (
    COLOURS,
    beside,
    fields_of,
    map_with,
    pay,
    place,
    table,
)

CARDS = dict.fromkeys(COLOURS, 1)
PHASES = {
    "ARRANGING", "CHOOSING_BONUS", "ACTING", "REPLACING", "PAYING", "BUILDING", "CONTINUING",
}  # fmt: skip


def estimate(realm, **changes) -> float:
    """Of seat 0 with this realm."""
    return table(realms={0: realm}, **changes).evaluate()[0]


def keen_game(players: int, seed: int):
    """The states of a game in which what can be placed is placed, and all else is random."""
    chooser = random.Random(seed)
    state = GAME.new(players, seed)
    yield state
    while state.to_play is not None:
        moves = state.legal_moves()
        places = [move for move in moves if "place" in GAME.describe_move(move)[1]]
        state = state.play(chooser.choice(places or moves))
        yield state


@pytest.mark.parametrize("players", (2, 3, 4))
def test_every_phase_has_an_estimate_that_ends_in_the_scores(players):
    phases = set()
    for seed in range(40):
        for state in keen_game(players, seed):
            points = state.evaluate()
            assert len(points) == players
            assert all(math.isfinite(each) and -1 < each < 400 for each in points)
            phases.add(state.view(-1)["phase"].removeprefix("PHASE_"))
        assert points == [float(score) for score in state.scores()]
    assert phases == PHASES | {"OVER"}


@pytest.mark.parametrize(("passage", "times"), [(1, 3), (2, 2), (3, 1)])
def test_green_points_count_as_often_as_they_will_be_banked(passage, times):
    more = estimate({"green": 5}, passage=passage) - estimate({"green": 0}, passage=passage)
    assert more == pytest.approx(5 * times)


def test_a_region_is_worth_more_with_every_field_covered():
    parts, layout, region = map_with("yellow", 3)
    castle = fields_of("dark_green", parts, layout)[0]
    worth = [
        estimate({
            "parts": parts, "layout": layout, "castle": castle,
            "tiles": dict.fromkeys(region[:n], "TILE_CLOISTER"), "green": 6 * (n == 3),
        })
        for n in range(4)
    ]  # fmt: skip
    assert worth == sorted(worth)
    assert len(set(worth)) == 4


@pytest.mark.parametrize(
    "more",
    [
        {"hand": CARDS | {"orange": 2}},
        {"workers": 1},
        {"marble": 1},
        {"store": ["TILE_HEXAGON"]},
        {"bonuses": {"game_card": 1}},
        {"bonuses": {"store_field": 1}},
        {"bonuses": {"marble": 1}},
        {"bonuses": {"worker": 1}},
        {"bonuses": {"yield_card": 1}},
    ],
)
def test_more_is_worth_more(more):
    assert estimate({"hand": CARDS} | more) > estimate({"hand": CARDS})


def test_a_stored_tile_is_worth_most_where_it_fits_and_can_be_paid():
    castle = fields_of("dark_green")[0]
    near = {name for name in COLOURS if set(fields_of(name)) & set(beside(castle))}
    assert "orange" in near
    assert "grey" not in near
    village = {"castle": castle, "store": ["TILE_VILLAGE"]}
    quarry = {"castle": castle, "store": ["TILE_QUARRY"]}
    paid, poor = {"orange": 2}, {"red": 1, "beige": 1}
    assert estimate(village | {"hand": paid}) > estimate(village | {"hand": poor})
    assert estimate(village | {"hand": poor}) > estimate(quarry | {"hand": poor})


def test_a_placement_begun_is_valued_before_it_is_paid():
    castle = fields_of("dark_green")[0]
    field = next(f for f in fields_of("orange") if f in beside(castle))
    before = table(realms={0: {
        "castle": castle, "store": ["TILE_VILLAGE"], "hand": {"orange": 3}}})  # fmt: skip
    begun = place(before, "TILE_VILLAGE", field)
    half = pay(begun, "orange")
    done = pay(half, "orange")
    estimates = [state.evaluate()[0] for state in (begun, half, done)]
    assert max(estimates) - min(estimates) < 2
    assert min(estimates) > estimate({"castle": castle, "hand": {"orange": 1}})
