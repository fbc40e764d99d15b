"""What a call costs the server beside a bare echo of equal size on the same kind of server.

`python -m loadtest.calls` prints the CPU time per call of `burgrave serve` with its defaults, from
the kernel's accounts, on SQLite and on a PostgreSQL of its own; one JSON object a line.  Rounds
alternate, medians count.
"""

import argparse
import asyncio
import json
import multiprocessing
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import grpc

import engine.games  # noqa: F401  registers every game
from burgrave.v1 import game_service_pb2 as pb
from loadtest.ceiling import Ceiling, median
from loadtest.processes import cpu_seconds
from tests.databases import postgres_server
from tests.service.client import Client
from tests.service.program import Server

IN_FLIGHT = 50
ROUNDS = 5


class Echo(grpc.GenericRpcHandler):
    """Answers any call with so many bytes, asked for in its path."""

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler:
        answer = b"x" * int(details.method.rpartition("/")[2])

        async def call(request: bytes, context: object) -> bytes:
            return answer

        return grpc.unary_unary_rpc_method_handler(call)


async def _serve_echo(say: Connection) -> None:
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((Echo(),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    say.send(port)
    await server.wait_for_termination()


@contextmanager
def _echo() -> Iterator[tuple[int, int]]:
    """An echo in a process of its own; its process id and port."""
    hear, say = multiprocessing.Pipe(duplex=False)
    target = multiprocessing.Process(target=lambda: asyncio.run(_serve_echo(say)), daemon=True)
    target.start()
    assert target.pid is not None
    try:
        yield target.pid, hear.recv()
    finally:
        target.kill()
        target.join()


async def cost(pid: int, call: Callable[[int], Awaitable[object]], count: int) -> Ceiling:
    """Of `count` calls in lanes; `pid` is the process that serves them."""
    began, cpu, own = time.monotonic(), cpu_seconds(pid), time.process_time()

    async def lane(number: int) -> None:
        for _ in range(count // IN_FLIGHT):
            await call(number)

    await asyncio.gather(*(lane(number) for number in range(IN_FLIGHT)))
    done = count // IN_FLIGHT * IN_FLIGHT
    return Ceiling(
        done / (time.monotonic() - began),
        (cpu_seconds(pid) - cpu) / done * 1e6,
        (time.process_time() - own) / done * 1e6,
    )


class Games:
    """A game for each lane, played at random from the moves that the answers name."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._games: list = []

    async def start(self) -> None:
        self._games = [await self._client.new(seed=lane) for lane in range(IN_FLIGHT)]

    async def legal_moves(self, lane: int) -> pb.LegalMovesResponse:
        new = self._games[lane]
        return await self._client.moves(new.game.game_id, new.seat_tokens[new.game.to_move])

    async def apply_move(self, lane: int) -> None:
        """The first legal move; a game that ends is followed by a new one."""
        new = self._games[lane]
        token = new.seat_tokens[new.game.to_move]
        applied = await self._client.apply(new.game.game_id, token, self._moves[lane].pop(0))
        new.game.CopyFrom(applied.game)

    async def prepare(self, count: int) -> None:
        """Games of equal seeds, and the moves to make in them."""
        from engine.records import Record

        await self.start()
        self._moves = []
        for lane in range(IN_FLIGHT):
            state, moves = Record.start("saint-malo", 2, lane).first(), []
            while len(moves) < count and state.to_play is not None:
                moves.append(state.legal_moves()[0])
                state = state.play(moves[-1])
            assert len(moves) == count, "a game is too short for so many calls"
            self._moves.append(moves)


async def measure(kind: str, games: tuple[int, int], echo: tuple[int, int], count: int) -> None:
    async with (
        grpc.aio.insecure_channel(f"127.0.0.1:{games[1]}") as channel,
        grpc.aio.insecure_channel(f"127.0.0.1:{echo[1]}") as plain,
    ):
        play = Games(Client(channel))
        await play.start()
        sizes = {
            "LegalMoves": len((await play.legal_moves(0)).SerializeToString()),
            "ApplyMove": len((await _applied(Client(channel))).SerializeToString()),
        }
        for name, call in (("LegalMoves", play.legal_moves), ("ApplyMove", play.apply_move)):
            ask = plain.unary_unary(f"/echo/{sizes[name]}")
            ours, bare = [], []
            for _ in range(ROUNDS):
                lane_calls = count // IN_FLIGHT
                if name == "ApplyMove":
                    lane_calls = 60
                    await play.prepare(lane_calls)
                total = lane_calls * IN_FLIGHT
                ours.append(await cost(games[0], call, total))
                bare.append(await cost(echo[0], lambda _: ask(b"x" * 60), total))  # noqa: B023
            own, echoed = median(ours), median(bare)
            print(json.dumps({
                "bench": "calls", "store": kind, "call": name, "bytes": sizes[name],
                "cpu_us": round(own.server_cpu_us), "echo_cpu_us": round(echoed.server_cpu_us),
                "ratio": round(own.server_cpu_us / echoed.server_cpu_us, 2),
                "generator_cpu_us": round(own.generator_cpu_us),
                "calls_per_s": round(own.calls_per_s),
            }), flush=True)  # fmt: skip


async def _applied(client: Client) -> pb.ApplyMoveResponse:
    new = await client.new(seed=1)
    token = new.seat_tokens[0]
    move = (await client.moves(new.game.game_id, token)).moves[0].id
    return await client.apply(new.game.game_id, token, move)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5000, help="calls in a round")
    flags = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_server() as url,
        # Before the first channel: gRPC does not survive a fork.
        _echo() as echo,
    ):
        for kind, database in (("sqlite", f"{folder}/games"), ("postgresql", url)):
            with Server(Path(folder), database=database) as server:
                games = server.workers()[0], server.port
                asyncio.run(measure(kind, games, echo, flags.count))


if __name__ == "__main__":
    main()
