"""Tiles: taking them, storing them, and what fills the display."""

from collections import Counter

import pytest

from engine.games.castles_of_tuscany import GAME
from tests.engine.games.castles_of_tuscany import (
    ONE_OF_EACH,
    OWN_TILES,
    all_but,
    build,
    decisions,
    events,
    fields_of,
    find,
    offers,
    place_freely,
    play,
    realm,
    table,
)

NEUTRAL_TILES = [
    *(tile for tile in ONE_OF_EACH[:7] for _ in range(4)),
    "TILE_FARM_LIVESTOCK", "TILE_FARM_WHEAT",
    "TILE_FARM_LIVESTOCK_WHEAT", "TILE_FARM_GRAPES_OLIVES",
]  # fmt: skip
VILLAGES = ["TILE_VILLAGE"]
FARMS = ["TILE_FARM_LIVESTOCK", "TILE_FARM_LIVESTOCK_WHEAT", "TILE_FARM_GRAPES_OLIVES"]


def without(tiles: list[str], gone: list[str]) -> list[str]:
    return sorted((Counter(tiles) - Counter(gone)).elements())


# ---- the set of tiles


def test_everyone_has_21_tiles_of_their_own_in_three_stacks():
    for seat in range(4):
        here = realm(GAME.new(4, 2), seat, -1)
        assert sorted(here["unlaid"]) == sorted(OWN_TILES)
        assert here["stacks"] == [7, 7, 7]


def test_there_are_32_neutral_tiles_four_of_each_kind():
    assert len(NEUTRAL_TILES) == 32
    state = table(neutral=without(NEUTRAL_TILES, ONE_OF_EACH), display=ONE_OF_EACH)
    assert state.view(-1)["neutral_tiles"] == 24
    assert state.view(-1)["boxed"] == []


def after_bonuses(players: int):
    state = GAME.new(players, 4)
    while state.view(-1)["phase"] == "PHASE_ARRANGING":
        state = state.play(state.legal_moves()[0])
    return state


@pytest.mark.parametrize("players", (2, 3, 4))
def test_everyone_takes_a_bonus_card_before_the_display_is_laid(players):
    state = after_bonuses(players)
    for seat in range(players):
        assert state.to_play == seat
        assert state.view(-1)["display"] == []
        assert len(offers(state, "bonus")) == 5
        state = play(state, "bonus", "BONUS_STORE_FIELD")
        assert realm(state, seat)["green"] == 2
        assert realm(state, seat)["store_fields"] == 2
    view = state.view(-1)
    assert (state.to_play, view["passage"], view["phase"]) == (0, 1, "PHASE_ACTING")
    assert len(view["display"]) == 8
    assert view["neutral_tiles"] == 24
    assert view["bonuses"]["store_field"] == 5 - players
    assert not Counter(view["display"]) - Counter(NEUTRAL_TILES)
    assert state.shown


@pytest.mark.parametrize("bonus", ("GAME_CARD", "MARBLE", "WORKER", "YIELD_CARD"))
def test_other_bonus_cards_bring_no_points_at_once(bonus):
    state = play(after_bonuses(2), "bonus", f"BONUS_{bonus}")
    assert realm(state)["green"] == 0
    assert realm(state)["bonuses"][bonus.lower()] == 1
    assert (realm(state)["marble"], realm(state)["workers"]) == (0, 0)


# ---- taking


def test_a_taken_tile_is_stored_and_an_own_one_fills_the_gap():
    state = table(display=ONE_OF_EACH)
    assert offers(state, "take") == ONE_OF_EACH
    after = play(state, "take", "TILE_CITY")
    assert realm(after)["store"] == ["TILE_CITY"]
    assert realm(after)["stacks"] == [6, 7, 7]
    laid = without(OWN_TILES, realm(after)["unlaid"])
    assert len(laid) == 1
    assert sorted(after.view(-1)["display"]) == sorted(
        [*without(ONE_OF_EACH, ["TILE_CITY"]), *laid]
    )
    assert after.view(-1)["neutral_tiles"] == 24
    assert after.shown
    assert after.to_play == 1


def test_equal_tiles_in_the_display_are_one_choice():
    state = table(display=VILLAGES * 4 + ["TILE_CITY"] * 4)
    assert offers(state, "take") == ["TILE_CITY", "TILE_VILLAGE"]


def test_the_gap_is_filled_from_the_leftmost_stack_that_is_not_empty():
    state = table(realms={0: {"stack": OWN_TILES[:15]}})
    assert realm(state)["stacks"] == [1, 7, 7]
    told = events(state, "take", "TILE_CITY")
    assert (0, {"emptied_stack": 1}) in told
    after = play(state, "take", "TILE_CITY")
    assert realm(after)["stacks"] == [0, 7, 7]
    again = play(after, "draw")
    assert realm(play(again, *first(again, "take")))["stacks"] == [0, 6, 7]


def first(state, name):
    return name, offers(state, name)[0]


def test_with_no_own_tile_left_a_neutral_one_fills_the_gap():
    state = table(realms={0: {"stack": []}}, display=ONE_OF_EACH, neutral=VILLAGES)
    after = play(state, "take", "TILE_CITY")
    assert Counter(after.view(-1)["display"])["TILE_VILLAGE"] == 2
    assert after.view(-1)["neutral_tiles"] == 0
    assert (-1, {"laid": {"tile": "TILE_VILLAGE", "own": False}}) in events(
        state, "take", "TILE_CITY"
    )


# ---- replacing


def test_a_full_store_of_one_kind_is_replaced_without_asking():
    state = table(realms={0: {"store": ["TILE_QUARRY"]}}, neutral=[])
    before = state.view(-1)["boxed"]
    after = play(state, "take", "TILE_CITY")
    assert realm(after)["store"] == ["TILE_CITY"]
    assert without(after.view(-1)["boxed"], before) == ["TILE_QUARRY"]
    assert (0, {"dropped": "TILE_QUARRY"}) in events(state, "take", "TILE_CITY")


def full_store(**more):
    store = ["TILE_QUARRY", "TILE_VILLAGE", "TILE_HEXAGON"]
    here = {"store": store, "bonuses": {"store_field": 2}} | more
    return table(realms={0: here}, display=ONE_OF_EACH)


def test_what_leaves_a_full_store_is_chosen_before_the_gap_is_filled():
    state = play(full_store(), "take", "TILE_CITY")
    view = state.view(-1)
    assert (view["phase"], view["taking"]) == ("PHASE_REPLACING", "TILE_CITY")
    assert len(view["display"]) == 7
    assert not state.revealed
    assert offers(state, "remove") == ["TILE_QUARRY", "TILE_VILLAGE", "TILE_HEXAGON"]
    assert len(decisions(state)) == 3
    for gone in offers(state, "remove"):
        after = play(state, "remove", gone)
        assert len(after.view(-1)["display"]) == 8
        kept = without(["TILE_QUARRY", "TILE_VILLAGE", "TILE_HEXAGON"], [gone])
        assert sorted(realm(after)["store"]) == sorted([*kept, "TILE_CITY"])
        assert after.view(-1)["boxed"] == ([] if gone == "TILE_HEXAGON" else [gone])


def test_a_free_store_field_needs_no_replacing():
    state = table(realms={0: {"store": ["TILE_QUARRY"], "bonuses": {"store_field": 1}}})
    after = play(state, "take", "TILE_CITY")
    assert sorted(realm(after)["store"]) == ["TILE_CITY", "TILE_QUARRY"]
    assert after.view(-1)["boxed"] == []


# ---- five of a colour

# With the own village that is laid next these make five.
FOUR_VILLAGES = VILLAGES * 4 + ["TILE_CITY", "TILE_ESTATE", "TILE_QUARRY", "TILE_CLOISTER"]


def crowded(neutral: list[str], stack=VILLAGES, display=FOUR_VILLAGES, **changes):
    """Seat 0 will lay a village when it takes a tile."""
    return table(realms={0: {"stack": stack}}, display=display, neutral=neutral, **changes)


def test_the_fifth_tile_of_a_colour_makes_all_five_go():
    fresh = ["TILE_CASTLE", "TILE_CITY", "TILE_ESTATE", "TILE_CARRIAGE", "TILE_FARM_WHEAT"]
    state = crowded(fresh)
    after = play(state, "take", "TILE_CITY")
    view = after.view(-1)
    assert view["removed"] == VILLAGES * 5
    assert sorted(view["display"]) == sorted(
        [*fresh, "TILE_ESTATE", "TILE_QUARRY", "TILE_CLOISTER"]
    )
    told = events(state, "take", "TILE_CITY")
    assert (-1, {"cleared": {"colour": "COLOUR_ORANGE", "tiles": 5}}) in told


def test_four_of_a_colour_stay():
    state = crowded([], stack=["TILE_CARRIAGE"])
    view = play(state, "take", "TILE_CITY").view(-1)
    assert view["removed"] == []
    assert Counter(view["display"])["TILE_VILLAGE"] == 4


def test_taking_one_of_four_makes_room_for_the_fourth_again():
    view = play(crowded([]), "take", "TILE_VILLAGE").view(-1)
    assert Counter(view["display"])["TILE_VILLAGE"] == 4


def test_all_farms_are_one_colour():
    display = [*FARMS, "TILE_FARM_WHEAT", "TILE_CITY", "TILE_ESTATE", "TILE_QUARRY", "TILE_CASTLE"]
    fresh = ["TILE_CASTLE", "TILE_VILLAGE", "TILE_CARRIAGE", "TILE_CLOISTER", "TILE_CLOISTER"]
    state = crowded(fresh, ["TILE_FARM_OLIVES"], display)
    view = play(state, "take", "TILE_CITY").view(-1)
    assert sorted(view["removed"]) == sorted([*FARMS, "TILE_FARM_WHEAT", "TILE_FARM_OLIVES"])
    assert len(view["display"]) == 8


def test_if_the_new_tiles_bring_five_again_all_of_that_colour_go_too():
    """Three quarries stay, three more come: all six go, and six come for them."""
    display = VILLAGES * 4 + ["TILE_QUARRY"] * 3 + ["TILE_CITY"]
    rest = ["TILE_CASTLE", "TILE_CITY", "TILE_ESTATE", "TILE_CLOISTER"]
    seen = set()
    for seed in range(120):
        state = crowded(["TILE_QUARRY"] * 4 + rest * 3, display=display, seed=seed)
        view = play(state, "take", "TILE_CITY").view(-1)
        quarries = Counter(view["removed"])["TILE_QUARRY"]
        cleared = [
            data["cleared"]["tiles"]
            for _, data in events(state, "take", "TILE_CITY")
            if "cleared" in data
        ]
        assert cleared == ([5] if quarries == 0 else [5, quarries])
        assert quarries == 0 or quarries >= 5
        assert len(view["display"]) == 8
        assert max(Counter(view["display"]).values()) < 5
        seen.add(quarries)
    assert {0, 5, 6} <= seen


def test_exhausted_neutral_tiles_are_shuffled_from_the_removed_ones():
    removed = ["TILE_CASTLE", "TILE_CARRIAGE", "TILE_FARM_WHEAT", "TILE_CLOISTER"]
    state = crowded(["TILE_CITY", "TILE_ESTATE"], removed=removed)
    view = play(state, "take", "TILE_CITY").view(-1)
    assert view["removed"] == VILLAGES * 5
    assert view["neutral_tiles"] == 1
    assert len(view["display"]) == 8
    assert (-1, {"shuffled": "PILE_NEUTRAL_TILES"}) in events(state, "take", "TILE_CITY")


def test_with_nothing_left_to_lay_the_display_is_smaller():
    """What has just gone does not come back at once: else five villages would for ever."""
    state = crowded(["TILE_CITY", "TILE_ESTATE"])
    after = play(state, "take", "TILE_CITY")
    assert len(after.view(-1)["display"]) == 5
    assert after.view(-1)["removed"] == VILLAGES * 5
    assert len(play(after, "take", "TILE_CITY").view(-1)["display"]) == 5


def test_a_removed_tile_may_be_shuffled_in_the_next_time():
    state = crowded([], display=["TILE_CITY", "TILE_QUARRY"], stack=[], removed=VILLAGES * 5)
    view = play(state, "take", "TILE_CITY").view(-1)
    assert view["display"] == ["TILE_QUARRY", "TILE_VILLAGE"]
    assert (view["removed"], view["neutral_tiles"]) == ([], 4)


def test_a_tile_taken_from_an_exhausted_table_leaves_a_gap():
    state = table(realms={0: {"stack": []}}, display=["TILE_CITY", "TILE_QUARRY"], neutral=[])
    assert play(state, "take", "TILE_CITY").view(-1)["display"] == ["TILE_QUARRY"]


def test_only_who_can_do_nothing_at_all_passes():
    cards = {"dark_green": 12, "red": 12, "turquoise": 10, "grey": 16}
    others = {"orange": 20, "yellow": 16, "beige": 16, "light_green": 20}
    hands = {0: {"hand": {}}, 1: {"hand": cards | others}}
    state = table(realms=hands, display=[], neutral=[])
    assert decisions(state) == [{"no_action": {}}]
    after = play(state, "no_action")
    assert after.to_play == 1


# ---- the castle's gap


def test_a_castle_tile_is_replaced_like_a_taken_one_before_it_scores():
    castle, quarry = fields_of("dark_green")[1], fields_of("grey")[0]
    here = all_but([castle, quarry]) | {"workers": 2, "store": ["TILE_CASTLE"]}
    here["stack"] = [*OWN_TILES[:14], "TILE_CITY"][-8:]
    state = table(realms={0: here}, display=ONE_OF_EACH)
    state = place_freely(state, "TILE_CASTLE", castle)
    after = build(state, "TILE_QUARRY", quarry)
    assert len(after.view(-1)["display"]) == 8
    assert sum(realm(after)["stacks"]) == 7
    told = [next(iter(data)) for _, data in events(state, "build", offers(state, "build")[0])]
    assert told[:4] == ["took", "laid", "emptied_stack", "placed"]
    assert realm(after)["store"] == []


def test_what_is_shown_tells_displays_apart_and_what_was_removed():
    """Of ten tiles five or all are laid; in the latter case the removed farms differ."""
    display = VILLAGES * 4 + ["TILE_CITY", *FARMS]
    others = ["TILE_CASTLE", "TILE_CITY", "TILE_ESTATE", "TILE_QUARRY", "TILE_CLOISTER"]
    farms = ["TILE_FARM_GRAPES", "TILE_FARM_OLIVES", "TILE_FARM_WHEAT"]
    state = table(
        realms={0: {"stack": VILLAGES}, 1: {"stack": []}},
        display=display, neutral=[*farms, *others, "TILE_CARRIAGE", "TILE_CARRIAGE"],
    )  # fmt: skip
    take = find(state, "take", "TILE_CITY")
    views, shown, removed = {}, {}, set()
    for seed in range(400):
        after = state.redeal(0, seed).play(take)
        view = repr(after.view(-1))
        assert views.setdefault(after.shown, view) == view
        assert shown.setdefault(view, after.shown) == after.shown
        if after.view(-1)["neutral_tiles"] == 0:
            removed.add(tuple(after.view(-1)["removed"]))
    assert len(removed) >= 3
    assert len(views) > 20
