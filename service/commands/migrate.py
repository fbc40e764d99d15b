"""burgrave migrate: the schema of a database."""

import argparse
from pathlib import Path

from service.refusals import StoreUnavailable
from service.settings import Settings, add_flags
from service.store.migrate import migrate
from service.store.sql import Failed


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "migrate",
        allow_abbrev=False,
        help="bring the database up to date",
        description="Bring the schema of the database up to date; `serve` does so too.",
    )
    add_flags(parser)
    parser.set_defaults(run=run)


def run(flags: argparse.Namespace) -> None:
    url = Settings.read(flags).database
    if not url.startswith(("postgres://", "postgresql://")):
        url = f"sqlite:///{Path(url.removeprefix('sqlite:///'))}"
    try:
        before, after = migrate(url)
    except Failed as failure:
        raise StoreUnavailable(f"cannot open the database: {failure}") from None
    print(f"schema {after}" + ("" if before == after else f", was {before or 'empty'}"))
