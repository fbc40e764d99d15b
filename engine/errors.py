"""What a caller of the engine can get wrong.  Nothing here knows about gRPC."""


class EngineError(Exception):
    """Base of every error a caller may cause; `facts` holds what the message names."""

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.facts = {key: str(value) for key, value in facts.items()}


class UnknownGameType(EngineError):
    """No game of that name is registered."""


class BadPlayerCount(EngineError):
    """The game is not for so many players."""


class BadOption(EngineError):
    """An option the game does not have, or a value the option does not take."""


class BadSeed(EngineError):
    """A seed that is not an unsigned 64-bit number."""


class IllegalMove(EngineError):
    """The move is not among the legal ones; the state is unchanged."""


class GameOver(EngineError):
    """The game has ended and takes no move."""


class BadRecord(EngineError):
    """A record that cannot be read: a field is missing or malformed."""


class OtherRulesVersion(EngineError):
    """A record or saved state made under other rules than these."""


class BadBytes(EngineError):
    """Saved bytes that are not a state of this game, or are damaged."""
