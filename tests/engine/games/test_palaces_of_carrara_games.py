"""Whole games of Carrara: invariants, the bound on turns, and the fairness of chance."""

import random
import struct
import zlib

import pytest

from engine.games.palaces_of_carrara.face import position, turn_limit
from engine.playouts import playouts
from tests.engine.games.carrara import COLOURS, GAME, base, do, expansion, moves

TABLES = [(start, players) for start in (base, expansion) for players in (2, 3, 4)]
BOUNDS = {base: (631, 692, 765), expansion: (835, 902, 981)}


@pytest.mark.parametrize(("start", "players"), TABLES)
def test_ten_thousand_random_games_break_no_invariant(start, players):
    for seed in range(1000):
        assert playouts(start(players, seed), 10, seed, check=True)


@pytest.mark.parametrize(("start", "players"), TABLES)
def test_the_bound_on_turns_is_the_one_proved(start, players):
    assert turn_limit(start(players)) == BOUNDS[start][players - 2]


def miserly(state, chooser):
    """Buys one brick whenever it can, and neither scores nor announces if it can help it."""
    kinds = ("Turn the wheel", "Buy bricks", "Buy from", "Buy no more", "Take a ", "Build")
    texts = list(moves(state))
    if "End the turn" in texts:
        return moves(state)["End the turn"]
    for kind in kinds[3:4] + kinds:
        found = [text for text in texts if text.startswith(kind)]
        if found:
            return moves(state)[chooser.choice(found)]
    return chooser.choice(list(moves(state).values()))


@pytest.mark.parametrize(("start", "players"), TABLES)
def test_misers_who_buy_one_brick_whenever_they_can_reach_an_end(start, players):
    longest = 0
    for seed in range(3):
        state, chooser = start(players, seed), random.Random(seed)
        while state.to_play is not None:
            state = state.play(miserly(state, chooser))
            assert state.fault() is None
        longest = max(longest, state.view(-1)["turns"])
    assert 100 < longest <= turn_limit(state)


def altered(state, changes):
    """The state with some bytes changed, as if it had been saved so."""
    body = bytearray(bytes(state))
    for spot, value in changes.items():
        body[spot] = value
    name = GAME.name.encode()
    rest = struct.pack("<HH", GAME.rules_version, len(name)) + name + bytes(body)
    return GAME.load(b"BGV1" + struct.pack("<I", zlib.crc32(rest)) + rest)


def test_a_turn_beyond_the_bound_is_a_fault():
    first, state = position(base(), to_play=0), position(base(), to_play=1)
    pairs = enumerate(zip(bytes(first), bytes(state), strict=True))
    (spot,) = (i for i, (a, b) in pairs if a != b and i >= 16)  # behind the head: the turns
    for turns, fault in ((631, None), (633, "more turns than a game can have")):
        low, high = turns.to_bytes(2, "little")
        assert altered(state, {spot: low, spot + 1: high}).fault() == fault


def faults(state):
    """What is said of the state with any one byte changed."""
    for spot in range(16, GAME.state_size):
        for value in {0, 1, 4, 255, bytes(state)[spot] ^ 1}:
            yield altered(state, {spot: value}).fault()


def test_an_invariant_guards_every_component():
    boards = {
        0: {"board": {"Pisa": ["Villa 8", "Villa 1"]}, "upgraders": ["Pisa"], "cities": ["Pisa"]},
        1: {"objects": {"book": 1}},
    }
    found = set(faults(position(expansion(), boards))) | set(faults(base()))
    assert found >= {
        "bricks lost or made",
        "buildings lost or made",
        "buildings miscounted",
        "objects lost or made",
        "upgraders lost or made",
        "two upgraders for one place",
        "scoring stones lost or made",
        "negative coins or points",
        "more turns than a game can have",
        "the wrong seat is to play",
        "no such seat has brought the end",
        "no such phase",
        "no such card",
        "a segment out of place",
        "a building out of place",
        "a city out of place",
        "bricks due out of place",
        "a purchase out of place",
    }


# ---- chance; the bounds are passed by a fair generator once in a thousand tests


def chi_square(seen, expected):
    assert sum(seen) == pytest.approx(sum(expected))
    return sum((s - e) ** 2 / e for s, e in zip(seen, expected, strict=True))


def test_each_brick_in_the_bag_is_as_likely_to_be_drawn():
    """One brick is drawn; the bag holds different numbers of the colours."""
    wheel = {1: {"white": 5, "yellow": 4, "red": 1}}
    state = position(base(2, open_screens="true"), wheel=wheel)
    bag = state.view(-1)["bag"]
    turn = moves(state)["Turn the wheel and buy bricks"]
    games = 4000
    drawn = [state.redeal(0, seed).play(turn).view(-1)["wheel"][0] for seed in range(games)]
    seen = [sum(d[colour] for d in drawn) for colour in COLOURS]
    expected = [games * bag[colour] / sum(bag.values()) for colour in COLOURS]
    assert chi_square(seen, expected) < 20.5  # five degrees of freedom


def test_bricks_drawn_together_are_drawn_without_return():
    """The bag holds two white and two black; two are drawn: alike in a third of all cases."""
    away = dict.fromkeys(COLOURS, 7) | {"white": 0, "black": 1}
    wheel = {1: {"white": 5, "black": 4}}
    state = position(base(), {0: {"bricks": {}, "coins": 99}, 1: {"bricks": away}}, wheel=wheel)
    turn = moves(state)["Turn the wheel and buy bricks"]
    games = 3000
    drawn = [state.redeal(0, seed).play(turn).view(-1)["wheel"][0] for seed in range(games)]
    alike = sum(d["white"] != 1 for d in drawn)
    assert chi_square([alike, games - alike], [games / 3, games * 2 / 3]) < 10.8


def test_each_building_of_the_stack_is_as_likely_to_be_turned_up():
    state = position(base(), {0: {"bricks": {"white": 1}}}, row=["Villa 1"])
    state = do(state, "Build Villa 1")
    place = moves(state)["Build it in Pisa"]
    stack, games = state.view(-1)["stack"], 4200
    row = state.view(-1)["row"]
    new = [
        next(b for b in state.redeal(0, seed).play(place).view(-1)["row"] if b not in row)
        for seed in range(games)
    ]
    kinds = [dict(t) for t in {tuple(b.items()) for b in new}]
    assert len(kinds) == stack == 21
    assert chi_square([new.count(b) for b in kinds], [games / 21] * 21) < 45.4


def test_the_first_row_is_any_nine_buildings():
    games = 2000
    rows = [base(seed=seed).view(-1)["row"] for seed in range(games)]
    seen = {}
    for row in rows:
        for tile in row:
            key = (tile["type"], tile["cost"])
            seen[key] = seen.get(key, 0) + 1
    assert len(seen) == 30
    # Nine of thirty without return: the spread is 21/30 of that of independent draws.
    spread = chi_square(list(seen.values()), [games * 9 / 30] * 30) / (21 / 30) * (29 / 30)
    assert spread < 58.3
