"""Strength from results: Elo with 95 % intervals, and a sequential test.

A block is a set of games with the same seed in which the bots have changed seats; its result
is one number, so that luck of the deal and of the seat cancels out.
"""

import math
import random
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

BOOTSTRAPS = 400
# Two blocks more, one each way, wherever the spread is estimated: without them a few equal results
# would look certain.
DOUBT = (0.0, 1.0)
Points = Mapping[tuple[str, str], float]  # (bot, other) -> points of bot against other, of 1 a game


@dataclass(frozen=True)
class Rating:
    """Elo and its 95 % interval."""

    elo: float
    low: float
    high: float


def difference(share: float) -> float:
    """The Elo difference at which a share of the points is expected, 1200 at most."""
    share = min(max(share, 0.001), 0.999)
    return -400 * math.log10(1 / share - 1)


def expected(elo: float) -> float:
    """The share of the points expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def of_shares(shares: Sequence[float]) -> Rating:
    """The difference between two bots from the first one's share of the points in each block."""
    mean = statistics.fmean(shares)
    error = math.sqrt(_variance(shares) / len(shares))
    return Rating(
        difference(mean), difference(mean - 1.96 * error), difference(mean + 1.96 * error)
    )


def _variance(shares: Sequence[float]) -> float:
    return statistics.variance([*shares, *DOUBT])


def ladder(bots: Sequence[str], blocks: Sequence[Points]) -> dict[str, Rating]:
    """Ratings that explain all blocks best (Bradley-Terry); the first bot is 0."""
    middle = _fit(bots, blocks)
    chooser = random.Random(1)
    pairs = sorted({pair for block in blocks for pair in block if pair[0] < pair[1]})
    fits = [
        _fit(bots, [*chooser.choices(blocks, k=len(blocks)), _any_result(pairs, chooser)])
        for _ in range(BOOTSTRAPS)
    ]
    ratings = {}
    for bot in bots:
        values = sorted(fit[bot] for fit in fits)
        low, high = values[int(0.025 * BOOTSTRAPS)], values[int(0.975 * BOOTSTRAPS)]
        ratings[bot] = Rating(middle[bot], min(low, middle[bot]), max(high, middle[bot]))
    return ratings


def _any_result(pairs: Sequence[tuple[str, str]], chooser: random.Random) -> Points:
    """One game more of each pair: without it, equal results would leave no interval."""
    points: dict[tuple[str, str], float] = {}
    for bot, other in pairs:
        points[bot, other] = chooser.random()
        points[other, bot] = 1 - points[bot, other]
    return points


def _fit(bots: Sequence[str], blocks: Sequence[Points]) -> dict[str, float]:
    """By minorisation: each strength is points won over games weighted by the opposition."""
    won = dict.fromkeys(bots, 0.5)
    met: dict[tuple[str, str], float] = {}
    for block in blocks:
        for (bot, other), points in block.items():
            won[bot] += points
            met[bot, other] = met.get((bot, other), 0) + points
            met[other, bot] = met.get((other, bot), 0) + points
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(200):
        strength = {
            bot: won[bot]
            / (
                sum(
                    met.get((bot, other), 0) / (strength[bot] + strength[other])
                    for other in bots
                    if other != bot
                )
                or 1.0
            )
            for bot in bots
        }
        scale = strength[bots[0]]
        strength = {bot: value / scale for bot, value in strength.items()}
    return {bot: 400 * math.log10(strength[bot]) for bot in bots}


@dataclass
class SequentialTest:
    """Decides between two Elo differences with 5 % of error either way (GSPRT)."""

    elo0: float
    elo1: float
    bound: float = math.log(0.95 / 0.05)

    def ratio(self, shares: Sequence[float]) -> float:
        """The logarithm of how much likelier the shares are under elo1 than under elo0."""
        if len(shares) < 2:
            return 0.0
        mean, variance = statistics.fmean(shares), _variance(shares)
        low, high = expected(self.elo0), expected(self.elo1)
        return (high - low) * (2 * mean - low - high) / (2 * variance) * len(shares)

    def verdict(self, shares: Sequence[float]) -> str | None:
        """`passed`, `failed`, or None while undecided."""
        ratio = self.ratio(shares)
        if abs(ratio) < self.bound:
            return None
        return "passed" if ratio > 0 else "failed"
