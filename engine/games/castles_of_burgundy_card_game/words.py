"""Names and sentences for The Castles of Burgundy: The Card Game; tuples follow the rules' enums.

Moves and views are worded here, events in tales.py, pictures in pictures.py.
"""

from collections.abc import Mapping, Sequence
from typing import Any

KIND_NAMES = ("castle", "mine", "cloister", "knowledge", "ship", "pasture", "building")
SORT_NAMES = (
    *KIND_NAMES[:6],
    "carpenter", "church", "market", "watchtower", "bank", "boarding_house", "warehouse",
    "town_hall",
)  # fmt: skip
GOOD_NAMES = ("light", "medium", "dark")
ANIMAL_NAMES = ("hen", "cattle", "sheep", "pig")
BONUS_NAMES = ("points", "goods", "animals", "silver", "workers")
ROUNDS = "ABCDE"

KINDS = tuple(f"KIND_{name.upper()}" for name in KIND_NAMES)
BUILDINGS = tuple(f"BUILDING_{name.upper()}" for name in SORT_NAMES[6:])
GOODS = tuple(f"GOOD_{name.upper()}" for name in GOOD_NAMES)
ANIMALS = tuple(f"ANIMAL_{name.upper()}" for name in ANIMAL_NAMES)
ASKS = (
    "ASK_UNSPECIFIED",
    "ASK_HAND_CARD",
    "ASK_ACTION",
    "ASK_BOUGHT_CARD",
    "ASK_DISCARD",
    "ASK_WHERE",
    "ASK_RETURN",
    "ASK_GOOD",
    "ASK_ANIMAL",
    "ASK_GOOD_OR_ANIMAL",
    "ASK_FETCH",
    "ASK_SALE",
    "ASK_PLACE",
    "ASK_BONUS",
    "ASK_END_OF_TURN",
    "ASK_NOTHING_YET",
)
WHYS = (
    "WHY_UNSPECIFIED",
    "WHY_TURN",
    "WHY_HAND_CARD",
    "WHY_BOUGHT_CARD",
    "WHY_PLACED_CARD",
    "WHY_TRIPLET",
    "WHY_PROJECT_LIMIT",
)
# Why silver, workers or points came or went.
REASONS = (
    *(f"REASON_{name.upper()}" for name in SORT_NAMES),
    "REASON_ACTION",
    "REASON_SALE",
    "REASON_ROUND_BONUS",
    "REASON_TRADE",
    "REASON_PURCHASE",
    "REASON_NUMBER",
    "REASON_EGON_CLOISTER",
    "REASON_TRIPLETS",
    "REASON_FIRST_TRIPLETS",
    "REASON_ALL_SEVEN",
    "REASON_POINT_CARDS",
    "REASON_SOLD_GOODS",
    "REASON_ANIMALS",
    "REASON_START_CARD",
)
NTH = ("first", "second")

Described = tuple[str, dict[str, Any]]


def plain(name: str) -> str:
    """`BUILDING_TOWN_HALL` in words: town hall."""
    _, _, rest = name.partition("_")
    return rest.lower().replace("_", " ")


def count(n: int, noun: str) -> str:
    """`2 goods`; silver has no plural."""
    return f"{n} {noun if n == 1 or noun == 'silver' else noun + 's'}"


def card_name(face: int) -> str:
    """`town hall 4`."""
    return f"{SORT_NAMES[face >> 3].replace('_', ' ')} {face & 7}"


def face_of(name: str) -> int:
    """The face that `card_name` names so."""
    sort, _, number = name.rpartition(" ")
    return SORT_NAMES.index(sort.replace(" ", "_")) << 3 | int(number)


def card(face: int) -> dict[str, Any]:
    sort, number = face >> 3, face & 7
    building = BUILDINGS[sort - 6] if sort >= 6 else None
    return {"kind": KINDS[min(sort, 6)], "building": building, "number": number}


def named(shown: Mapping[str, Any]) -> str:
    """A card of a view as `card_name` would name it."""
    return f"{plain(shown['building'] or shown['kind'])} {shown['number']}"


def pack_bonus(bonus: Mapping[str, int]) -> int:
    """A bonus as the argument of its move: three bits for each of BONUS_NAMES."""
    if not bonus.keys() <= set(BONUS_NAMES) or not all(0 <= n < 8 for n in bonus.values()):
        raise ValueError(f"no such bonus: {bonus}")
    return sum(n << 3 * (4 - BONUS_NAMES.index(name)) for name, n in bonus.items())


def unpack_bonus(packed: int) -> dict[str, int]:
    return {name: packed >> 3 * (4 - i) & 7 for i, name in enumerate(BONUS_NAMES)}


def bonus_text(bonus: Mapping[str, int]) -> str:
    nouns = {"points": "point", "goods": "good", "animals": "animal", "workers": "worker"}
    return " and ".join(count(n, nouns.get(name, name)) for name, n in bonus.items() if n)


def target(code: int) -> dict[str, Any]:
    """Where a card goes: a new stack, or one of a kind that holds so many."""
    if code == 0:
        return {"kind": None, "size": 0}
    return {"kind": KINDS[(code - 1) // 2], "size": (code - 1) % 2 + 1}


def describe_move(move: int) -> Described:
    """A sentence, and the decision as plain data."""
    kind, argument = move >> 20, move & 0xFFFFF
    return _MOVES[kind](argument)


def _play(number: int) -> Described:
    return f"Play the {number}", {"play_number": number}


def _change(number: int) -> Described:
    return f"Pay workers to turn the number into {number}", {"change_number": number}


def _take(argument: int) -> Described:
    row, face = argument >> 7, argument & 127
    return (
        f"Take the {card_name(face)} from row {row}",
        {"take": {"row": row, "card": card(face)}},
    )


def _place(face: int) -> Described:
    return f"Place the {card_name(face)}", {"place": card(face)}


def _sell(sort: int) -> Described:
    return f"Sell all {GOOD_NAMES[sort]} goods", {"sell": GOODS[sort]}


def _hire(_: int) -> Described:
    return "Bring the workers up to 2", {"hire": {}}


def _silver(_: int) -> Described:
    return "Take 1 silver", {"take_silver": {}}


def _trade(points: int) -> Described:
    return (
        f"Return workers and silver for {count(points, 'point')}",
        {"trade_for_points": points},
    )


def _return(workers: int) -> Described:
    return f"Return {count(workers, 'worker')}, the rest in silver", {"return_workers": workers}


def _where(code: int) -> Described:
    where = target(code)
    if code == 0:
        return "Begin a new stack", {"where": where}
    return (
        f"Lay it on the {plain(where['kind'])} stack of {where['size']}",
        {"where": where},
    )


def _discard(face: int) -> Described:
    return f"Discard the project {card_name(face)}", {"discard": card(face)}


def _take_good(argument: int) -> Described:
    stack, sort = argument >> 2, argument & 3
    return (
        f"Take the {GOOD_NAMES[sort]} good from the {NTH[stack]} stack",
        {"take_good": {"good": GOODS[sort], "stack": stack + 1}},
    )


def _take_animal(argument: int) -> Described:
    stack, sort = argument >> 2, argument & 3
    return (
        f"Take the {ANIMAL_NAMES[sort]} from the {NTH[stack]} stack",
        {"take_animal": {"animal": ANIMALS[sort], "stack": stack + 1}},
    )


def _bonus(packed: int) -> Described:
    bonus = unpack_bonus(packed)
    return f"Take {bonus_text(bonus)} as the round's bonus", {"bonus": bonus}


def _keep(face: int) -> Described:
    return f"Make the bought {card_name(face)} a project", {"keep": card(face)}


def _use(number: int) -> Described:
    return f"Use a bought {number} for an action", {"use_number": number}


def _pass(sort: int) -> Described:
    building = BUILDINGS[sort - 6]
    return f"Do without the {plain(building)}", {"decline": building}


def _buy(_: int) -> Described:
    return "Buy three cards for 3 silver", {"buy": {}}


def _end(_: int) -> Described:
    return "End the turn", {"end_turn": {}}


_MOVES = (
    _play, _change, _take, _place, _sell, _hire, _silver, _trade, _return, _where, _discard,
    _take_good, _take_animal, _bonus, _keep, _use, _pass, _buy, _end,
)  # fmt: skip


def join(parts: Sequence[str]) -> str:
    return ", ".join(parts) or "-"
