"""What an operator sees: probes, metrics, logs, settings, and a clean stop."""

import asyncio
import json
import os
import re
import socket
import time
import urllib.error
import urllib.request
from dataclasses import fields

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from grpc_health.v1 import health_pb2, health_pb2_grpc
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,
)
from prometheus_client.parser import text_string_to_metric_families

from burgrave.v1 import game_pb2
from burgrave.v1 import game_service_pb2 as pb
from service import server as parts
from service.settings import Settings
from tests import crash
from tests.service.client import Client, Refusal
from tests.service.program import ROOT, Server, burgrave
from tests.service.test_watch import watching


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def page(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


HANDLED, SECONDS = "grpc_server_handled_total", "grpc_server_handling_seconds_count"


def metrics(port):
    """The value of a metric by its name and labels; 0 of one that is not there."""
    values = {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(page(port, "/metrics")[1])
        for sample in family.samples
    }
    return lambda name, *labels: values.get((name, *sorted(labels)), 0)


async def measured(port, met):
    """Return when the metrics are as wanted."""
    for _ in range(300):
        if met(metrics(port)):
            return
        await asyncio.sleep(0.1)
    raise AssertionError(page(port, "/metrics")[1])


@pytest.fixture
def operated(tmp_path, database):
    """A server with two workers, and the port of its pages."""
    port = free_port()
    arguments = ("--workers", "2", "--http-address", f"127.0.0.1:{port}")
    logs = ("--log-format", "json", "--log-level", "debug")
    with Server(tmp_path, *arguments, *logs, database=database) as server:
        yield server, port


def logged(server):
    return [json.loads(line) for line in server.log().splitlines()]


async def test_probes_and_metrics_of_a_server_with_two_workers(operated):
    server, port = operated
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        client = Client(channel)
        new = await client.new(seed=1)
        game_id, token = new.game.game_id, new.seat_tokens[0]
        move = (await client.moves(game_id, token)).moves[0].id
        await client.apply(game_id, token, move)
        with pytest.raises(grpc.aio.AioRpcError):
            await client.get("nope")
        stream = watching(client, game_id)
        await stream.read()
        assert page(port, "/livez") == (200, "alive\n")
        assert page(port, "/readyz") == (200, "ready\n")
        assert page(port, "/other")[0] == 404
        await measured(
            port,
            lambda value: (
                value("burgrave_games", "saint-malo") == value("burgrave_watches") == 1
                and value("burgrave_store_commit_writes_sum")
                >= value("burgrave_store_commits_total")
                and value("burgrave_store_commits_total") >= 2
                and value(HANDLED, "GetGame", "NOT_FOUND") == value(SECONDS, "NewGame") == 1
                and value(HANDLED, "ApplyMove", "OK") == 1
            ),
        )
        stream.cancel()
        await client.call("DeleteGame", pb.DeleteGameRequest(game_id=game_id))
        await measured(
            port,
            lambda value: (
                value("burgrave_games", "saint-malo") == value("burgrave_watches") == 0
                and value(HANDLED, "WatchGame", "CANCELLED") == 1
            ),
        )
        said = page(port, "/metrics")[1] + server.log()
    for secret in (game_id, token, "nope"):
        assert secret not in said
    assert server.stop() == 0
    assert {"event", "level", "timestamp", "logger"} <= set(logged(server)[0])
    assert logged(server)[-1]["event"] == "stopped"


async def test_searches_are_counted_while_they_run_and_wait(operated):
    server, port = operated
    slots = max(1, os.cpu_count() // 2)
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        record = game_pb2.Record(game_type="saint-malo", players=2)
        search = pb.SuggestMoveRequest(record=record, max_time=Duration(seconds=50))
        calls = [Client(channel).stub.SuggestMove(search) for _ in range(slots + 2)]
        running, waiting = "burgrave_searches_running", "burgrave_searches_waiting"
        await measured(port, lambda value: (value(running), value(waiting)) == (slots, 2))
        for call in calls:
            call.cancel()
        await measured(
            port,
            lambda value: (
                value(running) == value(waiting) == 0
                and value(HANDLED, "SuggestMove", "CANCELLED") == slots + 2
                and value("burgrave_search_iterations_total") > 0
            ),
        )


async def test_a_refused_call_is_logged_under_the_id_its_caller_gave_it(operated):
    server, _ = operated
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        stub = Client(channel).stub
        ids = []
        for given in ((("x-request-id", "id-of-the-caller"),), ()):
            call = stub.GetGame(pb.GetGameRequest(game_id="nope"), metadata=given)
            assert await call.code() == grpc.StatusCode.NOT_FOUND
            ids.append(dict(await call.trailing_metadata())["x-request-id"])
    assert ids[0] == "id-of-the-caller" != ids[1]
    refused = [line for line in logged(server) if line["event"] == "refused"]
    assert [line["call_id"] for line in refused] == ids
    for line in refused:
        assert (line["method"], line["code"], line["level"]) == ("GetGame", "NOT_FOUND", "debug")
        assert line["worker"]


async def test_health_and_readiness_follow_the_database(monkeypatch, tmp_path):
    """It is stopped, goes on, is killed, and comes back."""
    for interval in ("HEALTH_SECONDS", "CHORES_SECONDS"):
        monkeypatch.setattr(parts, interval, 0.05)
    monkeypatch.setattr(parts, "ANSWER_SECONDS", 0.5)
    port = free_port()
    with crash.postgres() as database:
        settings = Settings(
            address="127.0.0.1:0",
            database=database.server.get_uri(),
            http_address=f"127.0.0.1:{port}",
        )
        async with (
            parts.running(settings) as serving,
            grpc.aio.insecure_channel(f"127.0.0.1:{serving}") as channel,
        ):
            request = health_pb2.HealthCheckRequest(service="burgrave.v1.GameService")
            watch = health_pb2_grpc.HealthStub(channel).Watch(request)

            async def told(serves, words):
                while (await watch.read()).status != (1 if serves else 2):
                    pass
                expected = (200 if serves else 503, words)
                while await asyncio.to_thread(page, port, "/readyz") != expected:
                    await asyncio.sleep(0.05)

            await told(True, "ready\n")
            with database.suspended():
                await told(False, "the game store does not answer\n")
            await told(True, "ready\n")
            database.kill()
            await told(False, "the game store cannot be read at the moment\n")
            database.start()
            await told(True, "ready\n")


async def test_a_stopping_server_sends_watchers_elsewhere_and_exits_cleanly(tmp_path, database):
    arguments = ("--workers", "2", "--grace-seconds", "60")
    with Server(tmp_path, *arguments, database=database) as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            new = await Client(channel).new()
            stream = watching(Client(channel), new.game.game_id)
            await stream.read()
            health = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
            assert (await health.read()).status == health_pb2.HealthCheckResponse.SERVING
            status = asyncio.ensure_future(asyncio.to_thread(server.stop))
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await stream.read()
            refusal = Refusal.of(error.value)
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "STOPPING")
            assert (await health.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
            assert await health.read() is grpc.aio.EOF
            assert await status == 0


async def test_a_stopping_server_finishes_what_runs(tmp_path):
    with Server(tmp_path, "--grace-seconds", "60") as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            record = game_pb2.Record(game_type="saint-malo", players=2)
            search = pb.SuggestMoveRequest(record=record, max_time=Duration(seconds=3))
            reports = aiter(Client(channel).stub.SuggestMoveStream(search))
            assert not (await anext(reports)).final
            status = asyncio.ensure_future(asyncio.to_thread(server.stop))
            assert [report.final async for report in reports][-1]
            assert await status == 0


def test_a_server_that_is_stopped_while_it_starts_exits_cleanly(tmp_path):
    server = Server(tmp_path, "--workers", "2")
    server.begin()
    while not server.workers():
        time.sleep(0.01)
    assert server.stop() == 0


def test_the_port_of_the_pages_is_kept_from_other_servers(tmp_path):
    pages = ("--http-address", f"127.0.0.1:{free_port()}")
    other = pytest.raises(AssertionError, match="is another server there")
    with Server(tmp_path, *pages), other, Server(tmp_path, *pages):
        pass


def test_a_server_without_keys_says_who_may_do_what(tmp_path):
    with Server(tmp_path) as server:
        assert "no API keys: listening on loopback only" in server.log()
    with Server(tmp_path, BURGRAVE_API_KEYS="shop:0123456789abcdef") as server:
        assert "no API keys" not in server.log()


def test_settings_are_shown_without_secrets():
    answer = burgrave("serve", "--show-settings", "--workers", "3")
    assert answer.returncode == 0
    shown = dict(line.split(" = ", 1) for line in answer.stdout.splitlines())
    assert list(shown) == [each.name for each in fields(Settings)]
    assert shown["workers"] == "3"


def test_the_settings_table_is_complete():
    text = (ROOT / "docs/operating.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| `?([^|`]*)`? \| ([^|]*) \|$", text, re.MULTILINE)
    assert [(name, default.strip(), words.strip()) for name, default, words in rows] == [
        (each.name, str(each.default), each.metadata["description"]) for each in fields(Settings)
    ]


def test_migrate_says_what_it_did(database):
    first = burgrave("migrate", "--database", database)
    again = burgrave("migrate", "--database", database)
    assert (first.stdout, again.stdout) == ("schema 0002, was empty\n", "schema 0002\n")


class Collector(TraceServiceServicer):
    """An OpenTelemetry collector that keeps the names of the spans it gets."""

    def __init__(self):
        self.names = []

    async def Export(self, request, context):
        for resource in request.resource_spans:
            for scope in resource.scope_spans:
                self.names += [span.name for span in scope.spans]
        return ExportTraceServiceResponse()


async def test_calls_are_traced_if_asked_for(tmp_path):
    collector, receiver = Collector(), grpc.aio.server()
    add_TraceServiceServicer_to_server(collector, receiver)
    port = receiver.add_insecure_port("127.0.0.1:0")
    await receiver.start()
    arguments = ("--traces", f"http://127.0.0.1:{port}")
    with Server(tmp_path, *arguments, OTEL_BSP_SCHEDULE_DELAY="60000") as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            await Client(channel).new()
        assert await asyncio.to_thread(server.stop) == 0
    await receiver.stop(0)
    assert any("NewGame" in name for name in collector.names)
