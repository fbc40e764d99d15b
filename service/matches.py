"""Games in progress: the domain of the service, without gRPC and protobuf."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from engine.contract import State
from engine.errors import GameOver
from engine.events import Event
from engine.records import Record
from service import tokens
from service.refusals import (
    NoToken,
    NotYourTurn,
    RequestIdReused,
    StaleRevision,
    StoreUnavailable,
    UnknownGame,
    WrongToken,
)
from service.store import Conflict, SqliteStore, StoredGame, StoredMove

BOT_RETRY_SECONDS = 1.0  # after the store failed

Chooser = Callable[[int, State, int], Awaitable[int]]  # level, state, seed -> move

OPEN_GAMES = 10_000  # kept in memory; any other is read from the store when asked for


@dataclass(frozen=True)
class Position:
    """A game at one of its revisions."""

    game_id: str
    revision: int
    record: Record  # as it was set up
    state: State


@dataclass(frozen=True)
class Applied:
    """The position a move led to, and what happened on the way."""

    position: Position
    seat: int
    events: list[Event]


@dataclass(frozen=True)
class MoveRequest:
    """A move that a caller asks for."""

    choose: Callable[[State], int]  # its number, in the position it is made in
    expected_revision: int | None
    request_id: str
    content_key: str  # hash of everything asked for


@dataclass
class Match:
    """A game in memory: what the store holds of it, and where its moves have led."""

    stored: StoredGame
    state: State
    moves: list[StoredMove]
    requests: dict[str, int] = field(default_factory=dict)  # request key to revision
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def of(cls, stored: StoredGame) -> "Match":
        match = cls(stored, stored.record.first(), [])
        match.state = match.state.play_all(move.move for move in stored.moves)
        for move in stored.moves:
            match.remember(move)
        return match

    def remember(self, move: StoredMove) -> None:
        self.moves.append(move)
        if move.request_key is not None:
            self.requests[move.request_key] = self.revision

    @property
    def revision(self) -> int:
        return len(self.moves)

    @property
    def position(self) -> Position:
        return Position(self.stored.game_id, self.revision, self.stored.record, self.state)

    @property
    def bot_to_move(self) -> int | None:
        """The level of the bot that must move, if it is a bot's turn."""
        seat = self.state.to_play
        return None if seat is None else self.stored.bots.get(seat)

    @property
    def bot_seed(self) -> int:
        """The same for whoever plays the bot in this position."""
        digest = hashlib.sha256(self.stored.salt + self.revision.to_bytes(8, "little")).digest()
        return int.from_bytes(digest[:8], "little")

    def viewer(self, token: str | None) -> int | None:
        """The seat of the token, or None for a spectator, who has none."""
        if token is None:
            return None
        seat = tokens.seat_of(token, self.stored.seat_keys)
        if seat is None:
            raise WrongToken("the token opens no seat of this game", game_id=self.stored.game_id)
        return seat

    def seat(self, token: str | None) -> int:
        """The seat of the token, which must be there."""
        seat = self.viewer(token)
        if seat is None:
            raise NoToken("this call needs the token of a seat", game_id=self.stored.game_id)
        return seat

    def check_turn(self, seat: int) -> None:
        """Refuse unless `seat` must move; a finished game refuses no seat."""
        to_move = self.state.to_play
        if to_move not in (seat, None):
            raise NotYourTurn(
                f"seat {to_move} must move, not seat {seat}",
                game_id=self.stored.game_id,
                seat=seat,
                to_move=to_move,
                revision=self.revision,
            )

    def check_revision(self, expected: int | None) -> None:
        if expected is not None and expected != self.revision:
            raise StaleRevision(
                f"the game is at revision {self.revision}, not {expected}",
                game_id=self.stored.game_id,
                expected_revision=expected,
                revision=self.revision,
            )

    def applied_before(self, seat: int, request_key: str, content_key: str) -> Applied | None:
        """What an earlier request with this key led to."""
        revision = self.requests.get(request_key)
        if revision is None:
            return None
        move = self.moves[revision - 1]
        _check_same_content(move.content_key, content_key)
        before = self.stored.record.first().play_all(m.move for m in self.moves[: revision - 1])
        after, events = before.step(move.move)
        return Applied(replace(self.position, revision=revision, state=after), seat, events)


class Matches:
    """Every game of a store, by id; `choose` thinks for the seats that the server plays."""

    def __init__(self, store: SqliteStore, choose: Chooser) -> None:
        self._store = store
        self._choose = choose
        self._open: OrderedDict[str, Match] = OrderedDict()
        self._thinking: dict[str, asyncio.Task[None]] = {}

    async def resume(self) -> None:
        """Open the games in which a bot may have to move."""
        for game_id in await self._store.with_bots():
            await self.get(game_id)

    async def new(
        self, record: Record, bots: Mapping[int, int], request_id: str, content_key: str
    ) -> tuple[Position, list[str]]:
        """Set a game up, or find the one this request has set up before; and its seat tokens."""
        state = record.first()
        request_key = tokens.key_of(request_id) if request_id else None
        salt = tokens.new_salt()
        seat_tokens = tokens.seat_tokens(salt, request_id, record.players)
        stored = StoredGame(
            game_id=tokens.new_game_id(),
            record=record,
            salt=salt,
            seat_keys=tuple(tokens.key_of(token) for token in seat_tokens),
            bots=bots,
            request_key=request_key,
            content_key=content_key,
        )
        try:
            await self._store.create(stored)
        except Conflict:
            return await self._new_before(request_id, content_key)
        match = self._keep(Match(stored, state, []))
        self._wake_bot(match)
        return match.position, seat_tokens

    async def _new_before(self, request_id: str, content_key: str) -> tuple[Position, list[str]]:
        stored = await self._store.find_request(tokens.key_of(request_id))
        if stored is None:
            raise UnknownGame("the game this request set up has been deleted")
        _check_same_content(stored.content_key, content_key)
        start = Position(stored.game_id, 0, stored.record, stored.record.first())
        return start, tokens.seat_tokens(stored.salt, request_id, stored.record.players)

    async def get(self, game_id: str) -> Match:
        match = self._open.get(game_id)
        if match is None:
            stored = await self._store.load(game_id)
            if stored is None:
                raise UnknownGame(f"no game {game_id!r}", game_id=game_id)
            # Another call may have opened it meanwhile: there is one Match of a game at a time.
            match = self._open.get(game_id) or self._keep(Match.of(stored))
            self._wake_bot(match)
        self._open.move_to_end(game_id)
        return match

    def _keep(self, match: Match) -> Match:
        self._open[match.stored.game_id] = match
        while len(self._open) > OPEN_GAMES:
            self._open.popitem(last=False)
        return match

    async def apply(self, game_id: str, token: str | None, request: MoveRequest) -> Applied:
        """Make a move, durably, or find what this request has led to before.

        Once the move is on its way to the store it is made, whether or not the caller waits.
        """
        return await asyncio.shield(self._apply(game_id, token, request))

    async def _apply(self, game_id: str, token: str | None, request: MoveRequest) -> Applied:
        match = await self.get(game_id)
        seat = match.seat(token)
        request_key = tokens.key_of(f"{seat}/{request.request_id}") if request.request_id else None
        async with match.lock:
            if request_key is not None:
                before = match.applied_before(seat, request_key, request.content_key)
                if before is not None:
                    return before
            match.check_revision(request.expected_revision)
            match.check_turn(seat)
            if match.state.to_play is None:
                raise GameOver("the game has ended", game_id=game_id)
            move = request.choose(match.state)
            applied = await self._make(match, StoredMove(move, request_key, request.content_key))
        return applied or await self._apply(game_id, token, request)

    async def _make(self, match: Match, stored: StoredMove) -> Applied | None:
        """Make a move of the seat to play and keep it; None if the game has moved on elsewhere."""
        seat = match.state.to_play
        state, events = match.state.step(stored.move)
        try:
            await self._store.append(match.stored.game_id, match.revision + 1, stored)
        except Conflict:
            self._open.pop(match.stored.game_id, None)
            return None
        match.remember(stored)
        match.state = state
        self._wake_bot(match)
        assert seat is not None
        return Applied(match.position, seat, events)

    def _wake_bot(self, match: Match) -> None:
        """See to it that a bot whose turn it is moves, now or after the move under way."""
        game_id = match.stored.game_id
        under_way = self._thinking.get(game_id)
        if match.bot_to_move is not None and (under_way is None or under_way.done()):
            self._thinking[game_id] = asyncio.create_task(self._play_bots(match))

    async def _play_bots(self, match: Match) -> None:
        """Move for bots until a person must, or the game moves on elsewhere."""
        game_id = match.stored.game_id
        while (level := match.bot_to_move) is not None:
            revision, state = match.revision, match.state
            try:
                move = await self._choose(level, state, match.bot_seed)
                async with match.lock:
                    if match.revision != revision:
                        continue
                    if await self._make(match, StoredMove(move, None, "")) is None:
                        match = await self.get(game_id)
            except StoreUnavailable:
                await asyncio.sleep(BOT_RETRY_SECONDS)
        del self._thinking[game_id]

    async def close(self) -> None:
        """Stop the bots; they go on where they were when the games are next opened."""
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)


def _check_same_content(first: str, again: str) -> None:
    if first != again:
        raise RequestIdReused("request_id", "was used before, for another request")
