"""Thresholds: read from their files, and a planted miss fails."""

import pytest

from loadtest import soak, thresholds
from loadtest.soak import Reading
from loadtest.thresholds import FILE, Threshold


@pytest.mark.parametrize("path", [FILE, soak.BOUNDS], ids=lambda path: path.name)
def test_a_file_of_thresholds_gives_each_a_reason(path):
    bounds = thresholds.load(path)
    assert bounds
    assert all(each.reason.endswith(".") for each in bounds)


def test_a_planted_miss_is_named():
    bounds = [Threshold("a", "", most=2.0), Threshold("b", "", least=0.5)]
    assert thresholds.misses({"a": 2.0, "b": 0.5}, bounds) == []
    assert thresholds.misses({"a": 2.1, "b": 0.5}, bounds) == ["a is 2.10, not at most 2"]
    assert thresholds.misses({"a": 2.0, "b": 0.4}, bounds) == ["b is 0.40, not at least 0.5"]
    assert thresholds.misses({"a": 2.0}, bounds) == ["b was not measured"]


def test_the_table_shows_what_was_missed_on_which_store():
    bounds = [Threshold("a_b", "", most=2.0)]
    assert thresholds.table({"one": {"a_b": 2.0}, "two": {"a_b": 2.5}}, bounds).splitlines() == [
        "| figure | threshold | one | two |",
        "| --- | --- | --- | --- |",
        "| a b | at most 2 | 2.00 | **2.50, missed** |",
    ]
    assert "**not measured**" in thresholds.table({"one": {}}, bounds)


def test_a_threshold_is_one_sided():
    for bounds in ({}, {"most": 1.0, "least": 0.0}):
        with pytest.raises(ValueError, match="most"):
            Threshold("a", "", **bounds)


def readings(count=60, **growth):
    """Of a server that is steady but for what grows, by so much from one reading to the next."""
    steady = {
        "memory": 100.0, "handles": 50, "games": 0, "legal_moves": 1.0, "apply_move": 2.0,
        "event": 3.0, "echo": 0.5, "server_cpu": 0.5, "probe_cpu": 0.1,
    }  # fmt: skip
    return [
        Reading(seconds=n, **{name: value + n * growth.get(name, 0)
                              for name, value in steady.items()})
        for n in range(count)
    ]  # fmt: skip


def missed(**growth):
    return thresholds.misses(soak.drift(readings(**growth)), thresholds.load(soak.BOUNDS))


def test_a_steady_server_does_not_drift():
    assert missed() == []
    assert missed(memory=1.0, games=16) == []  # as many games as the memory is for


@pytest.mark.parametrize("what", ["memory", "handles"])
def test_a_leak_is_drift(what):
    (line,) = missed(**{what: 1})
    assert line.startswith(what)


def test_growing_latency_is_drift_unless_the_echo_slows_too():
    (line,) = missed(legal_moves=0.05)
    assert line.startswith("latency")
    assert missed(legal_moves=0.05, echo=0.025) == []
