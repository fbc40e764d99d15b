import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from engine.records import Record
from service.refusals import StoreUnavailable
from service.store import Conflict, SqliteStore, StoredGame, StoredMove

GAME = StoredGame(
    "g", Record("saint-malo", 1, 2, 2**64 - 1, {"a": "b"}), b"s", ("k", "l"), {1: 3}, "r", "c"
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite3"


@pytest.fixture
async def store(path):
    store = await SqliteStore.open(path)
    yield store
    await store.close()


async def test_a_game_comes_back_as_it_was_kept(store):
    await store.create(GAME)
    moves = [StoredMove(2**32 - 1, None, "c"), StoredMove(0, "r", "c")]
    for revision, move in enumerate(moves, start=1):
        await store.append("g", revision, move)
    assert await store.load("g") == replace(GAME, moves=tuple(moves))
    assert await store.find_request("r") == await store.load("g")
    assert await store.load("h") is await store.find_request("s") is None


async def test_of_two_writes_of_one_revision_one_wins(store):
    await store.create(GAME)
    moves = [StoredMove(n, None, "c") for n in range(20)]
    results = await asyncio.gather(
        *(store.append("g", 1, move) for move in moves), return_exceptions=True
    )
    assert [type(result) for result in results].count(Conflict) == 19
    (winner,) = (await store.load("g")).moves
    assert results[winner.move] is None


async def test_a_request_sets_up_one_game(store):
    await store.create(GAME)
    with pytest.raises(Conflict):
        await store.create(replace(GAME, game_id="h"))
    assert await store.load("h") is None
    await store.create(replace(GAME, game_id="i", request_key=None))


async def test_concurrent_writes_share_commits(store):
    commits = []
    store._write_connection.set_trace_callback(
        lambda statement: commits.append(statement) if statement == "COMMIT" else None
    )
    await store.create(GAME)
    writes = [store.append("g", n, StoredMove(n, None, "c")) for n in range(1, 201)]
    await asyncio.gather(*writes)
    assert 1 < len(commits) < 100


async def test_closing_finishes_what_is_waiting(path):
    store = await SqliteStore.open(path)
    await store.create(GAME)
    writes = [
        asyncio.ensure_future(store.append("g", n, StoredMove(n, None, "c"))) for n in range(1, 51)
    ]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writes)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM moves").fetchone() == (50,)


async def test_a_failing_write_is_refused_and_the_next_succeeds(store):
    await store.create(GAME)
    (pages,) = store._write_connection.execute("PRAGMA page_count").fetchone()
    store._write_connection.execute(f"PRAGMA max_page_count = {pages}")
    big = StoredMove(1, None, "c" * 100_000)
    with pytest.raises(StoreUnavailable):
        await store.append("g", 1, big)
    store._write_connection.execute("PRAGMA max_page_count = 100000")
    await store.append("g", 1, big)
    assert (await store.load("g")).moves == (big,)


async def test_a_newer_schema_is_refused(path):
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreUnavailable, match="newer"):
        await SqliteStore.open(path)


async def test_what_is_no_database_is_refused(tmp_path):
    for path in (tmp_path / "no folder" / "x", tmp_path, Path(__file__)):
        with pytest.raises(StoreUnavailable, match="cannot open"):
            await SqliteStore.open(path)
