"""How much stronger a search becomes with more iterations, by games against itself."""

from collections.abc import Iterator
from typing import Any

from ai import elo
from ai.arena import blocks, tournament
from engine.contract import games

STEPS = ((30, 120), (120, 480), (480, 1920))  # iterations of the weaker and the stronger
GAMES = 40
WORKERS = 2


def ladder(scale: float) -> Iterator[dict[str, Any]]:
    """The stronger one's lead in Elo, with its 95 % interval, each step four times the search."""
    for name in games():
        for few, many in STEPS:
            weak, strong = (f"search,iterations={count}" for count in (few, many))
            played = tournament(
                blocks(name, [strong, weak], 2, {}, first_seed=1), round(GAMES * scale), WORKERS
            )
            shares = [
                sum(each.points()[strong, weak] for each in block) / len(block) for block in played
            ]
            lead = elo.of_shares(shares)
            yield {
                "bench": "strength", "game": name, "few": few, "many": many,
                "games": 2 * len(shares), "share": round(sum(shares) / len(shares), 3),
                "elo": round(lead.elo), "low": round(lead.low), "high": round(lead.high),
            }  # fmt: skip
