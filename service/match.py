"""One game in memory, and who may do what in it."""

import asyncio
import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple

from service import tokens
from service.course import Course
from service.refusals import (
    NotAllowed,
    NoToken,
    NotYourTurn,
    SeatIsBot,
    StaleRevision,
    WrongToken,
)
from service.store import StoredGame


class Caller(NamedTuple):
    """Who calls, as far as that was proved."""

    token: str | None = None  # of a seat
    owner: str | None = None  # the name of an API key; "" where none are asked for


def check_owner(stored: StoredGame, caller: Caller) -> None:
    if caller.owner != stored.owner:
        raise NotAllowed(
            "this call needs the API key that the game was set up with", game_id=stored.game_id
        )


@dataclass
class Match:
    """A game as far as its log has been followed here; the database may be ahead."""

    course: Course
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def game_id(self) -> str:
        return self.course.stored.game_id

    @property
    def bot_to_move(self) -> int | None:
        """The level of the bot that must move, if it is a bot's turn."""
        seat = self.course.state.to_play
        return None if seat is None or self.course.deleted else self.course.bots.get(seat)

    @property
    def bot_seed(self) -> int:
        """The same for whoever plays the bot in this position."""
        salt = self.course.stored.salt
        digest = hashlib.sha256(salt + self.course.revision.to_bytes(8, "little")).digest()
        return int.from_bytes(digest[:8], "little")

    def viewer(self, caller: Caller) -> int | None:
        """The seat of the caller's token, or None for a spectator, who has none."""
        if caller.token is None:
            return None
        seat = tokens.seat_of(caller.token, self.course.stored.seat_keys)
        if seat is None:
            raise WrongToken("the token opens no seat of this game", game_id=self.game_id)
        return seat

    def seat(self, caller: Caller) -> int:
        """The seat of the caller's token, which must be there."""
        seat = self.viewer(caller)
        if seat is None:
            raise NoToken("this call needs the token of a seat", game_id=self.game_id)
        return seat

    def check_turn(self, seat: int) -> None:
        """Refuse unless `seat` must move; a finished game refuses no seat."""
        to_move = self.course.state.to_play
        if to_move not in (seat, None):
            raise NotYourTurn(
                f"seat {to_move} must move, not seat {seat}",
                game_id=self.game_id,
                seat=seat,
                to_move=to_move,
                revision=self.course.revision,
            )

    def check_person(self, seat: int) -> None:
        if seat in self.course.bots:
            raise SeatIsBot(
                f"a bot plays seat {seat}; SetSeat takes it back", game_id=self.game_id, seat=seat
            )

    def check_revision(self, expected: int | None) -> None:
        revision = self.course.revision
        if expected is not None and expected != revision:
            raise StaleRevision(
                f"the game is at revision {revision}, not {expected}",
                game_id=self.game_id,
                expected_revision=expected,
                revision=revision,
            )
