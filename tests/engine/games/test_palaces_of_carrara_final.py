"""What the cards score at the end; numbers of examples are those in the page of rules."""

from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from engine.games.palaces_of_carrara.face import position
from tests.engine.games.carrara import OBJECTS, ended, expansion, final, met, several, spread

LAND, CITY = ("Castello", "Villa"), ("Biblioteca", "Cathedrale", "Palazzo", "Porta")
# The board of the extra cards' examples; Lérici is upgraded.
EXAMPLE = {
    "coins": 0,
    "upgraders": ["Lérici"],
    "board": {
        "Livorno": ["Cathedrale 3", "Porta 2"],
        "Lucca": ["Villa 1"],
        "Massa": ["Biblioteca 2"],
        "Lérici": ["Cathedrale 4", "Biblioteca 8"],
    },
}


def objects_score(card, *counts):
    objects = dict(zip(OBJECTS, counts, strict=False))
    start = expansion(object=card, top="I", building="IX", extra="VIII")
    empty = ended(start, {0: {"coins": 0}}, field=[]).scores()[0]
    return ended(start, {0: {"coins": 0, "objects": objects}}, field=[]).scores()[0] - empty


def buildings_score(card, board, players=2):
    return final(expansion(players, building=card), {0: {"board": board}}).get("building_card", 0)


def extra(card, *others, player=EXAMPLE, **cards):
    players = {0: player, **dict(enumerate(others, 1))}
    found = final(expansion(4, extra=card, top="I", **cards), players)
    return found.get("extra_card", 0), found.get("coins_gained", 0)


# ---- objects


@pytest.mark.parametrize(
    ("card", "counts", "points"),
    [
        ("I", (4, 1), 15),
        pytest.param("II", (2, 2), 10, id="vector-22a"),
        pytest.param("II", (2, 3, 2, 1), 17, id="vector-22b"),
        pytest.param("III", (0, 0, 4, 0, 1, 1), 10, id="vector-23a"),
        ("III", (3, 6), 21),
        pytest.param("IV", (0, 4, 0, 3), 16, id="vector-24a"),
        ("IV", (1, 2, 3, 4, 5, 6), 1 + 3 + 6 + 10 + 15 + 21),
        pytest.param("V", (2, 0, 0, 4, 2), 22, id="vector-25a"),
        ("V", (6, 6), 40),
        ("V", (4, 4, 2), 20 + 4),
        pytest.param("VI", (2, 2, 1, 1, 1), 21, id="vector-26a"),
        ("VI", (6, 5, 4, 3, 2, 1), 24 + 18 + 12 + 7 + 3 + 1),
        pytest.param("VII", (2, 2, 2), 16, id="vector-27a"),
        ("VII", (1, 1, 1, 1, 1), 8 + 2),
        pytest.param("VIII", (2, 0, 1, 2, 3, 2), 15, id="vector-28a"),
        pytest.param("VIII", (6,), 9, id="vector-42a"),
        pytest.param("VIII", (5,), 6, id="vector-42b"),
        pytest.param("VIII", (), 0, id="vector-42c"),
        ("VIII", (6, 6, 6), 216),
        ("VIII", (6, 2), 18),
    ],
)
def test_object_cards_score(card, counts, points):
    assert objects_score(card, *counts) == points


@pytest.mark.parametrize(
    ("card", "counts", "met_or_not"),
    [
        pytest.param("II", (2, 2), False, id="vector-22a"),
        pytest.param("II", (2, 3, 2, 1), True, id="vector-22b"),
        pytest.param("III", (0, 0, 4, 0, 1, 1), False, id="vector-23"),
        pytest.param("IV", (0, 4, 0, 3), True, id="vector-24"),
        pytest.param("V", (2, 0, 0, 4, 2), True, id="vector-25"),
        pytest.param("VI", (2, 2, 1, 1, 1), True, id="vector-26"),
        pytest.param("VII", (2, 2, 2), True, id="vector-27"),
        pytest.param("VIII", (2, 0, 1, 2, 3, 2), True, id="vector-28"),
    ],
)
def test_the_examples_of_object_cards_are_met_or_not(card, counts, met_or_not):
    objects = dict(zip(OBJECTS, counts, strict=False))
    state = position(expansion(object=card), {0: {"objects": objects}})
    assert met(state)[1] is met_or_not


def best_product(counts):
    """By trying every group of every kind."""
    best, total = 0, sum(counts)
    groups = [(kind, n) for kind, most in enumerate(counts) for n in range(1, most + 1)]
    for size in (1, 2, 3):
        for chosen in combinations_with_replacement(groups, size):
            used = [sum(n for k, n in chosen if k == kind) for kind in range(len(counts))]
            if all(u <= most for u, most in zip(used, counts, strict=True)):
                value = 1
                for _, n in chosen:
                    value *= n
                best = max(best, value + total - sum(used))
    return best


def test_object_VIII_finds_the_best_three_groups():
    for counts in combinations_with_replacement(range(7), 3):
        assert objects_score("VIII", *counts) == best_product(counts), counts
    assert objects_score("VIII", 1, 1, 2, 2, 1, 1) == best_product((1, 1, 2, 2, 1, 1))


def best_combinations(counts, sizes, points):
    """By taking every possible group, one by one, in every order."""
    options = [sum(counts)]
    for kinds in product(range(len(counts)), repeat=len(sizes)):
        left = list(counts)
        for kind, size in zip(kinds, sizes, strict=True):
            left[kind] -= size
        if min(left) >= 0:
            options.append(points + best_combinations(tuple(left), sizes, points))
    return max(options)


def test_object_V_finds_the_most_pairs_with_quadruplets():
    for counts in combinations_with_replacement(range(7), 3):
        assert objects_score("V", *counts) == best_combinations(counts, (4, 2), 20), counts


@cache
def best_sets(counts, points):
    """By taking every possible set of different objects, one after the other."""
    best = sum(counts)
    for mask in range(1, 1 << len(counts)):
        chosen = [kind for kind in range(len(counts)) if mask >> kind & 1]
        if len(chosen) in dict(points) and all(counts[kind] for kind in chosen):
            left = tuple(sorted(n - (kind in chosen) for kind, n in enumerate(counts)))
            best = max(best, dict(points)[len(chosen)] + best_sets(left, points))
    return best


@pytest.mark.parametrize(
    ("card", "points"), [("VI", ((2, 3), (3, 7), (4, 12), (5, 18), (6, 24))), ("VII", ((3, 8),))]
)
def test_objects_VI_and_VII_find_the_best_sets_of_different_objects(card, points):
    for counts in combinations_with_replacement(range(4), 5):
        assert objects_score(card, *counts) == best_sets(counts, points), counts


# ---- buildings


@pytest.mark.parametrize(
    ("card", "board", "points"),
    [
        ("I", spread([8, 5, 1, 1]), 15),
        pytest.param("II", several({"Pisa": 4, "Massa": 2, "Lérici": 1}), 21, id="vector-29a"),
        pytest.param("III", several({"Lucca": 3, "Massa": 4, "Lérici": 6}), 20, id="vector-30a"),
        pytest.param("IV", several({"Lérici": 5}), 3, id="vector-31a"),
        pytest.param("V", {"Lucca": ["Villa 8", "Villa 5"]}, 19, id="vector-32a"),
        pytest.param("V", {"Massa": ["Villa 8", "Porta 8"]}, 16, id="vector-32b"),
        pytest.param(
            "VIII",
            several({"Livorno": 2, "Pisa": 3, "Viareggio": 2, "Massa": 3}),
            18,
            id="vector-35a",
        ),
        pytest.param("VIII", several({"Livorno": 2, "Pisa": 3}), 6, id="vector-43a"),
        ("VIII", several({"Massa": 4}), 4),
        ("VIII", {}, 0),
    ],
)
def test_building_cards_score(card, board, points):
    assert buildings_score(card, board) == points


@pytest.mark.parametrize(
    ("card", "group", "points"),
    [
        ("II", 2, (11, 9, 7, 5, 3, 1)),
        ("III", 3, (17, 14, 11, 8, 5, 2)),
        ("IV", 4, (23, 19, 15, 11, 7, 3)),
    ],
)
def test_building_cards_score_groups_by_city(card, group, points):
    cities = ("Livorno", "Pisa", "Lucca", "Viareggio", "Massa", "Lérici")
    for city, each in zip(cities, points, strict=True):
        assert buildings_score(card, several({city: group - 1})) == 0
        assert buildings_score(card, several({city: group})) == each
        assert buildings_score(card, several({city: 2 * group + 1})) == 2 * each


def test_building_V_scores_dear_buildings_by_city():
    cities = ("Livorno", "Pisa", "Lucca", "Viareggio", "Massa", "Lérici")
    found = [buildings_score("V", {city: ["Villa 8", "Porta 5"]}) for city in cities]
    assert found == [34, 26, 19, 13, 8, 4]


def test_33_land_buildings():
    assert buildings_score("VI", spread([1, 2, 3], types=LAND), 4) == 18
    board = spread([1], types=LAND) | spread([1, 1], "Pisa", CITY)
    assert buildings_score("VI", board, 4) == 6


def test_34_city_buildings():
    assert buildings_score("VII", spread([1, 2, 3, 4, 5, 1, 2], types=CITY), 4) == 21
    board = spread([1, 2, 3], types=CITY) | spread([1, 1], "Pisa", LAND)
    assert buildings_score("VII", board, 3) == 9


def test_36_pairs_of_city_and_land_buildings():
    board = spread([5, 4, 2, 2], types=CITY) | spread([4, 1], "Pisa", LAND)
    assert buildings_score("IX", board, 3) == 14
    board = spread([4, 4, 3, 1], types=CITY) | spread([5, 4, 2, 1], "Pisa", LAND)
    assert buildings_score("IX", board, 2) == 24
    assert buildings_score("IX", spread([8, 1], types=LAND) | spread([2], "Pisa", CITY)) == 10
    assert buildings_score("IX", spread([5, 5], types=CITY)) == 0


@pytest.mark.parametrize(
    ("players", "card", "board", "met_or_not"),
    [
        pytest.param(2, "II", several({"Pisa": 4, "Massa": 2, "Lérici": 1}), False, id="vector-29"),
        pytest.param(
            2, "III", several({"Lucca": 3, "Massa": 4, "Lérici": 6}), True, id="vector-30"
        ),
        pytest.param(2, "IV", several({"Lérici": 5}), True, id="vector-31"),
        pytest.param(2, "V", {"Lucca": ["Villa 8"]}, True, id="vector-32"),
        pytest.param(4, "VI", spread([1, 2, 3], types=LAND), True, id="vector-33a"),
        pytest.param(4, "VI", spread([1], types=LAND), False, id="vector-33b"),
        pytest.param(4, "VII", spread([1, 2, 3, 4, 5, 1, 2], types=CITY), True, id="vector-34a"),
        pytest.param(3, "VII", spread([1, 2, 3], types=CITY), False, id="vector-34b"),
        pytest.param(
            3,
            "IX",
            spread([5, 4, 2, 2], types=CITY) | spread([4, 1], "Pisa", LAND),
            False,
            id="vector-36a",
        ),
        pytest.param(
            2,
            "IX",
            spread([4, 4, 3, 1], types=CITY) | spread([5, 4, 2, 1], "Pisa", LAND),
            True,
            id="vector-36b",
        ),
    ],
)
def test_the_examples_of_building_cards_are_met_or_not(players, card, board, met_or_not):
    state = position(expansion(players, building=card), {0: {"board": board}})
    assert met(state)[2] is met_or_not


# ---- extra cards


@pytest.mark.parametrize(
    ("card", "points", "coins"),
    [
        ("II", 15, 0),  # Livorno: 15 points are more than 12 points and 12 coins
        pytest.param("III", 27, 12, id="vector-37a"),
        ("IV", 13, 4),  # Cathedrale: as good as Biblioteca's 10 points and 8 coins, and more
        pytest.param("V", 23, 12, id="vector-38a"),
        pytest.param("VI", 19, 0, id="vector-39a"),
        ("VII", 8 + 4 + 6 + 2, 12),
    ],
)
def test_extra_cards_score(card, points, coins):
    assert extra(card) == (points, coins)


def test_40_the_highest_sum_of_three_cities():
    other = {"board": {"Pisa": ["Villa 3", "Villa 4"], "Massa": ["Villa 5", "Porta 5"]}}
    assert extra("VIII", other) == (9, 0)
    assert extra("VIII", {}) == (18, 0)
    assert extra("VIII", other, player={"coins": 0}) == (0, 0)
    tied = {"board": {"Pisa": ["Villa 5", "Palazzo 1"]}}
    assert extra("VIII", tied) == (18, 0)


def test_41_the_highest_sum_in_each_city():
    other = {"board": {"Lucca": ["Villa 3"], "Massa": ["Villa 5"]}}
    assert extra("IX", other) == (18, 0)
    cities = ("Livorno", "Pisa", "Lucca", "Viareggio", "Massa", "Lérici")
    found = [extra("IX", player={"board": {city: ["Villa 1"]}}) for city in cities]
    assert found == [(14, 0), (12, 0), (10, 0), (8, 0), (6, 0), (4, 0)]
    both = {"board": {"Pisa": ["Villa 2"]}}
    assert extra("IX", both, player={"board": {"Pisa": ["Porta 2"]}}) == (12, 0)


def test_the_choice_counts_coins_already_owned():
    """Six coins of Pisa beat one point of Massa only where they make two points."""
    board = {"Pisa": ["Villa 2"], "Massa": ["Porta 1"]}
    assert extra("II", player={"coins": 3, "board": board}) == (1, 0)
    assert extra("II", player={"coins": 4, "board": board}) == (0, 6)
    board = {"Pisa": ["Villa 1"], "Massa": ["Porta 1"]}
    assert extra("II", player={"coins": 2, "board": board}) == (1, 0)
    found = final(expansion(extra="II", top="V"), {0: {"coins": 1, "board": board}})
    assert (found["coins_gained"], found["coins"]) == (3, 2)


def test_the_choice_is_told_and_the_first_among_equals():
    board = {"Livorno": ["Villa 2"], "Lucca": ["Porta 3"], "Massa": ["Palazzo 1"]}
    found = final(expansion(extra="II"), {0: {"coins": 0, "board": board}})
    assert (found["extra_card"], found["chosen"]) == (6, ["LIVORNO"])
    found = final(expansion(extra="V"), {0: {"coins": 0, "board": board}})
    assert (found["extra_card"], found["chosen"]) == (12, ["PORTA", "VILLA"])


def test_coins_of_the_extra_card_count_with_the_others():
    board = {"Pisa": ["Villa 2"]}
    found = final(expansion(extra="II", top="I"), {0: {"coins": 4, "board": board}})
    assert (found["coins_gained"], found["coins"]) == (6, 2)


def test_top_V_makes_two_coins_a_point_for_everyone():
    for number in (0, 1):
        start = expansion(top="V", extra="VIII")
        assert final(start, {0: {"coins": 9}, 1: {"coins": 9}}, number) == {"coins": 4}
    assert final(expansion(top="VI", extra="VIII"), {0: {"coins": 9}}) == {"coins": 1}
