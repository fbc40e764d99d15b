"""Games as the service keeps them: opening, memory, workers."""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import grpc

from engine.contract import State
from engine.records import Record
from loadtest import ceiling, load
from loadtest.processes import memory
from service import decisions
from service.match import Caller
from service.matches import Matches, Request
from service.store import Store, open_store
from tests.databases import postgres_database, postgres_server
from tests.service.client import Client

Row = dict[str, Any]
LONG_GAME = ("saint-malo", 5)  # more than 1 000 moves at random
REVISIONS = (10, 100, 1_000)
OPENINGS = 200
IN_FLIGHT = 50
WORKER_ROUNDS = 5


def opening(scale: float) -> Iterator[Row]:
    """Reading a game that is not in memory, after so many moves, on each store."""
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_server() as server,
        postgres_database(server) as url,
    ):
        for kind, database in (("sqlite", f"{folder}/games"), ("postgresql", url)):
            for row in asyncio.run(_opening(database, round(OPENINGS * scale))):
                yield {"bench": "opening", "store": kind, **row}


async def _opening(database: str, openings: int) -> list[Row]:
    store = await open_store(database)
    try:
        return [await _opened(store, moves, openings) for moves in REVISIONS]
    finally:
        await store.close()


async def _opened(store: Store, moves: int, openings: int) -> Row:
    game_id = await _play(Matches(store), moves)

    async def present() -> None:
        await Matches(store).get(game_id)

    async def whole() -> None:
        await Matches(store).whole(game_id)

    row: Row = {"moves": moves}
    for name, way in (("present", present), ("whole", whole)):
        clocks, used = [], time.process_time()
        for _ in range(openings):
            began = time.perf_counter()
            await way()
            clocks.append(time.perf_counter() - began)
        row[f"{name}_ms"] = round(statistics.median(clocks) * 1e3, 3)
        row[f"{name}_cpu_ms"] = round((time.process_time() - used) / openings * 1e3, 3)
    return row


async def _play(matches: Matches, moves: int) -> str:
    """A random game of so many moves; its id."""
    chooser = random.Random(1)
    record = Record.start(*LONG_GAME, 1)
    position, tokens = await matches.new(record, {}, "", "", "")
    for _ in range(moves):
        state = position.state
        assert state.to_play is not None, "the game is too short"
        caller = Caller(tokens[state.to_play])
        request = Request(position.game_id, caller, "", "")
        wanted = decisions.move(caller, lambda s: _any(s, chooser))
        position = (await matches.change(request, wanted)).step.position
    return position.game_id


def _any(state: State, chooser: random.Random) -> int:
    return chooser.choice(state.legal_moves())


def open_games(scale: float) -> Iterator[Row]:
    """What a game that is kept open takes of the server's memory, just set up and after moves."""
    count = round(2_000 * scale)
    with load.stand("sqlite") as at:
        pid = at.server.workers()[0]
        asyncio.run(_open(at.port, 500, 0))  # what every server grows by at first
        for moves in (0, 50):
            before = memory(pid)
            asyncio.run(_open(at.port, count, moves))
            yield {"bench": "open games", "games": count, "moves": moves,
                   "kib_per_game": round((memory(pid) - before) / count / 1024, 1)}  # fmt: skip


async def _open(port: int, count: int, moves: int) -> None:
    """Set up so many games and make so many moves in each."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        client = Client(channel)

        async def lane(number: int) -> None:
            for seed in range(number, count, IN_FLIGHT):
                game = (new := await client.new(seed=seed)).game
                for _ in range(moves):
                    token = new.seat_tokens[game.to_move]
                    move = (await client.moves(game.game_id, token)).moves[0].id
                    game = (await client.apply(game.game_id, token, move)).game

        await asyncio.gather(*(lane(number) for number in range(IN_FLIGHT)))


def workers(scale: float) -> Iterator[Row]:
    """Calls per second of LegalMoves and of the echo with one worker and with two, under h2load."""
    calls = round(load.CEILING_CALLS * scale)
    rounds = range(max(1, round(WORKER_ROUNDS * scale)))
    with (
        postgres_server() as url,
        load.stand("postgresql", url, 1) as one,
        load.stand("postgresql", url, 2) as two,
    ):
        taken = [(load.ceilings(one, calls), load.ceilings(two, calls)) for _ in rounds]
    for name in ("LegalMoves", "echo"):
        rates = [[each[count][name] for each in taken] for count in (0, 1)]
        one_rate, two_rate = (statistics.median(c.calls_per_s for c in side) for side in rates)
        yield {
            "bench": "workers", "call": name,
            "one": round(one_rate), "two": round(two_rate), "times": round(two_rate / one_rate, 2),
            "cpu_us_one": round(_cpu(rates[0])), "cpu_us_two": round(_cpu(rates[1])),
            "generator_cpu_us": round(statistics.median(c.generator_cpu_us for c in rates[1])),
        }  # fmt: skip


def _cpu(side: list[ceiling.Ceiling]) -> float:
    return statistics.median(each.server_cpu_us for each in side)
