"""Searches under way: so many at a time, a few more waiting, the rest refused."""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from ai.advice import Advice, Search
from ai.bots import Searcher
from ai.search import Stop
from engine.contract import State
from service import metrics
from service.refusals import TooManySearches

WAITING_PER_SLOT = 8  # searches that may wait for each that runs
REPORT_SECONDS = 0.25  # between two reports of a stream
RETRY_SECONDS = 1.0  # when a refused caller may try again


@dataclass(frozen=True)
class Limits:
    """When a search ends: whichever comes first."""

    iterations: int
    seconds: float = math.inf
    spend: Callable[[float], None] = lambda _: None  # told the seconds, however the search ended


class Searches:
    """The searches of one server process; they run in threads of their own, without the GIL."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.waiting = 0
        self._free = asyncio.Semaphore(slots)
        self._threads = ThreadPoolExecutor(slots, "search")

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)

    async def advise(self, search: Search, limits: Limits, top: int | None) -> Advice:
        """What the search has found when it has reached its limits; it is spent then."""
        async with self._slot(search):
            await self._run(search, limits)
            return search.advice(top)

    async def reports(
        self, search: Search, limits: Limits, top: int | None
    ) -> AsyncIterator[tuple[Advice, bool]]:
        """Interim advice now and then, and the final one, which is marked; the search is spent."""
        async with self._slot(search):
            ends = time.monotonic() + limits.seconds
            final = False
            while not final:
                before = search.iterations
                left = replace(
                    limits,
                    iterations=limits.iterations - before,
                    seconds=min(REPORT_SECONDS, ends - time.monotonic()),
                )
                await self._run(search, left)
                final = (
                    search.forced
                    or search.iterations >= limits.iterations
                    or time.monotonic() >= ends
                )
                yield search.advice(top), final

    async def choose(self, bot: Searcher, state: State, seed: int) -> int:
        """The move of a bot at its seat; bots wait without being refused."""
        only, *others = state.legal_moves()
        if not others:
            return only
        async with self._free:
            search = bot.begin(state, seed)
            await self._run(search, Limits(bot.iterations), settle=bot.steady)
        return bot.pick(search.advice(), seed)

    @asynccontextmanager
    async def _slot(self, search: Search) -> AsyncIterator[None]:
        """The search's turn; afterwards its memory is given back, in another thread."""
        if search.forced:  # there is nothing to wait for
            yield
            return
        if self.waiting >= WAITING_PER_SLOT * self.slots:
            raise TooManySearches(
                f"{self.slots} searches are running and {self.waiting} waiting",
                retry_seconds=RETRY_SECONDS,
            )
        self.waiting += 1
        metrics.WAITING.inc()
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
            metrics.WAITING.dec()
        try:
            yield
        finally:
            self._free.release()
            asyncio.get_running_loop().run_in_executor(None, search.close)

    async def _run(self, search: Search, limits: Limits, *, settle: bool = False) -> None:
        """Search in a thread; when cancelled, stop it and wait until it has stopped."""
        if search.forced:
            search.run(0)
            return
        stop, before, began = Stop(), search.iterations, time.monotonic()
        metrics.RUNNING.inc()
        work = partial(search.run, limits.iterations, limits.seconds, stop, settle=settle)
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:
            stop.set()
            await asyncio.wait([running])
            raise
        finally:
            metrics.RUNNING.dec()
            metrics.ITERATIONS.inc(search.iterations - before)
            limits.spend(time.monotonic() - began)
