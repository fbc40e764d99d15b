"""The last decisions of a game, solved exactly, are what the search finds."""

import random

import pytest

from ai.advice import Knobs, Search
from engine.contract import State
from tests.setups import TABLES, walk

CHANCES = 60  # guesses that what chance may bring is averaged over
WAYS = 60  # to play on from a position that is solved
POSITIONS = 6
ITERATIONS = 20_000
LOSS = 0.02  # of reward that the search may fall short of the best


def reward(state: State, seat: int) -> float:
    """The searcher's own measure: half a victory, half a squashed lead."""
    points = state.scores()
    lead = points[seat] - max(points[:seat] + points[seat + 1 :], default=0)
    winners = state.winners()
    win = 1 / len(winners) if seat in winners else 0.0
    return 0.5 * win + 0.5 / (1 + 2.718281828459045 ** (-lead / state.game.clear_margin))


def best_of(state: State, seat: int) -> float:
    """What the seat gets in the end when it decides everything that is left to decide."""
    if state.to_play is None:
        return reward(state, seat)
    return max(after(state, move) for move in state.legal_moves())


def after(state: State, move: int) -> float:
    """The same after a move, averaged over what chance may bring."""
    seat = state.to_play
    assert seat is not None
    if not state.play(move).revealed:
        return best_of(state.play(move), seat)
    guesses = [state.redeal(seat, guess).play(move) for guess in range(CHANCES)]
    return sum(best_of(guess, seat) for guess in guesses) / CHANCES


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
    """Positions near the end of random games in which the choice of a move matters."""
    for seed in range(1000):
        game = [state for state, _ in walk(table.new(seed), random.Random(seed))]
        for state in reversed(game[-12:-1]):
            if ways(state, state.to_play, WAYS) > WAYS:
                break
            worth = {move: after(state, move) for move in state.legal_moves()}
            if max(worth.values()) - min(worth.values()) > 2 * LOSS:
                yield state, worth
                break


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_small_endings_are_solved(table):
    endings = small_endings(table)
    for _ in range(POSITIONS):
        state, worth = next(endings)
        best = Search(state, seed=1, knobs=Knobs(horizon=0)).run(ITERATIONS).advice().best
        assert worth[best] >= max(worth.values()) - LOSS
