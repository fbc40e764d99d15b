"""The course of a game: where the entries of its log have led."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from engine.contract import State, game
from engine.errors import BadBytes, OtherRulesVersion
from engine.events import Event
from engine.records import Record
from service.store import Entry, Kind, Loaded, Snapshot, StoredGame


class Position(NamedTuple):
    """A game at one of its revisions."""

    game_id: str
    revision: int
    record: Record  # as it was set up
    state: State
    bots: Mapping[int, int]  # level by seat that the server plays


class Step(NamedTuple):
    """One entry, the position it led to, and what happened on the way."""

    entry: Entry
    position: Position
    events: Sequence[Event]


class TooShort(Exception):
    """A move is taken back from before the revision where this course begins."""


class Course:
    """A game from one revision on, as far as its log has been followed."""

    def __init__(self, stored: StoredGame, snapshot: Snapshot | None = None) -> None:
        self.stored = stored
        self.state = stored.record.first()
        self.revision = 0
        self.bots = stored.bots
        if snapshot is not None:
            self.state = game(stored.record.game_type).load(snapshot.state)
            self.revision = snapshot.revision
            self.bots = snapshot.bots
        self.base = self.revision
        self.entries: list[Entry] = []  # everything behind `base`
        self.moves: list[Entry] = []  # behind `base`, without those that were taken back
        self._start = self.state
        self.deleted = False

    @classmethod
    def of(cls, loaded: Loaded, upto: int | None = None) -> Self:
        """The course so far, or up to a revision."""
        course = cls(loaded.game, loaded.snapshot)
        for entry in loaded.entries[:upto]:
            course.follow(entry)
        return course

    @property
    def whole(self) -> bool:
        """Whether this course begins where the game does."""
        return self.base == 0

    @property
    def position(self) -> Position:
        stored = self.stored
        return Position(stored.game_id, self.revision, stored.record, self.state, self.bots)

    def record(self) -> Record:
        """What was set up, and the moves that stand; only of a whole course."""
        record = self.stored.record
        return Record(
            record.game_type, record.rules_version, record.players, record.seed, record.options,
            tuple(move.value for move in self.moves),
        )  # fmt: skip

    def next(self, entry: Entry) -> Step:
        """What the next entry leads to."""
        events: Sequence[Event] = ()
        state, bots = self.state, dict(self.bots)
        if entry.kind is Kind.MOVE:
            state, events = state.step(entry.value)
        elif entry.kind is Kind.UNDO:
            state = self.before_last_move()
        elif entry.kind is Kind.SEAT:
            bots.pop(entry.seat, None)
            bots |= {entry.seat: entry.value} if entry.value else {}
        stored = self.stored
        position = Position(stored.game_id, entry.revision, stored.record, state, bots)
        return Step(entry, position, events)

    def follow(self, entry: Entry) -> Step:
        """Take in the next entry of the log."""
        step = self.next(entry)
        self.take(step)
        return step

    def take(self, step: Step) -> None:
        """Take in the next entry, whose outcome is known; one that was taken before, not again."""
        entry = step.entry
        if entry.revision <= self.revision:
            return
        assert entry.revision == self.revision + 1
        if entry.kind is Kind.MOVE:
            self.moves.append(entry)
        elif entry.kind is Kind.UNDO:
            self.moves.pop()
        self.deleted = entry.kind is Kind.DELETED
        self.entries.append(entry)
        self.revision = entry.revision
        self.state = step.position.state
        self.bots = step.position.bots

    def forget(self) -> None:
        """Let this course begin here; what was before is in the store."""
        self.base, self._start = self.revision, self.state
        self.entries, self.moves = [], []

    def before_last_move(self) -> State:
        if not self.moves:
            raise TooShort
        return self._start.play_all(move.value for move in self.moves[:-1])


def usable(loaded: Loaded) -> bool:
    """Whether the snapshot can be read under the present rules."""
    if loaded.snapshot is None:
        return True
    try:
        game(loaded.game.record.game_type).load(loaded.snapshot.state)
    except (BadBytes, OtherRulesVersion):
        return False
    return True
