"""Games on disk: an SQLite database that acknowledges a write only when it is durable.

Writes that arrive while another is on its way to the disk share the next commit.
"""

import asyncio
import json
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

from engine.records import Record
from service.refusals import StoreUnavailable

SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE games (
    game_id TEXT PRIMARY KEY,
    game_type TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    players INTEGER NOT NULL,
    seed TEXT NOT NULL,             -- decimal: beyond SQLite's integers
    options TEXT NOT NULL,          -- JSON
    salt BLOB NOT NULL,
    seat_keys TEXT NOT NULL,        -- JSON; hashes of the seat tokens
    bots TEXT NOT NULL,             -- JSON; level by seat that the server plays
    request_key TEXT UNIQUE,        -- hash of the request id, if one was given
    content_key TEXT NOT NULL       -- hash of what was requested
) STRICT, WITHOUT ROWID;
CREATE TABLE moves (
    game_id TEXT NOT NULL REFERENCES games,
    revision INTEGER NOT NULL,      -- of the game after the move
    move INTEGER NOT NULL,
    request_key TEXT,
    content_key TEXT NOT NULL,
    PRIMARY KEY (game_id, revision)
) STRICT, WITHOUT ROWID;
"""

logger = logging.getLogger(__name__)


class Conflict(Exception):
    """What was to be written has been written before, by someone else."""


@dataclass(frozen=True)
class StoredMove:
    move: int
    request_key: str | None  # hash of the caller's request id
    content_key: str  # hash of what the caller asked for


@dataclass(frozen=True)
class StoredGame:
    """A game as it was set up (its record has no moves), and its moves so far."""

    game_id: str
    record: Record
    salt: bytes
    seat_keys: tuple[str, ...]
    bots: Mapping[int, int]  # level by seat that the server plays
    request_key: str | None
    content_key: str
    moves: tuple[StoredMove, ...] = ()


T = TypeVar("T")
Write = Callable[[sqlite3.Connection], None]


class SqliteStore:
    """One database file; one thread that writes, one that reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: queue.SimpleQueue[tuple[Write, Future[None]] | None] = queue.SimpleQueue()
        self._write_connection: sqlite3.Connection
        self._read_connection: sqlite3.Connection
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._writer = threading.Thread(target=self._write_all, name="store-writer")

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the database, making it if it is not there."""
        store = cls(path)
        try:
            store._write_connection = _connect(path)
            _migrate(store._write_connection)
            store._read_connection = _connect(path)
        except sqlite3.Error as error:
            raise StoreUnavailable(f"cannot open the database {path}: {error}") from None
        store._writer.start()
        return store

    async def close(self) -> None:
        """Finish what is waiting to be written and close the file."""
        self._waiting.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.shutdown()
        self._read_connection.close()
        self._write_connection.close()

    async def create(self, game: StoredGame) -> None:
        """Keep a new game; Conflict if its request id has set one up before."""
        await self._write(partial(_insert_game, game))

    async def append(self, game_id: str, revision: int, move: StoredMove) -> None:
        """Keep the move that leads to `revision`; Conflict if there is one already."""
        await self._write(partial(_insert_move, game_id, revision, move))

    async def load(self, game_id: str) -> StoredGame | None:
        return await self._read(partial(_select_game, "game_id", game_id))

    async def find_request(self, request_key: str) -> StoredGame | None:
        """The game that the request with this key set up."""
        return await self._read(partial(_select_game, "request_key", request_key))

    async def with_bots(self) -> list[str]:
        """The ids of games in which the server plays a seat."""
        return await self._read(_select_with_bots)

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, read, self._read_connection)
        except sqlite3.Error:
            logger.exception("reading failed")
            raise StoreUnavailable("the game store cannot be read at the moment") from None

    async def _write(self, write: Write) -> None:
        done: Future[None] = Future()
        self._waiting.put((write, done))
        await asyncio.wrap_future(done)

    def _write_all(self) -> None:
        while (first := self._waiting.get()) is not None:
            group = [first]
            while not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    self._waiting.put(None)
                    break
                group.append(following)
            self._commit(group)

    def _commit(self, group: list[tuple[Write, Future[None]]]) -> None:
        """One durable transaction for all; a conflict concerns only the write that met it."""
        conflicts: list[Future[None]] = []
        try:
            with self._write_connection as connection:
                connection.execute("BEGIN IMMEDIATE")
                for write, done in group:
                    try:
                        write(connection)
                    except sqlite3.IntegrityError:
                        conflicts.append(done)
        except sqlite3.Error:
            logger.exception("writing failed")
            refused = StoreUnavailable("the game store cannot be written at the moment")
            for _, done in group:
                done.set_exception(refused)
            return
        for _, done in group:
            if done in conflicts:
                done.set_exception(Conflict())
            else:
                done.set_result(None)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise StoreUnavailable(
            f"the database has schema version {version}, newer than this server's {SCHEMA_VERSION}"
        )
    if version == 0:
        script = f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        connection.executescript(script)


def _insert_game(game: StoredGame, connection: sqlite3.Connection) -> None:
    record = game.record
    connection.execute(
        "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game.game_id, record.game_type, record.rules_version, record.players,
            str(record.seed), json.dumps(dict(record.options)), game.salt,
            json.dumps(game.seat_keys), json.dumps(dict(game.bots)), game.request_key,
            game.content_key,
        ),
    )  # fmt: skip


def _insert_move(
    game_id: str, revision: int, move: StoredMove, connection: sqlite3.Connection
) -> None:
    connection.execute(
        "INSERT INTO moves VALUES (?, ?, ?, ?, ?)",
        (game_id, revision, move.move, move.request_key, move.content_key),
    )


def _select_game(column: str, value: str, connection: sqlite3.Connection) -> StoredGame | None:
    connection.execute("BEGIN")
    try:
        row = connection.execute(f"SELECT * FROM games WHERE {column} = ?", (value,)).fetchone()
        if row is None:
            return None
        moves = connection.execute(
            "SELECT move, request_key, content_key FROM moves WHERE game_id = ? ORDER BY revision",
            (row[0],),
        ).fetchall()
    finally:
        connection.execute("COMMIT")
    (game_id, game_type, version, players, seed, options, salt, keys, bots, request_key,
     content) = row  # fmt: skip
    return StoredGame(
        game_id=game_id,
        record=Record(game_type, version, players, int(seed), json.loads(options)),
        salt=salt,
        seat_keys=tuple(json.loads(keys)),
        bots={int(seat): level for seat, level in json.loads(bots).items()},
        request_key=request_key,
        content_key=content,
        moves=tuple(StoredMove(*move) for move in moves),
    )


def _select_with_bots(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT game_id FROM games WHERE bots != '{}'")]
