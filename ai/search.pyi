from engine.contract import State

class Stop:
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

class Tree:
    plies: int
    def __init__(
        self,
        root: State,
        viewer: int,
        seed: int,
        memory: int,
        explore: float,
        first_play: float,
        bias: float,
        horizon: int,
        picks: int,
        ripe: int,
        whole: int,
    ) -> None: ...
    def run(self, iterations: int, seconds: float, stop: Stop, settle: bool = False) -> int: ...
    def tally(self) -> dict[int, tuple[int, int, list[float], list[float], list[float]]]: ...
    def line(self, first: int) -> list[int]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def memory_used(self) -> int: ...
