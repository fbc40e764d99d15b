"""The conditions that the 23 cards with conditions ask, for every number of players."""

import pytest

from engine.games.palaces_of_carrara.face import position
from tests.engine.games.carrara import base, expansion, met, seat, several, spread

FIELDS = ["Biblioteca", "Cathedrale", "Palazzo", "Porta", "Castello", "Villa"]
PLAYERS = (2, 3, 4)


def by_players(*needs):
    """(players, need) for 2, 3 and 4 players; one number is for all."""
    return list(zip(PLAYERS, needs * 3 if len(needs) == 1 else needs, strict=True))


def top_met(card, players, player):
    return met(position(expansion(players, top=card), {0: player}))[0]


def object_met(card, players, *counts):
    names = ("book", "chalice", "crown", "gate", "flag", "coat_of_arms")
    objects = dict(zip(names, counts, strict=False))
    start = position(expansion(players, object=card), field=[])
    return met(position(start, {0: {"objects": objects}}))[1]


def building_met(card, players, board):
    return met(position(expansion(players, building=card), {0: {"board": board}}))[2]


@pytest.mark.parametrize(("players", "need"), by_players(4))
def test_top_I_asks_for_scorings_of_any_kind(players, need):
    board = {"Pisa": ["Villa 1", "Villa 2"]}
    scored = ["City buildings", "Land buildings", *FIELDS]
    enough = {"fields": scored[: need - 1], "cities": ["Pisa"], "board": board}
    assert top_met("I", players, enough)
    assert not top_met("I", players, enough | {"fields": scored[: need - 2]})


@pytest.mark.parametrize(("players", "need"), by_players(4, 3, 2))
def test_top_II_asks_for_buildings_of_cost_5_or_8(players, need):
    assert top_met("II", players, {"board": spread([8] + [5] * (need - 1))})
    assert not top_met("II", players, {"board": spread([8] + [5] * (need - 2) + [4] * 3)})


@pytest.mark.parametrize(("players", "need"), by_players(3, 2, 1))
def test_top_III_asks_for_cities_scored_by_the_player(players, need):
    cities = ["Livorno", "Pisa", "Lucca"][:need]
    board = several(dict.fromkeys(cities, 2))
    fields = ["City buildings", "Land buildings", "Villa"]
    assert top_met("III", players, {"board": board, "cities": cities})
    fewer = {"board": board, "cities": cities[1:], "fields": fields}
    assert not top_met("III", players, fewer)
    other = {"board": {"Massa": ["Villa 4", "Villa 5", "Porta 5"]}, "cities": ["Massa"]}
    state = position(expansion(players, top="III"), {0: fewer, 1: other})
    assert not met(state)[0]


@pytest.mark.parametrize(("players", "need"), by_players(8, 7, 6))
def test_top_IV_asks_for_buildings(players, need):
    assert top_met("IV", players, {"board": several({"Massa": need - 1, "Pisa": 1})})
    assert not top_met("IV", players, {"board": several({"Massa": need - 1})})


@pytest.mark.parametrize(("players", "need"), by_players(30, 25, 20))
def test_top_V_asks_for_coins(players, need):
    assert top_met("V", players, {"coins": need})
    assert not top_met("V", players, {"coins": need - 1, "points": 99})


@pytest.mark.parametrize(("players", "need"), by_players(30, 25, 20))
def test_top_VI_asks_for_points(players, need):
    assert top_met("VI", players, {"points": need})
    assert not top_met("VI", players, {"points": need - 1, "coins": 99})


@pytest.mark.parametrize(("players", "need"), by_players(8, 7, 6))
def test_object_I_asks_for_objects_of_any_kind(players, need):
    assert object_met("I", players, 6, need - 6)
    assert not object_met("I", players, 5, need - 6)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("card", ["II", "VIII"])
def test_objects_II_and_VIII_ask_for_three_pairs_which_may_be_equal(card, players):
    for enough in ((6,), (4, 2), (2, 2, 2), (5, 3)):
        assert object_met(card, players, *enough)
    for fewer in ((5, 1, 1, 1, 1, 1), (3, 3, 1), (2, 2)):
        assert not object_met(card, players, *fewer)


@pytest.mark.parametrize("players", PLAYERS)
def test_object_III_asks_for_two_triplets_which_may_be_equal(players):
    assert object_met("III", players, 6)
    assert object_met("III", players, 3, 3)
    assert not object_met("III", players, 5, 2, 2, 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_object_IV_asks_for_four_equal(players):
    assert object_met("IV", players, 1, 4)
    assert not object_met("IV", players, 3, 3, 3, 3)


@pytest.mark.parametrize("players", PLAYERS)
def test_object_V_asks_for_a_pair_and_a_quadruplet_which_may_be_equal(players):
    assert object_met("V", players, 4, 2)
    assert object_met("V", players, 6)
    assert not object_met("V", players, 5, 1, 1)
    assert not object_met("V", players, 3, 3, 3)


@pytest.mark.parametrize("players", PLAYERS)
def test_object_VI_asks_for_four_different(players):
    assert object_met("VI", players, 1, 1, 1, 1)
    assert not object_met("VI", players, 6, 6, 6)


@pytest.mark.parametrize("players", PLAYERS)
def test_object_VII_asks_for_two_sets_of_three_which_may_be_alike(players):
    assert object_met("VII", players, 2, 2, 2)
    assert object_met("VII", players, 1, 1, 1, 1, 1, 1)
    assert object_met("VII", players, 2, 2, 1, 1)
    assert not object_met("VII", players, 6, 1, 1, 1)
    assert not object_met("VII", players, 6, 6, 1)


@pytest.mark.parametrize(
    ("players", "costs"), [(2, [8, 8, 5, 5, 4]), (3, [8, 8, 5, 4]), (4, [8, 5, 5, 2])]
)
def test_building_I_asks_for_a_total_cost_of_30_25_or_20(players, costs):
    assert building_met("I", players, spread(costs))
    assert not building_met("I", players, spread([*costs[:-1], costs[-1] - 1]))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("card", ["II", "VIII"])
def test_buildings_II_and_VIII_ask_for_two_buildings_in_each_of_three_cities(card, players):
    assert building_met(card, players, several({"Pisa": 2, "Massa": 2, "Lérici": 3}))
    assert not building_met(card, players, several({"Pisa": 6, "Massa": 2, "Lérici": 1}))


@pytest.mark.parametrize("players", PLAYERS)
def test_building_III_asks_for_three_buildings_in_each_of_two_cities(players):
    assert building_met("III", players, several({"Pisa": 3, "Massa": 3}))
    assert not building_met("III", players, several({"Pisa": 6, "Massa": 2, "Lérici": 2}))


@pytest.mark.parametrize("players", PLAYERS)
def test_building_IV_asks_for_four_buildings_in_a_city(players):
    assert building_met("IV", players, several({"Livorno": 4}))
    assert not building_met("IV", players, several({"Livorno": 3, "Massa": 3, "Lérici": 3}))


@pytest.mark.parametrize("players", PLAYERS)
def test_building_V_asks_for_a_building_of_cost_8(players):
    assert building_met("V", players, {"Lérici": ["Villa 8"]})
    assert not building_met("V", players, spread([5, 5, 5]))


@pytest.mark.parametrize(("players", "need"), by_players(4, 3, 2))
def test_building_VI_asks_for_land_buildings(players, need):
    land, city = ("Castello", "Villa"), ("Palazzo", "Porta")
    assert building_met("VI", players, spread([1, 1, 2, 2][:need], types=land))
    board = spread([1, 1, 2, 2][: need - 1], types=land) | spread([1, 1, 2], "Pisa", city)
    assert not building_met("VI", players, board)


@pytest.mark.parametrize(("players", "need"), by_players(6, 5, 4))
def test_building_VII_asks_for_city_buildings(players, need):
    land, city = ("Castello", "Villa"), ("Palazzo", "Porta")
    costs = [1, 1, 2, 2, 3, 3]
    assert building_met("VII", players, spread(costs[:need], types=city))
    board = spread(costs[: need - 1], types=city) | spread([1, 1, 2], "Pisa", land)
    assert not building_met("VII", players, board)


@pytest.mark.parametrize(("players", "need"), by_players(4, 3, 2))
def test_building_IX_asks_for_city_and_land_buildings(players, need):
    land, city = ("Castello", "Villa"), ("Palazzo", "Porta")
    costs = [1, 1, 2, 2, 3, 3]
    for cities, lands in ((need, need), (need - 1, need + 1), (need + 1, need - 1)):
        board = spread(costs[:cities], types=city) | spread(costs[:lands], "Pisa", land)
        assert building_met("IX", players, board) == (cities == lands)


@pytest.mark.parametrize(("players", "objects", "cost"), [(2, 8, 30), (3, 7, 25), (4, 6, 20)])
def test_the_base_game_asks_for_scorings_objects_and_costs(players, objects, cost):
    costs = {20: [5, 5, 5, 5], 25: [5, 5, 5, 5, 5], 30: [5, 5, 5, 5, 5, 5]}[cost]
    player = {
        "fields": FIELDS[:4],
        "objects": {"book": 3, "chalice": 3, "crown": objects - 6},
        "board": spread(costs),
    }
    assert met(position(base(players), {0: player})) == (True, True, True)
    player = {
        "fields": FIELDS[:3],
        "objects": {"book": 3, "chalice": 2, "crown": objects - 6},
        "board": spread([*costs[1:], 4]),
    }
    assert met(position(base(players), {0: player})) == (False, False, False)


def test_a_building_raised_over_no_longer_counts():
    state = position(
        expansion(top="IV"), {0: {"board": several({"Massa": 7})}}, removed=["Villa 5"]
    )
    assert not met(state)[0]
    assert len(seat(state, 0)["quarters"][4]["buildings"]) == 7
