"""The flags by which a command sets a game up."""

import argparse
import secrets

from engine.contract import games
from engine.records import Record


def add_flags(parser: argparse.ArgumentParser) -> None:
    described = "\n".join(
        f"  {played.name} ({played.min_players}-{played.max_players} players)"
        + "".join(f"\n    {o.name}={'|'.join(o.values)}: {o.description}" for o in played.options)
        for played in games().values()
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = f"games and their options:\n{described}"
    parser.add_argument("game", choices=list(games()), help="the game")
    parser.add_argument("--players", type=int, help="seats at the table (default: the fewest)")
    parser.add_argument("--seed", type=int, help="determines all chance (default: random)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated"
    )


def record(flags: argparse.Namespace) -> Record:
    """The record of the game the flags ask for, before its first move."""
    options = dict(pair.partition("=")[::2] for pair in flags.option)
    players = games()[flags.game].min_players if flags.players is None else flags.players
    seed = secrets.randbits(64) if flags.seed is None else flags.seed
    return Record.start(flags.game, players, seed, options)
