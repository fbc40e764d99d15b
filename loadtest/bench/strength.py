"""How strong the bots are: matches of the highest level, and the ladder of all of them.

Seeds are those of no game by which anything was chosen.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ai import elo
from ai.arena import Result, blocks, points, share, tournament
from ai.bots import levels
from engine.contract import games

LEVELS = [f"level-{number}" for number in levels()]
BEST = LEVELS[-1]
# Each with the first seed of the match: greedy, a quarter of the iterations, random.
RIVALS = {
    "greedy": 952001,
    f"search,iterations={levels()[len(LEVELS)].iterations // 4}": 953001,
    "random": 954001,
}
GAMES = 200  # of a match
LADDER_GAMES = 416
LADDER_SEED = 961001
REACH = 2  # a level meets the next two
WORKERS = 2


def matches(scale: float) -> Iterator[dict[str, Any]]:
    """The highest level against each rival, two players."""
    for name in games():
        for rival, seed in RIVALS.items():
            schedule = blocks(name, [BEST, rival], 2, {}, seed)
            yield match_row(name, rival, list(tournament(schedule, round(GAMES * scale), WORKERS)))


def match_row(game: str, rival: str, played: Sequence[Sequence[Result]]) -> dict[str, Any]:
    shares = [share(block, BEST, rival) for block in played]
    return {
        "bench": "strength", "game": game, "rival": rival, "games": 2 * len(shares),
        "share": round(sum(shares) / len(shares), 3), **_rounded(elo.of_shares(shares)),
    }  # fmt: skip


def ladder(scale: float) -> Iterator[dict[str, Any]]:
    """Every level's lead over the first, two players."""
    for name in games():
        schedule = blocks(name, LEVELS, 2, {}, LADDER_SEED, REACH)
        played = list(tournament(schedule, round(LADDER_GAMES * scale), WORKERS))
        yield from ladder_rows(name, played)


def ladder_rows(game: str, played: Sequence[Sequence[Result]]) -> Iterator[dict[str, Any]]:
    ratings = elo.ladder(LEVELS, [points(block) for block in played])
    for number, rating in enumerate(ratings.values(), 1):
        yield {"bench": "levels", "game": game, "level": number, **_rounded(rating)}


def _rounded(rating: elo.Rating) -> dict[str, int]:
    return {"elo": round(rating.elo), "low": round(rating.low), "high": round(rating.high)}
