"""Sentences of the base game's rulebook that a player could get wrong: buying and building."""

from collections import Counter
from math import comb

import pytest

from engine.games.palaces_of_carrara.face import position
from tests.engine.games.carrara import (
    CITIES,
    COLOURS,
    DEAR_WHEEL,
    FREE_BLACK,
    base,
    do,
    moves,
    offers,
    seat,
    told,
)

TURN = "Turn the wheel and buy bricks"
# All 42 bricks behind the screens: with these seat 0 can build nothing.
ALL_AWAY = {0: {"bricks": {}}, 1: {"bricks": dict.fromkeys(COLOURS, 7)}}


def wheel_of(state):
    return state.view(-1)["wheel"]


def test_the_table_is_laid_as_the_rulebook_says():
    state = base(4, open_screens="true")
    view = state.view(-1)
    assert [p["screen"]["coins"] for p in view["players"]] == [20] * 4
    firsts = [max(p["screen"]["bricks"], key=p["screen"]["bricks"].get) for p in view["players"]]
    assert firsts == ["black", "blue", "green", "red"]
    assert [sum(p["screen"]["bricks"].values()) for p in view["players"]] == [1] * 4
    assert sum(view["bag"].values()) == 42 - 6 - 4
    assert sum(base(2, open_screens="true").view(-1)["bag"].values()) == 42 - 6 - 2
    assert view["wheel"][0] == dict.fromkeys(COLOURS, 1)
    assert (len(view["row"]), view["stack"], len(view["object_field"])) == (9, 21, 6)
    assert set(view["supply"].values()) == {5}
    assert [p["stones"] for p in view["players"]] == [6] * 4
    assert state.scores() == [0] * 4
    assert state.to_play == 0


# ---- buying


@pytest.mark.parametrize("segment", range(1, 7))
def test_prices_fall_by_a_coin_with_every_segment(segment):
    wheel = {(segment - 2) % 6 + 1: dict.fromkeys(COLOURS, 1)}
    wheel[1 if segment != 2 else 3] = {"white": 5}
    state = do(position(base(), {0: {"coins": 99}}, wheel=wheel), TURN)
    state = do(state, f"Buy from segment {['I', 'II', 'III', 'IV', 'V', 'VI'][segment - 1]}")
    for price, colour in zip((6, 5, 4, 3, 2, 1), COLOURS, strict=True):
        state, events = told(state, f"Take a {colour} brick")
        assert events[0]["bought"]["coins"] == max(0, price - segment + 1)


def test_bricks_turned_from_VI_to_I_are_dear_again_and_no_more_than_11_lie_there():
    wheel = {6: {"white": 1, "black": 4}, 3: {"red": 3}}
    state = do(position(base(), wheel=wheel), TURN)
    assert wheel_of(state)[0]["white"] >= 1
    assert wheel_of(state)[3] == dict.fromkeys(COLOURS, 0) | {"red": 3}
    assert sum(sum(s.values()) for s in wheel_of(state)) == 11
    full = do(position(base(), wheel=DEAR_WHEEL), TURN)
    assert (full.shown, full.revealed) == (0, False)
    assert sum(sum(s.values()) for s in wheel_of(full)) == 11


def test_at_least_one_brick_is_bought_and_any_number_from_one_segment_only():
    state = do(base(), TURN, "Buy from segment II")
    assert "Buy no more bricks" not in moves(state)
    assert len(offers(state, "Take a ")) == 6
    state = do(state, "Take a yellow brick")
    assert offers(state, "Buy ") == ["no more bricks"]
    assert offers(state, "Take a ") == ["red brick", "green brick", "blue brick", "black brick"]
    assert state.view(-1)["chain"]["segment"] == 2
    state = do(state, "Buy no more bricks")
    assert "Buy from segment II" not in moves(state)


def test_no_more_is_bought_than_can_be_paid():
    state = position(base(), {0: {"coins": 5}}, wheel={1: {"white": 3, "green": 2, "blue": 6}})
    state = do(state, TURN)  # now in II for 5, 2 and 1 coins
    state = do(state, "Take a green brick", "Take a green brick")
    assert offers(state, "Take a ") == ["blue brick"]
    state = do(state, "Take a blue brick")
    assert (seat(state, 0)["coins"], state.to_play) == (0, 1)


def test_a_free_brick_must_be_taken_by_who_has_no_coins():
    after, events = told(position(base(), {0: {"coins": 0}}, wheel=FREE_BLACK), TURN)
    assert events[-1] == {"bought": {"colour": "COLOUR_BLACK", "segment": 6, "coins": 0}}
    assert (seat(after, 0)["coins"], after.to_play) == (0, 1)


def test_taking_coins_is_never_offered_where_there_is_another_action():
    assert offers(position(base(), {0: {"coins": 0}}, wheel=DEAR_WHEEL), "Take coins") == []


def test_with_an_empty_bag_the_wheel_turns_and_bricks_on_it_are_bought():
    rest = dict.fromkeys(COLOURS, 7) | {"black": 6}
    state = position(base(), {0: {"bricks": {}}, 1: {"bricks": rest}}, wheel={5: {"black": 1}})
    after, events = told(state, TURN)
    assert [next(iter(e)) for e in events] == ["turned_wheel", "bought"]
    assert not after.revealed
    poor = {0: {"bricks": {}, "coins": 0}, 1: {"bricks": rest | {"white": 6, "black": 7}}}
    after, events = told(position(base(), poor, wheel={1: {"white": 1}}), TURN)
    assert events[-1] == {"took_coins": {"coins": 2, "need": "NEED_CANNOT_PAY"}}
    assert wheel_of(after)[1]["white"] == 1


def test_what_the_bag_holds_is_drawn_if_it_is_too_little():
    away = dict.fromkeys(COLOURS, 7) | {"white": 4}
    state = position(base(), {0: {"bricks": {}}, 1: {"bricks": away}}, wheel={2: {"white": 1}})
    state = do(state, TURN)
    assert (wheel_of(state)[0]["white"], wheel_of(state)[2]["white"]) == (2, 1)


def test_with_wheel_and_bag_empty_coins_are_taken_only_if_nothing_else_can_be_done():
    state = position(base(), ALL_AWAY, wheel={})
    assert list(moves(state)) == ["Take coins, as nothing else can be done"]
    after, events = told(state, "Take coins, as nothing else can be done")
    assert events == [{"took_coins": {"coins": 2, "need": "NEED_CANNOT_ACT"}}]
    assert seat(after, 0)["coins"] == 22
    scorer = {"bricks": {}, "board": {"Pisa": ["Villa 1"]}}
    able = position(base(), {**ALL_AWAY, 0: scorer}, wheel={})
    assert list(moves(able)) == ["Score building type Villa"]
    state = position(base(), ALL_AWAY, wheel={}, to_play=1)
    assert len(offers(state, "Build ")) == len(moves(state)) == 9


def test_an_object_may_be_bought_after_taking_coins():
    poor = {**ALL_AWAY, 0: {"bricks": {}, "coins": 8}}
    state = do(position(base(), poor, wheel={}), "Take coins, as nothing else can be done")
    assert seat(do(state, "Buy a crown"), 0)["coins"] == 0


def ways(state, phases, path=()):
    """Every chain of moves within these phases, and the state it ends in."""
    if state.view(-1)["phase"] not in phases:
        yield path, state
        return
    for move in state.legal_moves():
        yield from ways(state.play(move), phases, (*path, move))


def test_every_choice_of_bricks_of_a_segment_is_reached_by_exactly_one_chain():
    wheel = {1: {"red": 1, "green": 3, "black": 2}, 3: {"white": 5}}
    state = do(position(base(), {0: {"coins": 99}}, wheel=wheel), TURN, "Buy from segment II")
    ends = [tuple(seat(end, 0)["bricks"].values()) for _, end in ways(state, {"PHASE_BUYING"})]
    assert len(ends) == len(set(ends)) == 2 * 4 * 3 - 1


def test_every_payment_is_reached_by_exactly_one_chain():
    hand = {"white": 2, "yellow": 3, "red": 1, "green": 2, "blue": 4}
    state = position(base(), {0: {"bricks": hand}}, row=["Villa 5"])
    state = do(state, "Build Villa 5")
    for city, most in zip(CITIES[1:], (1, 2, 3, 4, 4), strict=True):
        counts = list(hand.values())[: most + 1]
        chains = ways(do(state, f"Build it in {city}"), {"PHASE_PAYING"})
        ends = [tuple(seat(end, 0)["bricks"].values()) for _, end in chains]
        assert len(ends) == len(set(ends)) == mixes(counts, 5), city


def mixes(counts, size):
    """In how many ways `size` bricks can be taken from these."""
    found = Counter({0: 1})
    for most in counts:
        found = sum(
            (Counter({s + n: w for s, w in found.items()}) for n in range(most + 1)), Counter()
        )
    return found[size]


def test_the_count_of_mixes_is_itself_right():
    assert mixes([9, 9, 9], 4) == comb(6, 2)


# ---- building


@pytest.mark.parametrize("colour", COLOURS)
def test_a_city_takes_its_own_colour_and_all_dearer_ones(colour):
    state = position(base(), {0: {"bricks": {colour: 2}}}, row=["Villa 2"])
    first = COLOURS.index(colour)
    if colour == "black":
        built = seat(do(state, "Build Villa 2"), 0)["quarters"][5]["buildings"]
        assert built == [{"type": "TYPE_VILLA", "cost": 2}]
    else:
        places = offers(do(state, "Build Villa 2"), "Build it in ")
        assert places == list(CITIES[first:])


def test_a_building_needs_as_many_bricks_as_it_costs():
    row = [f"Villa {cost}" for cost in range(1, 6)]
    for n in range(6):
        state = position(base(), {0: {"bricks": {"blue": n}}}, row=row)
        assert offers(state, "Build Villa ") == [str(c) for c in range(1, n + 1)]


def test_only_buildings_in_the_row_are_built_and_the_row_is_refilled_while_the_stack_lasts():
    state = position(base(), {0: {"bricks": {"white": 6}}})
    row = state.view(-1)["row"]
    names = [f"{b['type'].removeprefix('TYPE_').capitalize()} {b['cost']}" for b in row]
    assert offers(state, "Build ") == names
    state = do(state, f"Build {names[0]}", "Build it in Livorno")
    assert state.revealed
    assert state.shown
    after = state.view(-1)
    assert row[0] not in after["row"]
    assert (len(after["row"]), after["stack"]) == (9, 20)


def test_an_empty_stack_refills_nothing():
    types = ("Biblioteca", "Cathedrale", "Palazzo", "Porta", "Castello")
    built = {"Lérici": [f"{t} {n}" for t in types for n in (1, 2, 3, 4, 5)]}
    state = position(base(), {1: {"board": built}, 0: {"bricks": {"white": 1}}})
    state = do(state, "Build Villa 1", "Build it in Livorno")
    assert (state.shown, state.revealed) == (0, False)
    assert [b["cost"] for b in state.view(-1)["row"]] == [2, 3, 4, 5]
