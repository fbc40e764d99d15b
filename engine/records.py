"""The record of a game: all it takes to play it again, byte for byte."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from engine.contract import State, game
from engine.errors import BadRecord, OtherRulesVersion


@dataclass(frozen=True)
class Record:
    """What was set up and every move since; `options` holds every option with its value."""

    game_type: str
    rules_version: int
    players: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[int, ...] = ()

    @classmethod
    def start(
        cls, game_type: str, players: int, seed: int, options: Mapping[str, str] | None = None
    ) -> Self:
        """The record of a game about to begin under the present rules."""
        played = game(game_type)
        return cls(
            game_type, played.rules_version, players, seed, played.resolve_options(options or {})
        )

    def first(self) -> State:
        """The state before the first move."""
        played = game(self.game_type)
        if self.rules_version != played.rules_version:
            raise OtherRulesVersion(
                f"recorded under rules version {self.rules_version} of {self.game_type}, "
                f"these are {played.rules_version}",
                game_type=self.game_type,
                rules_version=self.rules_version,
                supported=played.rules_version,
            )
        return played.new(self.players, self.seed, self.options)

    def last(self) -> State:
        """The state after all moves."""
        return self.first().play_all(self.moves)

    def states(self) -> Iterator[State]:
        """Every state from the first to the last."""
        state = self.first()
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state

    def to_json(self) -> str:
        return json.dumps(asdict(self) | {"options": dict(self.options)})

    @classmethod
    def from_json(cls, text: str) -> Self:
        try:
            fields = json.loads(text)
        except ValueError as error:
            raise BadRecord(f"not a record: {error}") from None
        if not isinstance(fields, dict):
            raise BadRecord("not a record: no JSON object")
        _check(fields)
        return cls(**fields | {"moves": tuple(fields["moves"])})


_FIELDS = {
    "game_type": str,
    "rules_version": int,
    "players": int,
    "seed": int,
    "options": dict,
    "moves": list,
}


def _check(fields: Mapping[str, Any]) -> None:
    """Refuse a record with a field missing, unknown or of another type."""
    for name in fields.keys() ^ _FIELDS.keys():
        what = "lacks" if name in _FIELDS else "has no"
        raise BadRecord(f"a record {what} field {name!r}", field=name)
    for name, kind in _FIELDS.items():
        if type(fields[name]) is not kind:
            raise BadRecord(f"field {name!r} of a record is not {kind.__name__}", field=name)
    if not all(type(move) is int for move in fields["moves"]):
        raise BadRecord("field 'moves' of a record holds something not a number", field="moves")
    if not all(type(value) is str for value in fields["options"].values()):
        raise BadRecord("field 'options' of a record holds something not text", field="options")
