"""Settings by flag, environment and file, under the same names, in that order of precedence."""

import argparse
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

PREFIX = "BURGRAVE_"


class BadSetting(Exception):
    """A setting nobody knows, or a value it does not take."""


def _setting(default: Any, description: str) -> Any:
    return field(default=default, metadata={"description": description})


@dataclass(frozen=True)
class Settings:
    address: str = _setting("127.0.0.1:50051", "host and port to listen on")
    database: str = _setting(
        "burgrave.sqlite3", "postgresql:// URL, or sqlite:/// URL or path of a file"
    )
    grace_seconds: float = _setting(10.0, "time running calls get to finish when stopping")
    log_level: str = _setting("info", "debug, info, warning or error")

    def __post_init__(self) -> None:
        if self.grace_seconds < 0:
            raise BadSetting(f"grace_seconds is negative: {self.grace_seconds}")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise BadSetting(f"log_level is debug, info, warning or error, not {self.log_level!r}")

    @classmethod
    def read(cls, flags: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Self:
        """What the flags say, else the environment, else the file, else the default."""
        config = flags.config or environment.get(f"{PREFIX}CONFIG")
        chosen = _from_file(Path(config)) if config else {}
        for each in fields(cls):
            from_environment = environment.get(f"{PREFIX}{each.name.upper()}")
            from_flag = getattr(flags, each.name)
            if from_environment is not None:
                chosen[each.name] = from_environment
            if from_flag is not None:
                chosen[each.name] = from_flag
        return cls(**{name: _typed(name, value) for name, value in chosen.items()})


def add_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="TOML file with any of the settings below")
    for each in fields(Settings):
        parser.add_argument(
            f"--{each.name.replace('_', '-')}",
            metavar="VALUE",
            help=f"{each.metadata['description']} (default {each.default}; "
            f"environment {PREFIX}{each.name.upper()})",
        )


def _from_file(path: Path) -> dict[str, Any]:
    try:
        chosen = tomllib.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise BadSetting(f"cannot read {path}: {error}") from None
    unknown = chosen.keys() - {each.name for each in fields(Settings)}
    if unknown:
        raise BadSetting(f"{path}: no setting is called {', '.join(sorted(unknown))}")
    return chosen


def _typed(name: str, value: Any) -> Any:
    kind: Callable[[Any], Any] = Settings.__annotations__[name]
    try:
        return kind(value)
    except ValueError:
        raise BadSetting(f"{name} is a {kind.__name__}, not {value!r}") from None
