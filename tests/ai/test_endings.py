"""The last decisions of a game, solved exactly, are what the search finds."""

import math
import random
import statistics

import pytest

from ai.advice import WHOLE_GAMES, Knobs, Search
from engine.contract import State
from tests.setups import TABLES, walk

CHANCES = 60  # guesses that what chance may bring is averaged over
POSITIONS = 5
ITERATIONS = 150_000
MOST_WORK = 5_000  # positions looked at to solve one
LOSS = 0.003  # of reward that the search may fall short of the best
NOISE = 0.02  # the same where the solver has averaged over chance


def rewards(state: State) -> list[float]:
    """The searcher's own measure, by seat: half a victory, half a squashed lead."""
    points, winners = state.scores(), state.winners()
    found = []
    for seat, own in enumerate(points):
        others = points[:seat] + points[seat + 1 :]
        lead = own - (max(others) if others else state.rival_score)
        win = 1 / len(winners) if seat in winners else 0.0
        found.append(0.5 * win + 0.5 / (1 + math.exp(-lead / state.game.clear_margin)))
    return found


class TooLarge(Exception):
    """A position that takes more work to solve than it is worth."""


class Solver:
    """Expectimax for the seat to play, max-n where several decide."""

    def __init__(self, viewer: int) -> None:
        self._viewer = viewer
        self._work = 0
        self.loss = LOSS

    def best(self, state: State) -> list[float]:
        """What the seats get in the end."""
        self._work += 1
        if self._work > MOST_WORK:
            raise TooLarge
        if state.to_play is None:
            return rewards(state)
        if state.to_play != self._viewer and state.game.secrets:
            raise TooLarge  # it would have to be solved for every hand it may hold
        ways = [self.after(state, move) for move in state.legal_moves()]
        return max(ways, key=lambda way: way[state.to_play])

    def after(self, state: State, move: int) -> list[float]:
        """The same after a move, averaged over what chance may bring."""
        after = state.play(move)
        if not after.revealed:
            return self.best(after)
        self.loss = NOISE
        guesses = [state.redeal(self._viewer, guess).play(move) for guess in range(CHANCES)]
        return [statistics.fmean(seat) for seat in zip(*map(self.best, guesses), strict=True)]


def solved(state: State) -> tuple[dict[int, float], float]:
    """What each move is worth to the seat to play, and how exactly that is known."""
    solver = Solver(state.to_play)
    worth = {move: solver.after(state, move)[state.to_play] for move in state.legal_moves()}
    return worth, solver.loss


def small_endings(table):
    """From random games, the earliest position that is still solved and where the move matters."""
    for seed in range(1000):
        game = [state for state, _ in walk(table.new(seed), random.Random(seed))]
        earliest = None
        for state in reversed(game[-12:-1]):
            try:
                worth, loss = solved(state)
            except TooLarge:
                break
            if max(worth.values()) - min(worth.values()) > 2 * loss:
                earliest = state, worth, loss
        if earliest:
            yield earliest


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_small_endings_are_solved(table):
    endings = small_endings(table)
    for _ in range(POSITIONS):
        state, worth, loss = next(endings)
        best = Search(state, seed=1, knobs=Knobs(horizon=WHOLE_GAMES)).run(ITERATIONS).advice().best
        assert worth[best] >= max(worth.values()) - loss
