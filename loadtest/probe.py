"""Latencies as a lone, quick client sees them, beside an echo: idle, and with searches under way.

On grpc.aio, one call at a time, so that the client itself adds the same little to every figure.
"""

import asyncio
import random
import statistics
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass

import grpc

from burgrave.v1 import game_service_pb2 as pb
from loadtest.connections import APART, seat
from loadtest.continuity import Continuity
from tests.service.client import Client

SEARCH_SECONDS = 60  # of each search that keeps a slot busy
FILL_SECONDS = 20.0  # within which every slot must be busy
Samples = dict[str, list[float]]  # milliseconds by what was measured


async def timed(samples: Samples, name: str, call: Awaitable[object]) -> object:
    began = time.perf_counter()
    answer = await call
    samples.setdefault(name, []).append((time.perf_counter() - began) * 1000)
    return answer


@dataclass
class Spectator:
    """Follows one game and notes when each of its revisions became known."""

    client: Client
    game_id: str

    def __post_init__(self) -> None:
        self._seen = Continuity()
        self._more = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        request = pb.WatchGameRequest(game_id=self.game_id, start_revision=0)
        async for message in self.client.stub.WatchGame(request):
            self._seen.see(message)
            self._more.set()

    async def reach(self, revision: int) -> None:
        while self._seen.revision < revision:
            if self._reading.done():
                self._reading.result()
            self._more.clear()
            await asyncio.wait_for(self._more.wait(), 10)

    async def leave(self) -> None:
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading


class Probe:
    """Plays a game move by move and takes the time of every step."""

    def __init__(self, games: grpc.aio.Channel, watching: grpc.aio.Channel, echo) -> None:
        self._client, self._watching, self._echo = Client(games), Client(watching), echo
        self._chooser = random.Random(1)
        self._spectator: Spectator | None = None

    async def sample(self, seconds: float) -> Samples:
        samples: Samples = {}
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            if self._spectator is None:
                await self._sit_down()
            await self._step(samples)
        return samples

    async def _sit_down(self) -> None:
        self._new = await self._client.new(seed=self._chooser.getrandbits(64))
        self._game = self._new.game
        self._spectator = Spectator(self._watching, self._game.game_id)
        await self._spectator.reach(0)

    async def _step(self, samples: Samples) -> None:
        game_id, token = self._game.game_id, self._new.seat_tokens[self._game.to_move]
        legal = await timed(samples, "LegalMoves", self._client.moves(game_id, token))
        await timed(samples, "echo", self._echo(b"x" * 60))
        move = self._chooser.choice(legal.moves).id
        began = time.perf_counter()
        told = asyncio.create_task(self._spectator.reach(self._game.revision + 1))
        applied = await timed(samples, "ApplyMove", self._client.apply(game_id, token, move))
        await told
        samples.setdefault("event", []).append((time.perf_counter() - began) * 1000)
        self._game = applied.game
        if not self._game.HasField("to_move"):
            await self.close()

    async def close(self) -> None:
        if self._spectator is not None:
            await self._spectator.leave()
            self._spectator = None


@asynccontextmanager
async def probing(port: int, echo: int, size: int) -> AsyncIterator[Probe]:
    """A probe of a server, beside an echo of so many bytes."""
    channel = grpc.aio.insecure_channel
    async with (
        channel(f"127.0.0.1:{port}", APART) as games,
        channel(f"127.0.0.1:{port}", APART) as watching,
        channel(f"127.0.0.1:{echo}", APART) as plain,
    ):
        probe = Probe(games, watching, plain.unary_unary(f"/echo/{size}"))
        try:
            yield probe
        finally:
            await probe.close()


@asynccontextmanager
async def searching(port: int, slots: int, running: Callable[[], int]) -> AsyncIterator[None]:
    """Every search slot of a server busy; `running` says how many searches run there."""
    async with AsyncExitStack() as stack:
        calls = []
        ends = time.monotonic() + FILL_SECONDS
        while (busy := await asyncio.to_thread(running)) < slots:
            if time.monotonic() > ends:
                raise TimeoutError(f"{busy} of {slots} search slots are busy")
            # A connection each, so that every worker gets some.
            channel = await stack.enter_async_context(
                grpc.aio.insecure_channel(f"127.0.0.1:{port}", APART)
            )
            calls.append(await _search(Client(channel)))
            await asyncio.sleep(0.2)
        try:
            yield
        finally:
            for call in calls:
                call.cancel()


async def _search(client: Client):
    new = await client.new(seed=1)
    request = pb.SuggestMoveRequest(game_id=new.game.game_id, max_time={"seconds": SEARCH_SECONDS})
    call = client.stub.SuggestMove(request, metadata=seat(new.seat_tokens[0]))
    await asyncio.sleep(0)
    return call


def metric(http_address: str, name: str) -> int:
    """A figure of the server's own; 0 before it was first counted."""
    with urllib.request.urlopen(f"http://{http_address}/metrics", timeout=5) as page:
        for line in page.read().decode().splitlines():
            if line.startswith(f"{name} "):
                return int(float(line.rpartition(" ")[2]))
    return 0


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def ratio(rounds: list[tuple[Samples, Samples]], name: str, share: float) -> float:
    """Of busy to idle, the median of the rounds."""
    return statistics.median(
        percentile(busy[name], share) / percentile(idle[name], share) for idle, busy in rounds
    )
