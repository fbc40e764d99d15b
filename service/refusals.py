"""What a caller of the service can get wrong, beyond what the engine refuses."""

from engine.errors import EngineError


class BadField(EngineError):
    """A field of a request that is missing, malformed or out of range."""

    def __init__(self, field: str, problem: str, **facts: object) -> None:
        super().__init__(f"{field}: {problem}", field=field, **facts)


class UnknownGame(EngineError):
    """No game has that id."""


class NoToken(EngineError):
    """The call needs a seat token and came without one, or with something malformed."""


class WrongToken(EngineError):
    """The token belongs to no seat of this game."""


class NotYourTurn(EngineError):
    """The token is good, but another seat must move."""


class SeatIsBot(EngineError):
    """A bot plays the seat, so its holder cannot move."""


class NothingToUndo(EngineError):
    """The last decision is not the seat's own, or something was learnt from it."""


class NoKey(EngineError):
    """The call needs an API key and came without one."""


class WrongKey(EngineError):
    """The API key is not among those the server knows."""


class NotAllowed(EngineError):
    """The caller may see the game, but not do this to it."""


class SlowReader(EngineError):
    """A watcher did not read what it was sent for too long."""


class Stopping(EngineError):
    """The server is stopping; the same call may be made to another."""


class StaleRevision(EngineError):
    """The caller decided on a position that the game has left."""


class RequestIdReused(BadField):
    """A request id that was used before, for something else."""


class StoreUnavailable(EngineError):
    """The store could not be read or written; a change may or may not have been made."""


class TooManySearches(EngineError):
    """Every search slot is taken and enough callers are waiting already."""


class OverLimit(EngineError):
    """The caller has used up what it may ask for in a time."""


class TooLong(EngineError):
    """The call took longer than the server allows; a change may or may not have been made."""
