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


class StaleRevision(EngineError):
    """The caller decided on a position that the game has left."""


class RequestIdReused(BadField):
    """A request id that was used before, for something else."""


class StoreUnavailable(EngineError):
    """The store could not be read or written; nothing was changed."""


class TooManySearches(EngineError):
    """Every search slot is taken and enough callers are waiting already."""
