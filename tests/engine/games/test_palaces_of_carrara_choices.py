"""Legal moves against a slow reading of the rules that knows only the view."""

import random
from itertools import product

import pytest

from tests.engine.games.carrara import CITIES, COLOURS, TYPES, base, expansion, moves

NUMERALS = ("I", "II", "III", "IV", "V", "VI")
NEEDED = dict(zip(CITIES, (2, 2, 2, 3, 3, 3), strict=True))


def name(building):
    return f"{building['type'].removeprefix('TYPE_').capitalize()} {building['cost']}"


def quarters(player):
    return zip(CITIES, [q["buildings"] for q in player["quarters"]], strict=True)


def usable(player, city):
    """How many of the player's bricks pay in the city."""
    return sum(player["screen"]["bricks"][c] for c in COLOURS[: CITIES.index(city) + 1])


def places(view, player, building):
    """The answers to where a building goes: a city, or a building raised to it."""
    for city, standing in quarters(player):
        if usable(player, city) >= building["cost"]:
            yield f"Build it in {city}"
        for old in standing:
            dearer = building["cost"] - old["cost"]
            if view["cards"]["extra"] and 0 < dearer <= usable(player, city):
                yield f"Raise {name(old)} to it"


def scorings(view, number, player):
    if player["stones"] == 0:
        return
    standing = [b for _, buildings in quarters(player) for b in buildings]
    for kind in TYPES:
        built = any(b["type"] == f"TYPE_{kind.upper()}" for b in standing)
        if built and f"FIELD_{kind.upper()}" not in player["fields"]:
            yield f"Score building type {kind}"
    land = [b["type"] in ("TYPE_CASTELLO", "TYPE_VILLA") for b in standing]
    for field, present in (("city", not all(land)), ("land", any(land))):
        free = f"FIELD_{field.upper()}_BUILDINGS" not in player["fields"]
        if view["cards"]["extra"] and present and free:
            yield f"Score all {field} buildings"
    for (city, buildings), scored in zip(quarters(player), view["cities"], strict=True):
        if scored["scored_by"] is None and len(buildings) >= NEEDED[city]:
            yield f"Score the city of {city}"


def actions(view, number, player):
    wheel = sum(sum(segment.values()) for segment in view["wheel"])
    if wheel or sum(view["bag"].values()):
        yield "Turn the wheel and buy bricks"
    if wheel and view["cards"]["extra"]:
        yield "Buy bricks without turning the wheel"
    for building in view["row"] + view["dear_buildings"]:
        if any(places(view, player, building)):
            yield f"Build {name(building)}"
    yield from scorings(view, number, player)


def price(segment, colour):
    return max(0, 6 - COLOURS.index(colour) - segment)


def segments(view, player):
    for i, segment in enumerate(view["wheel"]):
        if any(n and price(i, c) <= player["screen"]["coins"] for c, n in segment.items()):
            yield f"Buy from segment {NUMERALS[i]}"


def payments(view, player):
    """Every whole payment, as counts by colour."""
    chain = view["chain"]
    city = [f"CITY_{c.upper().replace('É', 'E')}" for c in CITIES].index(chain["city"])
    have = [n if i <= city else 0 for i, n in enumerate(player["screen"]["bricks"].values())]
    ways = product(*(range(n + 1) for n in have))
    return [way for way in ways if sum(way) == chain["due"]]


def expected(state):
    view = state.view(-1)
    number = state.to_play
    player, phase = view["players"][number], view["phase"]
    if phase == "PHASE_ACTING":
        found = set(actions(view, number, player)) or {"Take coins, as nothing else can be done"}
        return found | ({"Pass"} if view["announced_by"] is not None else set())
    if phase == "PHASE_CHOOSING_SEGMENT":
        return set(segments(view, player))
    if phase == "PHASE_PLACING":
        return set(places(view, player, view["chain"]["building"]))
    return None


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", [base, expansion])
def test_what_is_offered_is_what_the_rules_allow(start, players):
    for seed in range(12):
        state, chooser = start(players, seed, open_screens="true"), random.Random(seed)
        while state.to_play is not None:
            wanted = expected(state)
            if wanted is not None:
                assert set(moves(state)) == wanted
            state = state.play(chooser.choice(state.legal_moves()))


def bricks(state, number):
    return tuple(state.view(-1)["players"][number]["screen"]["bricks"].values())


def chains(state, number, turns):
    """The bricks left after every chain of payments."""
    if state.view(-1)["phase"] != "PHASE_PAYING" or state.view(-1)["turns"] != turns:
        yield bricks(state, number)
        return
    for move in state.legal_moves():
        yield from chains(state.play(move), number, turns)


@pytest.mark.parametrize("start", [base, expansion])
def test_every_payment_in_a_game_is_reached_once_and_no_other(start):
    for seed in range(12):
        state, chooser = start(3, seed, open_screens="true"), random.Random(seed)
        before = None
        while state.to_play is not None:
            view, number = state.view(-1), state.to_play
            if view["phase"] == "PHASE_PAYING" and before != "PHASE_PAYING":
                have = bricks(state, number)
                wanted = [
                    tuple(h - w for h, w in zip(have, way, strict=True))
                    for way in payments(view, view["players"][number])
                ]
                assert sorted(chains(state, number, view["turns"])) == sorted(wanted)
            before = view["phase"]
            state = state.play(chooser.choice(state.legal_moves()))
