"""Parts, maps, and the decisions that arrange them."""

import itertools
from collections import Counter
from functools import cache

import pytest

from engine.games.castles_of_tuscany import GAME
from engine.games.castles_of_tuscany.face import map_colours
from tests.engine.games.castles_of_tuscany import decisions, events, play, realm, spot

PARTS = {
    "A": ["YOG OTLR BLD", "GBD ORLT OLY", "YBL DOLT GRO", "OGY TLDR BLO"],
    "B": ["OLO DYRT YGB", "LBG ODYR OYT", "DLB ROYT GYO", "OGY TDRY LOB"],
    "C": ["YGL DGOR LBB", "YOB RDLB LGG", "RLY LBGD BOG", "DLB LGRB YGO"],
}
CELLS = [(0, 1), (0, 3), (0, 5), (1, 0), (1, 2), (1, 4), (1, 6), (2, 1), (2, 3), (2, 5)]
LETTERS = "DRTGOYBL"
FIELDS = {"D": 3, "R": 3, "T": 2, "L": 5, "G": 4, "O": 5, "Y": 4, "B": 4}

Laid = dict[tuple[int, int], str]  # colours by column and height


def lay(parts: tuple[str, ...], turned: tuple[bool, ...], shifts: tuple[int, int]) -> Laid:
    """A map by the words of the rules: parts from left to right, half turns, shifts."""
    laid, offset = {}, 0
    for place, (part, turn) in enumerate(zip(parts, turned, strict=True)):
        offset += shifts[place - 1] if place else 0
        for (q, y), colour in zip(CELLS, part.replace(" ", ""), strict=True):
            q, y = (2 - q, 6 - y) if turn else (q, y)
            laid[3 * place + q, y + offset] = colour
    return laid


@cache
def neighbours(cells: frozenset) -> dict:
    return {
        (q, y): [
            near
            for near in (
                *((q, y + 2), (q, y - 2)),
                *((q + side, y + step) for side in (-1, 1) for step in (-1, 1)),
            )
            if near in cells
        ]
        for q, y in cells
    }


def regions(laid: Laid) -> dict[tuple[int, int], frozenset]:
    """The region of every cell."""
    beside = neighbours(frozenset(laid))
    found: dict[tuple[int, int], frozenset] = {}
    for start in laid:
        if start in found:
            continue
        region, queue = {start}, [start]
        while queue:
            for near in beside[queue.pop()]:
                if near not in region and laid[near] == laid[start]:
                    region.add(near)
                    queue.append(near)
        found |= dict.fromkeys(region, frozenset(region))
    return found


def half_turn(laid: Laid) -> Laid:
    """The whole map upside down, its leftmost part at the usual height."""
    turned = {(8 - q, 6 - y): colour for (q, y), colour in laid.items()}
    down = min(y for q, y in turned if q == 1)
    return {(q, y - down): colour for (q, y), colour in turned.items()}


def from_engine(numbers: tuple[int, ...], layout: int) -> tuple[Laid, dict]:
    """The engine's map in the same words, and its regions."""
    colours, masks, _ = map_colours(numbers, layout)
    shifts = (0, 2 * (layout >> 1 & 1) - 1, 2 * (layout & 1) - 1)
    cells = [(3 * place + q, y + sum(shifts[: place + 1])) for place in range(3) for q, y in CELLS]
    sets = [frozenset(cells[i] for i in range(30) if mask >> i & 1) for mask in masks]
    laid = dict(zip(cells, (LETTERS[colour] for colour in colours), strict=True))
    return laid, dict(zip(cells, sets, strict=True))


def all_maps(numbers: tuple[int, ...]):
    """The 192 layouts of three parts with the layout's number in the engine, if it has one."""
    parts = dict(
        zip("ABC", (PARTS[x][n] for x, n in zip("ABC", numbers, strict=True)), strict=True)
    )
    for order in itertools.permutations("ABC"):
        for turned in itertools.product((False, True), repeat=3):
            for shifts in itertools.product((-1, 1), repeat=2):
                number = "ABC".index(order[1]) * 8
                number += sum(t << "ABC".index(x) for x, t in zip(order, turned, strict=True))
                number = number * 4 + (shifts[0] > 0) * 2 + (shifts[1] > 0)
                offered = number if order[0] < order[2] else None
                yield lay(tuple(parts[x] for x in order), turned, shifts), offered


@pytest.mark.parametrize("a", range(4))
def test_every_one_of_the_12288_maps_has_its_colours_and_no_region_above_three(a):
    for b, c in itertools.product(range(4), repeat=2):
        offered, half_turned = {}, set()
        for laid, number in all_maps((a, b, c)):
            assert Counter(laid.values()) == FIELDS
            found = regions(laid)
            assert max(map(len, found.values())) <= 3
            if number is None:
                half_turned.add(frozenset(half_turn(laid).items()))
                continue
            offered[number] = frozenset(laid.items())
            assert from_engine((a, b, c), number) == (laid, found)
        assert sorted(offered) == list(range(96))
        assert len(set(offered.values())) == 96
        assert half_turned == set(offered.values())


def test_fields_touch_across_parts_as_the_shift_says():
    for layout in range(4):
        _, _, near = map_colours((0, 0, 0), layout)
        first = 2 * (layout >> 1) - 1
        for left, y in ((7, 1), (8, 3), (9, 5)):  # the right column of the first part
            touched = [i for i in (10, 11, 12) if near[left] >> i & 1]
            assert touched == [i for i, v in ((10, 1), (11, 3), (12, 5)) if abs(v + first - y) == 1]
        assert all(near[i] >> j & 1 == near[j] >> i & 1 for i in range(30) for j in range(30))
        assert not any(near[i] >> i & 1 for i in range(30))


def test_everyone_is_dealt_one_part_of_each_letter_and_no_two_the_same():
    dealt = set()
    for seed in range(60):
        view = GAME.new(4, seed).view(-1)
        for letter in range(3):
            parts = [each["parts"][letter] for each in view["realms"]]
            assert {part["part"] for part in parts} == {f"PART_{'ABC'[letter]}"}
            assert sorted(part["number"] for part in parts) == [1, 2, 3, 4]
            dealt.add((letter, parts[0]["number"]))
    assert len(dealt) == 12


def test_each_map_is_offered_once_with_each_of_its_castle_fields():
    start, seen = GAME.new(2, 5), Counter()
    states = [start]
    for _ in range(7):
        states = [state.play(move) for state in states for move in state.legal_moves()]
    for state in states:
        arrangement = realm(state)["arrangement"]
        seen[repr(arrangement)] += 1
        assert state.to_play == 1
    assert len(states) == len(seen) == 96 * 3


def test_the_decisions_come_in_a_fixed_order():
    state = GAME.new(2, 5)
    for names in ("middle", "turn", "turn", "turn", "shift", "shift", "start_castle"):
        assert {name for decision in decisions(state) for name in decision} == {names}
        state = state.play(state.legal_moves()[-1])
    assert realm(state)["arrangement"] == {
        "middle": "PART_C", "a_turned": True, "b_turned": True, "c_turned": True,
        "second": "DIRECTION_LOWER", "third": "DIRECTION_LOWER",
        "start_castle": realm(state)["arrangement"]["start_castle"],
    }  # fmt: skip


def test_a_half_made_arrangement_tells_what_is_decided_and_no_more():
    state = play(GAME.new(2, 5), "middle", "PART_B")
    state = play(state, "turn", {"part": "PART_A", "turned": True})
    assert {k: v for k, v in realm(state)["arrangement"].items() if v is not None} == {
        "middle": "PART_B", "a_turned": True,
    }  # fmt: skip
    assert realm(state)["fields"] == []


def arranged(players: int, seed: int = 3):
    """All maps arranged but for the last start castle."""
    state = GAME.new(players, seed)
    while not (state.to_play == players - 1 and "start_castle" in decisions(state)[0]):
        state = state.play(state.legal_moves()[0])
    return state


@pytest.mark.parametrize("players", (2, 3, 4))
def test_maps_are_shown_only_when_all_are_arranged(players):
    state = arranged(players)
    for seat in range(players):
        for viewer in (-1, *range(players)):
            known = realm(state, seat, viewer)
            assert (known["arrangement"] is not None) == (viewer == seat)
            assert len(known["fields"]) == (30 if viewer == seat else 0)
    after = state.play(state.legal_moves()[0])
    assert after.revealed
    assert after.shown
    assert after.view(-1)["phase"] == "PHASE_CHOOSING_BONUS"
    for seat in range(players):
        assert realm(after, seat, -1)["arrangement"] == realm(state, seat, seat)["arrangement"] | {
            "start_castle": realm(after, seat, -1)["arrangement"]["start_castle"]
        }
        assert len(realm(after, seat, -1)["fields"]) == 30


def test_the_start_castle_stands_on_dark_green_without_effect():
    state = arranged(2)
    fields = [
        field for field in realm(state, 1)["fields"] if field["colour"] == "COLOUR_DARK_GREEN"
    ]
    assert [decision["start_castle"] for decision in decisions(state)] == [
        field["field"] for field in fields
    ]
    told = events(state, "start_castle", fields[0]["field"])
    assert [next(iter(data)) for _, data in told] == ["arranged", "unveiled", "unveiled"]
    after = play(state, "start_castle", fields[0]["field"])
    assert [r["green"] for r in after.view(-1)["realms"]] == [0, 0]
    covered = [field for field in realm(after, 1)["fields"] if field["tile"]]
    assert [(field["field"], field["tile"], field["start_castle"]) for field in covered] == [
        (fields[0]["field"], "TILE_CASTLE", True)
    ]


def test_nobody_but_the_seat_hears_how_it_arranges():
    state = GAME.new(3, 5)
    while state.to_play == 0:
        move = state.legal_moves()[0]
        _, told = state.step(move)
        if state.play(move).to_play == 0:
            assert told == []
            assert not state.play(move).revealed
        state = state.play(move)
    assert [GAME.describe_event(event)[1] for event in told] == [{"arranged": {}}]


def test_heights_in_a_view_are_half_hexagons():
    state = arranged(2)
    for move in state.legal_moves():
        for field in realm(state.play(move), 1, -1)["fields"]:
            assert 0 <= field["height"] <= 8
    fields = realm(state.play(state.legal_moves()[0]), 1, -1)["fields"]
    assert [field["field"] for field in fields] == [spot(i) for i in range(30)]
    assert [fields[i]["height"] - fields[3]["height"] for i in range(10)] == [y for _, y in CELLS]
