"""The figures a load test must reach, from thresholds.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parent / "thresholds.toml"


@dataclass(frozen=True)
class Threshold:
    """A bound of one figure; exactly one of `most` and `least` is given."""

    name: str
    reason: str
    most: float | None = None
    least: float | None = None

    def __post_init__(self) -> None:
        if (self.most is None) == (self.least is None):
            raise ValueError(f"{self.name}: give `most` or `least`")

    @property
    def bound(self) -> str:
        return f"at most {self.most:g}" if self.least is None else f"at least {self.least:g}"

    def met(self, figure: float) -> bool:
        return figure <= self.most if self.most is not None else figure >= self.least


def load(path: Path = FILE) -> list[Threshold]:
    return [Threshold(name, **row) for name, row in tomllib.loads(path.read_text()).items()]


def misses(figures: Mapping[str, float], thresholds: list[Threshold]) -> list[str]:
    """A line for each threshold that is missed; a figure that was not taken is one."""
    lines = []
    for each in thresholds:
        if each.name not in figures:
            lines.append(f"{each.name} was not measured")
        elif not each.met(figures[each.name]):
            lines.append(f"{each.name} is {figures[each.name]:.2f}, not {each.bound}")
    return lines


def table(figures: Mapping[str, Mapping[str, float]], thresholds: list[Threshold]) -> str:
    """Markdown: each threshold with the figure of each store, the missed ones in bold."""
    lines = [["figure", "threshold", *figures], ["---"] * (2 + len(figures))]
    for each in thresholds:
        shown = [_cell(found.get(each.name), each) for found in figures.values()]
        lines.append([each.name.replace("_", " "), each.bound, *shown])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(figure: float | None, threshold: Threshold) -> str:
    if figure is None:
        return "**not measured**"
    return f"{figure:.2f}" if threshold.met(figure) else f"**{figure:.2f}, missed**"
