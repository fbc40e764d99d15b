"""Ways to set up and play positions of The Castles of Burgundy: The Card Game by their words."""

from typing import Any

import engine.games  # noqa: F401  registers them
from engine.contract import State, game
from engine.games.castles_of_burgundy_card_game import words
from engine.games.castles_of_burgundy_card_game.face import position
from tests.engine import sentences

texts, do, happened = sentences.texts, sentences.play, sentences.events
GAME = game("castles-of-burgundy-card-game")
BUY = "Buy three cards for 3 silver"
END = "End the turn"
SILVER = "Take 1 silver"


def table(seats: int = 2, **changes: Any) -> State:
    """A position with the seats' means as at set-up, and cards only where they are named."""
    return position(GAME.new(seats, 1), **changes)


def one(hand: str = "mine 1, mine 2", players: int = 2, **changes: Any) -> State:
    """A position made for the seat to play: its hand, and what else is particular to it."""
    own = {"hand": hand.split(", ")}
    for name in ("silver", "workers", "points", "goods", "sold", "animals", "projects",
                 "princedom", "firsts", "seven"):  # fmt: skip
        if name in changes:
            own[name] = changes.pop(name)
    others = changes.pop("players_too", {})
    return table(players, players={changes.get("to_play", 0): own, **others}, **changes)


def player(state: State, seat: int = 0) -> dict[str, Any]:
    return state.view(seat)["players"][seat]


def names(cards: list[dict[str, Any]]) -> list[str]:
    return [words.named(card) for card in cards]


def princedom(state: State, seat: int = 0) -> list[tuple[str, list[str]]]:
    """Kind and cards of each stack."""
    return [
        (words.plain(stack["kind"]), names(stack["cards"]))
        for stack in player(state, seat)["princedom"]
    ]


def asked(state: State) -> list[str]:
    """What is open, the bottom first."""
    return [words.plain(frame["ask"]) for frame in state.view(-1)["open"]]


def discards(state: State) -> dict[str, int]:
    return {words.named(pile["card"]): pile["count"] for pile in state.view(-1)["discards"]}


def display(state: State) -> list[list[str]]:
    return [names(row["cards"]) for row in state.view(-1)["display"]]


def finish_round(state: State) -> State:
    """Everyone takes silver until the next round begins, or the game ends."""
    begun = state.view(-1)["round"]
    while state.to_play is not None and state.view(-1)["round"] == begun:
        offered = texts(state)
        wanted = [text for text in (END, SILVER) if text in offered] or offered
        state = do(state, wanted[0])
    return state
