"""Counts of all ways to play a few moves, from the start, the middle and the end of games."""

import random

import pytest

from engine.playouts import perft
from tests.engine import golden
from tests.setups import MAIN_SETUPS, Setup, walk

SEEDS = (1, 2, 3)
ENOUGH = 20_000  # ways; the depth counted is the first that passes this
DEEPEST = 12


def counts(setup: Setup) -> str:
    """A line for each position: seed, moves made before, depth, ways."""
    lines = []
    for seed in SEEDS:
        game = [state for state, _ in walk(setup.new(seed), random.Random(seed))]
        for made in (0, len(game) // 2, len(game) - 8):
            depth, ways = 0, 1
            while ways <= ENOUGH and depth < DEEPEST:
                depth += 1
                ways = perft(game[made], depth)
            lines.append(f"{seed} {made} {depth} {ways}\n")
    return "".join(lines)


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
def test_the_ways_to_play_are_as_many_as_they_were(setup, record):
    golden.check("perft", setup, counts, record)


def test_no_counts_are_left_over():
    golden.check_none_left_over("perft")
