"""Calls that take too long are ended, and told so."""

import asyncio
import time

import grpc
import pytest
from grpc import StatusCode

from burgrave.v1 import game_service_pb2 as pb
from service import calls
from service.deadlines import Deadlines
from service.refusals import TooLong
from service.server import running
from tests.service.client import Client


async def sleeping(deadlines, seconds):
    with deadlines.until(time.monotonic() + seconds):
        await asyncio.sleep(60)


async def test_what_is_late_is_ended_and_nothing_else():
    deadlines = Deadlines()
    late = asyncio.create_task(sleeping(deadlines, 0))
    early = asyncio.create_task(sleeping(deadlines, 60))
    await asyncio.sleep(0.01)
    deadlines.sweep()
    deadlines.sweep()
    with pytest.raises(TooLong):
        await late
    assert not early.done()
    early.cancel()
    with pytest.raises(asyncio.CancelledError):
        await early


async def test_who_leaves_is_not_told():
    deadlines = Deadlines()
    late = asyncio.create_task(sleeping(deadlines, 0))
    await asyncio.sleep(0.01)
    late.cancel()
    deadlines.sweep()
    with pytest.raises(asyncio.CancelledError):
        await late


async def test_a_call_that_takes_too_long_is_refused(settings, monkeypatch):
    monkeypatch.setattr(calls, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(calls, "CALL_SECONDS", 0.1)
    monkeypatch.setattr(calls, "SEARCH_SECONDS", 0.1)
    monkeypatch.setattr("service.matches.Matches.get", lambda *_: asyncio.sleep(60))
    search = pb.SuggestMoveRequest(game_id="x", max_iterations=1)
    async with (
        running(settings) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        client = Client(channel)
        for name, request in (("GetGame", pb.GetGameRequest(game_id="x")), ("SuggestMove", search)):
            refusal = await client.refused(name, request)
            assert (refusal.code, refusal.reason) == (StatusCode.DEADLINE_EXCEEDED, "TOO_LONG")
        stream = client.stub.SuggestMoveStream(search)
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await stream.read()
        assert error.value.code() == StatusCode.DEADLINE_EXCEEDED
