"""Tournaments: bots against bots, luck of deal and seat cancelled out."""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

import engine.games  # noqa: F401  registers every game, in the workers too
from ai.bots import Bot, bot
from engine.records import Record


@dataclass(frozen=True)
class Pairing:
    """One game to be played; the same pairing always gives the same game."""

    game: str
    seats: tuple[str, ...]  # names of bots
    seed: int
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Result:
    pairing: Pairing
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int

    def points(self) -> dict[tuple[str, str], float]:
        """Of each bot against each other at the table: 1 for a win, shared when both have."""
        table = list(enumerate(self.pairing.seats))
        return {
            (bot, other): _duel(seat in self.winners, against in self.winners,
                                self.scores[seat] - self.scores[against])
            for (seat, bot), (against, other) in itertools.permutations(table, 2)
            if bot != other
        }  # fmt: skip


def points(block: Sequence[Result]) -> dict[tuple[str, str], float]:
    """Of each bot against each other in all the games of a block."""
    total: dict[tuple[str, str], float] = {}
    for each in block:
        for pair, won in each.points().items():
            total[pair] = total.get(pair, 0) + won
    return total


def share(block: Sequence[Result], bot: str, other: str) -> float:
    """Of the points between the two, what the first has."""
    total = points(block)
    return total[bot, other] / (total[bot, other] + total[other, bot])


def _duel(won: bool, lost: bool, margin: int) -> float:
    """Between two seats: who won; if neither or both did, who has more points."""
    if won != lost:
        return float(won)
    if won or margin == 0:
        return 0.5
    return float(margin > 0)


def blocks(
    game: str,
    bots: Sequence[str],
    players: int,
    options: Mapping[str, str],
    first_seed: int,
    reach: int | None = None,
) -> Iterator[list[Pairing]]:
    """Endless blocks: for each choice of bots, one deal with every rotation of the seats.

    With a reach, only bots that stand so close in the list meet.
    """
    chosen = tuple(sorted(options.items()))
    groups = list(_groups(bots, min(players, len(bots)), reach or len(bots)))
    for number in itertools.count():
        seed = random.Random(first_seed + number).getrandbits(64)
        for group in groups:
            seats = tuple(itertools.islice(itertools.cycle(group), players))
            yield [
                Pairing(game, seats[turn:] + seats[:turn], seed, chosen) for turn in range(players)
            ]


def _groups(bots: Sequence[str], size: int, reach: int) -> Iterator[tuple[str, ...]]:
    for places in itertools.combinations(range(len(bots)), size):
        if places[-1] - places[0] <= reach:
            yield tuple(bots[place] for place in places)


def play(pairing: Pairing) -> Record:
    """The game of a pairing; every bot sees only what its seat can know."""
    record = Record.start(pairing.game, len(pairing.seats), pairing.seed, dict(pairing.options))
    players: list[Bot] = [bot(name) for name in pairing.seats]
    state, moves, chooser = record.first(), [], random.Random(pairing.seed)
    while state.to_play is not None:
        seat = state.to_play
        guess = state.redeal(seat, chooser.getrandbits(64))
        move = players[seat].choose(guess, chooser.getrandbits(64))
        state = state.play(move)
        moves.append(move)
    return replace(record, moves=tuple(moves))


def result(pairing: Pairing) -> Result:
    record = play(pairing)
    last = record.last()
    return Result(pairing, tuple(last.scores()), tuple(last.winners()), len(record.moves))


def tournament(
    schedule: Iterator[list[Pairing]], games: int, workers: int
) -> Iterator[list[Result]]:
    """The results of whole blocks, in order, until so many games are played."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        waiting, started = [], 0
        for block in schedule:
            if started < games:
                waiting.append([pool.submit(result, pairing) for pairing in block])
                started += len(block)
            if len(waiting) > 2 * workers or started >= games:
                if not waiting:
                    return
                try:
                    yield [each.result() for each in waiting.pop(0)]
                except GeneratorExit:
                    pool.shutdown(cancel_futures=True)
                    raise
