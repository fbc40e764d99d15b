"""A picture of the table for a terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.castles_of_burgundy_card_game.words import (
    ROUNDS,
    bonus_text,
    count,
    join,
    named,
    plain,
)


def draw(view: Mapping[str, Any]) -> str:
    """The table, then each player, then what is asked."""
    lines = [*_table(view)]
    for seat, player in enumerate(view["players"]):
        lines += ["", *_player(f"Seat {seat}", player)]
    if view["egon"]:
        lines += ["", *_egon(view["egon"])]
    if view["open"]:
        lines += ["", *(_asked(frame) for frame in view["open"])]
    return "\n".join(lines)


def _table(view: Mapping[str, Any]) -> Iterator[str]:
    bonuses = " / ".join(bonus_text(bonus) for bonus in view["bonuses"])
    yield f"Round {ROUNDS[view['round'] - 1]}, turn {view['turn']} of 6   bonus: {bonuses}"
    for number, row in enumerate(view["display"], start=1):
        yield f"  {number}  {join([named(card) for card in row['cards']])}"
    for name in ("goods", "animals"):
        stacks = [f"{_top(stack)} ({stack['size']})" for stack in view[f"{name}_stacks"]]
        yield f"{name.capitalize()}: {' | '.join(stacks)}"
    discards = sum(pile["count"] for pile in view["discards"])
    yield f"Draw pile {view['pile']}, discards {discards}"
    yield (
        f"First triplets left: {join([plain(kind) for kind in view['first_triplets']])}"
        f"   all seven: {join([str(points) for points in view['all_seven']])}"
    )
    if view["bought"]:
        yield f"Bought: {join([named(card) for card in view['bought']])}"


def _top(stack: Mapping[str, Any]) -> str:
    top = stack.get("good") or stack.get("animal")
    return plain(top) if top else "-"


def _player(who: str, player: Mapping[str, Any]) -> Iterator[str]:
    card = {None: "", False: ", start player card", True: ", start player card face down"}
    yield f"{who}: {count(player['score'], 'point')}{card[player['start_card_face_down']]}"
    held = f"{count(player['silver'], 'silver')}, {count(player['workers'], 'worker')}"
    stock = f"{_counts(player['goods'])}; {_counts(player['animals'])}"
    sold = sum(player["sold"].values())
    yield f"  store    {held}; {stock}; {sold} sold, {player['points']} in point cards"
    hand = join([named(card) for card in player["hand"]] or ["?"] * player["hand_count"])
    yield f"  hand     {hand}   ({player['stock_count']} more face down)"
    yield f"  projects {join([named(card) for card in player['projects']])}"
    yield f"  princedom {_stacks(player['princedom'])}"


def _counts(counts: Mapping[str, int]) -> str:
    return join([f"{n} {name}" for name, n in counts.items() if n])


def _stacks(stacks: list[Mapping[str, Any]]) -> str:
    return "  ".join(
        f"{plain(stack['kind'])}[{', '.join(named(card) for card in stack['cards'])}]"
        for stack in stacks
    ) or "-"  # fmt: skip


def _egon(egon: Mapping[str, Any]) -> Iterator[str]:
    yield f"Egon: {count(egon['score'], 'point')}, {egon['face_down']} cards face down"
    yield f"  princedom {_stacks(egon['princedom'])}"


def _asked(frame: Mapping[str, Any]) -> str:
    parts = [plain(frame["ask"]), f"for {plain(frame['why'])}"]
    if frame["card"]:
        parts.append(named(frame["card"]))
    if frame["number"] is not None:
        parts.append(f"number {frame['number']}")
    if frame["amount"]:
        parts.append(f"amount {frame['amount']}")
    return f"Open: {', '.join(parts)}"
