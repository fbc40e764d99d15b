"""Our engine beside OpenSpiel's hearts and backgammon, alternating in one run, by CPU time.

Hearts is the peer of search because it is the fastest of OpenSpiel's longer games with hidden
hands that its own search can play; backgammon is a long game of dice, for playouts alone.  `make
peers` installs OpenSpiel and runs this.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pyspiel

from engine.contract import games
from loadtest.rounds import medians
from service.commands import bench

ROLLOUTS = {"hearts": 2_000, "backgammon": 100}
SIMULATIONS = 5_000
HEARTS, BACKGAMMON = "openspiel hearts", "openspiel backgammon"


def first_decision(name: str) -> pyspiel.State:
    """A game just begun, at its first real decision."""
    chooser = random.Random(1)
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        if state.is_chance_node():
            state.apply_action(_chance(state, chooser))
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def plies_of(start: pyspiel.State, samples: int = 300) -> float:
    """Moves in a random game from here, on average; what chance does is not counted."""
    chooser, plies = random.Random(2), 0
    for _ in range(samples):
        state = start.clone()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_chance(state, chooser))
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
                plies += 1
    return plies / samples


def _chance(state: pyspiel.State, chooser: random.Random) -> int:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return chooser.choices(outcomes, weights)[0]


def peer_playouts(name: str, start: pyspiel.State, plies: float) -> float:
    """Plies per CPU second of its C++ rollouts."""
    count = ROLLOUTS[name]
    evaluator = pyspiel.RandomRolloutEvaluator(count, 3)
    bot = pyspiel.MCTSBot(pyspiel.load_game(name), evaluator, 1.0, 1, 100, False, 4, False)
    began = time.process_time()
    bot.step(start)
    return count * plies / (time.process_time() - began)


def hearts_search(start: pyspiel.State, plies: float) -> float:
    """Simulated plies per CPU second of its C++ information-set search."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
    kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(4, evaluator, 1.0, SIMULATIONS, -1, kind, False, False)
    began = time.process_time()
    bot.step(start)
    return SIMULATIONS * plies / (time.process_time() - began)


def measures(seconds: float) -> dict[tuple[str, str], Callable[[], float]]:
    """Plies per CPU second, by what is done and in which game."""
    hearts, backgammon = first_decision("hearts"), first_decision("backgammon")
    tricks, turns = plies_of(hearts), plies_of(backgammon)
    every: dict[tuple[str, str], Callable[[], float]] = {
        ("playouts", HEARTS): lambda: peer_playouts("hearts", hearts, tricks),
        ("playouts", BACKGAMMON): lambda: peer_playouts("backgammon", backgammon, turns),
        ("search", HEARTS): lambda: hearts_search(hearts, tricks),
    }
    for played in games().values():
        for players in range(played.min_players, played.max_players + 1):
            name = f"{played.name} {players}p"
            every["playouts", name] = lambda g=played, n=players: bench.measure_playouts(
                g, n, seconds
            )["plies_per_cpu_s"]
            every["search", name] = lambda g=played, n=players: bench.measure_search(
                g, n, 1, seconds
            )["plies_per_cpu_s"]
    return every


def rows(rounds: int, seconds: float) -> Iterator[dict[str, Any]]:
    rates = medians(rounds, measures(seconds))
    for (what, name), rate in rates.items():
        row = {"bench": "peers", "of": what, "game": name, "plies_per_cpu_s": round(rate),
               "times_hearts": round(rate / rates[what, HEARTS], 2)}  # fmt: skip
        if what == "playouts":
            row["times_backgammon"] = round(rate / rates[what, BACKGAMMON], 1)
        yield row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time for each measure")
    flags = parser.parse_args()
    for row in rows(flags.rounds, flags.seconds):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    import engine.games  # noqa: F401  registers every game

    main()
