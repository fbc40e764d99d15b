"""Sentences of the rulebook that a player could get wrong: scoring, objects, screens, the end."""

import pytest

from engine.games.palaces_of_carrara.face import position
from tests.engine.games.carrara import (
    CITIES,
    FREE_BLACK,
    OBJECTS,
    base,
    do,
    ended,
    expansion,
    final,
    gained,
    moves,
    offers,
    seat,
    several,
    spread,
    told,
)

TYPES = ["Biblioteca", "Cathedrale", "Palazzo", "Porta", "Castello", "Villa"]
COSTS = (1, 2, 3, 4, 5)
# Meets the base game's conditions for two players before and after a free brick.
READY = {
    "coins": 0,
    "fields": TYPES[:4],
    "objects": {"book": 4, "chalice": 4},
    "board": spread([5, 5, 5, 5, 5, 5]),
}


def free_brick(state):
    state = do(state, "Turn the wheel and buy bricks")
    return do(state, "Buy from segment VI") if "Buy from segment VI" in moves(state) else state


# ---- scoring


def test_a_type_is_scored_once_by_each_player_and_needs_one_building():
    board = {"Pisa": ["Villa 1"]}
    state = position(base(), {0: {"board": board}, 1: {"board": {"Pisa": ["Villa 2"]}}})
    assert offers(state, "Score ") == ["building type Villa"]
    state = do(state, "Score building type Villa", "End the turn")
    assert offers(state, "Score ") == ["building type Villa"]
    assert offers(position(state, to_play=0), "Score ") == []


@pytest.mark.parametrize(("city", "needs"), [*zip(CITIES, (2, 2, 2, 3, 3, 3), strict=True)])
def test_a_city_needs_two_or_three_buildings(city, needs):
    for n in (needs - 1, needs):
        state = position(base(), {0: {"board": several({city: n})}})
        assert (f"Score the city of {city}" in moves(state)) == (n == needs)


def test_who_has_used_six_stones_scores_no_more():
    board = {"Pisa": ["Villa 1", "Porta 1"]}
    player = {"board": board, "fields": TYPES[:2] + TYPES[4:], "cities": ["Lucca"]}
    player["board"]["Lucca"] = ["Villa 2", "Porta 2"]
    five = position(base(), {0: player})
    assert offers(five, "Score ") == ["building type Porta", "the city of Pisa"]
    after = do(five, "Score the city of Pisa")
    assert seat(after, 0)["stones"] == 0
    assert offers(position(after, to_play=0), "Score ") == []


def test_objects_come_as_far_as_the_supply_reaches_and_never_from_the_object_field():
    players = {
        0: {"board": {"Massa": ["Villa 1", "Villa 2", "Porta 3"]}},
        1: {"objects": {"coat_of_arms": 4}},
    }
    state = position(base(), players)
    assert gained(state, "Score building type Villa") == (0, 3, {"coat_of_arms": 1})
    after, events = told(state, "Score the city of Massa")
    assert seat(after, 0)["objects"]["coat_of_arms"] == 1
    things = [e["valued"]["object"] for e in events[:3]]
    assert things == ["OBJECT_GATE", "OBJECT_COAT_OF_ARMS", None]
    assert seat(after, 0)["points"] == 6
    players[1] = {"objects": {"coat_of_arms": 5}}
    state = position(base(), players)
    assert gained(state, "Score building type Villa") == (0, 3, {})
    assert "Buy a coat of arms" in moves(do(state, "Score building type Villa"))


# ---- the extra purchase


def test_one_object_may_be_bought_for_ten_coins_after_any_action():
    state = position(base(), {0: {"coins": 25, "board": {"Massa": ["Villa 1"]}}})
    state = do(state, "Score building type Villa")
    assert len(offers(state, "Buy a ")) == 6
    state, events = told(state, "Buy a crown")
    assert events == [{"bought_object": {"object": "OBJECT_CROWN", "coins": 10}}]
    assert (seat(state, 0)["coins"], state.to_play) == (15, 1)
    view = state.view(-1)
    assert "OBJECT_CROWN" not in view["object_field"]
    assert view["supply"]["crown"] == 5


def test_nine_coins_or_an_empty_object_field_buy_nothing():
    player = {0: {"coins": 9, "board": {"Massa": ["Villa 1"]}}}
    state = do(position(base(), player), "Score building type Villa")
    assert state.to_play == 1
    player[0]["coins"] = 99
    taken = {"objects": dict.fromkeys(OBJECTS, 1)}
    state = position(base(), {**player, 1: taken}, field=[])
    assert do(state, "Score building type Villa").to_play == 1


# ---- announcing the end


def test_the_end_is_announced_after_an_action_and_brings_five_points():
    state = position(base(), {0: READY}, wheel=FREE_BLACK)
    assert "Announce the end" not in moves(state)
    state = free_brick(state)
    assert list(moves(state)) == ["Announce the end", "End the turn"]
    after, events = told(state, "Announce the end")
    assert events == [{"announced": {"points": 5}}]
    assert (after.scores(), after.to_play) == ([5, 0], 1)
    assert (after.view(-1)["announced_by"], after.view(-1)["last_round"]) == (0, True)
    later = do(state, "End the turn")
    assert not later.view(-1)["last_round"]


def test_after_an_announcement_others_may_pass_or_act_but_not_announce():
    other = READY | {"objects": {"crown": 4, "gate": 4}, "board": spread([4] * 6 + [3] * 2)}
    state = position(base(), {0: READY, 1: other}, announced=0, to_play=1, wheel=FREE_BLACK)
    assert {"Pass", "Turn the wheel and buy bricks"} <= set(moves(state))
    after, events = told(state, "Pass")
    assert events[0] == {"passed": {}}
    assert after.to_play is None
    assert free_brick(state).to_play is None


def test_an_object_may_be_bought_after_passing():
    state = position(base(), {1: {"coins": 10}}, announced=0, to_play=1)
    state = do(state, "Pass", "Buy a book")
    assert state.to_play is None
    assert seat(state, 1)["objects"]["book"] == 1
    assert seat(state, 1)["coins"] == 0


def test_who_can_do_nothing_after_an_announcement_passes_or_takes_coins():
    players = {
        1: {"bricks": {}, "coins": 0},
        0: {"bricks": dict.fromkeys(("white", "yellow", "red", "green", "blue", "black"), 7)},
    }
    state = position(base(), players, wheel={}, announced=0, to_play=1)
    assert list(moves(state)) == ["Take coins, as nothing else can be done", "Pass"]


def test_all_players_after_the_announcer_have_a_turn_and_none_before():
    state = position(base(4), announced=1, to_play=2)
    state = do(state, "Pass", "End the turn")
    assert state.to_play == 3
    assert do(state, "Pass", "End the turn").to_play is None


def test_the_last_seat_ends_the_game_by_announcing():
    state = free_brick(position(base(), {1: READY}, to_play=1, wheel=FREE_BLACK))
    after = do(state, "Announce the end")
    assert after.to_play is None
    assert after.scores()[1] == 5 + 8 * 3 + 30


def test_conditions_are_tested_after_the_purchase_and_without_the_five_points():
    almost = READY | {"coins": 10, "objects": {"book": 4, "chalice": 3}}
    state = free_brick(position(base(), {0: almost}, wheel=FREE_BLACK))
    assert "Announce the end" not in moves(state)
    assert "Announce the end" in moves(do(state, "Buy a crown"))
    rich = {"coins": 35, "objects": {"book": 6, "chalice": 2}, "board": spread([5] * 6)}
    start = position(expansion(top="V", object="I", building="I"), field=["crown"])
    state = free_brick(position(start, {0: rich}, wheel=FREE_BLACK))
    assert "Announce the end" in moves(state)
    assert do(state, "Buy a crown").to_play == 1  # 25 coins are no longer 30
    start = expansion(top="VI", object="I", building="I")
    poor = rich | {"coins": 0, "points": 29, "objects": {"book": 4, "chalice": 4}}
    assert free_brick(position(start, {0: poor}, wheel=FREE_BLACK)).to_play == 1


# ---- the thirtieth building


def thirtieth(builder, other, to_play=0, players=2):
    """Twenty-nine buildings stand; Villa 5 is the only one left."""
    start = base(players)
    rest = [f"{t} {n}" for t in TYPES for n in COSTS if (t, n) != ("Villa", 5)]
    mine = [tile for tile in rest if tile.endswith("5")]
    theirs = [tile for tile in rest if not tile.endswith("5")]
    seats = {
        to_play: {"board": {"Lérici": mine}, "bricks": {"white": 5}, "coins": 0} | builder,
        (to_play + 1) % players: {"board": {"Lérici": theirs}, "coins": 0} | other,
    }
    return position(start, seats, to_play=to_play)


def test_the_thirtieth_building_ends_the_game_with_the_round_and_no_bonus():
    state, events = told(thirtieth({}, {}), "Build Villa 5")
    state, events = told(state, "Build it in Livorno")
    assert events[-1] == {"last_building": {}}
    assert (state.to_play, state.scores()) == (1, [0, 0])
    assert state.view(-1)["last_round"]
    assert "Pass" not in moves(state)
    assert "Turn the wheel and buy bricks" in moves(state)
    last = do(thirtieth({}, {}, to_play=1), "Build Villa 5", "Build it in Livorno")
    assert last.to_play is None


def test_after_the_thirtieth_building_only_its_builder_may_announce():
    ready = {"fields": TYPES[:4], "objects": {"book": 4, "chalice": 4}}
    state = thirtieth(ready, {"fields": TYPES[:4], "objects": {"crown": 4, "gate": 4}})
    state = do(state, "Build Villa 5", "Build it in Livorno")
    announced = do(state, "Announce the end")
    assert "Pass" in moves(announced)
    silent = do(state, "End the turn")
    assert "Pass" not in moves(silent)
    after = do(silent, "Score building type Villa")
    assert after.to_play is None or "Announce the end" not in moves(after)


# ---- the end


def test_a_tie_goes_to_the_one_with_more_bricks_and_is_shared_if_they_are_equal():
    tied = {0: {"points": 9, "bricks": {"white": 2}}, 1: {"points": 9, "bricks": {"black": 3}}}
    assert ended(base(), tied).winners() == [1]
    tied[0]["bricks"] = {"white": 2, "red": 1}
    assert ended(base(), tied).winners() == [0, 1]
    tied[0] = {"points": 10, "bricks": {}}
    assert ended(base(), tied).winners() == [0]


def test_final_scoring_is_for_all_whatever_was_met():
    players = {1: {"coins": 9, "objects": {"book": 2}, "board": {"Pisa": ["Villa 4"]}}}
    points = final(base(3), players, 1)
    assert points == {"object_card": 6, "building_card": 4, "coins": 1}
    assert final(base(3), players, 2) == {"coins": 4}


# ---- screens


def test_closed_screens_hide_coins_bricks_and_objects_of_others():
    state = base(3)
    for viewer in range(-1, 3):
        view = state.view(viewer)
        shown = [p["screen"] is not None for p in view["players"]]
        assert shown == [viewer == number for number in range(3)]
        assert view["bag"] is None


def test_nothing_others_see_depends_on_what_a_closed_screen_hides():
    poor, rich = (
        position(base(3), {1: {"coins": coins, "bricks": bricks}})
        for coins, bricks in ((0, {"white": 1}), (23, {"blue": 2, "black": 3}))
    )
    for viewer in (-1, 0, 2):
        assert poor.view(viewer) == rich.view(viewer)
    assert poor.view(1) != rich.view(1)


def test_open_screens_and_the_end_show_everything():
    for state in (base(3, open_screens="true"), ended(base(3), {})):
        for viewer in range(-1, 3):
            view = state.view(viewer)
            assert all(p["screen"] for p in view["players"])
            assert view["bag"] is not None


def test_a_guess_changes_nothing_but_future_chance():
    state = base(3)
    other = state.redeal(1, 7)
    assert bytes(other)[8:] == bytes(state)[8:]
    assert bytes(other)[:8] != bytes(state)[:8]
