"""Searching a position: limits, threads, and what the search has found."""

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeAlias

from ai.search import Stop, Tree
from engine.contract import State

MEMORY = 256 << 20  # bytes of trees in one search, all threads together
MAX_THREADS = 16
WHOLE_GAMES = 1 << 30  # a horizon at which playouts go on to the end

Tally: TypeAlias = tuple[int, int, list[float], list[float], list[float]]
Tallies: TypeAlias = dict[int, Tally]  # by move


@dataclass(frozen=True)
class Knobs:
    """What makes a search better or worse; the defaults are the ones that won."""

    explore: float = 0.15
    first_play: float = 0.0
    # Weight of what the evaluation promises of a move, while the move has hardly been tried.
    bias: float = 4.0
    # Playout moves before the game's evaluation takes over; -1: as the game says.
    horizon: int = -1
    # Moves drawn of which a playout makes the one that the evaluation likes best; 1: playouts
    # are random; -1: as the game says.
    picks: int = -1
    # Playouts from a position of the tree before its moves are told apart.
    ripe: int = 10
    # One in so many playouts of a move goes on to the end of the game, for the expected scores
    # and shares of victory; 0: none.  The search makes the same choice with and without.
    whole: int = 32


@dataclass(frozen=True)
class Suggestion:
    """One move and what the search expects of it; lists are by seat."""

    move: int
    visits: int
    win: list[float]  # share of victories in the playouts that went on to the end
    score: list[float]  # final points in those, on average
    deviation: list[float]  # standard deviation of those
    line: list[int]  # this move and the expected ones after it


@dataclass(frozen=True)
class Advice:
    """What a search has found so far, best move first."""

    suggestions: list[Suggestion]
    iterations: int
    elapsed: float  # seconds

    @property
    def best(self) -> int:
        return self.suggestions[0].move


class Search:
    """A search of one position for the seat to move; may be run again to go on.

    The answer depends only on what that seat can know, and for a fixed number of iterations,
    seed and threads it is always the same.
    """

    def __init__(
        self, state: State, *, seed: int, threads: int = 1, knobs: Knobs | None = None
    ) -> None:
        if state.to_play is None:
            raise ValueError("a finished game cannot be searched")
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"1 to {MAX_THREADS} threads, not {threads}")
        knobs = knobs or Knobs()
        self._legal = state.legal_moves()
        self._elapsed = 0.0
        self._trees = [
            Tree(
                state, state.to_play, (seed + thread * 0x9E3779B97F4A7C15) % 2**64,
                MEMORY // threads, knobs.explore, knobs.first_play, knobs.bias,
                knobs.horizon, knobs.picks, knobs.ripe, knobs.whole,
            )
            for thread in range(threads)
        ]  # fmt: skip

    @property
    def forced(self) -> bool:
        """Whether there is only one move."""
        return len(self._legal) == 1

    @property
    def iterations(self) -> int:
        return sum(tree.iterations for tree in self._trees)

    @property
    def plies(self) -> int:
        return sum(tree.plies for tree in self._trees)

    @property
    def memory_used(self) -> int:
        """Bytes of its trees."""
        return sum(tree.memory_used for tree in self._trees)

    def run(
        self,
        iterations: int,
        seconds: float = math.inf,
        stop: Stop | None = None,
        *,
        settle: bool = False,
    ) -> "Search":
        """Search for so many iterations more, or so long, or until stopped.

        With `settle`, a single thread also ends once its choice can no longer change.
        """
        began = time.monotonic()
        if not self.forced:
            seconds = min(seconds, 1e9)
            shares = _shares(iterations, len(self._trees))
            self._run_all(shares, seconds, stop or Stop(), settle)
        self._elapsed += time.monotonic() - began
        return self

    def _run_all(self, shares: Sequence[int], seconds: float, stop: Stop, settle: bool) -> None:
        if len(shares) == 1:
            self._trees[0].run(shares[0], seconds, stop, settle)
            return
        with ThreadPoolExecutor(len(shares)) as pool:
            running = [
                pool.submit(tree.run, share, seconds, stop)
                for tree, share in zip(self._trees, shares, strict=True)
            ]
            for each in running:
                each.result()

    def advice(self, top: int | None = None) -> Advice:
        """The moves by visits, the best `top` of them or all; not to be asked during `run`."""
        tallies = [tree.tally() for tree in self._trees]
        merged = [_merge(move, [tally[move] for tally in tallies]) for move in self._legal]
        merged.sort(key=lambda s: (-s.visits, s.move))
        suggestions = [
            replace(s, line=self._busiest(tallies, s.move).line(s.move)) for s in merged[:top]
        ]
        return Advice(suggestions, self.iterations, self._elapsed)

    def close(self) -> None:
        """Give its memory back, without the GIL; nothing is left to be asked of it."""
        self._trees.clear()

    def _busiest(self, tallies: Sequence[Tallies], move: int) -> Tree:
        """The tree that looked longest at the move."""
        visits = [tally[move][0] for tally in tallies]
        return self._trees[visits.index(max(visits))]


def _shares(iterations: int, threads: int) -> list[int]:
    return [iterations // threads + (thread < iterations % threads) for thread in range(threads)]


def _merge(move: int, tallies: Sequence[Tally]) -> Suggestion:
    visits, ends = sum(tally[0] for tally in tallies), sum(tally[1] for tally in tallies)
    wins, scores, squares = (
        [sum(column) / max(ends, 1) for column in zip(*(t[k] for t in tallies), strict=True)]
        for k in (2, 3, 4)
    )
    deviation = [
        math.sqrt(max(0.0, square - score * score))
        for square, score in zip(squares, scores, strict=True)
    ]
    return Suggestion(move, visits, wins, scores, deviation, [])
