"""Bots: anything that chooses a move from what its seat can know."""

import importlib
import math
import random
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Protocol, get_type_hints, runtime_checkable

from ai.advice import Advice, Knobs, Search
from engine.contract import State
from engine.errors import EngineError

QUICK = Knobs(whole=0)  # a bot needs a move, no expectations
GUESSES = 8  # of hidden things and chance that `greedy` averages over


class UnknownBot(EngineError):
    """No bot has that name."""


@runtime_checkable
class Bot(Protocol):
    """Chooses a legal move of the seat to play.

    `state` is a guess: what the seat cannot know has been redealt, so a bot cannot peek.  The
    same state and seed must give the same move.
    """

    def choose(self, state: State, seed: int) -> int: ...


class Random:
    """Any legal move."""

    def choose(self, state: State, seed: int) -> int:
        return random.Random(seed).choice(state.legal_moves())


class Greedy:
    """The move after which the game's evaluation is best, one decision deep."""

    def choose(self, state: State, seed: int) -> int:
        moves = state.legal_moves()
        if len(moves) == 1:
            return moves[0]
        seat, chooser = state.to_play or 0, random.Random(seed)
        guesses = [state.redeal(seat, chooser.getrandbits(64)) for _ in range(GUESSES)]
        worth = {move: sum(_lead(guess.play(move), seat) for guess in guesses) for move in moves}
        best = max(worth.values())
        return chooser.choice([move for move in moves if worth[move] == best])


def _lead(state: State, seat: int) -> float:
    points = state.evaluate()
    others = points[:seat] + points[seat + 1 :]
    return points[seat] - max(others, default=float(state.rival_score or 0))


@dataclass(frozen=True)
class Searcher:
    """Searches for a number of iterations; a temperature above 0 makes it stray."""

    iterations: int
    temperature: float = 0.0
    threads: int = 1
    seconds: float = math.inf
    knobs: Knobs = QUICK

    def choose(self, state: State, seed: int) -> int:
        search = self.begin(state, seed).run(self.iterations, self.seconds, settle=self.steady)
        return self.pick(search.advice(), seed)

    def begin(self, state: State, seed: int) -> Search:
        return Search(state, seed=seed, threads=self.threads, knobs=self.knobs)

    @property
    def steady(self) -> bool:
        """Whether it always makes the most visited move."""
        return self.temperature <= 0

    def pick(self, advice: Advice, seed: int) -> int:
        """The most visited move, or one drawn by (1 + visits) ** (1 / temperature)."""
        best = advice.suggestions[0]
        if self.steady:
            return best.move
        weights = [
            ((1 + s.visits) / (1 + best.visits)) ** (1 / self.temperature)
            for s in advice.suggestions
        ]
        moves = [s.move for s in advice.suggestions]
        return random.Random(seed).choices(moves, weights)[0]


@cache
def levels() -> dict[int, Searcher]:
    """The levels by number, weakest first."""
    table = tomllib.loads((files("ai") / "levels.toml").read_text())
    return {int(level): Searcher(**knobs) for level, knobs in table["levels"].items()}


def bot(name: str) -> Bot:
    """The bot of that name.

    `random`, `greedy`, `level-3`; `search` with any of its knobs, as in
    `search,iterations=500,explore=0.5`; or `module:attribute`, a bot or something that makes one.
    """
    word, *arguments = name.split(",")
    if word == "random" and not arguments:
        return Random()
    if word == "greedy" and not arguments:
        return Greedy()
    if word == "search":
        return _searcher(name, arguments)
    if word.startswith("level-") and not arguments:
        return level(word.removeprefix("level-"))
    if ":" in word and not arguments:
        return _plugged_in(word)
    raise UnknownBot(
        f"no bot {name!r}; there are random, greedy, level-1 to level-{max(levels())}, "
        "search,iterations=N and module:attribute",
        bot=name,
    )


def level(number: str) -> Searcher:
    if not number.isdecimal() or int(number) not in levels():
        raise UnknownBot(f"levels are 1 to {max(levels())}, not {number}", bot=f"level-{number}")
    return levels()[int(number)]


def _searcher(name: str, arguments: list[str]) -> Searcher:
    made, knobs = Searcher(iterations=1000), QUICK
    for argument in arguments:
        key, _, value = argument.partition("=")
        try:
            if key in get_type_hints(Knobs):
                knobs = replace(knobs, **_typed(Knobs, key, value))
            else:
                made = replace(made, **_typed(Searcher, key, value))
        except (KeyError, ValueError):
            raise UnknownBot(f"no such setting of a search: {argument!r}", bot=name) from None
    return replace(made, knobs=knobs)


def _typed(kind: type, key: str, value: str) -> dict[str, Any]:
    return {key: {"int": int, "float": float}[get_type_hints(kind)[key].__name__](value)}


def _plugged_in(name: str) -> Bot:
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"cannot load bot {name!r}: {error}", bot=name) from None
    made = found() if isinstance(found, type) else found
    if not isinstance(made, Bot):
        raise UnknownBot(f"{name!r} is no bot: it has no method 'choose'", bot=name)
    return made
