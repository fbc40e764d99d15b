"""What an operator sees: probes, metrics, logs, settings, and a clean stop."""

import asyncio
import json
import re
import socket
import urllib.error
import urllib.request
from dataclasses import fields

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,
)
from prometheus_client.parser import text_string_to_metric_families

from service.settings import Settings
from tests.service.client import Client, Refusal
from tests.service.program import ROOT, Server, burgrave
from tests.service.test_watch import watching


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def page(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


async def test_probes_and_metrics_of_a_server_with_two_workers(tmp_path, database):
    port = free_port()
    arguments = ("--workers", "2", "--http-address", f"127.0.0.1:{port}", "--log-format", "json")
    with Server(tmp_path, *arguments, database=database) as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            client = Client(channel)
            new = await client.new(seed=1)
            token = new.seat_tokens[0]
            move = (await client.moves(new.game.game_id, token)).moves[0].id
            await client.apply(new.game.game_id, token, move)
            with pytest.raises(grpc.aio.AioRpcError):
                await client.get("nope")
        assert page(port, "/livez") == (200, "alive\n")
        assert page(port, "/readyz") == (200, "ready\n")
        assert page(port, "/other")[0] == 404
        for _ in range(100):
            text = page(port, "/metrics")[1]
            if re.search(r"store_commits_total [2-9]", text) and "burgrave_games{" in text:
                break
            await asyncio.sleep(0.1)
        values = {
            (sample.name, *sorted(sample.labels.values())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }
        assert values["grpc_server_handled_total", "ApplyMove", "OK"] == 1
        assert values["grpc_server_handled_total", "GetGame", "NOT_FOUND"] == 1
        assert values["grpc_server_handling_seconds_count", "NewGame"] == 1
        assert values["burgrave_games", "saint-malo"] == 1
        assert values["burgrave_store_commits_total",] >= 2
        for secret in (new.game.game_id, token, "nope"):
            assert secret not in text + server.log()
        assert server.stop() == 0
        lines = [json.loads(line) for line in server.log().splitlines()]
        assert {"event", "level", "timestamp", "logger"} <= set(lines[0])
        assert lines[-1]["event"] == "stopped"


async def test_a_stopping_server_sends_watchers_elsewhere_and_exits_cleanly(tmp_path, database):
    with Server(tmp_path, "--workers", "2", database=database) as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            new = await Client(channel).new()
            stream = watching(Client(channel), new.game.game_id)
            await stream.read()
            stopping = asyncio.to_thread(server.stop)
            status = asyncio.ensure_future(stopping)
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await stream.read()
            refusal = Refusal.of(error.value)
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "STOPPING")
            assert await status == 0


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


def test_limits_are_published_as_they_are():
    text = (ROOT / "docs/limits.md").read_text()
    for each in fields(Settings):
        if each.name.startswith("limit_"):
            assert f"| `{each.name}` | {each.default:,}".replace(",", " ") in text


def test_migrate_says_what_it_did(database):
    first = burgrave("migrate", "--database", database)
    again = burgrave("migrate", "--database", database)
    assert (first.stdout, again.stdout) == ("schema 0001, was empty\n", "schema 0001\n")


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
    with Server(tmp_path, *arguments, OTEL_BSP_SCHEDULE_DELAY="100") as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            await Client(channel).new()
        for _ in range(100):
            if collector.names:
                break
            await asyncio.sleep(0.1)
    await receiver.stop(0)
    assert any("NewGame" in name for name in collector.names)
