"""The load test itself, for a few seconds on a real server."""

import asyncio
import subprocess
import sys
from dataclasses import replace

import grpc
import pytest

from burgrave.v1 import game_service_pb2 as pb
from loadtest import ceiling, load, probe
from loadtest.ceiling import Ceiling, Target
from tests.loadtest import faults
from tests.service.program import ROOT


@pytest.fixture(scope="module")
def at():
    with load.stand("sqlite") as at:
        yield at


def mix(at, folder, *wanted, file="locust_stats.csv"):
    """The mix until what is wanted stands in one of its files: a busy machine begins slowly."""
    for seconds in (4, 10, 30):
        mixed = load.locust(at, folder, seconds, users=8)
        found = (folder / file).read_text()
        if all(each in found for each in wanted):
            return mixed
    raise AssertionError(f"{wanted} do not come:\n{found}\n{(folder / 'locust.log').read_text()}")


def test_the_mix_finds_no_unexpected_status(at, tmp_path):
    names = ("NewGame", "LegalMoves", "ApplyMove", "ListGames", "SuggestMove")
    mixed = mix(at, tmp_path, *(f"grpc,{name}" for name in names))
    assert mixed["passed"], (tmp_path / "locust.log").read_text()
    assert mixed["generator_cpu"] > 0
    assert (tmp_path / "locust.html").stat().st_size > 10_000


def test_a_server_that_refuses_fails_the_mix(tmp_path):
    limits = {"BURGRAVE_LIMIT_GAMES_PER_HOUR": "2"}
    wanted = "RESOURCE_EXHAUSTED instead of OK"
    with load.stand("sqlite", **limits) as strict:
        mixed = mix(strict, tmp_path, wanted, file="locust.log")
    assert not mixed["passed"]


def test_a_mix_that_calls_nothing_has_not_passed(at, tmp_path):
    assert not load.locust(at, tmp_path, seconds=1, users=0)["passed"]


def test_the_probe_measures_calls_events_and_the_echo_idle_and_busy(at, tmp_path):
    rounds, generator_cpu = asyncio.run(load.latencies(at, seconds=0.3, rounds=1))
    for samples in rounds[0]:
        assert samples.keys() == {"LegalMoves", "ApplyMove", "event", "echo"}
    assert 0 < generator_cpu < 2
    load.plots.latencies(rounds, tmp_path / "latency.png", "test")
    assert (tmp_path / "latency.png").stat().st_size > 10_000


def test_the_prepared_body_is_a_valid_request(at):
    """What h2load sends, sent by hand, is answered; its size is the one that is checked."""
    target = asyncio.run(load.legal_moves_target(at.port))
    body = ceiling.framed(target.request)
    assert (body[0], int.from_bytes(body[1:5], "big")) == (0, len(target.request))
    with grpc.insecure_channel(f"127.0.0.1:{at.port}") as channel:
        raw = channel.unary_unary(target.path)(body[5:], metadata=target.metadata)
    assert pb.LegalMovesResponse.FromString(raw).moves
    assert len(raw) == target.answer_size


REPORT = """
finished in 100.00ms, 2000.00 req/s, 1.64MB/s
requests: 200 total, 200 started, 200 done, {done} succeeded, {failed} failed, 0 errored, 0 timeout
status codes: 200 2xx, 0 3xx, 0 4xx, 0 5xx
traffic: 171.48KB (175592) total, 15.80KB (16190) headers (space savings 82.92%), {data} data
"""


def test_a_refused_call_does_not_count_as_answered():
    target, full = Target(1, "/x", b"", 767), f"150.78KB ({200 * (767 + ceiling.FRAME)})"
    assert ceiling.checked_rate(REPORT.format(done=200, failed=0, data=full), target, 200) == 2000
    for done, data in ((200, "0B (0)"), (199, full)):
        report = REPORT.format(done=done, failed=200 - done, data=data)
        with pytest.raises(AssertionError, match="not every call"):
            ceiling.checked_rate(report, target, 200)


@pytest.mark.parametrize("module", ["load", "bench"])
def test_a_missing_generator_ends_the_program_before_any_work(module, tmp_path):
    asked = [sys.executable, "-m", f"loadtest.{module}", "--folder", str(tmp_path / "report")]
    answer = subprocess.run(
        asked, cwd=ROOT, env={"PATH": ""}, capture_output=True, text=True, timeout=30
    )
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[-1].startswith("h2load is missing")
    assert "Traceback" not in answer.stderr
    assert not (tmp_path / "report").exists()


def test_the_ceiling_is_the_median_of_its_rounds():
    rounds = [Ceiling(1.0, 30.0, 5.0), Ceiling(2.0, 10.0, 6.0), Ceiling(3.0, 20.0, 4.0)]
    assert ceiling.median(rounds) == Ceiling(2.0, 20.0, 5.0)


def test_a_server_names_its_figures(at):
    assert probe.metric(at.http_address, "no_such_figure") == 0
    assert at.metric('grpc_server_handled_total{grpc_code="OK",grpc_method="NewGame"}') > 0


@pytest.mark.parametrize(("spoil", "fault"), [(faults.lose, "lost"), (faults.repeat, "repeated")])
def test_a_watch_that_is_spoiled_fails_the_mix(at, tmp_path, spoil, fault):
    wanted = f"grpc,WatchGame,Broken('{fault}: revision "
    with faults.spoiled(at.port, spoil) as port:
        mixed = mix(replace(at, port=port), tmp_path, wanted, file="locust_failures.csv")
    assert not mixed["passed"]
    failures = (tmp_path / "locust_failures.csv").read_text()
    assert "instead of" not in failures  # the proxy does nothing else
