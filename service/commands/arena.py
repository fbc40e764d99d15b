"""burgrave arena: bots against bots."""

import argparse
import csv
import os
import statistics
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from ai import elo
from ai.arena import Pairing, Result, blocks, play, points, share, tournament
from ai.bots import bot
from engine.contract import games
from engine.transcripts import transcript
from service.commands import setup

DESCRIPTION = """Play bots against each other and rate them.

Bots: random, greedy, level-1 to level-8, search with any of its settings (as in
search,iterations=500), or module:attribute for one of your own, found in this folder or
installed: an object with a method choose(state, seed) that returns a legal move; what its seat
cannot know is redealt beforehand.

Games come in blocks: the same seed with every rotation of the seats.
"""
COLUMNS = ("game", "options", "seed", "seats", "scores", "winners", "moves")


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("arena", help="tournaments between bots", description=DESCRIPTION)
    setup.add_flags(parser)
    parser.add_argument("bots", nargs="+", metavar="BOT", help="two or more")
    parser.add_argument("--games", type=positive, default=200, help="at most (default 200)")
    parser.add_argument(
        "--reach", type=positive, metavar="N",
        help="who meets: bots at most so many places apart in the list (default: all)",
    )  # fmt: skip
    parser.add_argument("--workers", type=positive, default=os.cpu_count(), help="processes")
    parser.add_argument("--csv", metavar="FILE", type=new_file, help="write a line a game")
    parser.add_argument("--plot", metavar="FILE", type=picture, help="write the ladder as PNG")
    parser.add_argument(
        "--sequential", nargs=2, type=float, metavar=("ELO0", "ELO1"),
        help="two bots: stop as soon as the first is shown to be ELO1 or no more than ELO0 better",
    )  # fmt: skip
    parser.add_argument(
        "--show", action="store_true", help="print the one game of --seed with the bots as seated"
    )
    parser.set_defaults(run=run)


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1")
    return int(text)


def new_file(text: str) -> Path:
    """Where a file can be written: told before any game is played."""
    path = Path(text)
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} cannot be written")
    return path


def picture(text: str) -> Path:
    if find_spec("matplotlib") is None:
        raise argparse.ArgumentTypeError("it needs matplotlib: pip install matplotlib")
    return new_file(text)


def run(flags: argparse.Namespace) -> None:
    sys.path.insert(0, str(Path.cwd()))  # where bots of one's own are looked for
    for name in flags.bots:
        bot(name)
    if flags.players is None:
        flags.players = max(2, games()[flags.game].min_players)
    start = setup.record(flags)
    if flags.show:
        show(Pairing(start.game_type, tuple(flags.bots), start.seed, tuple(start.options.items())))
        return
    if len(flags.bots) != len(set(flags.bots)) or len(flags.bots) < 2:
        raise SystemExit("burgrave: a tournament needs two or more different bots")
    if flags.sequential and len(flags.bots) != 2:
        raise SystemExit("burgrave: --sequential compares two bots")
    if flags.reach is not None and flags.reach < min(start.players, len(flags.bots)) - 1:
        raise SystemExit("burgrave: --reach is too short to fill a table")
    schedule = blocks(
        start.game_type, flags.bots, start.players, start.options, start.seed, flags.reach
    )
    results: list[list[Result]] = []
    sheet = Sheet(flags.csv)
    for block in tournament(schedule, flags.games, flags.workers):
        results.append(block)
        sheet.write(block)
        progress(flags.bots, results)
        if flags.sequential and verdict(flags, results):
            break
    print(file=sys.stderr)
    report(flags, results)


def show(pairing: Pairing) -> None:
    for line in transcript(play(pairing)):
        print(line)


class Sheet:
    """A line a game, from which the game can be played again."""

    def __init__(self, path: Path | None) -> None:
        self._file: TextIO | None = path.open("w", newline="") if path else None
        if self._file:
            csv.writer(self._file).writerow(COLUMNS)

    def write(self, block: Sequence[Result]) -> None:
        if self._file is None:
            return
        for each in block:
            pairing = each.pairing
            options = " ".join(f"{name}={value}" for name, value in pairing.options)
            csv.writer(self._file).writerow((
                pairing.game, options, pairing.seed, " ".join(pairing.seats),
                " ".join(map(str, each.scores)), " ".join(map(str, each.winners)), each.moves,
            ))  # fmt: skip
        self._file.flush()


def progress(bots: Sequence[str], results: Sequence[Sequence[Result]]) -> None:
    """The games played and each bot's share of its points so far, on one line."""
    played = sum(map(len, results))
    standing = ", ".join(f"{name} {share:.0%}" for name, share in standings(bots, results))
    print(f"\r{played} games: {standing}   ", end="", file=sys.stderr, flush=True)


def standings(
    bots: Sequence[str], results: Sequence[Sequence[Result]]
) -> Iterator[tuple[str, float]]:
    total = points([result for block in results for result in block])
    for name in bots:
        won = sum(won for (bot, _), won in total.items() if bot == name)
        lost = sum(won for (_, other), won in total.items() if other == name)
        if won + lost:
            yield name, won / (won + lost)


def verdict(flags: argparse.Namespace, results: Sequence[Sequence[Result]]) -> str | None:
    test = elo.SequentialTest(*flags.sequential)
    return test.verdict([share(block, *flags.bots) for block in results])


def report(flags: argparse.Namespace, results: Sequence[Sequence[Result]]) -> None:
    if len(flags.bots) == 2:
        ratings = report_two(flags.bots, [share(block, *flags.bots) for block in results])
    else:
        ratings = elo.ladder(flags.bots, [points(block) for block in results])
        for name, rating in ratings.items():
            print(f"{name:32} {rating.elo:+7.0f}  [{rating.low:+.0f}, {rating.high:+.0f}]")
    if flags.sequential:
        print(f"sequential test: {verdict(flags, results) or 'undecided'}")
    if flags.plot:
        plot(flags.plot, flags.game, ratings)


def report_two(bots: Sequence[str], rows: Sequence[float]) -> dict[str, elo.Rating]:
    first, other = bots
    lead = elo.of_shares(rows)
    print(
        f"{first} takes {statistics.fmean(rows):.1%} from {other}: "
        f"{lead.elo:+.0f} Elo [{lead.low:+.0f}, {lead.high:+.0f}]"
    )
    return {other: elo.Rating(0, 0, 0), first: lead}


def plot(path: Path, title: str, ratings: dict[str, elo.Rating]) -> None:
    from matplotlib.figure import Figure  # optional, and slow to import

    figure = Figure(figsize=(7, 0.5 * len(ratings) + 1.5), layout="constrained")
    axes = figure.subplots()
    middles = [rating.elo for rating in ratings.values()]
    errors = [
        [rating.elo - rating.low for rating in ratings.values()],
        [rating.high - rating.elo for rating in ratings.values()],
    ]
    axes.errorbar(middles, range(len(ratings)), xerr=errors, fmt="o", capsize=3)
    axes.set_yticks(range(len(ratings)), list(ratings))
    axes.set_xlabel("Elo, 95 % interval")
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path, dpi=120)
