from typing import Any

from engine.contract import Game, State

GAME: Game

def view(state: State, viewer: int) -> dict[str, Any]: ...
def position(
    start: State,
    players: dict[int, dict[str, Any]] = ...,
    *,
    wheel: dict[int, dict[str, int]] = ...,
    row: list[str] = ...,
    removed: list[str] = ...,
    field: list[str] = ...,
    announced: int = ...,
    thirtieth: int = ...,
    to_play: int = ...,
) -> State: ...
def turn_limit(state: State) -> int: ...
