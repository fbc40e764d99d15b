from collections.abc import Sequence
from typing import Any

from engine.contract import Game, State

GAME: Game

def view(state: State, viewer: int) -> dict[str, Any]: ...
def map_colours(parts: Sequence[int], layout: int) -> tuple[list[int], list[int], list[int]]: ...
def position(start: State, **changes: Any) -> State: ...
