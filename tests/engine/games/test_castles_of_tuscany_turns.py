"""Yield cards, marble, passages, the end, and players who will not let it end."""

import pytest

from engine.contract import State
from engine.games.castles_of_tuscany import GAME
from engine.games.castles_of_tuscany.face import position
from tests.engine.games.castles_of_tuscany import (
    OWN_TILES,
    all_but,
    decisions,
    events,
    fields_of,
    offers,
    pay,
    place,
    place_freely,
    play,
    realm,
    table,
)

YIELDS = {
    "red_points": 6, "green_points": 5, "game_cards": 4, "marble": 4, "worker": 4, "hexagon": 4,
}  # fmt: skip


def scored(points: int, reason: str, track: str = "RED"):
    return {"scored": {"points": points, "track": f"TRACK_{track}", "reason": f"REASON_{reason}"}}


# ---- carriages


def delivery(yields: dict[str, int], more: int = 0, store=(), **bonuses: int):
    """The position in which the last unit for a carriage is paid."""
    field = fields_of("beige")[0]
    here = all_but([field]) | {"workers": 2, "hand": {}, "store": ["TILE_CARRIAGE", *store]}
    here["bonuses"] = {"yield_card": more, "store_field": len(store)} | bonuses
    state = table(realms={0: here}, yield_pile=yields)
    return pay(place(state, "TILE_CARRIAGE", field), "worker")


def delivered(*args, **more):
    before = delivery(*args, **more)
    return realm(before), realm(play(before, "pay", {"worker": {}}))


def test_there_are_27_yield_cards_of_six_kinds():
    assert sum(YIELDS.values()) == 27
    assert delivery({}).view(-1)["yield_discards"] == YIELDS
    assert GAME.new(2, 1).view(-1)["yield_pile"] == 27


@pytest.mark.parametrize(
    "card, key, gain",
    (
        ("red_points", "red", 2), ("game_cards", "hand_size", 3), ("marble", "marble", 1),
        ("worker", "workers", 0),  # one for the one paid
        ("hexagon", "store", ["TILE_HEXAGON"]),
    ),
)  # fmt: skip
def test_each_yield_card_brings_what_it_shows(card, key, gain):
    before, after = delivered({card: 1})
    assert after[key] == (gain if isinstance(gain, list) else before[key] + gain)
    told = events(delivery({card: 1}), "pay", {"worker": {}})
    assert (0, {"yielded": f"YIELD_{card.upper()}"}) in told


def test_a_yield_card_may_bring_a_green_point():
    told = events(delivery({"green_points": 1}), "pay", {"worker": {}})
    assert (0, scored(1, "YIELD", "GREEN")) in told


@pytest.mark.parametrize("more", range(4))
def test_a_carriage_turns_up_one_card_and_one_for_each_bonus_card(more):
    """Vector 5: three bonus cards, four yield cards."""
    before, after = delivered({"red_points": 6}, more)
    assert after["red"] - before["red"] == 2 * (1 + more)


def test_bonus_cards_for_other_things_do_not_improve_yield_cards():
    for card, key in (("game_cards", "hand_size"), ("marble", "marble"), ("worker", "workers")):
        plain = delivered({card: 1})[1][key]
        bonuses = {"game_card": 2, "marble": 2, "worker": 2}
        assert delivered({card: 1}, **bonuses)[1][key] == plain


def test_a_second_hexagon_without_room_is_worth_two_red_points():
    _, after = delivered({"hexagon": 2}, 1)
    assert (after["store"], after["red"]) == (["TILE_HEXAGON"], 2)
    _, after = delivered({"hexagon": 2}, 1, store_field=1)
    assert (after["store"], after["red"]) == (["TILE_HEXAGON"] * 2, 0)


def test_an_empty_yield_pile_is_shuffled_with_the_card_just_resolved():
    state = delivery({"marble": 1}, 1)
    after = play(state, "pay", {"worker": {}})
    view = after.view(-1)
    assert view["yield_pile"] == 26
    assert sum(view["yield_discards"].values()) == 1
    assert (-1, {"shuffled": "PILE_YIELD_CARDS"}) in events(state, "pay", {"worker": {}})


def test_a_yield_card_is_turned_up_for_all():
    after = play(delivery(YIELDS), "pay", {"worker": {}})
    assert after.shown
    assert after.view(-1)["yield_pile"] == 26


# ---- marble


def test_a_marble_is_offered_after_the_first_action_and_once_only():
    state = table(realms={0: {"marble": 2}})
    assert offers(state, "spend_marble") == []
    state = play(state, "draw")
    assert decisions(state) == [{"spend_marble": {}}, {"end_turn": {}}]
    assert play(state, "end_turn").to_play == 1
    state = play(state, "spend_marble")
    assert (realm(state)["marble"], state.view(-1)["second_action"]) == (1, True)
    assert {"draw": {}} in decisions(state)
    state = play(state, "draw")
    assert state.to_play == 1
    assert realm(state)["marble"] == 1
    assert not state.view(-1)["second_action"]


def test_a_marble_gained_in_this_turn_counts():
    field = fields_of("grey")[0]
    state = table(realms={0: all_but([field]) | {"workers": 2, "store": ["TILE_QUARRY"]}})
    state = place_freely(state, "TILE_QUARRY", field)
    assert {"spend_marble": {}} in decisions(state)


def test_without_a_marble_the_turn_ends_with_the_action():
    assert play(table(), "draw").to_play == 1


def test_a_marble_that_could_buy_no_action_is_not_offered():
    cards = {"dark_green": 12, "red": 12, "turquoise": 10, "grey": 16}
    others = {"orange": 20, "yellow": 16, "beige": 16, "light_green": 18}
    hands = {0: {"hand": {}, "marble": 1}, 1: {"hand": cards | others}}
    state = table(realms=hands, display=[], neutral=[])
    assert play(state, "draw").to_play == 1


# ---- passages


def near_the_end(left: int, players: int = 3, passage: int = 1, to_play: int = 1, **more):
    """The seat to play has `left` own tiles; the others have all."""
    return table(
        players, realms={to_play: {"stack": OWN_TILES[:left]}}, passage=passage, to_play=to_play,
        **more,
    )  # fmt: skip


def take(state: State) -> State:
    return play(state, "take", offers(state, "take")[0])


def green(state: State, *points: int) -> State:
    """The same position with other points on the green track."""
    realms = {seat: {"green": n} for seat, n in enumerate(points)}
    view = state.view(-1)
    return position(state, realms=realms, passage=view["passage"], to_play=state.to_play)


def test_a_passage_ends_with_the_round_in_which_a_stack_was_emptied():
    """Vector 6, first part: green 9, red 4 make red 13."""
    state = green(near_the_end(15), 9, 2, 0)
    state = take(state)
    assert state.view(-1)["passage"] == 1
    assert state.to_play == 2
    told = events(state, "draw")
    assert (-1, {"passage_ended": 1}) in told
    assert (0, scored(9, "PASSAGE")) in told
    after = play(state, "draw")
    assert (after.view(-1)["passage"], after.to_play) == (2, 0)
    assert after.scores() == [9, 2, 0]
    assert realm(after)["green"] == 9


def test_two_scorings_add_up_as_in_the_example():
    """Vector 6: 4 and 9 make 13; two more and 22 make 37."""
    first = table(2, realms={0: {"green": 9, "red": 4}, 1: {"stack": OWN_TILES[:15]}}, to_play=1)
    assert take(first).scores()[0] == 13
    second = table(
        2, realms={0: {"green": 22, "red": 15}, 1: {"stack": OWN_TILES[:8]}}, to_play=1, passage=2
    )
    assert take(second).scores()[0] == 37


def test_a_passage_goes_on_while_no_stack_was_emptied():
    state = take(near_the_end(16))
    after = play(state, "draw")
    assert after.view(-1)["passage"] == 1
    assert after.scores() == [0, 0, 0]


def test_the_second_passage_does_not_end_with_the_next_first_stack():
    state = near_the_end(15, passage=2)
    assert play(take(state), "draw").view(-1)["passage"] == 2
    state = near_the_end(8, passage=2)
    assert play(take(state), "draw").view(-1)["passage"] == 3


def test_after_the_third_everyone_has_one_more_turn():
    state = green(near_the_end(1, 3, passage=3), 5, 6, 7)
    state = take(state)
    assert (-1, {"extra_round": {}}) in events(state, "draw")
    state = play(state, "draw")
    assert state.view(-1)["extra_round"]
    assert state.scores() == [0, 0, 0]
    for seat in range(3):
        assert state.to_play == seat
        state = play(state, "draw")
    assert state.to_play is None
    assert state.view(-1)["phase"] == "PHASE_OVER"
    assert realm(state)["red"] == 5 + 7 // 3


def test_the_extra_round_comes_even_if_the_last_seat_emptied_its_stack():
    state = take(near_the_end(1, 2, passage=3, to_play=1))
    assert (state.to_play, state.view(-1)["extra_round"]) == (0, True)


# ---- the end


def last_turn(players: int = 2, **realms):
    """The last seat has the last turn of the game."""
    here = {int(seat.removeprefix("seat")): realm for seat, realm in realms.items()}
    return table(players, realms=here, passage=3, extra=True, to_play=players - 1)


def test_the_rest_is_counted_at_the_end():
    rest = {
        "green": 10, "red": 20, "hand": {"red": 8}, "marble": 3, "workers": 5,
        "store": ["TILE_CITY", "TILE_HEXAGON", "TILE_HEXAGON"], "bonuses": {"store_field": 2},
    }  # fmt: skip
    state = last_turn(seat0=rest, seat1={"hand": {}})
    told = events(state, "draw")
    for points, reason in (
        (10, "PASSAGE"), (1, "TILES"), (2, "HEXAGONS"), (3, "MARBLE"), (5, "WORKERS"),
        (2, "CARDS"),
    ):  # fmt: skip
        assert (0, scored(points, reason)) in told
    after = play(state, "draw")
    assert after.scores() == [20 + 10 + 1 + 2 + 3 + 5 + 2, 0]
    assert after.winners() == [0]


def test_tiles_in_stacks_and_on_the_map_are_not_counted_at_the_end():
    state = last_turn(seat0={"hand": {}}, seat1={"hand": {}})
    assert sum(realm(state)["stacks"]) == 21
    assert play(state, "draw").scores() == [0, 0]


@pytest.mark.parametrize("cards, points", ((2, 0), (3, 1), (5, 1), (6, 2)))
def test_every_three_cards_are_worth_a_point(cards, points):
    state = last_turn(seat0={"hand": {"orange": cards}}, seat1={"hand": {}})
    assert play(state, "draw").scores() == [points, 0]


def end_with(*realms):
    bare = {"hand": {}}
    states = {f"seat{i}": bare | realm for i, realm in enumerate(realms)}
    return play(last_turn(len(realms), **states), "draw")


def test_most_red_points_win():
    state = end_with({"red": 9}, {"red": 11}, {"red": 10})
    assert (state.scores(), state.winners()) == ([9, 11, 10], [1])


def test_a_tie_goes_to_the_emptier_map():
    covered = {"tiles": dict.fromkeys((0, 1, 2), "TILE_HEXAGON")}
    fewer = {"tiles": dict.fromkeys((0, 1), "TILE_HEXAGON")}
    state = end_with({"red": 11} | covered, {"red": 11} | fewer, {"red": 10})
    assert state.winners() == [1]


def test_then_to_fewer_green_points():
    state = end_with({"red": 7, "green": 4}, {"red": 8, "green": 3}, {"red": 11, "green": 0})
    assert state.scores() == [11, 11, 11]
    assert state.winners() == [2]


def test_an_emptier_map_goes_before_fewer_green_points():
    covered = {"tiles": dict.fromkeys((0, 1), "TILE_HEXAGON")}
    state = end_with({"red": 11} | covered, {"red": 8, "green": 3})
    assert state.winners() == [1]


def test_what_is_still_equal_is_shared():
    state = end_with({"red": 8, "green": 3}, {"red": 8, "green": 3}, {"red": 1, "green": 3})
    assert state.winners() == [0, 1]


# ---- a game must end


def stubborn(state: State, *wishes: str) -> State:
    """Play to the end; everyone makes the first move of the first kind wished for."""
    for _ in range(5000):
        if state.to_play is None:
            return state
        moves = {}
        for move in state.legal_moves():
            moves.setdefault(next(iter(GAME.describe_move(move)[1])), move)
        state = state.play(next((moves[w] for w in wishes if w in moves), min(moves.values())))
        assert state.fault() is None
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("draw", ("2", "3"))
def test_a_game_in_which_everyone_draws_comes_to_takes_and_ends(players, draw):
    state = stubborn(GAME.new(players, 1, {"draw": draw}), "end_turn", "draw")
    assert state.view(-1)["pile"] == 0
    assert sum(realm(state, seat, -1)["hand_size"] for seat in range(players)) == 122
    assert max(21 - sum(r["stacks"]) for r in state.view(-1)["realms"]) == 21


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize(
    "wishes",
    (("place", "pay", "draw"), ("spend_marble", "place", "draw"), ("take",), ("no_building",)),
)
def test_other_stubborn_games_end(players, wishes):
    assert stubborn(GAME.new(players, 1), *wishes).winners()
