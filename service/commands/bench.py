"""burgrave bench: how fast the engine is on this machine."""

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from engine.contract import Game, games
from engine.playouts import playouts

BATCH = 50  # playouts between two looks at the clock


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "bench",
        help="measure the engine",
        description="Random playouts of every game and number of players, per CPU second.",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--game", choices=list(games()), help="only this game")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each (default 2)")
    parser.set_defaults(run=run)


def run(flags: argparse.Namespace) -> None:
    for row in rows(flags):
        if flags.json:
            print(json.dumps(row), flush=True)
        else:
            print(
                f"{row['game']:32} {row['players']} players "
                f"{row['plies_per_cpu_s'] / 1e6:8.2f} M plies/s "
                f"{row['playouts_per_cpu_s'] / 1e3:8.2f} k playouts/s",
                flush=True,
            )


def rows(flags: argparse.Namespace) -> Iterator[dict[str, Any]]:
    for played in games().values():
        for players in range(played.min_players, played.max_players + 1):
            if flags.game in (None, played.name) and flags.players in (None, players):
                yield measure(played, players, flags.seconds)


def measure(played: Game, players: int, seconds: float) -> dict[str, Any]:
    start = played.new(players, seed=1)
    plies, count, began = 0, 0, time.process_time()
    while (elapsed := time.process_time() - began) < seconds:
        plies += playouts(start, BATCH, seed=count)
        count += BATCH
    return {
        "bench": "playouts",
        "game": played.name,
        "players": players,
        "plies_per_cpu_s": round(plies / elapsed),
        "playouts_per_cpu_s": round(count / elapsed, 1),
    }
