"""Random games by the thousand, every invariant checked after every move."""

import argparse
import time

from engine.playouts import playouts
from tests.setups import MAIN_SETUPS

SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="of each set-up")
    games = parser.parse_args().games
    for setup in MAIN_SETUPS:
        began, moves = time.monotonic(), 0
        for seed in range(0, games, 100):
            moves += playouts(setup.new(seed), min(100, games - seed), seed=SEED + seed, check=True)
        elapsed = time.monotonic() - began
        print(f"{setup}: {games} games, {moves} moves, no fault, {elapsed:.1f} s", flush=True)


if __name__ == "__main__":
    main()
