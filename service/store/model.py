"""What a store keeps, and what it promises."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple, Protocol

from engine.records import Record


class Conflict(Exception):
    """What was to be written has been written before, by someone else."""


class Kind(IntEnum):
    """What an entry of a game's log says; the numbers are kept in databases."""

    MOVE = 1  # `seat` made the move `value`
    UNDO = 2  # `seat` took its last move back
    SEAT = 3  # `seat` went to a bot of level `value`, or to a person if that is 0
    DELETED = 4  # the game is gone; always the last entry


class Entry(NamedTuple):
    """One change of a game; the game's log is append-only."""

    revision: int  # of the game after the change: its place in the log, from 1
    kind: Kind
    seat: int
    value: int = 0
    request_key: str | None = None  # hash of the caller's request id
    content_key: str = ""  # hash of what the caller asked for


@dataclass(frozen=True)
class Snapshot:
    """Where the entries up to a revision have led, so that they need not be played again."""

    revision: int
    state: bytes  # State.save()
    bots: Mapping[int, int]


@dataclass(frozen=True)
class StoredGame:
    """A game as it was set up; its record has no moves."""

    game_id: str
    record: Record
    salt: bytes
    seat_keys: tuple[str, ...]
    bots: Mapping[int, int]  # level by seat that the server plays
    request_key: str | None
    content_key: str
    owner: str = ""  # name of the API key it was set up with
    created_at: int = 0  # microseconds since 1970
    finished_at: int | None = None


@dataclass(frozen=True)
class Loaded:
    """A game, its last usable snapshot, and every entry after that."""

    game: StoredGame
    snapshot: Snapshot | None
    entries: Sequence[Entry]

    @property
    def revision(self) -> int:
        if self.entries:
            return self.entries[-1].revision
        return self.snapshot.revision if self.snapshot else 0


class Change(NamedTuple):
    """An entry, and what else is kept in the same transaction."""

    entry: Entry
    snapshot: Snapshot | None = None
    bot_due: bool = False  # whether a bot must move now
    marks_bots: bool = False  # whether that may differ from before the entry
    finished: bool = False  # whether the game ended with this entry


@dataclass(frozen=True)
class Filter:
    """Which games to list, newest first."""

    owner: str | None = None  # of any owner if None
    game_type: str | None = None
    finished: bool | None = None
    before: tuple[int, str] | None = None  # created_at and game_id of the last one listed
    limit: int = 50


@dataclass
class Counters:
    """What a store has done since it was opened."""

    commits: int = 0
    writes: int = 0
    failures: int = 0
    sizes: deque[int] = field(default_factory=lambda: deque(maxlen=10_000))  # of recent commits


class Store(Protocol):
    """A write is durable when it returns; writes that wait together share a commit.

    Any number of processes may use one database.  `StoreUnavailable` means that a write may or
    may not have happened; every other error means that it has not.
    """

    counters: Counters

    async def create(self, game: StoredGame, *, bot_due: bool) -> None:
        """Keep a new game; Conflict if its request id has set one up before."""

    async def append(self, game_id: str, change: Change) -> None:
        """Keep an entry; Conflict if the log has one there, or one with its request key."""

    async def load(self, game_id: str, *, whole: bool = False) -> Loaded | None:
        """The game, from its last snapshot on or with its whole log; None if there is none."""

    async def entries(self, game_id: str, after: int) -> list[Entry]:
        """The log behind revision `after`."""

    async def head(self, game_id: str) -> int | None:
        """The revision of the game now; questions that wait together share a query."""

    async def find_request(self, request_key: str) -> StoredGame | None:
        """The game that the request with this key set up."""

    async def find_entry(self, game_id: str, request_key: str) -> Entry | None:
        """The entry that the request with this key appended."""

    async def list_games(self, wanted: Filter) -> list[StoredGame]: ...

    async def count(self) -> dict[str, int]:
        """Games in progress, by type."""

    async def lease(self, game_id: str, worker: str, seconds: float) -> bool:
        """Whether `worker` may play the bots of a game for so long; one at a time may."""

    async def bots_due(self) -> list[str]:
        """Games in which a bot must move and nobody holds the lease."""

    async def purge(self, finished_before: int, deleted_before: int) -> int:
        """Remove games finished or deleted before a time in microseconds; how many there were."""

    def on_change(
        self, heard: Callable[[Sequence[str]], None], heeded: Callable[[], bool] = lambda: True
    ) -> None:
        """Call `heard`, in the event loop, with the ids of games that changed, here or elsewhere;
        with none if any may have changed.  It may be left out while `heeded`, asked in any
        thread, says no."""

    async def ping(self) -> None:
        """Return if the database answers; StoreUnavailable if not."""

    async def close(self) -> None:
        """Finish what is waiting to be written."""
