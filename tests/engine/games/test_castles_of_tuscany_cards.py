"""Game cards, payments and what they cost."""

import itertools
import random
from collections import Counter

import pytest

from engine.games.castles_of_tuscany import GAME
from tests.engine.games.castles_of_tuscany import (
    COLOURS,
    all_but,
    beside,
    decisions,
    events,
    fields_of,
    hand,
    map_with,
    offers,
    pay,
    place,
    play,
    realm,
    rest_of_turn,
    spot,
    table,
)

CARDS = dict(zip(COLOURS, (12, 12, 10, 16, 20, 16, 16, 20), strict=True))


def everything_but(**left: int) -> dict[str, int]:
    """All game cards but these."""
    return {colour: n - left.get(colour, 0) for colour, n in CARDS.items()}


# ---- the cards


def test_there_are_122_cards_in_eight_colours():
    state = table(realms={0: {"hand": {}}, 1: {"hand": {}}}, discards=CARDS)
    assert state.view(-1)["pile"] == 0
    assert sum(CARDS.values()) == 122
    with pytest.raises(ValueError, match="more red cards"):
        table(realms={0: {"hand": {}}, 1: {"hand": {}}}, discards=CARDS | {"red": 13})


@pytest.mark.parametrize("players", (2, 3, 4))
def test_everyone_starts_with_five_cards(players):
    state = GAME.new(players, 9)
    assert state.view(-1)["pile"] == 122 - 5 * players
    for seat in range(players):
        assert realm(state, seat)["hand_size"] == 5
        assert sum(hand(state, seat).values()) == 5


# ---- drawing


@pytest.mark.parametrize("option, cards", (("2", 2), ("3", 3)))
@pytest.mark.parametrize("bonus", range(4))
def test_the_draw_action_brings_two_or_three_cards_and_one_for_each_bonus_card(
    option, cards, bonus
):
    state = table(options={"draw": option}, realms={0: {"bonuses": {"game_card": bonus}}})
    after = play(state, "draw")
    assert realm(after)["hand_size"] == 5 + cards + bonus
    assert after.view(-1)["pile"] == 112 - cards - bonus
    assert after.to_play == 1


def test_two_is_the_default():
    assert GAME.resolve_options({}) == {"draw": "2"}


def test_discards_are_shuffled_only_when_a_card_is_needed():
    hands = {0: {"hand": {}}, 1: {"hand": {}}}
    state = table(realms=hands, discards=everything_but(red=2))
    after = play(state, "draw")
    assert after.view(-1)["pile"] == 0
    assert sum(after.view(-1)["discards"].values()) == 120
    told = [next(iter(data)) for _, data in events(state, "draw")]
    assert told == ["drew", "drew_cards"]
    further = play(after, "draw")
    assert further.view(-1)["pile"] == 118
    assert sum(further.view(-1)["discards"].values()) == 0
    assert (-1, {"shuffled": "PILE_GAME_CARDS"}) in events(after, "draw")


def test_the_last_cards_of_the_pile_come_before_the_shuffled_ones():
    state = table(
        realms={0: {"hand": {}}, 1: {"hand": everything_but(red=1, grey=2)}},
        discards={"grey": 2},
    )
    after = play(state, "draw")
    assert hand(after) == {"red": 1, "grey": 1}
    assert after.view(-1)["pile"] == 1


def test_with_too_few_cards_all_of_them_are_drawn():
    state = table(realms={0: {"hand": {}}, 1: {"hand": everything_but(red=1)}})
    assert hand(play(state, "draw")) == {"red": 1}


def test_with_no_card_left_the_draw_action_is_not_available():
    state = table(realms={0: {"hand": {}}, 1: {"hand": CARDS}})
    assert state.view(-1)["pile"] == 0
    assert offers(state, "draw") == []
    assert len(offers(state, "take")) == 8


def test_only_the_seat_is_told_which_cards_it_draws():
    state = table()
    after, told = state.step(state.legal_moves()[0])
    assert [event.audience for event in told] == [None, 0]
    assert GAME.describe_event(told[0])[1] == {"drew": 2}
    drawn = GAME.describe_event(told[1])[1]["drew_cards"]
    assert Counter(hand(after)) - Counter(hand(state)) == Counter(drawn) + Counter()
    assert after.revealed
    assert after.shown == 0


# ---- paying


def paying(tile: str, colour: str, have: dict[str, int], workers: int = 0):
    """A position in which only one field is free, and the tile for it is stored."""
    field = fields_of(colour)[-1]
    start = table(
        realms={
            0: all_but([field]) | {"hand": have, "workers": workers, "store": [tile]},
            1: {"hand": {}},
        }
    )
    return start, field


@pytest.mark.parametrize(
    "have, workers, units",
    (
        ({"red": 2}, 0, ("red", "red")),
        ({"red": 1, "grey": 2}, 0, ("red", "grey*")),
        ({"grey": 2, "orange": 2}, 0, ("grey*", "orange*")),
        ({"grey": 4}, 0, ("grey*", "grey*")),
        ({"red": 1}, 1, ("worker", "red")),
        ({"light_green": 2}, 1, ("worker", "light_green*")),  # vector 4
        ({}, 2, ("worker", "worker")),
    ),
)
def test_two_units_of_each_kind_pay_for_a_city(have, workers, units):
    state, field = paying("TILE_CITY", "red", have, workers)
    after = pay(place(state, "TILE_CITY", field), *units)
    assert hand(after) == {}
    assert realm(after)["workers"] == 0
    assert {name: n for name, n in after.view(-1)["discards"].items() if n} == have


@pytest.mark.parametrize(
    "have, workers",
    (
        ({"red": 1}, 0),
        ({"red": 1, "grey": 1, "orange": 1}, 0),
        ({"grey": 3}, 0),
        ({"grey": 3, "orange": 1, "yellow": 1}, 0),
        ({"grey": 1, "orange": 1}, 1),
        (dict.fromkeys(COLOURS, 1), 0),
        ({}, 1),
    ),
)
def test_what_is_not_worth_two_units_does_not_pay(have, workers):
    state, _ = paying("TILE_CITY", "red", have, workers)
    assert offers(state, "place") == []


def test_a_hexagon_on_light_green_may_cost_two_red_and_one_light_green():
    """Vector 3, with its point for produce whatever lies there."""
    parts, layout, region = map_with("light_green", 3)
    here = all_but(region[:1], parts, layout)
    here["tiles"] |= {
        region[1]: "TILE_FARM_LIVESTOCK_WHEAT",
        region[2]: "TILE_FARM_GRAPES_OLIVES",
    }
    have = {"red": 2, "light_green": 1}
    state = table(realms={0: here | {"hand": have, "store": ["TILE_HEXAGON"]}, 1: {"hand": {}}})
    state = pay(place(state, "TILE_HEXAGON", region[0]), "light_green")
    told = events(state, "pay", {"pair": "COLOUR_RED"})
    assert (0, scored(1, "PRODUCE")) in told


def scored(points: int, reason: str, track: str = "GREEN"):
    return {"scored": {"points": points, "track": f"TRACK_{track}", "reason": f"REASON_{reason}"}}


def test_a_payment_goes_to_the_discards_for_all_to_see():
    state, field = paying("TILE_CITY", "red", {"red": 1, "grey": 2})
    begun = place(state, "TILE_CITY", field)
    assert not begun.revealed
    assert begun.view(-1)["paying"] == {"tile": "TILE_CITY", "field": spot(field), "units": 2}
    half = pay(begun, "red")
    assert half.revealed
    assert half.view(1)["discards"]["red"] == 1
    assert realm(half, 0, 1)["hand_size"] == 2
    assert (0, {"paid": {"pair": "COLOUR_GREY"}}) in events(half, "pay", {"pair": "COLOUR_GREY"})


def test_paying_a_worker_shows_nobody_anything_new():
    state, field = paying("TILE_CITY", "red", {}, 2)
    assert not pay(place(state, "TILE_CITY", field), "worker").revealed


def all_payments(have: dict[str, int], workers: int, colour: str) -> set[tuple]:
    """Every pair of units that the means allow, by trying all."""
    units = ["worker", colour, *(f"{other}*" for other in COLOURS if other != colour)]
    found = set()
    for pair in itertools.combinations_with_replacement(units, 2):
        need: Counter = Counter()
        for unit in pair:
            need[unit.rstrip("*")] += 2 if unit.endswith("*") else 1
        if need <= Counter(have) + Counter(worker=workers):
            found.add(tuple(sorted(pair)))
    return found


def unit_name(data: dict) -> str:
    if "worker" in data:
        return "worker"
    ((kind, colour),) = data.items()
    return colour.removeprefix("COLOUR_").lower() + ("*" if kind == "pair" else "")


@pytest.mark.parametrize("seed", range(40))
def test_every_mix_can_be_paid_in_exactly_one_order(seed):
    chooser = random.Random(seed)
    colour = chooser.choice(COLOURS)
    tile = "TILE_HEXAGON"
    have = dict(Counter(chooser.choices(COLOURS, k=chooser.randrange(9))))
    workers = chooser.randrange(3)
    state, field = paying(tile, colour, have, workers)
    ways = []
    if offers(state, "place"):
        state = place(state, tile, field)
        for first in offers(state, "pay"):
            half = play(state, "pay", first)
            assert decisions(half)
            ways += [(unit_name(first), unit_name(second)) for second in offers(half, "pay")]
    assert len({tuple(sorted(way)) for way in ways}) == len(ways)
    assert {tuple(sorted(way)) for way in ways} == all_payments(have, workers, colour)


# ---- where tiles may be placed


def test_a_tile_goes_on_free_fields_of_its_colour_beside_covered_ones():
    state = table(realms={0: {"workers": 2, "store": ["TILE_VILLAGE"]}})
    castle = fields_of("dark_green")[0]
    allowed = sorted(set(fields_of("orange")) & set(beside(castle)))
    assert offers(state, "place") == [
        {"tile": "TILE_VILLAGE", "field": spot(field)} for field in allowed
    ]
    assert allowed


def test_a_hexagon_goes_on_any_free_field_beside_covered_ones_that_can_be_paid():
    castle = fields_of("dark_green")[0]
    rich = table(realms={0: {"workers": 2, "store": ["TILE_HEXAGON"]}})
    assert [each["field"] for each in offers(rich, "place")] == [spot(f) for f in beside(castle)]
    near = next(f for f in beside(castle) if f in fields_of("orange"))
    poor = table(realms={0: {"hand": {"orange": 2}, "store": ["TILE_HEXAGON"]}})
    colours = {f for f in beside(castle) if f in fields_of("orange")}
    assert near in colours
    assert [each["field"] for each in offers(poor, "place")] == [spot(f) for f in sorted(colours)]


def test_equal_tiles_in_the_store_are_one_choice():
    here = {"workers": 2, "store": ["TILE_VILLAGE"] * 2, "bonuses": {"store_field": 1}}
    twice, once = (table(realms={0: here | {"store": ["TILE_VILLAGE"] * n}}) for n in (2, 1))
    assert offers(twice, "place") == offers(once, "place")


def test_a_placed_tile_extends_what_can_be_reached():
    castle = fields_of("dark_green")[0]
    field = next(f for f in beside(castle) if f in fields_of("orange"))
    state = table(realms={0: {"workers": 4, "store": ["TILE_VILLAGE"]}})
    after = pay(place(state, "TILE_VILLAGE", field), "worker", "worker")
    after = rest_of_turn(after, 0)
    again = table(
        realms={0: {"workers": 2, "store": ["TILE_HEXAGON"], "tiles": {field: "TILE_VILLAGE"}}}
    )
    reached = (set(beside(castle)) | set(beside(field))) - {castle, field}
    assert [each["field"] for each in offers(again, "place")] == [spot(f) for f in sorted(reached)]
    assert realm(after)["fields"][field]["tile"] == "TILE_VILLAGE"
