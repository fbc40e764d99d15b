"""What a store promises, on each database."""

import asyncio
import random
import resource
import sqlite3
import threading
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import grpc
import pytest

from burgrave.v1 import game_service_pb2 as pb
from engine.records import Record
from service.matches import ENTRIES_PER_SNAPSHOT, Matches
from service.refusals import StoreUnavailable
from service.server import running
from service.store import (
    Change,
    Conflict,
    Entry,
    Filter,
    Kind,
    Loaded,
    Snapshot,
    StoredGame,
    open_store,
)
from service.store.migrate import migrate
from service.store.sqlite import SqliteConnection
from tests.databases import execute, own_postgres_server
from tests.service.client import Client

GAME = StoredGame(
    "g", Record("saint-malo", 1, 2, 2**64 - 1, {"a": "b"}), b"s", ("k", "l"), {1: 3}, "r", "c",
    owner="o", created_at=7,
)  # fmt: skip


def moved(revision: int, value: int = 0, key: str | None = None, **fields) -> Change:
    return Change(Entry(revision, Kind.MOVE, 0, value, key, "c"), **fields)


@pytest.fixture
async def store(database):
    store = await open_store(database)
    yield store
    await store.close()


async def test_a_game_comes_back_as_it_was_kept(store):
    await store.create(GAME, bot_due=False)
    changes = [moved(1, 2**32 - 1), moved(2, 0, "r"), Change(Entry(3, Kind.SEAT, 1, 8))]
    for change in changes:
        await store.append("g", change)
    entries = [change.entry for change in changes]
    assert await store.load("g") == Loaded(GAME, None, entries)
    assert await store.entries("g", 1) == entries[1:]
    assert await store.find_request("r") == GAME
    assert await store.find_entry("g", "r") == entries[1]
    assert await store.load("h") is await store.find_request("s") is None
    assert await store.find_entry("g", "s") is None
    assert await asyncio.gather(store.head("g"), store.head("h"), store.head("g")) == [3, None, 3]


async def test_a_game_is_opened_from_its_last_snapshot(store):
    await store.create(GAME, bot_due=False)
    for revision in range(1, 6):
        snapshot = Snapshot(revision, bytes([revision, 0]), {0: 2}) if revision < 4 else None
        await store.append("g", moved(revision, snapshot=snapshot))
    loaded = await store.load("g")
    assert loaded.snapshot == Snapshot(3, b"\3\0", {0: 2})
    assert [entry.revision for entry in loaded.entries] == [4, 5]
    whole = await store.load("g", whole=True)
    assert whole.snapshot is None
    assert len(whole.entries) == 5


async def test_of_two_writes_of_one_revision_one_wins(store, database):
    other = await open_store(database)
    await store.create(GAME, bot_due=False)
    results = await asyncio.gather(
        *((store, other)[n % 2].append("g", moved(1, n)) for n in range(20)),
        return_exceptions=True,
    )
    await other.close()
    assert [type(result) for result in results].count(Conflict) == 19
    (winner,) = await store.entries("g", 0)
    assert results[winner.value] is None


async def test_a_request_is_kept_once(store):
    await store.create(GAME, bot_due=False)
    with pytest.raises(Conflict):
        await store.create(replace(GAME, game_id="h"), bot_due=False)
    assert await store.load("h") is None
    await store.create(replace(GAME, game_id="i", request_key=None), bot_due=False)
    await store.append("g", moved(1, key="a"))
    with pytest.raises(Conflict):
        await store.append("g", moved(2, key="a"))
    await store.append("i", moved(1, key="a"))
    assert await store.head("g") == 1


async def test_concurrent_writes_share_commits(store):
    await store.create(GAME, bot_due=False)
    before = store.counters.commits
    await asyncio.gather(*(store.append("g", moved(n)) for n in range(1, 201)))
    assert 1 <= store.counters.commits - before < 100
    assert store.counters.writes == 201
    assert await store.head("g") == 200


async def test_of_a_group_only_what_conflicts_is_refused(store):
    for name in "gh":
        await store.create(replace(GAME, game_id=name, request_key=None), bot_due=False)
    before = store.counters.commits
    snapshot = Snapshot(1, b"s", {})
    results = await asyncio.gather(
        store.append("g", moved(1, 5, "a")),
        store.append("g", moved(1, 6)),
        store.append("g", moved(2, 7, "a")),
        store.create(replace(GAME, game_id="i"), bot_due=False),
        store.append("h", moved(1, 8, snapshot=snapshot)),
        return_exceptions=True,
    )
    assert store.counters.commits == before + 1
    assert [type(each) is Conflict for each in results] == [False, True, True, False, False]
    assert [entry.value for entry in await store.entries("g", 0)] == [5]
    assert (await store.load("h")).snapshot == snapshot
    assert await store.load("i")


async def test_a_commit_waits_for_the_disk(store, database):
    connection = store._connect()
    ask = {
        "sqlite": [("PRAGMA journal_mode", "wal"), ("PRAGMA synchronous", 2)],  # 2 is FULL
        "postgresql": [("SHOW fsync", "on"), ("SHOW synchronous_commit", "on")],
    }
    for question, answer in ask[database.partition(":")[0]]:
        assert connection.rows(question, {}) == [(answer,)]
    connection.close()


async def test_a_long_game_is_opened_by_playing_few_moves_again(store):
    matches, state = Matches(store), Record.start("saint-malo", 2, 1, {}).first()
    new, _ = await matches.new(Record.start("saint-malo", 2, 1, {}), {}, "", "", "")
    match = await matches.get(new.game_id)
    for revision in range(1, 301):
        entry = Entry(revision, Kind.MOVE, state.to_play, state.legal_moves()[0])
        state = state.play(entry.value)
        await matches.append(match, entry)
    opened = (await Matches(store).get(new.game_id)).course
    assert (opened.revision, bytes(opened.state)) == (300, bytes(state))
    assert len(opened.entries) < ENTRIES_PER_SNAPSHOT


async def test_closing_finishes_what_is_waiting(database):
    store = await open_store(database)
    await store.create(GAME, bot_due=False)
    writes = [asyncio.ensure_future(store.append("g", moved(n))) for n in range(1, 51)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writes)
    again = await open_store(database)
    assert await again.head("g") == 50
    await again.close()


async def test_another_process_hears_of_a_change_soon(store, database):
    other, heard = await open_store(database), asyncio.Queue()
    other.on_change(lambda games: heard.put_nowait(list(games)) if games else None)
    await store.create(GAME, bot_due=False)
    await asyncio.sleep(0.3)  # until it listens
    for revision in range(1, 11):
        await store.append("g", moved(revision))
        assert await asyncio.wait_for(heard.get(), 5) == ["g"]
    await other.close()


async def test_one_process_at_a_time_holds_a_lease(store):
    await store.create(GAME, bot_due=True)
    assert await store.bots_due() == ["g"]
    assert await store.lease("g", "a", 60)
    assert not await store.lease("g", "b", 60)
    assert await store.lease("g", "a", 60)
    assert await store.bots_due() == []
    await store.lease("g", "a", -1)
    assert await store.bots_due() == ["g"]
    assert await store.lease("g", "b", 0.05)
    await asyncio.sleep(0.1)
    assert await store.lease("g", "a", -1)
    await store.append("g", moved(1, bot_due=False, marks_bots=True))
    assert await store.bots_due() == []


async def test_games_are_listed_newest_first_by_owner_type_and_status(store):
    for n in range(6):
        record = replace(GAME.record, game_type=("a", "b")[n % 2])
        game = replace(
            GAME, game_id=str(n), record=record, request_key=None, owner="xy"[n // 3], created_at=n
        )
        await store.create(game, bot_due=False)
    await store.append("4", moved(1, finished=True))

    async def listed(**wanted):
        return "".join(game.game_id for game in await store.list_games(Filter(**wanted)))

    assert await listed() == "543210"
    assert await listed(owner="x") == "210"
    assert await listed(game_type="a") == "420"
    assert await listed(finished=True) == "4"
    assert await listed(finished=False, limit=2) == "53"
    assert await listed(before=(3, "3"), limit=2) == "21"
    assert await store.count() == {"a": 2, "b": 3}


async def test_old_finished_and_deleted_games_are_purged_and_no_others(store):
    for name in "abc":
        await store.create(replace(GAME, game_id=name, request_key=None), bot_due=False)
        snapshot = Snapshot(1, b"", {})
        await store.append(name, moved(1, finished=name == "a", snapshot=snapshot))
    await store.append("b", Change(Entry(2, Kind.DELETED, 0)))
    assert await store.load("b") is None
    assert await store.head("b") == 2
    assert await store.purge(0, 0) == 0
    assert await store.purge(2**62, 2**62) == 2
    assert [await store.head(name) for name in "abc"] == [None, None, 1]
    assert await store.entries("a", 0) == await store.entries("b", 0) == []
    assert (await store.load("c")).snapshot is not None


@contextmanager
def no_file_beyond(size: int):
    """Let the kernel refuse every byte of a file beyond a size, here and to what starts here."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def large(revision: int) -> Change:
    noise = random.Random(revision).randbytes(10_000_000)
    return moved(revision, snapshot=Snapshot(revision, noise, {}))


async def check_refused(store, change: Change) -> None:
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            await store.append("g", change)
        assert await store.head("g") == change.entry.revision - 1


async def test_a_full_disk_is_refused_and_the_next_write_succeeds(tmp_path):
    store = await open_store(str(tmp_path / "x"))
    await store.create(GAME, bot_due=False)
    with no_file_beyond(5_000_000):
        await check_refused(store, large(1))
    await store.append("g", large(1))
    assert await store.head("g") == 1
    await store.close()


async def test_a_full_disk_of_postgresql_is_refused_and_writes_succeed_when_there_is_room():
    # So large is a file of its write-ahead log; of two large snapshots one fits.
    with ExitStack() as stack:
        with no_file_beyond(16 << 20):
            url = stack.enter_context(own_postgres_server())
        store = await open_store(url)
        await store.create(GAME, bot_due=False)
        await store.append("g", large(1))
        await check_refused(store, large(2))
        await store.append("g", moved(2))
        execute(url, "TRUNCATE snapshots")
        await store.append("g", large(3))
        assert await store.head("g") == 3
        await store.close()


@pytest.mark.parametrize("name", ["no folder/x", ".", "text"])
async def test_what_is_no_database_is_refused(tmp_path, name):
    (tmp_path / "text").write_text("This is not a database, by any means. " * 100)
    with pytest.raises(StoreUnavailable, match="cannot open"):
        await open_store(str(tmp_path / name))


@pytest.mark.parametrize("url", ["postgresql://127.0.0.1:1/x", "postgresql://?nonsense=1"])
async def test_a_server_that_is_not_there_is_refused(url):
    with pytest.raises(StoreUnavailable, match="cannot open"):
        await open_store(url)


async def test_a_newer_schema_is_refused(database):
    await (await open_store(database)).close()
    execute(database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable, match="newer"):
        await open_store(database)


async def test_games_survive_the_upgrade_of_an_older_schema(database):
    store = await open_store(database)
    await store.create(GAME, bot_due=False)
    await store.append("g", moved(1))
    await store.close()
    execute(database, "DROP INDEX games_in_progress")
    execute(database, "UPDATE alembic_version SET version_num = '0001'")
    assert migrate(database) == ("0001", "0002")
    assert migrate(database) == ("0002", "0002")
    store = await open_store(database)
    assert await store.load("g") == Loaded(GAME, None, [moved(1).entry])
    await store.close()


async def test_many_may_open_a_new_database_at_once(database):
    for store in await asyncio.gather(*(open_store(database) for _ in range(4))):
        await store.close()


def test_a_new_sqlite_file_is_opened_while_another_process_writes_to_it(tmp_path):
    """SQLite itself would not wait with the change to a write-ahead log."""
    path = tmp_path / "games.sqlite3"
    migrate(f"sqlite:///{path}")
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.2, other.execute, ["COMMIT"]).start()
    connection = SqliteConnection(path)
    assert connection.rows("PRAGMA journal_mode", ()) == [("wal",)]
    connection.close()
    other.close()


async def test_a_snapshot_of_other_rules_is_not_used(settings, client, database):
    """A damaged one, or one that other rules have written: the log is played again."""
    new = await client.new(seed=1)
    for _ in range(2):
        game = await client.get(new.game.game_id)
        token = new.seat_tokens[game.to_move]
        move = (await client.moves(game.game_id, token)).moves[0].id
        await client.apply(game.game_id, token, move)
    before = await client.get(new.game.game_id)
    zero = "x'00'" if database.startswith("sqlite") else "'\\x00'"
    execute(database, f"INSERT INTO snapshots VALUES ('{before.game_id}', 2, {zero}, '{{}}')")
    async with (
        running(settings) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        assert await Client(channel).get(new.game.game_id) == before


async def test_a_game_of_other_rules_is_not_played_but_listed_and_deleted(settings, database):
    async with (
        running(settings) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        game_id = (await Client(channel).new(bots=[pb.BotSeat(seat=1)])).game.game_id
    execute(database, "UPDATE games SET rules_version = 99, bot_due = 1")
    async with (
        running(settings) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        client = Client(channel)
        request = pb.DeleteGameRequest(game_id=game_id, request_id="d")
        refusal = await client.refused("GetGame", pb.GetGameRequest(game_id=game_id))
        assert refusal.reason == "OTHER_RULES_VERSION"
        (listed,) = (await client.call("ListGames", pb.ListGamesRequest())).games
        assert listed.game_id == game_id
        for _ in range(2):
            await client.call("DeleteGame", request)
        assert not (await client.call("ListGames", pb.ListGamesRequest())).games


async def test_a_finished_game_of_other_rules_expires(store, database):
    await store.create(GAME, bot_due=False)
    await store.append("g", moved(1, finished=True))
    execute(database, "UPDATE games SET rules_version = 99")
    assert await store.purge(2**62, 0) == 1
    assert await store.load("g") is None
