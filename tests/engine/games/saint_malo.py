"""Positions of Saint Malo made to order."""

from engine.contract import game
from engine.games.saint_malo.face import position
from tests.engine.sentences import play

FIELDS = [r * 7 + c for r in range(7) for c in range(7) if (r, c) not in
          {(0, 0), (0, 6), (6, 0), (6, 6)}]  # fmt: skip
TOP = [1, 2, 3, 4, 5]
RIGHT = [13, 20, 27, 34, 41]
BOTTOM = [43, 44, 45, 46, 47]
LEFT = [7, 14, 21, 28, 35]
PRINTED = [8, 9, 15, 22]


def at(row, column):
    return row * 7 + column


def table(dice=None, players=2, seats=None, **changes):
    """A position where seat 0 has `dice` before it and chooses a symbol."""
    start = game("saint-malo").new(players, 1)
    return position(start, dice or {"log": 5}, cities=seats or {}, **changes)


def city(state, seat=0):
    return state.view(-1)["cities"][seat]


def here(what, square):
    return f"Draw a {what} at row {square // 7}, column {square % 7}"


def full_but(*free, **more):
    """A city whose fields are all crates, but for `free`."""
    crates = [field for field in FIELDS if field not in free and field not in PRINTED]
    return {"squares": {"CONTENT_CRATE": crates}, **more}


def final_points(**seat):
    """Points of seat 0 at the end, when seat 1 fills its city in this very turn."""
    seat = {"coins": 0, "logs": 0, **seat}
    state = table({"cross": 1, "sabres": 4}, to_play=1, attacks=6, seats={
        0: seat, 1: full_but(at(3, 3)),
    })  # fmt: skip
    state = play(state, "Use the cross dice", "Use 1 of them", here("church of 1", at(3, 3)))
    assert state.to_play is None
    return state.scores()[0]
