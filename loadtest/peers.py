"""Our engine beside OpenSpiel's hearts, alternating in one run, by CPU time.

Hearts is the peer because it is the fastest of OpenSpiel's longer games with hidden hands that
its own search can play.  `make peers` installs OpenSpiel and runs this.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from engine.contract import games
from service.commands import bench

ROLLOUTS = 2_000
SIMULATIONS = 5_000


def hearts() -> pyspiel.State:
    """A game of hearts just dealt, at its first real decision."""
    chooser = random.Random(1)
    state = pyspiel.load_game("hearts").new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(outcomes, weights)[0])
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def plies_of(start: pyspiel.State, samples: int = 300) -> float:
    """Moves in a random game from here, on average."""
    chooser, plies = random.Random(2), 0
    for _ in range(samples):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            plies += 1
    return plies / samples


def hearts_playouts(start: pyspiel.State, plies: float) -> float:
    """Plies per CPU second of its C++ rollouts."""
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 3)
    bot = pyspiel.MCTSBot(pyspiel.load_game("hearts"), evaluator, 1.0, 1, 100, False, 4, False)
    began = time.process_time()
    bot.step(start)
    return ROLLOUTS * plies / (time.process_time() - began)


def hearts_search(start: pyspiel.State, plies: float) -> float:
    """Simulated plies per CPU second of its C++ information-set search."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
    kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(4, evaluator, 1.0, SIMULATIONS, -1, kind, False, False)
    began = time.process_time()
    bot.step(start)
    return SIMULATIONS * plies / (time.process_time() - began)


def medians(rounds: int, measures: dict[str, Callable[[], float]]) -> dict[str, float]:
    """Each measure taken `rounds` times, in turn, so that noise falls on all alike."""
    taken: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            taken[name].append(measure())
    return {name: statistics.median(values) for name, values in taken.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time for each measure")
    flags = parser.parse_args()
    start = hearts()
    plies = plies_of(start)
    measures: dict[str, Callable[[], float]] = {
        "playouts hearts": lambda: hearts_playouts(start, plies),
        "search hearts": lambda: hearts_search(start, plies),
    }
    for played in games().values():
        for players in range(played.min_players, played.max_players + 1):
            name = f"{played.name} {players}p"
            measures[f"playouts {name}"] = lambda g=played, n=players: bench.measure_playouts(
                g, n, flags.seconds
            )["plies_per_cpu_s"]
            measures[f"search {name}"] = lambda g=played, n=players: bench.measure_search(
                g, n, 1, flags.seconds
            )["plies_per_cpu_s"]
    rates = medians(flags.rounds, measures)
    for name, rate in rates.items():
        peer = rates[f"{name.split()[0]} hearts"]
        row = {"of": name, "plies_per_cpu_s": round(rate), "times_hearts": round(rate / peer, 2)}
        print(json.dumps(row))


if __name__ == "__main__":
    import engine.games  # noqa: F401  registers every game

    main()
