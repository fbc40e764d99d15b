from typing import Any

from engine.contract import Game, State

GAME: Game

def view(state: State, viewer: int) -> dict[str, Any]: ...
def position(
    start: State,
    *,
    round: int = ...,
    turn: int = ...,
    first: int = ...,
    to_play: int = ...,
    start_card: tuple[int, bool] = ...,
    players: dict[int, dict[str, Any]] = ...,
    display: dict[int, list[str]] = ...,
    pile: list[str] = ...,
    egon: list[str] = ...,
    goods: list[tuple[str | None, int]] = ...,
    animals: list[tuple[str | None, int]] = ...,
) -> State: ...
