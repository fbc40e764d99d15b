"""Playing by the words of the moves, so that rule tests read like a game."""

from engine.contract import State


def texts(state: State) -> list[str]:
    """The legal moves in words."""
    return [state.game.describe_move(move)[0] for move in state.legal_moves()]


def play(state: State, *sentences: str) -> State:
    """The state after the moves with exactly these words."""
    for sentence in sentences:
        offered = texts(state)
        assert sentence in offered, f"{sentence!r} is not offered; these are: {offered}"
        state = state.play(state.legal_moves()[offered.index(sentence)])
    return state


def events(state: State, sentence: str) -> list[str]:
    """What the move with these words causes, in words."""
    move = state.legal_moves()[texts(state).index(sentence)]
    return [state.game.describe_event(event)[0] for event in state.step(move)[1]]
