"""Final scoring of random boards against a slow reading of the cards."""

import random
from functools import cache
from itertools import combinations, product
from math import prod

import pytest

from tests.engine.games.carrara import CITIES, OBJECTS, TYPES, expansion, final

LAND = ("Castello", "Villa")
PRINTED = dict(zip(CITIES, [(0, 3), (3, 0), (0, 2), (2, 0), (0, 1), (1, 0)], strict=True))
UPGRADED = dict(zip(CITIES, [(1, 4), (3, 1), (1, 3), (2, 1), (1, 2), (1, 1)], strict=True))
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
GROUPS = {"II": 2, "III": 3, "IV": 4}
BY_CITY = {
    "II": (11, 9, 7, 5, 3, 1),
    "III": (17, 14, 11, 8, 5, 2),
    "IV": (23, 19, 15, 11, 7, 3),
    "V": (34, 26, 19, 13, 8, 4),
}


def dealt(chooser):
    """Three players with random buildings, objects, coins and upgraders."""
    players = {n: {"coins": chooser.randrange(40), "board": {}, "objects": {}} for n in range(3)}
    places = list(CITIES)
    chooser.shuffle(places)
    for tile in (f"{kind} {cost}" for kind in TYPES for cost in (1, 2, 3, 4, 5, 8)):
        owner = chooser.randrange(6)
        if owner < 3:
            city = chooser.choice(CITIES)
            players[owner]["board"].setdefault(city, []).append(tile)
            if tile.endswith("8") and chooser.random() < 0.7:
                players[owner].setdefault("upgraders", []).append(places.pop())
    for kind in OBJECTS:
        left = 5
        for player in players.values():
            player["objects"][kind] = chooser.randint(0, left)
            left -= player["objects"][kind]
    return players


def tiles(player, city=None):
    """(type, cost, city) of a player's buildings."""
    for where, buildings in player["board"].items():
        for building in buildings:
            if city in (None, where):
                kind, cost = building.split()
                yield kind, int(cost), where


def worth(player, chosen):
    """Coins and points of these buildings."""
    coins = points = 0
    for _, cost, city in chosen:
        table = UPGRADED if city in player.get("upgraders", ()) else PRINTED
        coins += cost * table[city][0]
        points += cost * table[city][1]
    return coins, points


# ---- objects


@cache
def best(counts, card):
    """The most points these objects can be split into, each left over one."""
    options = [sum(counts)]
    for used, points in groups_of(card, counts):
        left = [have - n for have, n in zip(counts, used, strict=True)]
        if min(left) >= 0:
            options.append(points + best(tuple(sorted(left)), card))
    return max(options)


def groups_of(card, counts):
    kinds = range(len(counts))
    if card in ("II", "III", "IV"):
        sizes = {"II": {2: 5}, "III": {3: 7}, "IV": {2: 3, 3: 6, 4: 10, 5: 15, 6: 21}}[card]
        for kind, (size, points) in product(kinds, sizes.items()):
            yield [size * (k == kind) for k in kinds], points
    elif card == "V":
        for four, two in product(kinds, kinds):
            yield [4 * (k == four) + 2 * (k == two) for k in kinds], 20
    else:
        sizes = {2: 3, 3: 7, 4: 12, 5: 18, 6: 24} if card == "VI" else {3: 8}
        for size, points in sizes.items():
            for chosen in combinations(kinds, size):
                yield [int(k in chosen) for k in kinds], points


def best_product(counts):
    groups = [(kind, n) for kind, most in enumerate(counts) for n in range(1, most + 1)]
    options = [sum(counts)]
    for size in (1, 2, 3):
        for chosen in product(groups, repeat=size):
            used = [sum(n for k, n in chosen if k == kind) for kind in range(len(counts))]
            if all(u <= most for u, most in zip(used, counts, strict=True)):
                options.append(prod(n for _, n in chosen) + sum(counts) - sum(used))
    return max(options)


def object_points(player, card):
    counts = tuple(sorted(player["objects"].values()))
    if card == "I":
        return 3 * sum(counts)
    return best_product(counts) if card == "VIII" else best(counts, card)


@pytest.mark.parametrize("card", NUMERALS[:8])
def test_objects(card):
    chooser = random.Random(card)
    for _ in range(6 if card == "VIII" else 12):
        players = dealt(chooser)
        for number in range(3):
            found = final(expansion(3, object=card), players, number)
            assert found.get("object_card", 0) == object_points(players[number], card)


# ---- buildings


def building_points(player, card):
    costs = [cost for _, cost, _ in tiles(player)]
    counts = [len(list(tiles(player, city))) for city in CITIES]
    land = sorted((c for kind, c, _ in tiles(player) if kind in LAND), reverse=True)
    city = sorted((c for kind, c, _ in tiles(player) if kind not in LAND), reverse=True)
    if card in GROUPS:
        each = zip(counts, BY_CITY[card], strict=True)
        return sum(n // GROUPS[card] * points for n, points in each)
    if card == "V":
        dear = [sum(c == 8 for _, c, _ in tiles(player, where)) for where in CITIES]
        return sum(n * points for n, points in zip(dear, BY_CITY[card], strict=True))
    if card == "VIII":
        return prod(sorted((n for n in counts if n), reverse=True)[:3]) if costs else 0
    pairs = sum(a + b for a, b in zip(land, city, strict=False))
    return {"I": sum(costs), "VI": 6 * len(land), "VII": 3 * len(city), "IX": pairs}[card]


@pytest.mark.parametrize("card", NUMERALS)
def test_buildings(card):
    chooser = random.Random(card)
    for _ in range(20):
        players = dealt(chooser)
        for number in range(3):
            found = final(expansion(3, building=card), players, number)
            assert found.get("building_card", 0) == building_points(players[number], card)


# ---- extra cards


def leads(players, number, cities):
    sums = [sum(c for _, c, where in tiles(p) if where in cities) for p in players.values()]
    return sums[number] == max(sums) > 0


def extra_gain(players, number, card, rate):
    player = players[number]
    if card in ("VIII", "IX"):
        parts = [(CITIES[:3], 9), (CITIES[3:], 9)]
        if card == "IX":
            parts = [([c], n) for c, n in zip(CITIES, (14, 12, 10, 8, 6, 4), strict=True)]
        return 0, sum(points for cities, points in parts if leads(players, number, cities))
    if card in ("VI", "VII"):
        pick = min if card == "VI" else max
        kinds = [[t for t in tiles(player) if t[0] == kind] for kind in TYPES]
        return worth(player, [pick(kind, key=lambda t: t[1]) for kind in kinds if kind])
    by, among = (2, CITIES) if card in ("II", "III") else (0, TYPES)
    choices = [
        worth(player, [t for t in tiles(player) if t[by] in chosen])
        for chosen in combinations(among, 1 if card in ("II", "IV") else 2)
    ]
    return max(choices, key=lambda g: (g[1] + (player["coins"] + g[0]) // rate, g[1]))


@pytest.mark.parametrize("top", ["I", "V"])
@pytest.mark.parametrize("card", NUMERALS[1:])
def test_extra_cards_and_coins(card, top):
    chooser, rate = random.Random(card + top), 2 if top == "V" else 5
    for _ in range(20):
        players = dealt(chooser)
        for number in range(3):
            found = final(expansion(3, extra=card, top=top), players, number)
            coins, points = extra_gain(players, number, card, rate)
            assert (found.get("coins_gained", 0), found.get("extra_card", 0)) == (coins, points)
            assert found.get("coins", 0) == (players[number]["coins"] + coins) // rate
