"""Counts of all ways to play a few moves, from the start, the middle and the end of games."""

import random
from pathlib import Path

import pytest

from engine.playouts import perft
from tests.setups import MAIN_SETUPS, Setup, walk

FOLDER = Path(__file__).parent.parent / "perft"
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
    path = FOLDER / f"{setup}.txt"
    if record:
        path.write_text(counts(setup))
    assert path.exists(), f"no counts of {setup}: run 'make record'"
    assert counts(setup) == path.read_text()


def test_no_counts_are_left_over():
    assert {path.stem for path in FOLDER.iterdir()} == {str(setup) for setup in MAIN_SETUPS}
