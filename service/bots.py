"""Bots at their seats: each is played once, by one process, and taken over if that dies."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from engine.contract import State
from engine.errors import EngineError, OtherRulesVersion
from service.match import Match
from service.matches import Matches
from service.refusals import StoreUnavailable
from service.store import Conflict, Entry, Kind

LEASE_SECONDS = 6.0  # how long a game's bots rest after the process that played them died
SWEEP_SECONDS = 1.0  # between two looks for bots that nobody plays
RETRY_SECONDS = 0.25  # before asking again for a lease that another process holds

Chooser = Callable[[int, State, int], Awaitable[int]]  # level, state, seed -> move

logger = logging.getLogger(__name__)


class Bots:
    """The bots that this process plays; `choose` thinks for them."""

    def __init__(self, matches: Matches, choose: Chooser, worker: str) -> None:
        self._matches = matches
        self._choose = choose
        self._worker = worker
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._foreign: set[str] = set()  # games of other rules, which nobody here can play
        self._sweeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeping = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop; the bots go on where they were in another process, or when this one starts."""
        tasks = [*self._playing.values(), *([self._sweeping] if self._sweeping else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, match: Match) -> None:
        """See to it that a bot whose turn it is moves, now or after the move under way."""
        if match.bot_to_move is not None:
            self._start(match.game_id)

    def _start(self, game_id: str) -> None:
        if game_id not in self._playing:
            self._playing[game_id] = task = asyncio.create_task(self._play(game_id))
            task.add_done_callback(lambda done: self._played(game_id, done))

    def _played(self, game_id: str, task: "asyncio.Task[None]") -> None:
        del self._playing[game_id]
        if not task.cancelled() and task.exception() is not None:
            logger.error("a bot failed", exc_info=task.exception())

    async def _sweep(self) -> None:
        """Take over games whose bots nobody plays."""
        while True:
            with suppress(StoreUnavailable):
                for game_id in await self._matches.store.bots_due():
                    if game_id not in self._foreign:
                        self._start(game_id)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _play(self, game_id: str) -> None:
        """Move for bots until a person must, or the game is gone."""
        leased_until = 0.0
        while True:
            try:
                match = await self._matches.get(game_id)
                if match.bot_to_move is None:
                    break
                if time.monotonic() > leased_until - LEASE_SECONDS / 2:
                    if not await self._lease(game_id):
                        await asyncio.sleep(RETRY_SECONDS)
                        continue
                    leased_until = time.monotonic() + LEASE_SECONDS
                await self._move(match)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)
            except OtherRulesVersion:
                self._foreign.add(game_id)
                return
            except EngineError:  # deleted
                return
        if leased_until:
            await self._release(game_id)

    async def _move(self, match: Match) -> None:
        """Think and move, unless the game moves on meanwhile."""
        course, level = match.course, match.bot_to_move
        revision, seat = course.revision, course.state.to_play
        assert level is not None and seat is not None
        thinking = asyncio.ensure_future(self._choose(level, course.state, match.bot_seed))
        try:
            while not (await asyncio.wait([thinking], timeout=LEASE_SECONDS / 3))[0]:
                await self._lease(match.game_id)
        finally:
            thinking.cancel()
        move = await thinking
        async with match.lock:
            if match.course.revision != revision:
                return
            try:
                await self._matches.append(match, Entry(revision + 1, Kind.MOVE, seat, move))
            except Conflict:
                return

    async def _lease(self, game_id: str) -> bool:
        return await self._matches.store.lease(game_id, self._worker, LEASE_SECONDS)

    async def _release(self, game_id: str) -> None:
        with suppress(StoreUnavailable):
            await self._matches.store.lease(game_id, self._worker, -1)
