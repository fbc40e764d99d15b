"""What the expansion adds to a turn; numbers of examples are those in the page of rules."""

import pytest

from engine import errors
from engine.games.palaces_of_carrara.face import position
from tests.engine.games.carrara import (
    DEAR_WHEEL,
    GAME,
    base,
    do,
    expansion,
    gained,
    moves,
    offers,
    seat,
    several,
    told,
)

DEAR = [f"{name} 8" for name in ("Biblioteca", "Cathedrale", "Palazzo", "Porta", "Castello")]
PLACES = [
    "Livorno", "Pisa", "Lucca", "Viareggio", "Massa", "Lérici", "city buildings", "land buildings",
]  # fmt: skip


def bricks(**counts):
    return {"bricks": counts}


# ---- buying without turning


def test_15_a_brick_is_bought_without_turning_the_wheel():
    wheel = {1: {"white": 4, "red": 3}, 6: {"yellow": 1}}
    state = position(expansion(), {0: {"coins": 5}}, wheel=wheel)
    state, events = told(state, "Buy bricks without turning the wheel")
    assert events == []
    assert (state.shown, state.revealed) == (0, False)
    state = do(state, "Buy from segment VI")
    assert seat(state, 0)["coins"] == 5
    assert seat(state, 0)["bricks"]["yellow"] == 1
    assert [sum(s.values()) for s in state.view(-1)["wheel"]] == [7, 0, 0, 0, 0, 0]


def test_an_empty_wheel_can_only_be_bought_from_by_turning_it():
    assert "Buy bricks without turning the wheel" in moves(expansion())
    assert "Buy bricks without turning the wheel" not in moves(base())
    state = position(expansion(), wheel={})
    assert offers(state, "Buy bricks") == []
    assert "Turn the wheel and buy bricks" in moves(state)


def test_who_can_pay_no_brick_without_turning_takes_two_coins():
    state = position(expansion(), {0: {"coins": 0}}, wheel=DEAR_WHEEL)
    after, events = told(state, "Buy bricks without turning the wheel")
    assert events == [{"took_coins": {"coins": 2, "need": "NEED_CANNOT_PAY"}}]
    assert after.view(-1)["wheel"] == state.view(-1)["wheel"]
    assert after.to_play == 1


# ---- buildings of cost 8 and upgraders


def test_buildings_of_cost_8_lie_beside_the_row_and_are_not_refilled():
    state = position(expansion(), {0: bricks(white=6, black=2)})
    assert len(state.view(-1)["dear_buildings"]) == 6
    row, stack = state.view(-1)["row"], state.view(-1)["stack"]
    state = do(state, "Build Villa 8", "Take no upgrader", "End the turn")
    assert len(state.view(-1)["dear_buildings"]) == 5
    assert (state.view(-1)["row"], state.view(-1)["stack"]) == (row, stack)
    assert "Build Villa 8" not in moves(position(state, {1: bricks(white=6, black=2)}))


def test_a_building_of_cost_8_takes_eight_bricks():
    assert "Build Villa 8" not in moves(position(expansion(), {0: bricks(white=6, black=1)}))
    state = position(expansion(), {0: bricks(white=6, black=2)})
    assert sum(seat(do(state, "Build Villa 8"), 0)["bricks"].values()) == 0
    assert "Build Villa 8" not in moves(position(base(), {0: bricks(white=6, black=2)}))


def test_20_any_upgrader_may_be_taken_for_a_building_of_cost_8():
    state = position(expansion(), {0: bricks(white=4, green=4)})
    state = do(state, "Build Cathedrale 8", "Build it in Viareggio")
    assert offers(state, "Take the upgrader of ") == PLACES
    assert "Take no upgrader" in moves(state)
    state = do(state, "Take the upgrader of Lucca")
    assert seat(state, 0)["upgraders"] == ["PLACE_LUCCA"]
    assert "PLACE_LUCCA" not in state.view(-1)["upgraders"]


def test_an_upgrader_taken_by_another_is_gone_and_others_bring_none():
    owner = {"upgraders": ["Lucca"], "board": {"Pisa": ["Porta 8"]}}
    state = position(expansion(), {1: owner, 0: bricks(white=6, black=2)})
    assert "Take the upgrader of Lucca" not in moves(do(state, "Build Villa 8"))
    state = position(expansion(), {0: bricks(white=5)}, row=["Villa 5"])
    state = do(state, "Build Villa 5", "Build it in Livorno")
    assert offers(state, "Take ") == []


@pytest.mark.parametrize(
    ("place", "coins", "points"),
    [
        ("Livorno", 0, 3), ("Pisa", 3, 0), ("Lucca", 0, 2), ("Viareggio", 2, 0), ("Massa", 0, 1),
        ("Lérici", 1, 0), ("Livorno+", 1, 4), ("Pisa+", 3, 1), ("Lucca+", 1, 3),
        ("Viareggio+", 2, 1), ("Massa+", 1, 2), ("Lérici+", 1, 1),
    ],
)  # fmt: skip
def test_values_of_the_cities_and_of_their_upgraders(place, coins, points):
    city = place.rstrip("+")
    other = "Pisa" if city == "Livorno" else "Livorno"
    board = {city: ["Villa 1", "Porta 2", "Palazzo 4"], other: ["Cathedrale 8"]}
    upgraders = [city] if place.endswith("+") else []
    state = position(expansion(), {0: {"board": board, "upgraders": upgraders}})
    assert gained(state, f"Score the city of {city}")[:2] == (7 * coins, 7 * points)
    assert gained(state, "Score building type Palazzo")[:2] == (4 * coins, 4 * points)


def test_21_an_upgraded_city_is_scored_by_its_new_value():
    board = {"Lucca": ["Palazzo 2", "Porta 3"], "Lérici": ["Villa 8"]}
    state = position(expansion(), {0: {"upgraders": ["Lucca"], "board": board}})
    assert gained(state, "Score the city of Lucca") == (5, 15, {"crown": 1, "gate": 1})


def test_an_upgrader_serves_its_owner_only():
    owner = {"upgraders": ["Lucca"], "board": {"Pisa": ["Porta 8"]}}
    mine = {"board": {"Lucca": ["Palazzo 2", "Porta 3"]}}
    state = position(expansion(), {0: mine, 1: owner})
    assert gained(state, "Score the city of Lucca")[:2] == (0, 10)


# ---- raising


def test_16_a_porta_of_three_is_raised_to_a_castello_of_eight_with_five_bricks():
    player = {"board": {"Massa": ["Porta 3"]}, "bricks": {"white": 4, "blue": 1}}
    state = do(position(expansion(), {0: player}), "Build Castello 8")
    assert "Take no upgrader" in moves(state)  # five bricks leave no other way
    assert sum(seat(state, 0)["bricks"].values()) == 0
    assert seat(state, 0)["quarters"][4]["buildings"] == [{"type": "TYPE_CASTELLO", "cost": 8}]


def test_17_a_castello_of_three_in_lucca_is_raised_with_one_brick():
    player = {"board": {"Lucca": ["Castello 3"]}, "bricks": {"yellow": 2}}
    state = position(expansion(), {0: player}, row=["Biblioteca 4"])
    stack = state.view(-1)["stack"]
    state, events = told(state, "Build Biblioteca 4")
    built = {"type": "TYPE_BIBLIOTECA", "cost": 4}
    old = {"type": "TYPE_CASTELLO", "cost": 3}
    assert {"built": {"building": built, "city": "CITY_LUCCA", "raised": old}} in events
    assert seat(state, 0)["quarters"][2]["buildings"] == [built]
    assert seat(state, 0)["bricks"]["yellow"] == 1
    view = state.view(-1)
    assert view["stack"] == stack - 1
    assert len(view["row"]) == 9
    assert old not in view["row"]


def test_only_a_cheaper_building_is_raised_and_with_colours_of_its_city():
    board = {"Lucca": ["Porta 3"], "Lérici": ["Porta 2", "Palazzo 4"], "Massa": ["Porta 5"]}
    player = {"board": board, "bricks": {"green": 2}}
    state = position(expansion(), {0: player}, row=["Villa 4"])
    assert "Build Villa 4" in moves(state)
    state = do(state, "Build Villa 4")  # Porta 2 only: green does not pay in Lucca
    assert seat(state, 0)["quarters"][2]["buildings"] == [{"type": "TYPE_PORTA", "cost": 3}]
    assert {"type": "TYPE_VILLA", "cost": 4} in seat(state, 0)["quarters"][5]["buildings"]
    assert "Build Villa 4" not in moves(
        position(expansion(), {0: player | {"bricks": {"green": 1}}}, row=["Villa 4"])
    )


def test_a_building_can_be_raised_or_stand_beside():
    player = {"board": {"Pisa": ["Porta 3"]}, "bricks": {"white": 4}}
    state = do(position(expansion(), {0: player}, row=["Villa 4"]), "Build Villa 4")
    assert offers(state, "Build it in ")[0] == "Livorno"
    assert offers(state, "Raise ") == ["Porta 3 to it"]
    raised, beside = do(state, "Raise Porta 3 to it"), do(state, "Build it in Pisa")
    assert len(seat(raised, 0)["quarters"][1]["buildings"]) == 1
    assert len(seat(beside, 0)["quarters"][1]["buildings"]) == 2
    assert seat(raised, 0)["bricks"]["white"] == 3


def test_the_base_game_raises_nothing():
    player = {"board": {"Pisa": ["Porta 3"]}, "bricks": {"white": 1}}
    assert offers(position(base(), {0: player}, row=["Villa 4"]), "Build Villa 4") == []


def test_raising_to_a_building_of_cost_8_brings_an_upgrader():
    player = {"board": {"Pisa": ["Porta 5"]}, "bricks": {"white": 3}}
    state = do(position(expansion(), {0: player}), "Build Porta 8")
    assert offers(state, "Take the upgrader of ") == PLACES


# ---- the two scoring fields


def test_18_all_city_buildings_bring_coins_and_no_objects():
    board = {"Pisa": ["Porta 3", "Palazzo 2", "Villa 5"], "Massa": ["Biblioteca 2"]}
    state = position(expansion(), {0: {"board": board}})
    assert gained(state, "Score all city buildings") == (7, 0, {})


def test_19_all_land_buildings_bring_points_and_no_objects():
    board = {"Pisa": ["Villa 1", "Palazzo 2", "Castello 3"], "Massa": ["Villa 4"]}
    state = position(expansion(), {0: {"board": board}})
    assert gained(state, "Score all land buildings") == (0, 8, {})


def test_the_two_fields_can_be_upgraded():
    board = {"Pisa": ["Villa 8", "Porta 8"], "Massa": ["Villa 1", "Porta 3"]}
    player = {"board": board, "upgraders": ["City buildings", "Land buildings"]}
    state = position(expansion(), {0: player})
    assert gained(state, "Score all city buildings") == (11, 11, {})
    assert gained(state, "Score all land buildings") == (9, 18, {})


def test_each_of_the_two_fields_is_scored_once_and_needs_a_building():
    state = position(expansion(), {0: {"board": {"Pisa": ["Villa 1"]}}})
    assert offers(state, "Score all ") == ["land buildings"]
    state = position(expansion(), {0: {"board": {"Pisa": ["Porta 1"]}}})
    assert offers(state, "Score all ") == ["city buildings"]
    player = {"board": {"Pisa": ["Villa 1", "Porta 1"]}, "fields": ["Land buildings"]}
    assert offers(position(expansion(), {0: player}), "Score all ") == ["city buildings"]
    assert offers(position(base(), {0: player | {"fields": []}}), "Score all ") == []
    assert (
        seat(do(position(expansion(), {0: player}), "Score all city buildings"), 0)["stones"] == 4
    )


# ---- cards


@pytest.mark.parametrize(
    ("option", "numbers"),
    [
        ("top", ["I", "II", "III", "IV", "V", "VI"]),
        ("object", ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]),
        ("building", ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]),
        ("extra", ["II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]),
    ],
)
def test_cards_are_chosen_or_drawn_each_as_likely_as_any_other(option, numbers):
    numerals = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
    values = {o.name: o.values for o in GAME.options}[option]
    assert values == ("random", *numbers)
    for number in numbers:
        state = expansion(**{option: number})
        assert numerals[state.view(-1)["cards"][option]] == number
    games = 200 * len(numbers)
    drawn = [expansion(seed=seed).view(-1)["cards"][option] for seed in range(games)]
    seen = [drawn.count(numerals.index(number)) for number in numbers]
    assert sum(seen) == games
    assert sum((n - 200) ** 2 / 200 for n in seen) < 27  # chance of one in a thousand at most


def test_the_base_game_has_no_cards_to_choose():
    assert base().view(-1)["cards"] == {"top": 1, "object": 1, "building": 1, "extra": None}
    with pytest.raises(errors.BadOption):
        base(top="II")


def test_the_thirtieth_building_is_the_last_of_the_row_even_if_it_raises():
    costs = (1, 2, 3, 4, 5)
    types = ("Biblioteca", "Cathedrale", "Palazzo", "Castello")
    gone = [f"{t} {n}" for t in types for n in costs] + [f"Villa {n}" for n in costs[:4]]
    board = {"Lérici": [f"Porta {n}" for n in costs]}
    player = {"board": board, "bricks": {"white": 5, "black": 3}}
    state = position(expansion(), {0: player}, removed=gone)
    dear = do(state, "Build Villa 8", "Build it in Lérici", "Take no upgrader", "End the turn")
    assert not dear.view(-1)["last_round"]
    state = position(state, {0: {"bricks": {"white": 1}}})
    after, events = told(state, "Build Villa 5")  # one brick raises Porta 4 only
    assert {"last_building": {}} in events
    assert after.view(-1)["last_round"]


def test_several_cities_give_room_for_every_raise():
    player = {"board": several({"Livorno": 3, "Lérici": 9}), "bricks": {"white": 7}}
    state = do(position(expansion(), {0: player}, wheel={}), "Build Villa 8")
    assert len(offers(state, "Raise ")) == 12
