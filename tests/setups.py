"""Every way a game can be set up, and walks through it; no test names a game to get here."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

import engine.games  # noqa: F401  registers them
from engine.contract import Game, State, games

LONGEST_GAME = 20_000  # moves; a walk beyond it means that a game does not end


@dataclass(frozen=True)
class Setup:
    """A game type, a number of players, and the options that differ from the defaults."""

    game: Game
    players: int
    options: tuple[tuple[str, str], ...] = ()

    def new(self, seed: int) -> State:
        return self.game.new(self.players, seed, dict(self.options))

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options)
        return f"{self.game.name}-{self.players}p{chosen}"


def choices(game: Game, *, main: bool) -> Iterator[tuple[tuple[str, str], ...]]:
    """No option; then each other value of each option alone, with what it needs.

    The `main` ones are those that need no other option.
    """
    yield ()
    for option in game.options:
        if main and option.needs:
            continue
        for value in option.values[1:]:
            yield (*((option.needs,) if option.needs else ()), (option.name, value))


def setups(game: Game, players: int, *, main: bool = False) -> list[Setup]:
    return [Setup(game, players, options) for options in choices(game, main=main)]


TABLES = [
    Setup(game, players)
    for game in games().values()
    for players in range(game.min_players, game.max_players + 1)
]
MAIN_SETUPS = [each for t in TABLES for each in setups(t.game, t.players, main=True)]

seeds = st.integers(0, 2**64 - 1)


def any_setup(table: Setup) -> st.SearchStrategy[Setup]:
    return st.sampled_from(setups(table.game, table.players))


def walk(state: State, chooser: random.Random) -> Iterator[tuple[State, int | None]]:
    """Every position of a random game with the move made there; None at the end."""
    for _ in range(LONGEST_GAME):
        if state.to_play is None:
            yield state, None
            return
        move = chooser.choice(state.legal_moves())
        yield state, move
        state = state.play(move)
    raise AssertionError(f"{state.game.name} does not end within {LONGEST_GAME} moves")


def somewhere(setup: Setup, seed: int, chooser: random.Random) -> State:
    """A position from anywhere in a random game, the end included."""
    states = [state for state, _ in walk(setup.new(seed), chooser)]
    return chooser.choice(states)
