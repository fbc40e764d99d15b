"""The benchmarks: their rows and what the report makes of them."""

import re
from itertools import pairwise

import pytest

from ai.arena import Pairing, Result
from loadtest import ceiling
from loadtest.bench import engine, hosting, report, strength
from loadtest.ceiling import Target
from loadtest.processes import machine


@pytest.fixture(scope="module")
def rows():
    return [{"bench": "machine", **machine()}, *engine.growth(1.0)]


def test_a_larger_search_takes_more_memory(rows):
    by_game = {}
    for row in report.of(rows, "growth"):
        by_game.setdefault(row["game"], []).append(row["memory_mib"])
    assert len(by_game) == 4
    assert all(taken == sorted(set(taken)) for taken in by_game.values())


def test_the_report_has_a_table_and_a_plot_of_what_was_measured(rows, tmp_path):
    report.write(rows, tmp_path / "results.jsonl")
    assert report.read(tmp_path / "results.jsonl") == rows
    report.publish(rows, tmp_path)
    tables = (tmp_path / "tables.md").read_text()
    assert tables.count("\n| ") == len(report.of(rows, "growth")) + 2
    assert "100 000" in tables
    assert (tmp_path / "growth.png").stat().st_size > 5_000


def test_a_ladder_and_a_match_make_rows(tmp_path):
    def won(*seats):
        return Result(Pairing("saint-malo", seats, 1), (9, 5), (0,), 10)

    higher = [[won(b, a), won(b, a)] for a, b in pairwise(strength.LEVELS)]
    rows = list(strength.ladder_rows("saint-malo", 9 * higher))
    ratings = [row["elo"] for row in rows]
    assert ratings == sorted(set(ratings))
    report.publish(rows, tmp_path)
    assert (tmp_path / "levels.png").stat().st_size > 5_000
    split = [[won("level-8", "greedy"), won("greedy", "level-8")]] * 4
    row = strength.match_row("saint-malo", "greedy", split)
    assert (row["games"], row["share"], row["elo"]) == (8, 0.5, 0)
    assert strength.RIVALS.keys() == {"greedy", "random", "search,iterations=500"}


def test_the_machine_is_described_without_names_of_hosts_or_folders():
    described = " ".join(map(str, machine().values()))
    assert "/" not in described
    assert re.search(r"[0-9a-f]{12}", described)


async def test_opening_a_long_game_costs_no_more_than_a_snapshot(tmp_path, monkeypatch):
    monkeypatch.setattr(hosting, "REVISIONS", (10, 300))
    short, long = await hosting._opening(str(tmp_path / "games"), 20)
    assert (short["moves"], long["moves"]) == (10, 300)
    assert long["whole_cpu_ms"] > short["whole_cpu_ms"]


REPORT = """
finished in 1.00s, 200.00 req/s, 1.00MB/s
requests: 200 total, 200 started, 200 done, {done} succeeded, {failed} failed, 0 errored, 0 timeout
traffic: 1.00KB (1024) total, 1.00KB (1000) headers (space savings 90.00%), 1.00KB ({data}) data
"""


@pytest.mark.parametrize(("done", "failed", "data"), [(199, 1, 21000), (200, 0, 20895)])
def test_a_report_of_unanswered_calls_is_refused(done, failed, data):
    target = Target(1, "/x", b"", answer_size=100)
    assert ceiling.checked_rate(REPORT.format(done=200, failed=0, data=21000), target, 200) == 200
    with pytest.raises(AssertionError, match="not every call"):
        ceiling.checked_rate(REPORT.format(done=done, failed=failed, data=data), target, 200)
