"""Measures taken in turn, so that the noise of a shared machine falls on all alike."""

import statistics
from collections.abc import Callable
from typing import Any


def medians(rounds: int, measures: dict[Any, Callable[[], float]]) -> dict[Any, float]:
    """Of each measure, taken `rounds` times."""
    taken: dict[Any, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            taken[name].append(measure())
    return {name: statistics.median(values) for name, values in taken.items()}
