"""What a placed tile brings: regions, colours, and the effect of each kind."""

import pytest

from tests.engine.games.castles_of_tuscany import (
    COLOURS,
    ONE_OF_EACH,
    all_but,
    build,
    decisions,
    events,
    fields_of,
    hand,
    map_with,
    offers,
    pay,
    place,
    place_freely,
    play,
    realm,
    region_of,
    rest_of_turn,
    spot,
    table,
)

TILE_OF = dict(zip(COLOURS, ONE_OF_EACH, strict=True))
COLOUR_BONUSES = {
    "dark_green": (2, 1), "red": (2, 1), "turquoise": (2, 1), "grey": (3, 2), "orange": (4, 2),
    "yellow": (3, 2), "beige": (3, 2), "light_green": (4, 2),
}  # fmt: skip


def scored(points: int, reason: str, track: str = "GREEN"):
    return {"scored": {"points": points, "track": f"TRACK_{track}", "reason": f"REASON_{reason}"}}


def ready(tile: str, free: list[int], parts=(0, 0, 0), layout: int = 0, changes=None, **more):
    """Seat 0 holds the tile and two workers; its map is covered but for `free`."""
    here = all_but(free, parts, layout) | {"workers": 2, "store": [tile], "hand": {}} | more
    return table(realms={0: here, 1: {"hand": {}}}, **changes or {})


def last_unit(state, tile: str, field: int):
    """The position in which one worker more places the tile."""
    return pay(place(state, tile, field), "worker")


def told(state, tile: str, field: int):
    """What happens when the tile is placed."""
    return [data for _, data in events(last_unit(state, tile, field), "pay", {"worker": {}})]


# ---- regions


@pytest.mark.parametrize("size, points", ((1, 1), (2, 3), (3, 6)))
def test_a_complete_region_scores_by_its_size(size, points):
    """Vector 1."""
    parts, layout, region = map_with("yellow", size)
    state = ready("TILE_CLOISTER", region[:1], parts, layout)
    happened = told(state, "TILE_CLOISTER", region[0])
    assert {"completed_region": {"colour": "COLOUR_YELLOW", "size": size}} in happened
    assert scored(points, "REGION") in happened


def test_two_of_three_yellow_fields_score_nothing_yet_and_the_third_six():
    """Vector 1, in play."""
    parts, layout, region = map_with("yellow", 3)
    state = ready("TILE_CLOISTER", region[:2], parts, layout)
    after = place_freely(state, "TILE_CLOISTER", region[1])
    assert realm(after)["green"] == 0
    state = ready("TILE_CLOISTER", region[:1], parts, layout, changes={"filled": [2] * 8})
    assert realm(place_freely(state, "TILE_CLOISTER", region[0]))["green"] == 6


def test_the_start_castle_counts_as_covered_but_scores_nothing_itself():
    castles = fields_of("dark_green")
    assert all(len(region_of(castle)) == 1 for castle in castles)
    state = ready("TILE_CASTLE", castles[1:2])
    happened = told(state, "TILE_CASTLE", castles[1])
    assert scored(1, "REGION") in happened
    assert {"filled_colour": {"colour": "COLOUR_DARK_GREEN", "rank": 1}} in happened
    assert realm(table())["green"] == 0


# ---- colours


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("before", range(3))
def test_the_first_and_the_second_to_fill_a_colour_score(colour, before):
    field = fields_of(colour)[-1]
    filled = [before if c == colour else 0 for c in COLOURS]
    state = ready("TILE_HEXAGON", [field], changes={"filled": filled})
    shown = state.view(-1)["colour_bonuses"][COLOURS.index(colour)]
    assert shown["points"] == (*COLOUR_BONUSES[colour], None)[before]
    happened = told(state, "TILE_HEXAGON", field)
    points = [
        d["scored"]["points"]
        for d in happened
        if d.get("scored", {}).get("reason") == "REASON_COLOUR"
    ]
    assert points == ([] if before == 2 else [COLOUR_BONUSES[colour][before]])
    after = place_freely(state, "TILE_HEXAGON", field)
    assert after.view(-1)["colour_bonuses"][COLOURS.index(colour)]["taken"] == min(before + 1, 2)


def test_a_colour_with_a_free_field_is_not_filled():
    free = fields_of("orange")[:2]
    happened = told(ready("TILE_VILLAGE", free), "TILE_VILLAGE", free[0])
    assert not [data for data in happened if "filled_colour" in data]


def test_points_come_in_order_region_colour_effect():
    field = fields_of("orange")[0]
    kinds = [next(iter(d)) for d in told(ready("TILE_VILLAGE", [field]), "TILE_VILLAGE", field)]
    assert kinds == [
        "paid", "placed", "completed_region", "scored", "filled_colour", "scored", "gained",
    ]  # fmt: skip


# ---- quarry, village, cloister


@pytest.mark.parametrize("bonus", range(4))
@pytest.mark.parametrize(
    "tile, thing, card", (("QUARRY", "marble", "marble"), ("VILLAGE", "workers", "worker"))
)
def test_quarries_and_villages_bring_one_and_one_more_for_each_bonus_card(tile, thing, card, bonus):
    """Vector 5: two bonus cards, three marble."""
    field = fields_of("grey" if tile == "QUARRY" else "orange")[0]
    state = ready(f"TILE_{tile}", [field], bonuses={card: bonus})
    assert realm(place_freely(state, f"TILE_{tile}", field))[thing] == 1 + bonus


@pytest.mark.parametrize("bonus", range(3))
def test_a_cloister_brings_three_cards_whatever_the_bonus_cards_say(bonus):
    field = fields_of("yellow")[0]
    state = ready("TILE_CLOISTER", [field], bonuses={"game_card": bonus})
    after = place_freely(state, "TILE_CLOISTER", field)
    assert sum(hand(after).values()) == 3
    assert after.revealed


# ---- farms


def farmland(tile: str, *lying: str):
    """The points for produce when the tile joins the farms that lie in a region of three."""
    parts, layout, region = map_with("light_green", 3)
    here = all_but(region, parts, layout) | {"workers": 2, "store": [tile], "stack": []}
    here["tiles"] |= dict(zip(region[1:], lying, strict=False))
    state = table(realms={0: here, 1: {"stack": []}}, display=ONE_OF_EACH[:7])
    happened = told(state, tile, region[0])
    produce = [
        data["scored"]["points"]
        for data in happened
        if data.get("scored", {}).get("reason") == "REASON_PRODUCE"
    ]
    assert len(produce) <= 1
    return sum(produce)


@pytest.mark.parametrize("sort", ("LIVESTOCK", "GRAPES", "OLIVES", "WHEAT"))
def test_a_farm_of_one_sort_scores_one_once_in_a_region(sort):
    assert farmland(f"TILE_FARM_{sort}") == 1
    both = {
        "LIVESTOCK": "LIVESTOCK_GRAPES", "GRAPES": "LIVESTOCK_GRAPES",
        "OLIVES": "OLIVES_WHEAT", "WHEAT": "OLIVES_WHEAT",
    }  # fmt: skip
    assert farmland(f"TILE_FARM_{sort}", f"TILE_FARM_{both[sort]}") == 0
    other = {"LIVESTOCK_GRAPES": "OLIVES_WHEAT", "OLIVES_WHEAT": "LIVESTOCK_GRAPES"}
    assert farmland(f"TILE_FARM_{sort}", f"TILE_FARM_{other[both[sort]]}") == 1


@pytest.mark.parametrize(
    "sorts", ("LIVESTOCK_GRAPES", "LIVESTOCK_WHEAT", "GRAPES_OLIVES", "OLIVES_WHEAT")
)
def test_a_farm_of_two_sorts_scores_each_that_is_new(sorts):
    """Vector 2: one of the two lies there already."""
    one, two = (f"TILE_FARM_{sort}" for sort in sorts.split("_"))
    assert farmland(f"TILE_FARM_{sorts}") == 2
    assert farmland(f"TILE_FARM_{sorts}", one) == 1
    assert farmland(f"TILE_FARM_{sorts}", two) == 1
    assert farmland(f"TILE_FARM_{sorts}", one, two) == 0


def test_wood_scores_always_and_is_no_sort_of_the_others():
    assert farmland("TILE_HEXAGON", "TILE_HEXAGON", "TILE_HEXAGON") == 1
    assert farmland("TILE_FARM_GRAPES", "TILE_HEXAGON") == 1


def test_produce_of_another_region_is_of_no_matter():
    alone, *_ = (f for f in fields_of("light_green") if len(region_of(f)) == 1)
    other = next(f for f in fields_of("light_green") if len(region_of(f)) == 3)
    here = all_but([alone]) | {"workers": 2, "store": ["TILE_FARM_WHEAT"]}
    here["tiles"][other] = "TILE_FARM_LIVESTOCK_WHEAT"
    state = table(realms={0: here}, display=ONE_OF_EACH[:7])
    assert scored(1, "PRODUCE") in told(state, "TILE_FARM_WHEAT", alone)


# ---- estate and hexagon


def test_an_estate_brings_a_hexagon_into_the_field_it_left():
    field = fields_of("turquoise")[0]
    after = place_freely(ready("TILE_ESTATE", [field]), "TILE_ESTATE", field)
    assert realm(after)["store"] == ["TILE_HEXAGON"]
    assert realm(after)["red"] == 0


def test_a_hexagon_is_placed_in_a_later_turn_only():
    estate, other = fields_of("turquoise")[0], fields_of("grey")[0]
    state = ready("TILE_ESTATE", [estate, other], workers=4, marble=1)
    state = play(place_freely(state, "TILE_ESTATE", estate), "spend_marble")
    assert realm(state)["new_hexagons"] == 1
    assert offers(state, "place") == []
    state = play(play(state, "draw"), "draw")
    assert state.to_play == 0
    assert realm(state)["new_hexagons"] == 0
    after = place_freely(state, "TILE_HEXAGON", other)
    assert realm(after)["fields"][other]["tile"] == "TILE_HEXAGON"
    assert realm(after)["marble"] == 1


def test_an_older_hexagon_may_be_placed_while_a_new_one_waits():
    estate, other = fields_of("turquoise")[0], fields_of("grey")[0]
    state = ready(
        "TILE_ESTATE", [estate, other], workers=4, marble=1, bonuses={"store_field": 1},
        store=["TILE_ESTATE", "TILE_HEXAGON"],
    )  # fmt: skip
    state = play(place_freely(state, "TILE_ESTATE", estate), "spend_marble")
    assert offers(state, "place") == [{"tile": "TILE_HEXAGON", "field": spot(other)}]
    after = place_freely(state, "TILE_HEXAGON", other)
    assert realm(after)["store"] == ["TILE_HEXAGON"]


def test_a_hexagon_without_a_store_field_is_worth_two_red_points():
    castle, estate = fields_of("dark_green")[1], fields_of("turquoise")[0]
    state = ready(
        "TILE_CASTLE", [castle, estate], bonuses={"store_field": 1},
        store=["TILE_CASTLE", "TILE_QUARRY"],
    )  # fmt: skip
    state = place_freely(state, "TILE_CASTLE", castle)
    roomy = build(state, "TILE_ESTATE", estate)
    assert sorted(realm(roomy)["store"]) == ["TILE_HEXAGON", "TILE_QUARRY"]
    full = ready("TILE_CASTLE", [castle, estate], store=["TILE_CASTLE"])
    full = place_freely(full, "TILE_CASTLE", castle)
    assert realm(build(full, "TILE_ESTATE", estate))["store"] == ["TILE_HEXAGON"]
    none = table(realms={0: all_but([estate]) | {"store": ["TILE_QUARRY"]}}, phase="PHASE_BUILDING")
    after = build(none, "TILE_ESTATE", estate)
    assert realm(after)["store"] == ["TILE_QUARRY"]
    assert realm(after)["red"] == 2


@pytest.mark.parametrize("colour", COLOURS)
def test_a_hexagon_acts_as_the_tile_of_the_colour_it_lies_on(colour):
    field = fields_of(colour)[-1]
    state = ready("TILE_HEXAGON", [field], changes={"yield_pile": {"worker": 1}})
    after = place_freely(state, "TILE_HEXAGON", field)
    here, view = realm(after), after.view(-1)
    effect = {
        "dark_green": after.to_play == 1 and here["green"] == 1 + 2,  # nothing is left to build
        "red": view["phase"] == "PHASE_CHOOSING_BONUS",
        "turquoise": here["store"] == ["TILE_HEXAGON"],
        "grey": here["marble"] == 1,
        "orange": here["workers"] == 1,
        "yellow": here["hand_size"] == 3,
        "beige": here["workers"] == 1,
        "light_green": scored(1, "PRODUCE") in told(state, "TILE_HEXAGON", field),
    }
    assert effect[colour]


# ---- city


@pytest.mark.parametrize("bonus", ("GAME_CARD", "STORE_FIELD", "MARBLE", "WORKER", "YIELD_CARD"))
def test_a_city_brings_a_bonus_card_of_choice(bonus):
    field = fields_of("red")[0]
    state = place_freely(ready("TILE_CITY", [field], marble=1), "TILE_CITY", field)
    assert len(decisions(state)) == 5
    before = realm(state)["green"]
    after = play(state, "bonus", f"BONUS_{bonus}")
    assert realm(after)["bonuses"][bonus.lower()] == 1
    assert realm(after)["green"] == before + (2 if bonus == "STORE_FIELD" else 0)
    assert after.view(-1)["phase"] == "PHASE_CONTINUING"


def test_there_are_five_bonus_cards_of_a_kind():
    field = fields_of("red")[0]
    state = ready("TILE_CITY", [field], bonuses={"worker": 4})
    state = place_freely(state, "TILE_CITY", field)
    assert len(offers(state, "bonus")) == 5
    state = ready("TILE_CITY", [field], bonuses={"worker": 5})
    state = place_freely(state, "TILE_CITY", field)
    assert "BONUS_WORKER" not in offers(state, "bonus")
    assert len(offers(state, "bonus")) == 4


# ---- castle


def test_a_castle_may_place_a_tile_of_the_display_without_paying():
    castle, village = fields_of("dark_green")[1], fields_of("orange")[0]
    state = ready("TILE_CASTLE", [castle, village], changes={"display": ONE_OF_EACH})
    state = place_freely(state, "TILE_CASTLE", castle)
    assert state.view(-1)["phase"] == "PHASE_BUILDING"
    assert decisions(state) == [
        {"build": {"tile": "TILE_VILLAGE", "field": spot(village)}}, {"no_building": {}},
    ]  # fmt: skip
    after = build(state, "TILE_VILLAGE", village)
    assert realm(after)["workers"] == 1
    assert realm(after)["store"] == []
    assert after.to_play == 1
    declined = play(state, "no_building")
    assert declined.to_play == 1
    assert len(declined.view(-1)["display"]) == 8


def test_a_castle_tile_keeps_to_colours_and_neighbours():
    state = table(
        realms={0: {"castle": fields_of("dark_green")[0]}},
        phase="PHASE_BUILDING", display=ONE_OF_EACH,
    )  # fmt: skip
    near = {spot_of(each["field"]) for each in offers(state, "build")}
    assert near
    hexagon = table(realms={0: {"store": ["TILE_HEXAGON"], "workers": 2}})
    assert near == {spot_of(each["field"]) for each in offers(hexagon, "place")}


def spot_of(field) -> tuple[int, int]:
    return field["column"], field["row"]


def test_castles_chain():
    castles, city = fields_of("dark_green"), fields_of("red")[0]
    free = [castles[1], castles[2], city]
    state = ready("TILE_CASTLE", free, castle=castles[0], changes={"display": ONE_OF_EACH})
    state = place_freely(state, "TILE_CASTLE", castles[1])
    state = build(state, "TILE_CASTLE", castles[2])
    assert state.view(-1)["phase"] == "PHASE_BUILDING"
    state = build(state, "TILE_CITY", city)
    assert state.view(-1)["phase"] == "PHASE_CHOOSING_BONUS"
    after = play(state, "bonus", "BONUS_MARBLE")
    assert after.to_play == 1
    assert sum(realm(after)["stacks"]) == 19
    assert rest_of_turn(after, 0) == after


def test_a_castle_with_nothing_to_place_does_not_ask():
    castle = fields_of("dark_green")[1]
    state = ready("TILE_CASTLE", [castle])
    assert place_freely(state, "TILE_CASTLE", castle).to_play == 1
