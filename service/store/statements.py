"""The statements of both databases, and rows to values.  Parameters are written `:name`."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.records import Record
from service.store.model import Change, Entry, Filter, Kind, Snapshot, StoredGame

Row = Sequence[Any]
Parameters = Mapping[str, Any]

GAME = (
    "game_id, owner, game_type, rules_version, players, seed, options, salt, seat_keys, bots, "
    "request_key, content_key, created_at, finished_at"
)
ENTRY = "revision, kind, seat, value, request_key, content_key"

INSERT_GAME = f"""
INSERT INTO games ({GAME}, bot_due) VALUES (
    :game_id, :owner, :game_type, :rules_version, :players, :seed, :options, :salt, :seat_keys,
    :bots, :request_key, :content_key, :created_at, NULL, :bot_due)
ON CONFLICT DO NOTHING"""
# Many in one statement, from a JSON array of rows; `columns` and `rows` are the database's own.
INSERT_ENTRIES = f"""
INSERT INTO entries (game_id, {ENTRY}) SELECT {{columns}} FROM {{rows}} WHERE true
ON CONFLICT DO NOTHING"""
INSERT_SNAPSHOT = """
INSERT INTO snapshots (game_id, revision, state, bots)
VALUES (:game_id, :revision, :state, :bots) ON CONFLICT DO NOTHING"""
SET_BOT_DUE = "UPDATE games SET bot_due = :bot_due WHERE game_id = :game_id AND bot_due <> :bot_due"
SET_FINISHED = "UPDATE games SET finished_at = :at WHERE game_id = :game_id"
SET_DELETED = "UPDATE games SET deleted_at = :at WHERE game_id = :game_id"

SELECT_GAME = f"SELECT {GAME} FROM games WHERE game_id = :game_id AND deleted_at IS NULL"
SELECT_GAME_OF_REQUEST = f"SELECT {GAME} FROM games WHERE request_key = :request_key"
SELECT_SNAPSHOT = """
SELECT revision, state, bots FROM snapshots WHERE game_id = :game_id
ORDER BY revision DESC LIMIT 1"""
SELECT_ENTRIES = f"""
SELECT {ENTRY} FROM entries WHERE game_id = :game_id AND revision > :after ORDER BY revision"""
SELECT_ENTRY_OF_REQUEST = f"""
SELECT {ENTRY} FROM entries WHERE game_id = :game_id AND request_key = :request_key"""
HEAD = """(SELECT coalesce(max(revision), 0) FROM entries WHERE entries.game_id = games.game_id)"""
COUNT_GAMES = """
SELECT game_type, count(*) FROM games
WHERE finished_at IS NULL AND deleted_at IS NULL GROUP BY game_type"""

LEASE = """
UPDATE games SET lease_worker = :worker, lease_until = {now} + :duration
WHERE game_id = :game_id AND (lease_worker = :worker OR lease_until < {now})"""
SELECT_BOTS_DUE = """
SELECT game_id FROM games
WHERE bot_due = 1 AND lease_until < {now} AND deleted_at IS NULL AND finished_at IS NULL"""
EXPIRED = "SELECT game_id FROM games WHERE finished_at < :finished OR deleted_at < :deleted"
PURGE = (
    f"DELETE FROM snapshots WHERE game_id IN ({EXPIRED})",
    f"DELETE FROM entries WHERE game_id IN ({EXPIRED})",
    "DELETE FROM games WHERE finished_at < :finished OR deleted_at < :deleted",
)


class Write(NamedTuple):
    """What goes into one transaction: if the entry or the first statement changes no row, the
    others do not run."""

    entry: Row | None = None  # goes in together with those of other writes
    first: tuple[str, Parameters] | None = None
    others: tuple[tuple[str, Parameters], ...] = ()

    @property
    def place(self) -> tuple[Any, Any]:
        """Game and revision of the entry: a log has one there."""
        assert self.entry is not None
        return self.entry[0], self.entry[1]


def create(game: StoredGame, bot_due: bool) -> Write:
    record = game.record
    return Write(first=(INSERT_GAME, {
        "game_id": game.game_id, "owner": game.owner, "game_type": record.game_type,
        "rules_version": record.rules_version, "players": record.players,
        "seed": str(record.seed), "options": json.dumps(dict(record.options)),
        "salt": game.salt, "seat_keys": json.dumps(game.seat_keys), "bots": _bots(game.bots),
        "request_key": game.request_key, "content_key": game.content_key,
        "created_at": game.created_at, "bot_due": int(bot_due),
    }))  # fmt: skip


def append(game_id: str, change: Change, now: int) -> Write:
    entry, snapshot = change.entry, change.snapshot
    row = (
        game_id, entry.revision, int(entry.kind), entry.seat, entry.value, entry.request_key,
        entry.content_key,
    )  # fmt: skip
    others: list[tuple[str, Parameters]] = []
    if snapshot is not None:
        kept = {"revision": snapshot.revision, "state": snapshot.state}
        kept["bots"] = _bots(snapshot.bots)
        others.append((INSERT_SNAPSHOT, {"game_id": game_id, **kept}))
    if change.marks_bots:
        others.append((SET_BOT_DUE, {"game_id": game_id, "bot_due": int(change.bot_due)}))
    if change.finished:
        others.append((SET_FINISHED, {"game_id": game_id, "at": now}))
    if entry.kind is Kind.DELETED:
        others.append((SET_DELETED, {"game_id": game_id, "at": now}))
    return Write(entry=row, others=tuple(others))


def listing(wanted: Filter) -> tuple[str, Parameters]:
    """The statement for a filter; a condition for each field that is set."""
    conditions = ["deleted_at IS NULL"]
    values: dict[str, Any] = {"limit": wanted.limit}
    if wanted.owner is not None:
        conditions.append("owner = :owner")
        values["owner"] = wanted.owner
    if wanted.game_type is not None:
        conditions.append("game_type = :game_type")
        values["game_type"] = wanted.game_type
    if wanted.finished is not None:
        conditions.append(f"finished_at IS {'NOT ' if wanted.finished else ''}NULL")
    if wanted.before is not None:
        conditions.append("(created_at, game_id) < (:created_at, :game_id)")
        values["created_at"], values["game_id"] = wanted.before
    where = " AND ".join(conditions)
    order = "ORDER BY created_at DESC, game_id DESC LIMIT :limit"
    return f"SELECT {GAME} FROM games WHERE {where} {order}", values


def game(row: Row) -> StoredGame:
    (game_id, owner, game_type, version, players, seed, options, salt, seat_keys, bots,
     request_key, content_key, created_at, finished_at) = row  # fmt: skip
    return StoredGame(
        game_id=game_id,
        record=Record(game_type, version, players, int(seed), json.loads(options)),
        salt=bytes(salt),
        seat_keys=tuple(json.loads(seat_keys)),
        bots=_levels(bots),
        request_key=request_key,
        content_key=content_key,
        owner=owner,
        created_at=created_at,
        finished_at=finished_at,
    )


def entry(row: Row) -> Entry:
    revision, kind, *rest = row
    return Entry(revision, Kind(kind), *rest)


def snapshot(row: Row) -> Snapshot:
    revision, state, bots = row
    return Snapshot(revision, bytes(state), _levels(bots))


def _bots(bots: Mapping[int, int]) -> str:
    return json.dumps({str(seat): level for seat, level in bots.items()})


def _levels(text: str) -> dict[int, int]:
    return {int(seat): level for seat, level in json.loads(text).items()}
