"""Games in an SQLite file: the embedded store of one machine."""

import asyncio
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from service.refusals import StoreUnavailable
from service.store import statements as sql
from service.store.migrate import migrate
from service.store.sql import Failed, SqlStore

LISTEN_SECONDS = 0.02  # between two looks for the commits of other processes
BUSY_SECONDS = 5
CHECKPOINT_PAGES = 10_000  # of the write-ahead log, 4 KiB each, before it is written back

INSERT_ENTRIES = sql.INSERT_ENTRIES.format(
    columns=", ".join(f"json_extract(value, '$[{n}]')" for n in range(7)), rows="json_each(:rows)"
)
SELECT_CHANGED = "SELECT DISTINCT game_id FROM entries WHERE seq > ? AND seq <= ?"
SELECT_LAST = "SELECT coalesce(max(seq), 0) FROM entries"

logger = logging.getLogger(__name__)


class SqliteConnection:
    def __init__(self, path: Path) -> None:
        try:
            self._connection = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
            )
            self._write_ahead()
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        except sqlite3.Error as error:
            raise Failed(error) from None

    def _write_ahead(self) -> None:
        """Keep a write-ahead log from now on.  SQLite would not wait for others with that."""
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(LISTEN_SECONDS)

    def rows(self, statement: str, values: sql.Parameters) -> list[sql.Row]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise Failed(error) from None

    def commit(self, writes: Sequence[sql.Write]) -> list[int]:
        execute = self._connection.execute
        try:
            execute("BEGIN IMMEDIATE")
            rows = [write.entry for write in writes if write.entry is not None]
            together = not rows or self._insert(rows) == len(rows)
            if not together:
                execute("ROLLBACK")
                execute("BEGIN IMMEDIATE")
            made = [self._made(write, together) for write in writes]
            for write, count in zip(writes, made, strict=True):
                for other in write.others if count else ():
                    execute(*other)
            execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                execute("ROLLBACK")
            raise Failed(error) from None
        return made

    def _made(self, write: sql.Write, together: bool) -> int:
        """How many rows the write changes; `together` if all entries are in already."""
        if write.first is not None:
            return self._connection.execute(*write.first).rowcount
        return 1 if together else self._insert([write.entry])

    def _insert(self, rows: Sequence[sql.Row | None]) -> int:
        # One statement for all: each takes and gives back the interpreter's lock.
        return self._connection.execute(INSERT_ENTRIES, {"rows": json.dumps(rows)}).rowcount

    def close(self) -> None:
        self._connection.close()


class SqliteStore(SqlStore):
    now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    heads = f"""
        SELECT game_id, {sql.HEAD} FROM games
        WHERE game_id IN (SELECT value FROM json_each(:ids))"""

    def __init__(self, path: Path) -> None:
        super().__init__(lambda: SqliteConnection(path), readers=1)
        self._path = path
        self._closing = threading.Event()
        self._listener = threading.Thread(target=self._listen, name="store-listener", daemon=True)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, making it if it is not there."""
        try:
            await asyncio.to_thread(migrate, f"sqlite:///{path}")
            SqliteConnection(path).close()
        except Failed as failure:
            raise StoreUnavailable(f"cannot open the database {path}: {failure}") from None
        store = cls(path)
        store._listener.start()
        return store

    async def close(self) -> None:
        self._closing.set()
        await asyncio.to_thread(self._listener.join)
        await super().close()

    def _ids(self, game_ids: Sequence[str]) -> str:
        return json.dumps(game_ids)

    def _listen(self) -> None:
        """Tell of every commit, be it of this process or another, soon after it was made."""
        connection = sqlite3.connect(self._path, isolation_level=None, timeout=BUSY_SECONDS)
        version, last = None, connection.execute(SELECT_LAST).fetchone()[0]
        while not self._closing.wait(LISTEN_SECONDS):
            with suppress(sqlite3.Error):
                found = connection.execute("PRAGMA data_version").fetchone()
                if found == version:
                    continue
                newest = connection.execute(SELECT_LAST).fetchone()[0]
                # Asked only now: who listens from now on knows the log up to `newest`.
                if newest > last and self._heeded():
                    rows = connection.execute(SELECT_CHANGED, (last, newest))
                    self._loop.call_soon_threadsafe(self._heard, [row[0] for row in rows])
                version, last = found, newest
        connection.close()
