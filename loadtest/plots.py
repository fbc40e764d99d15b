"""Small plots of what was measured."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.ticker import FormatStrFormatter

PLAIN = FormatStrFormatter("%g")  # 100, not a power of ten
Samples = Mapping[str, Sequence[float]]


def joined(parts: Sequence[Samples]) -> dict[str, list[float]]:
    """The samples of several rounds together."""
    whole: dict[str, list[float]] = {}
    for part in parts:
        for name, values in part.items():
            whole.setdefault(name, []).extend(values)
    return whole


def latencies(rounds: Sequence[tuple[Samples, Samples]], path: Path, title: str) -> None:
    """For each call, which share of them took how long: idle drawn through, busy dashed."""
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    for number, (state, line) in enumerate((("idle", "-"), ("busy", "--"))):
        samples = joined([each[number] for each in rounds])
        for color, (name, values) in enumerate(sorted(samples.items())):
            shares = [(place + 0.5) / len(values) * 100 for place in range(len(values))]
            axes.plot(sorted(values), shares, line, color=f"C{color}", label=f"{name}, {state}")
    axes.set(xscale="log", xlabel="time, ms", ylabel="% of calls within that time",
             title=f"Latency: {title}")  # fmt: skip
    axes.xaxis.set_major_formatter(PLAIN)
    axes.grid(alpha=0.3, which="both")
    axes.legend(fontsize=8)
    save(figure, path)


def curves(readings: Sequence[Any], path: Path, title: str) -> None:
    """Memory, handles and latencies of a soak over its minutes."""
    figure, rows = pyplot.subplots(3, sharex=True, figsize=(7, 7), layout="constrained")
    minutes = [each.seconds / 60 for each in readings]
    for axes, label, names in (
        (rows[0], "memory, MiB", ["memory"]),
        (rows[1], "open handles", ["handles"]),
        (rows[2], "median, ms", ["legal_moves", "apply_move", "event", "echo"]),
    ):
        for name in names:
            axes.plot(minutes, [getattr(each, name) for each in readings], label=name)
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
    for axes in rows[:2]:
        axes.set_ylim(0, 1.1 * axes.dataLim.y1)
    rows[0].set_title(f"Soak: {title}")
    rows[2].set(xlabel="minutes", yscale="log")
    rows[2].yaxis.set_major_formatter(PLAIN)
    rows[2].legend(fontsize=8)
    save(figure, path)


def save(figure: "pyplot.Figure", path: Path) -> None:
    figure.savefig(path, dpi=90)
    pyplot.close(figure)
