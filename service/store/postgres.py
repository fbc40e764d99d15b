"""Games in PostgreSQL: the store that any number of machines share."""

import asyncio
import json
import logging
import re
import threading
from collections.abc import Iterator, Sequence
from typing import Any, Self

import psycopg
from psycopg import conninfo

from service.refusals import StoreUnavailable
from service.store import statements as sql
from service.store.migrate import migrate
from service.store.sql import Failed, SqlStore

CHANNEL = "burgrave_changed"
IDS_IN_A_NOTICE = 100  # PostgreSQL takes 8000 bytes in one
READERS = 2
CONNECT_SECONDS = 5
# A machine that has gone without a word is noticed this soon, be a connection busy or idle.
SILENCE: dict[str, Any] = {
    "tcp_user_timeout": 10_000,  # milliseconds
    "keepalives_idle": 5,  # seconds
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
RECONNECT_SECONDS = 0.5
LISTEN_SECONDS = 0.5  # how long closing may wait for the listener
STATEMENT_MILLISECONDS = 10_000

INSERT_ENTRIES = (
    sql.INSERT_ENTRIES.format(
        columns="r->>0, (r->>1)::bigint, (r->>2)::int, (r->>3)::int, (r->>4)::bigint, r->>5, r->>6",
        rows="jsonb_array_elements(:rows::jsonb) AS r",
    )
    + "\nRETURNING game_id, revision"
)

_PARAMETER = re.compile(r"(?<!:):(\w+)")
_TRANSLATED: dict[str, bytes] = {}  # by statement; there are a few dozen

logger = logging.getLogger(__name__)


class PostgresConnection:
    def __init__(self, url: str) -> None:
        try:
            self._connection = psycopg.connect(
                url, autocommit=True, connect_timeout=CONNECT_SECONDS, **SILENCE
            )
            self._connection.execute(f"SET statement_timeout = {STATEMENT_MILLISECONDS}")
        except psycopg.Error as error:
            raise Failed(_words(error)) from None

    def rows(self, statement: str, values: sql.Parameters) -> list[sql.Row]:
        try:
            return list(self._connection.execute(_translated(statement), values).fetchall())
        except psycopg.Error as error:
            raise Failed(_words(error)) from None

    def commit(self, writes: Sequence[sql.Write]) -> list[int]:
        try:
            if any(write.first is not None or write.others for write in writes):
                return self._commit(writes)
            # Nothing depends on what goes in: all is sent at once.
            with self._connection.pipeline(), self._connection.transaction():
                cursor = self._insert(writes)
                self._notify(writes)
            return self._made(writes, cursor, [])
        except psycopg.Error as error:
            raise Failed(_words(error)) from None

    def _commit(self, writes: Sequence[sql.Write]) -> list[int]:
        connection = self._connection
        with connection.transaction():
            with connection.pipeline():
                cursor = self._insert(writes)
                firsts = [self._execute(*each.first) for each in writes if each.first]
            made = self._made(writes, cursor, firsts)
            with connection.pipeline():
                for write, count in zip(writes, made, strict=True):
                    for other in write.others if count else ():
                        self._execute(*other)
                self._notify(writes)
        return made

    def _insert(self, writes: Sequence[sql.Write]) -> "psycopg.Cursor[Any] | None":
        """Of several entries for one place, the first goes in."""
        rows: dict[object, sql.Row] = {}
        for write in writes:
            if write.entry is not None:
                rows.setdefault(write.place, write.entry)
        if not rows:
            return None
        return self._execute(INSERT_ENTRIES, {"rows": json.dumps(list(rows.values()))})

    def _made(
        self,
        writes: Sequence[sql.Write],
        cursor: "psycopg.Cursor[Any] | None",
        firsts: Sequence["psycopg.Cursor[Any]"],
    ) -> list[int]:
        """How many rows each write has changed."""
        places = set(cursor.fetchall()) if cursor else set()
        rest, made = iter(firsts), []
        for write in writes:
            if write.entry is None:
                made.append(next(rest).rowcount)
            else:
                made.append(int(write.place in places))
                places.discard(write.place)
        return made

    def _notify(self, writes: Sequence[sql.Write]) -> None:
        for notice in _notices(writes):
            self._execute(f"SELECT pg_notify('{CHANNEL}', :ids)", {"ids": notice})

    def _execute(self, statement: str, values: sql.Parameters) -> "psycopg.Cursor[Any]":
        return self._connection.execute(_translated(statement), values)

    def listen(self) -> None:
        try:
            self._connection.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error as error:
            raise Failed(_words(error)) from None

    def notices(self, seconds: float) -> Iterator[psycopg.Notify]:
        try:
            yield from self._connection.notifies(timeout=seconds)
        except psycopg.Error as error:
            raise Failed(_words(error)) from None

    def close(self) -> None:
        self._connection.close()


class PostgresStore(SqlStore):
    now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
    heads = f"SELECT game_id, {sql.HEAD} FROM games WHERE game_id = ANY(:ids)"

    def __init__(self, url: str) -> None:
        super().__init__(lambda: PostgresConnection(url), readers=READERS)
        self._url = url
        self._closing = threading.Event()
        self._listener = threading.Thread(target=self._listen, name="store-listener", daemon=True)

    @classmethod
    async def open(cls, url: str) -> Self:
        try:
            conninfo.conninfo_to_dict(url)
            await asyncio.to_thread(migrate, url)
        except (Failed, psycopg.ProgrammingError) as failure:
            raise StoreUnavailable(f"cannot open the database: {failure}") from None
        store = cls(url)
        store._listener.start()
        return store

    async def close(self) -> None:
        self._closing.set()
        await asyncio.to_thread(self._listener.join)
        await super().close()

    def _ids(self, game_ids: Sequence[str]) -> list[str]:
        return list(game_ids)

    def _listen(self) -> None:
        """Tell of every commit of every process, as long as the database is there."""
        while not self._closing.is_set():
            try:
                connection = PostgresConnection(self._url)
                connection.listen()
                self._loop.call_soon_threadsafe(self._heard, ())
                self._hear(connection)
            except Failed as failure:
                logger.warning("listening failed: %s", failure)
                self._closing.wait(RECONNECT_SECONDS)

    def _hear(self, connection: PostgresConnection) -> None:
        try:
            while not self._closing.is_set():
                for notice in connection.notices(LISTEN_SECONDS):
                    if self._heeded():
                        self._loop.call_soon_threadsafe(self._heard, json.loads(notice.payload))
                    if self._closing.is_set():
                        return
        finally:
            connection.close()


def _translated(statement: str) -> Any:
    """The statement with its parameters as psycopg writes them."""
    known = _TRANSLATED.get(statement)
    if known is None:
        known = _TRANSLATED[statement] = _PARAMETER.sub(r"%(\1)s", statement).encode()
    return known


def _notices(writes: Sequence[sql.Write]) -> Iterator[str]:
    changed = sorted({str(write.entry[0]) for write in writes if write.entry is not None})
    for start in range(0, len(changed), IDS_IN_A_NOTICE):
        yield json.dumps(changed[start : start + IDS_IN_A_NOTICE])


def _words(error: psycopg.Error) -> str:
    """What went wrong, without the parameters of the statement."""
    return type(error).__name__ if error.sqlstate else str(error).partition("\n")[0]
