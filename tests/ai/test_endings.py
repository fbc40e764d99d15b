"""The last decisions of a game, solved exactly, are what the search finds."""

import random

import pytest

from ai.advice import WHOLE_GAMES, Knobs, Search
from engine.contract import State
from tests.setups import TABLES, walk

CHANCES = 60  # guesses that what chance may bring is averaged over
WAYS = 60  # to play on from a position that is solved
POSITIONS = 5
ITERATIONS = 150_000
MOST_WORK = 5_000  # positions looked at to solve one
LOSS = 0.003  # of reward that the search may fall short of the best
NOISE = 0.02  # the same where the solver has averaged over chance


def reward(state: State, seat: int) -> float:
    """The searcher's own measure: half a victory, half a squashed lead."""
    points = state.scores()
    others = points[:seat] + points[seat + 1 :]
    lead = points[seat] - (max(others) if others else state.rival_score)
    winners = state.winners()
    win = 1 / len(winners) if seat in winners else 0.0
    return 0.5 * win + 0.5 / (1 + 2.718281828459045 ** (-lead / state.game.clear_margin))


class TooLarge(Exception):
    """A position that takes more work to solve than it is worth."""


class Solver:
    """Expectimax for one seat that decides everything that is left to decide."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._work = 0
        self.loss = LOSS

    def best(self, state: State) -> float:
        """What the seat gets in the end."""
        self._work += 1
        if self._work > MOST_WORK:
            raise TooLarge
        if state.to_play is None:
            return reward(state, self._seat)
        return max(self.after(state, move) for move in state.legal_moves())

    def after(self, state: State, move: int) -> float:
        """The same after a move, averaged over what chance may bring."""
        after = state.play(move)
        if not after.revealed:
            return self.best(after)
        self.loss = NOISE
        guesses = [state.redeal(self._seat, guess).play(move) for guess in range(CHANCES)]
        return sum(map(self.best, guesses)) / CHANCES


def solved(state: State) -> tuple[dict[int, float], float]:
    """What each move is worth to the seat to play, and how exactly that is known."""
    if ways(state, state.to_play, WAYS) > WAYS:
        raise TooLarge
    solver = Solver(state.to_play)
    worth = {move: solver.after(state, move) for move in state.legal_moves()}
    return worth, solver.loss


def ways(state: State, seat: int, most: int) -> int:
    """The ways to the end if the seat decides all of them; else, or if many, above `most`."""
    if state.to_play is None:
        return 1
    if state.to_play != seat:
        return most + 1
    total = 0
    for move in state.legal_moves():
        total += ways(state.play(move), seat, most - total)
        if total > most:
            break
    return total


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
