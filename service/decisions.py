"""What may be decided in a game, by whom.

Each function gives one that looks at the game as it is and says which entry its log shall get,
or refuses.  It raises TooShort if it must see more of the game's course.
"""

from collections.abc import Callable

from engine.contract import State
from engine.errors import GameOver
from service.course import TooShort
from service.match import Caller, Match, check_owner
from service.refusals import BadField, NothingToUndo
from service.store import Kind

Decision = tuple[Kind, int, int]  # the kind of entry, its seat and its value
Decide = Callable[[Match], Decision]


def move(caller: Caller, choose: Callable[[State], int]) -> Decide:
    """The caller's seat makes a move."""

    def decide(match: Match) -> Decision:
        seat = match.seat(caller)
        match.check_turn(seat)
        if match.course.state.to_play is None:
            raise GameOver("the game has ended", game_id=match.game_id)
        match.check_person(seat)
        return Kind.MOVE, seat, choose(match.course.state)

    return decide


def undo(caller: Caller) -> Decide:
    """The caller's seat takes its last move back, if nothing was learnt from it."""

    def decide(match: Match) -> Decision:
        seat, course = match.seat(caller), match.course
        if course.state.to_play is None:
            raise GameOver("the game has ended", game_id=match.game_id)
        match.check_person(seat)
        if not course.moves and not course.whole:
            raise TooShort
        if not course.moves or course.moves[-1].seat != seat:
            raise NothingToUndo("the last decision was not this seat's", game_id=match.game_id)
        if course.state.revealed:
            raise NothingToUndo(
                "the last decision drew on chance or showed something hidden",
                game_id=match.game_id,
            )
        return Kind.UNDO, seat, 0

    return decide


def set_seat(caller: Caller, seat: int, level: int) -> Decide:
    """The caller's seat, or any seat of the caller's game, goes to a bot or, with 0, a person."""

    def decide(match: Match) -> Decision:
        if not 0 <= seat < match.course.stored.record.players:
            raise BadField("seat", f"there is no seat {seat}", seat=seat)
        if match.viewer(caller) != seat:
            check_owner(match.course.stored, caller)
        if match.course.state.to_play is None:
            raise GameOver("the game has ended", game_id=match.game_id)
        return Kind.SEAT, seat, level

    return decide
