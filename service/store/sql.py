"""What both databases share: a thread that commits in groups, threads that read.

Writes that arrive while a commit is on its way to the disk share the next one.
"""

import asyncio
import logging
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from service.refusals import StoreUnavailable
from service.store import statements as sql
from service.store.model import (
    Change,
    Conflict,
    Counters,
    Entry,
    Filter,
    Loaded,
    StoredGame,
)

LARGEST_GROUP = 500  # writes in one commit

T = TypeVar("T")
Heard = Callable[[Sequence[str]], None]
Waiting = tuple[sql.Write, "asyncio.Future[int]"]

logger = logging.getLogger(__name__)


class Failed(Exception):
    """The database could not do it; the connection is to be opened anew."""


class Connection(Protocol):
    """One connection of either database, used by one thread at a time."""

    def rows(self, statement: str, values: sql.Parameters) -> list[sql.Row]:
        """Read in a transaction of its own."""

    def commit(self, writes: Sequence[sql.Write]) -> list[int]:
        """Write all in one transaction; how many rows the first statement of each changed."""

    def close(self) -> None: ...


class SqlStore(ABC):
    """A store over connections that `connect` opens."""

    now: str  # SQL for the time in milliseconds, by the database's own clock
    heads: str  # SQL for game ids and revisions of the games in :ids

    def __init__(self, connect: Callable[[], Connection], readers: int) -> None:
        self.counters = Counters()
        self._loop = asyncio.get_running_loop()
        self._connect = connect
        self._waiting: list[Waiting] = []
        self._groups: queue.SimpleQueue[list[Waiting]] = queue.SimpleQueue()  # one, or [] to end
        self._idle = asyncio.Event()  # nothing waits to be written
        self._idle.set()
        self._writer = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._readers = ThreadPoolExecutor(readers, "store-reader")
        self._local = threading.local()
        self._opened: list[Connection] = []
        self._asked: dict[str, asyncio.Future[int | None]] = {}
        self._asking: asyncio.Task[None] | None = None
        self._heard: Heard = lambda _: None
        self._heeded: Callable[[], bool] = lambda: False
        self._writer.start()

    async def close(self) -> None:
        await self._idle.wait()
        self._groups.put([])
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._opened:
            connection.close()

    # ---- writing

    async def create(self, game: StoredGame, *, bot_due: bool) -> None:
        await self._write(sql.create(game, bot_due))

    async def append(self, game_id: str, change: Change) -> None:
        await self._write(sql.append(game_id, change, time.time_ns() // 1000))

    async def lease(self, game_id: str, worker: str, seconds: float) -> bool:
        statement = sql.LEASE.format(now=self.now)
        values = {"game_id": game_id, "worker": worker, "duration": int(seconds * 1000)}
        try:
            await self._write(sql.Write(first=(statement, values)))
        except Conflict:
            return False
        return True

    async def purge(self, finished_before: int, deleted_before: int) -> int:
        values = {"finished": finished_before, "deleted": deleted_before}
        for statement in sql.PURGE:
            purged = await self._submit(sql.Write(first=(statement, values)))
        return purged

    async def _write(self, write: sql.Write) -> None:
        if await self._submit(write) == 0:
            raise Conflict

    async def _submit(self, write: sql.Write) -> int:
        done: asyncio.Future[int] = self._loop.create_future()
        self._waiting.append((write, done))
        if self._idle.is_set():
            self._idle.clear()
            # Whatever else this turn of the event loop brings goes along.
            self._loop.call_soon(self._send)
        return await done

    def _send(self) -> None:
        """Give the writer what waits.  The next group goes when this one is written."""
        group, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
        if group:
            self._groups.put(group)
        else:
            self._idle.set()

    def _write_all(self) -> None:
        connection: Connection | None = None
        while group := self._groups.get():
            result: list[int] | Exception
            try:
                connection = connection or self._connect()
                result = connection.commit([write for write, _ in group])
            except Exception as failure:  # of any kind: writing goes on
                result = failure
                _close(connection)
                connection = None
            self._loop.call_soon_threadsafe(self._acknowledge, group, result)
        _close(connection)

    def _acknowledge(self, group: list[Waiting], result: list[int] | Exception) -> None:
        """Tell whoever still waits what has become of the group."""
        self._send()
        if isinstance(result, Exception):
            self.counters.failures += 1
            logger.error("writing failed: %s", result)
            for _, done in group:
                if not done.done():
                    done.set_exception(
                        StoreUnavailable("the game store cannot be written at the moment")
                    )
            return
        self.counters.commits += 1
        self.counters.writes += len(group)
        self.counters.sizes.append(len(group))
        for (_, done), rows in zip(group, result, strict=True):
            if not done.done():
                done.set_result(rows)

    # ---- reading

    async def load(self, game_id: str, *, whole: bool = False) -> Loaded | None:
        def read(connection: Connection) -> Loaded | None:
            rows = connection.rows(sql.SELECT_GAME, {"game_id": game_id})
            if not rows:
                return None
            # The log only grows: what is read later holds everything the snapshot was made of.
            found = [] if whole else connection.rows(sql.SELECT_SNAPSHOT, {"game_id": game_id})
            snapshot = sql.snapshot(found[0]) if found else None
            after = snapshot.revision if snapshot else 0
            entries = connection.rows(sql.SELECT_ENTRIES, {"game_id": game_id, "after": after})
            return Loaded(sql.game(rows[0]), snapshot, [sql.entry(row) for row in entries])

        return await self._read(read)

    async def entries(self, game_id: str, after: int) -> list[Entry]:
        rows = await self._rows(sql.SELECT_ENTRIES, game_id=game_id, after=after)
        return [sql.entry(row) for row in rows]

    async def find_request(self, request_key: str) -> StoredGame | None:
        rows = await self._rows(sql.SELECT_GAME_OF_REQUEST, request_key=request_key)
        return sql.game(rows[0]) if rows else None

    async def find_entry(self, game_id: str, request_key: str) -> Entry | None:
        rows = await self._rows(
            sql.SELECT_ENTRY_OF_REQUEST, game_id=game_id, request_key=request_key
        )
        return sql.entry(rows[0]) if rows else None

    async def list_games(self, wanted: Filter) -> list[StoredGame]:
        statement, values = sql.listing(wanted)
        return [sql.game(row) for row in await self._rows(statement, **values)]

    async def count(self) -> dict[str, int]:
        return {row[0]: row[1] for row in await self._rows(sql.COUNT_GAMES)}

    async def bots_due(self) -> list[str]:
        return [row[0] for row in await self._rows(sql.SELECT_BOTS_DUE.format(now=self.now))]

    async def ping(self) -> None:
        await self._rows("SELECT 1")

    async def head(self, game_id: str) -> int | None:
        answer = self._asked.get(game_id)
        if answer is None:
            answer = self._asked[game_id] = asyncio.get_running_loop().create_future()
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        """Answer what is asked, and what is asked meanwhile, until nobody asks."""
        while self._asked:
            asked, self._asked = self._asked, {}
            try:
                rows = await self._rows(self.heads, ids=self._ids(list(asked)))
            except Exception as error:
                for answer in asked.values():
                    answer.set_exception(error)
                continue
            revisions = {row[0]: row[1] for row in rows}
            for game_id, answer in asked.items():
                answer.set_result(revisions.get(game_id))
        self._asking = None

    @abstractmethod
    def _ids(self, game_ids: Sequence[str]) -> Any:
        """Game ids as the parameter that `heads` takes."""

    async def _rows(self, statement: str, **values: Any) -> Sequence[sql.Row]:
        return await self._read(lambda connection: connection.rows(statement, values))

    async def _read(self, read: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._attempt, read)
        except Failed as failure:
            self.counters.failures += 1
            logger.error("reading failed: %s", failure)
            raise StoreUnavailable("the game store cannot be read at the moment") from None

    def _attempt(self, read: Callable[[Connection], T]) -> T:
        """Read; once more over a new connection if the old one turns out to be dead."""
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is not None:
            try:
                return read(connection)
            except Failed:
                self._opened.remove(connection)
                _close(connection)
                self._local.connection = None
        connection = self._connect()
        self._opened.append(connection)
        self._local.connection = connection
        return read(connection)

    # ---- hearing

    def on_change(self, heard: Heard, heeded: Callable[[], bool] = lambda: True) -> None:
        self._heard, self._heeded = heard, heeded


def _close(connection: Connection | None) -> None:
    if connection is not None:
        connection.close()
