"""What a move caused, as the Python side sees it."""

from typing import NamedTuple


class Event(NamedTuple):
    """One thing that happened; `Game.describe_event` says what."""

    kind: int
    seat: int  # whom it happened to, or -1 for the table
    audience: int | None  # the only seat that may see it; None for everyone
    values: tuple[int, ...]

    def visible_to(self, viewer: int) -> bool:
        return self.audience is None or self.audience == viewer
