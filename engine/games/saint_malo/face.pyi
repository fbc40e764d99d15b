from typing import Any

from engine.contract import Game, State

GAME: Game

def view(state: State, viewer: int) -> dict[str, Any]: ...
def position(
    start: State,
    dice: dict[str, int] | None = None,
    *,
    rolls_left: int = ...,
    attacks: int = ...,
    boxes: int = ...,
    to_play: int = ...,
    cities: dict[int, dict[str, Any]] = ...,
) -> State: ...
