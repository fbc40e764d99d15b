"""Watchers of games: what changed, in order, each change once, from any revision on."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence

from service.course import Course, Step
from service.matches import Matches
from service.refusals import BadField, Stopping

HEARTBEAT_SECONDS = 10.0


class Watchers:
    """The watchers of this process, woken when a game changes here or elsewhere."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._stopping = False
        self.count = 0

    def wake(self, game_ids: Sequence[str]) -> None:
        """Let the watchers of these games look again; with none named, all watchers."""
        for game_id in game_ids or list(self._waiting):
            for woken in self._waiting.get(game_id, ()):
                woken.set()

    def stop(self) -> None:
        """Tell every watcher to go to another server."""
        self._stopping = True
        self.wake(())

    async def course(self, game_id: str, start: int | None) -> Course:
        """The course up to the revision a watcher begins from; None is the present one."""
        course = await self._matches.whole(game_id, start)
        if start is not None and not 0 <= start <= course.revision:
            raise BadField(
                "start_revision", f"the game is at revision {course.revision}", revision=start
            )
        return course

    async def steps(self, course: Course) -> AsyncIterator[Step | None]:
        """Every change behind the course, as it happens; None now and then if there is none.

        Ends when the game has ended; a deleted game ends it with UnknownGame.
        """
        game_id = course.stored.game_id
        woken = asyncio.Event()
        self._waiting[game_id].add(woken)
        self.count += 1
        try:
            yield None
            while not self._stopping:
                woken.clear()
                for entry in await self._matches.since(game_id, course.revision):
                    yield course.follow(entry)
                if course.state.to_play is None:
                    return
                if not await _within(woken, HEARTBEAT_SECONDS):
                    yield None
        finally:
            self.count -= 1
            self._waiting[game_id].discard(woken)
            if not self._waiting[game_id]:
                del self._waiting[game_id]
        raise Stopping("the server is stopping; watch again from the last revision")


async def _within(woken: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(woken.wait(), seconds)
    except TimeoutError:
        return False
    return True
