"""burgrave bench: how fast the engine and the search are on this machine."""

import argparse
import json
import random
import time
from collections.abc import Iterator
from typing import Any

from ai.advice import Search
from engine.contract import Game, State, games
from engine.playouts import playouts

BATCH = 50  # playouts between two looks at the clock


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "bench",
        help="measure the engine and the search",
        description="Random playouts and searches of every game and number of players. Plies of "
        "a search are the simulated ones, in tree and playouts.",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--game", choices=list(games()), help="only this game")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--threads", type=int, default=2, help="of searches: 1 to this (default 2)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each (default 1)")
    parser.set_defaults(run=run)


def run(flags: argparse.Namespace) -> None:
    for row in rows(flags):
        print(json.dumps(row) if flags.json else in_words(row), flush=True)


def rows(flags: argparse.Namespace) -> Iterator[dict[str, Any]]:
    for played in games().values():
        for players in range(played.min_players, played.max_players + 1):
            if flags.game in (None, played.name) and flags.players in (None, players):
                yield measure_playouts(played, players, flags.seconds)
                for threads in range(1, flags.threads + 1):
                    yield measure_search(played, players, threads, flags.seconds)


def in_words(row: dict[str, Any]) -> str:
    what = f"{row['bench']}" + (f", {row['threads']} threads" if "threads" in row else "")
    rate = row.get("playouts_per_cpu_s") or row["sims_per_cpu_s"]
    return (
        f"{row['game']:32} {row['players']} players  {what:18} "
        f"{row['plies_per_cpu_s'] / 1e6:7.2f} M plies and {rate / 1e3:8.2f} k games a CPU second"
    )


def measure_playouts(played: Game, players: int, seconds: float) -> dict[str, Any]:
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


def measure_search(played: Game, players: int, threads: int, seconds: float) -> dict[str, Any]:
    search = Search(early(played, players), seed=1, threads=threads)
    began, cpu = time.monotonic(), time.process_time()
    search.run(10**12, seconds)
    elapsed, used = time.monotonic() - began, time.process_time() - cpu
    return {
        "bench": "search",
        "game": played.name,
        "players": players,
        "threads": threads,
        "sims_per_cpu_s": round(search.iterations / used),
        "plies_per_cpu_s": round(search.plies / used),
        "sims_per_s": round(search.iterations / elapsed),
    }


def early(played: Game, players: int) -> State:
    """A position a tenth into a random game, with something to decide."""
    chooser = random.Random(1)
    game = [played.new(players, seed=1)]
    while game[-1].to_play is not None:
        game.append(game[-1].play(chooser.choice(game[-1].legal_moves())))
    return next(state for state in game[len(game) // 10 :] if len(state.legal_moves()) > 1)
