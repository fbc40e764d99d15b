"""Guesses are drawn as the truth was: no statistic tells the one from the other.

To a viewer who cannot know, the truth and two guesses of it are three draws of the same lot.
So the truth is no more like a guess than two guesses are like each other, and nothing is to be
found more often in the truth than in a guess.  Both are looked at over many games, in what the
seats see and in what the next moves bring to light.  That a guess keeps nothing of the truth
which its viewer cannot know is for test_contract: histories alike are redealt alike.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from engine.contract import State
from tests.setups import MAIN_SETUPS, Setup

GAMES = 180
DEPTHS = (0, 5, 25)  # moves from the beginning of a game
MOVES_ON = 2  # that bring hidden things and chance to light
SURPRISE = 4.5  # standard deviations; of all that is compared, one in many runs passes them
RARE = 20  # differences (their squares summed) below which nothing is concluded

Seen = Counter[tuple[Any, ...]]


def leaves(path: tuple[Any, ...], value: Any) -> Iterator[tuple[Any, ...]]:
    """The leaves of plain data with the names that lead there; places in lists do not count."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves((*path, name), part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves(path, part)
    else:
        yield (*path, value)


def brought_to_light(state: State) -> Seen:
    """What the seats see, now and some moves on."""
    seen: Seen = Counter()
    for seat in range(state.players):
        seen.update(leaves((0, seat), state.view(seat)))
    for made in range(1, MOVES_ON + 1):
        if state.to_play is None:
            break
        state = state.play(state.legal_moves()[0])
        seen.update(leaves((made,), state.view(state.to_play or 0)))
    return seen


def positions(setup: Setup) -> Iterator[tuple[State, int]]:
    """One of each of many random games, and each viewer in turn."""
    for seed in range(GAMES):
        state, chooser = setup.new(seed), random.Random(seed)
        for _ in range(DEPTHS[seed % len(DEPTHS)]):
            if state.to_play is not None:
                state = state.play(chooser.choice(state.legal_moves()))
        if state.to_play is not None:
            yield state, seed // len(DEPTHS) % (setup.players + 1) - 1


class Balance:
    """Differences between truth and guess, which are as often above zero as below."""

    def __init__(self) -> None:
        self.total = self.squares = 0

    def add(self, difference: int) -> None:
        self.total += difference
        self.squares += difference * difference

    @property
    def surprise(self) -> float:
        """How far the sum is from zero, in standard deviations; 0 while little is known."""
        return abs(self.total) / math.sqrt(self.squares) if self.squares > RARE else 0.0


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
def test_the_truth_is_one_guess_among_others(setup):
    nearer, frequency = Balance(), defaultdict(Balance)
    for number, (state, viewer) in enumerate(positions(setup)):
        guesses = [state.redeal(viewer, 2 * number + each) for each in range(2)]
        truth, one, other = map(brought_to_light, (state, *guesses))
        nearer.add((truth & one).total() - (one & other).total())
        for seen in (truth - one) + (one - truth):
            frequency[seen].add(truth[seen] - one[seen])
    assert nearer.squares > 0
    assert nearer.surprise < SURPRISE
    surprising = {seen: each.total for seen, each in frequency.items() if each.surprise > SURPRISE}
    assert surprising == {}
