"""The choices a game offers before it starts, and how they are checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import BadOption


@dataclass(frozen=True)
class Option:
    """A named choice among a few words; the first value is the default."""

    name: str
    description: str
    values: tuple[str, ...]
    # (option, value) without which only the default makes sense.
    needs: tuple[str, str] | None = None


def resolve(game: str, options: Sequence[Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value: the chosen one or the default."""
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in known:
            raise BadOption(
                f"{game} has no option {name!r}; it has: {', '.join(known) or 'none'}",
                game_type=game,
                field="options",
                option=name,
            )
        if value not in known[name].values:
            raise BadOption(
                f"option {name!r} is one of {', '.join(known[name].values)}, not {value!r}",
                game_type=game,
                field="options",
                option=name,
                value=value,
            )
    full = {option.name: chosen.get(option.name, option.values[0]) for option in options}
    for option in options:
        default = full[option.name] == option.values[0]
        if option.needs and not default and full[option.needs[0]] != option.needs[1]:
            raise BadOption(
                f"option {option.name!r} needs {option.needs[0]}={option.needs[1]}",
                game_type=game,
                field="options",
                option=option.name,
            )
    return full
