"""Games in progress: the domain of the service, without gRPC and protobuf."""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from engine.errors import EngineError
from engine.records import Record
from service import tokens
from service.course import Course, Position, Step, TooShort, usable
from service.decisions import Decide
from service.match import Caller, Match, check_owner
from service.refusals import RequestIdReused, UnknownGame
from service.store import Change, Conflict, Entry, Kind, Loaded, Snapshot, Store, StoredGame

OPEN_GAMES = 10_000  # kept in memory; any other is read from the store when asked for
ENTRIES_PER_SNAPSHOT = 64  # how many may have to be played again to open a game
ENTRIES_OPEN = (
    4 * ENTRIES_PER_SNAPSHOT
)  # of a game in memory; who looks further back asks the store


class Request(NamedTuple):
    """What is common to all that change a game."""

    game_id: str
    caller: Caller
    request_id: str
    content_key: str  # hash of everything asked for
    expected_revision: int | None = None


class Done(NamedTuple):
    """A change that was made, and the seat it was made for, if any."""

    step: Step
    viewer: int | None


class Matches:
    """Every game of a store, by id.

    Games are kept in memory, but the database decides: whoever reads one here first asks for its
    revision there, and an entry is made by being the first with its revision.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.on_change: Callable[[Match], None] = lambda _: None  # made here or found here
        self._open: OrderedDict[str, Match] = OrderedDict()

    # ---- finding

    async def get(self, game_id: str) -> Match:
        """The game as it is now, whoever changed it last."""
        match = self._used(game_id)
        if match is None:
            match = await self._load(game_id)
        else:
            head = await self.store.head(game_id)
            if head is None:
                self._open.pop(game_id, None)
                raise _unknown(game_id)
            if head > match.course.revision:
                await self._catch_up(match)
        return _living(match)

    async def _known(self, game_id: str) -> Match:
        """The game as it is or was a moment ago."""
        return _living(self._used(game_id) or await self._load(game_id))

    def _used(self, game_id: str) -> Match | None:
        """The game if it is in memory, where the ones not asked for the longest make room."""
        if game_id in self._open:
            self._open.move_to_end(game_id)
        return self._open.get(game_id)

    async def _load(self, game_id: str) -> Match:
        course = Course.of(await self._loaded(game_id))
        # Another call may have opened it meanwhile: there is one Match of a game at a time.
        match = self._open.get(game_id)
        if match is None:
            match = self._keep(Match(course))
        elif match.course.revision < course.revision:
            match.course = course
        self.on_change(match)
        return match

    async def _loaded(self, game_id: str, *, whole: bool = False) -> Loaded:
        loaded = await self.store.load(game_id, whole=whole)
        if loaded is not None and not usable(loaded):
            loaded = await self.store.load(game_id, whole=True)
        if loaded is None:
            raise _unknown(game_id)
        return loaded

    async def whole(self, game_id: str, upto: int | None = None) -> Course:
        """The course of a game from its beginning, now or up to a revision."""
        return Course.of(await self._loaded(game_id, whole=True), upto)

    def _keep(self, match: Match) -> Match:
        self._open[match.game_id] = match
        while len(self._open) > OPEN_GAMES:
            self._open.popitem(last=False)
        return match

    async def _catch_up(self, match: Match) -> bool:
        """Follow what others have appended; whether there was anything."""
        before = match.course.revision
        entries = await self.store.entries(match.game_id, before)
        try:
            _follow(match.course, entries)
            _trim(match.course)
        except TooShort:
            match.course = Course.of(await self._loaded(match.game_id))
        if match.course.revision == before:
            return False
        self.on_change(match)
        return True

    async def since(self, game_id: str, revision: int) -> Sequence[Entry]:
        """The log behind a revision."""
        course = (await self.get(game_id)).course
        if revision >= course.base:
            return course.entries[revision - course.base :]
        return await self.store.entries(game_id, revision)

    # ---- changing

    async def new(
        self,
        record: Record,
        bots: Mapping[int, int],
        owner: str,
        request_id: str,
        content_key: str,
    ) -> tuple[Position, list[str]]:
        """Set a game up, or find the one this request has set up before; and its seat tokens."""
        state = record.first()
        salt = tokens.new_salt()
        seat_tokens = tokens.seat_tokens(salt, request_id, record.players)
        stored = StoredGame(
            game_id=tokens.new_game_id(),
            record=record,
            salt=salt,
            seat_keys=tuple(tokens.key_of(token) for token in seat_tokens),
            bots=bots,
            request_key=tokens.key_of(f"{owner}/{request_id}") if request_id else None,
            content_key=content_key,
            owner=owner,
            created_at=time.time_ns() // 1000,
        )
        try:
            await self.store.create(stored, bot_due=state.to_play in bots)
        except Conflict:
            return await self._new_before(stored, request_id)
        match = self._keep(Match(Course(stored)))
        self.on_change(match)
        return match.course.position, seat_tokens

    async def _new_before(self, wanted: StoredGame, request_id: str) -> tuple[Position, list[str]]:
        assert wanted.request_key is not None
        stored = await self.store.find_request(wanted.request_key)
        if stored is None:
            raise UnknownGame("the game this request set up has been removed")
        _check_same_content(stored.content_key, wanted.content_key)
        start = Course(stored).position
        return start, tokens.seat_tokens(stored.salt, request_id, stored.record.players)

    async def change(self, request: Request, decide: Decide) -> Done:
        """Make the change that `decide` finds right, durably, or find the one made before.

        Once it is on its way to the store it is made, whether or not the caller waits; of one
        that nobody waited for, this process learns as it learns of another's.
        """
        match = await self._known(request.game_id)
        viewer = match.viewer(request.caller)
        key = request_key(request, viewer)
        while True:
            async with match.lock:
                try:
                    return Done(await self._try(match, request, key, decide), viewer)
                except (EngineError, Conflict) as refused:
                    before = await self._before(request, key)
                    if before is not None:
                        return Done(before, viewer)
                    if not await self._catch_up(match) and isinstance(refused, EngineError):
                        raise

    async def _try(self, match: Match, request: Request, key: str | None, decide: Decide) -> Step:
        match.check_revision(request.expected_revision)
        try:
            kind, seat, value = decide(_living(match))
        except TooShort:
            match.course = await self.whole(match.game_id)
            match.check_revision(request.expected_revision)
            kind, seat, value = decide(_living(match))
        entry = Entry(match.course.revision + 1, kind, seat, value, key, request.content_key)
        return await self.append(match, entry)

    async def append(self, match: Match, entry: Entry) -> Step:
        """Keep an entry and follow it; Conflict if the game has moved on elsewhere."""
        step = match.course.next(entry)
        await self.store.append(match.game_id, _change_of(match.course, step))
        match.course.take(step)
        _trim(match.course)
        self.on_change(match)
        return step

    async def _before(self, request: Request, key: str | None) -> Step | None:
        """What an earlier request with this key led to."""
        entry = await self._earlier(request, key)
        if entry is None:
            return None
        return (await self.whole(request.game_id, entry.revision - 1)).follow(entry)

    async def delete(self, request: Request) -> None:
        """Delete a game, of whatever rules; the same request may be made again."""
        game_id, key = request.game_id, request_key(request, None)
        while (loaded := await self.store.load(game_id)) is not None:
            check_owner(loaded.game, request.caller)
            entry = Entry(loaded.revision + 1, Kind.DELETED, 0, 0, key, request.content_key)
            with suppress(Conflict):
                await self.store.append(game_id, Change(entry))
                return
            await self._earlier(request, key)
        if await self._earlier(request, key) is None:
            raise _unknown(game_id)

    async def _earlier(self, request: Request, key: str | None) -> Entry | None:
        """The entry of an earlier request with this key, which must have asked for the same."""
        entry = await self.store.find_entry(request.game_id, key) if key else None
        if entry is not None:
            _check_same_content(entry.content_key, request.content_key)
        return entry


def request_key(request: Request, viewer: int | None) -> str | None:
    """What is kept of a request id: callers cannot meet each other's."""
    if not request.request_id:
        return None
    who = f"key {request.caller.owner}" if viewer is None else viewer
    return tokens.key_of(f"{who}/{request.request_id}")


def _change_of(course: Course, step: Step) -> Change:
    """An entry with what must be kept beside it.

    A snapshot goes with every so many entries, and with every undo: so nobody who starts from
    the last snapshot has to take a move back from before it.
    """
    entry, state, bots = step.entry, step.position.state, step.position.bots
    due, was_due = state.to_play in bots, course.state.to_play in course.bots
    snap = entry.kind is Kind.UNDO or entry.revision % ENTRIES_PER_SNAPSHOT == 0
    return Change(
        entry,
        Snapshot(entry.revision, state.save(), bots) if snap else None,
        bot_due=due,
        marks_bots=due != was_due,
        finished=state.to_play is None and course.state.to_play is not None,
    )


def _follow(course: Course, entries: Sequence[Entry]) -> None:
    """Follow what is new of a log; another call may have followed some of it."""
    for entry in entries:
        if entry.revision == course.revision + 1:
            course.follow(entry)


def _trim(course: Course) -> None:
    if len(course.entries) > ENTRIES_OPEN:
        course.forget()


def _living(match: Match) -> Match:
    if match.course.deleted:
        raise _unknown(match.game_id)
    return match


def _unknown(game_id: str) -> UnknownGame:
    return UnknownGame(f"no game {game_id!r}", game_id=game_id)


def _check_same_content(first: str, again: str) -> None:
    if first != again:
        raise RequestIdReused("request_id", "was used before, for another request")
