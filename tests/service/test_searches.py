"""Searches in turn, reported and cancelled, without gRPC around them."""

import asyncio
import random
from contextlib import asynccontextmanager

import pytest

from ai.advice import Search
from ai.bots import level
from service.refusals import TooManySearches
from service.searches import WAITING_PER_SLOT, Limits, Searches
from tests.setups import TABLES, walk

ENDLESS = Limits(10**12)
tables = pytest.mark.parametrize("table", TABLES, ids=str)


def search(table=TABLES[0], threads=2):
    walked = walk(table.new(1), random.Random(1))
    state = next(state for state, _ in walked if len(state.legal_moves()) > 1)
    return Search(state, seed=1, threads=threads)


@asynccontextmanager
async def searching(slots):
    searches = Searches(slots)
    yield searches
    await searches.close()


async def until_begun(begun):
    while begun.iterations == 0:
        await asyncio.sleep(0.001)


async def cancel(call):
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


@tables
async def test_a_cancelled_search_has_stopped_and_left_its_slot_when_its_call_ends(table):
    async with searching(1) as searches:
        for _ in range(3):
            endless = search(table)
            call = asyncio.create_task(searches.advise(endless, ENDLESS, None))
            await until_begun(endless)
            await cancel(call)
            found = await searches.advise(search(table), Limits(50), 1)
            assert found.iterations == 50


async def test_the_loop_turns_while_searches_run():
    async with searching(2) as searches:
        found = [asyncio.create_task(searches.advise(search(), Limits(20_000), 1)) for _ in "12"]
        turns = 0
        while not all(call.done() for call in found):
            await asyncio.sleep(0)
            turns += 1
        assert turns > 1000


async def test_as_many_wait_as_may_and_the_next_is_refused_with_a_time():
    async with searching(1) as searches:
        calls = [
            asyncio.create_task(searches.advise(search(threads=1), ENDLESS, 1))
            for _ in range(1 + WAITING_PER_SLOT)
        ]
        await asyncio.sleep(0.05)
        assert searches.waiting == WAITING_PER_SLOT
        with pytest.raises(TooManySearches) as refused:
            await searches.advise(search(), ENDLESS, 1)
        assert float(refused.value.facts["retry_seconds"]) > 0
        for call in calls:
            await cancel(call)
        assert searches.waiting == 0
        assert (await searches.advise(search(), Limits(50), 1)).iterations == 50


@pytest.mark.parametrize(
    "limits", [Limits(1), Limits(2000), Limits(10**12, 0.6), Limits(10**12, 0.0)]
)
async def test_reports_end_with_the_only_final_one(limits):
    async with searching(1) as searches:
        reports = [each async for each in searches.reports(search(), limits, 1)]
    assert [final for _, final in reports] == [False] * (len(reports) - 1) + [True]
    iterations = [advice.iterations for advice, _ in reports]
    assert iterations == sorted(iterations)
    assert iterations[-1] <= limits.iterations


async def test_a_forced_move_is_answered_at_once_whatever_else_is_searched():
    walked = walk(TABLES[-1].new(1), random.Random(1))
    forced = next(state for state, _ in walked if len(state.legal_moves()) == 1)
    (only,) = forced.legal_moves()
    async with searching(1) as searches:
        busy = search()
        call = asyncio.create_task(searches.advise(busy, ENDLESS, 1))
        await until_begun(busy)
        found = await searches.advise(Search(forced, seed=1), ENDLESS, None)
        reports = [r async for r in searches.reports(Search(forced, seed=1), ENDLESS, None)]
        assert await searches.choose(level("8"), forced, 1) == only
        await cancel(call)
    assert found.best == only
    assert [(advice.best, final) for advice, final in reports] == [(only, True)]


async def test_reports_nobody_takes_any_more_leave_their_slot():
    async with searching(1) as searches:
        reports = searches.reports(search(), ENDLESS, 1)
        await anext(reports)
        await reports.aclose()
        assert (await searches.advise(search(), Limits(50), 1)).iterations == 50
