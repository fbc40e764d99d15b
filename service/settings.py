"""Settings by flag, environment and file, under the same names, in that order of precedence."""

import argparse
import ipaddress
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

PREFIX = "BURGRAVE_"
MASK = "********"


class BadSetting(Exception):
    """A setting nobody knows, or a value it does not take."""


def _setting(default: Any, description: str, *, secret: bool = False) -> Any:
    """A secret one has no flag: command lines are seen by everyone on the machine."""
    return field(default=default, metadata={"description": description, "secret": secret})


@dataclass(frozen=True)
class Settings:
    address: str = _setting("127.0.0.1:50051", "host and port to listen on")
    database: str = _setting(
        "burgrave.sqlite3", "postgresql:// URL, or sqlite:/// URL or path of a file"
    )
    grace_seconds: float = _setting(10.0, "time running calls get to finish when stopping")
    log_level: str = _setting("info", "debug, info, warning or error")
    log_format: str = _setting("text", "text or json")
    workers: int = _setting(1, "processes that serve, all on one port")
    http_address: str = _setting("", "host and port of /livez, /readyz and /metrics; none if empty")
    api_keys: str = _setting(
        "", "name:key, separated by commas; a name may have several keys", secret=True
    )
    api_keys_file: str = _setting("", "file with name:key, one a line, beside api_keys")
    tls_certificate: str = _setting("", "PEM file of the server's certificate chain; none: no TLS")
    tls_key: str = _setting("", "PEM file of its key")
    tls_client_ca: str = _setting("", "PEM file of the authority that callers' certificates need")
    limit_calls_per_second: int = _setting(10_000, "calls of one caller; 0 for no limit")
    limit_games_per_hour: int = _setting(100_000, "games one caller may set up; 0 for no limit")
    limit_watches: int = _setting(1_000, "watches of one caller at a time; 0 for no limit")
    limit_search_seconds_per_minute: int = _setting(
        600, "time of searches, by thread, of one caller; 0 for no limit"
    )
    connection_age_seconds: float = _setting(
        0.0, "after which a connection is asked to reconnect; 0 for never"
    )
    expire_days: float = _setting(0.0, "after which finished games are removed; 0 for never")
    traces: str = _setting("", "OTLP endpoint that traces are sent to; none if empty")

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, int | float) and not 0 <= value < 1e9:
                raise BadSetting(f"{each.name} is negative or too large: {value}")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise BadSetting(f"log_level is debug, info, warning or error, not {self.log_level!r}")
        if self.log_format not in ("text", "json"):
            raise BadSetting(f"log_format is text or json, not {self.log_format!r}")
        if self.workers < 1:
            raise BadSetting("workers is at least 1")
        _check_address("address", self.address)
        if self.http_address:
            _check_address("http_address", self.http_address)
        if bool(self.tls_certificate) != bool(self.tls_key):
            raise BadSetting("tls_certificate and tls_key go together")
        if self.tls_client_ca and not self.tls_certificate:
            raise BadSetting("tls_client_ca needs tls_certificate")

    @classmethod
    def read(cls, flags: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Self:
        """What the flags say, else the environment, else the file, else the default."""
        config = flags.config or environment.get(f"{PREFIX}CONFIG")
        chosen = _from_file(Path(config)) if config else {}
        for each in fields(cls):
            from_environment = environment.get(f"{PREFIX}{each.name.upper()}")
            from_flag = getattr(flags, each.name, None)
            if from_environment is not None:
                chosen[each.name] = from_environment
            if from_flag is not None:
                chosen[each.name] = from_flag
        return cls(**{name: _typed(name, value) for name, value in chosen.items()})

    def shown(self) -> Iterator[tuple[str, str]]:
        """Names and values, without what is secret in them."""
        for each in fields(self):
            value = getattr(self, each.name)
            if each.metadata["secret"] and value:
                value = MASK
            yield each.name, without_password(value) if each.name == "database" else str(value)


def without_password(url: str) -> str:
    """A database URL that may be shown."""
    try:
        parts = urlsplit(url)
        password = parts.password
    except ValueError:
        return MASK
    if password:
        parts = parts._replace(netloc=parts.netloc.replace(f":{password}@", f":{MASK}@"))
    shown = parts.geturl() if parts.scheme else url
    return shown if "password=" not in shown else MASK


def add_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="TOML file with any of the settings below")
    for each in fields(Settings):
        if not each.metadata["secret"]:
            parser.add_argument(
                f"--{each.name.replace('_', '-')}",
                metavar="VALUE",
                help=f"{each.metadata['description']} (default {each.default}; "
                f"environment {PREFIX}{each.name.upper()})",
            )


def is_loopback(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _check_address(name: str, address: str) -> None:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise BadSetting(f"{name} is host:port, not {address!r}")


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
