"""What happens in The Castles of Burgundy: The Card Game, as sentences and as plain data."""

from engine.games.castles_of_burgundy_card_game.words import (
    ANIMAL_NAMES,
    ANIMALS,
    ASKS,
    GOOD_NAMES,
    GOODS,
    KINDS,
    NTH,
    REASONS,
    ROUNDS,
    Described,
    card,
    card_name,
    count,
    join,
    plain,
)

SUPPLIES = ("SUPPLY_GOODS", "SUPPLY_ANIMALS")
Values = tuple[int, ...]


def describe_event(kind: int, seat: int, values: Values) -> Described:
    """A sentence, and what happened as plain data; what happens to no seat happens to Egon."""
    return _EVENTS[kind]("Egon" if seat < 0 else f"Seat {seat}", values)


def _dealt(who: str, values: Values) -> Described:
    return f"{who} is dealt {count(values[0], 'card')} face down", {"dealt": values[0]}


def _drew(who: str, values: Values) -> Described:
    return f"{who} takes {count(values[0], 'card')} in hand", {"drew": values[0]}


def _saw(who: str, values: Values) -> Described:
    faces = [face for face in reversed(values) if face]
    return (
        f"{who} draws {join([card_name(face) for face in faces])}",
        {"drew_cards": {"cards": [card(face) for face in faces]}},
    )


def _played(who: str, values: Values) -> Described:
    return f"{who} plays the {values[0] & 7} ({card_name(values[0])})", {"played": card(values[0])}


def _changed(who: str, values: Values) -> Described:
    before, after, workers = values[:3]
    return (
        f"{who} turns the {before} into {after}",
        {"changed_number": {"before": before, "after": after, "workers": workers}},
    )


def _took(who: str, values: Values) -> Described:
    face, row = values[:2]
    return (
        f"{who} takes the {card_name(face)} from row {row}",
        {"took": {"row": row, "card": card(face)}},
    )


def _discarded(who: str, values: Values) -> Described:
    return f"{who} discards the project {card_name(values[0])}", {"discarded": card(values[0])}


def _kept(who: str, values: Values) -> Described:
    return f"{who} has a new project: {card_name(values[0])}", {"new_project": card(values[0])}


def _placed(who: str, values: Values) -> Described:
    face, kind, size = values[:3]
    return (
        f"{who} places the {card_name(face)}, {size} of 3 on a {plain(KINDS[kind])} stack",
        {"placed": {"card": card(face), "kind": KINDS[kind], "size": size}},
    )


def _completed(who: str, values: Values) -> Described:
    kind, points = KINDS[values[0]], values[1]
    return (
        f"{who} completes a {plain(kind)} triplet worth {points}",
        {"completed_triplet": {"kind": kind, "points": points}},
    )


def _got_first(who: str, values: Values) -> Described:
    kind, points = KINDS[values[0]], values[1]
    return (
        f"{who} has the first {plain(kind)} triplet for {count(points, 'point')}",
        {"first_triplet": {"kind": kind, "points": points}},
    )


def _got_seven(who: str, values: Values) -> Described:
    return f"{who} has all seven kinds for {count(values[0], 'point')}", {"all_seven": values[0]}


def _sold(who: str, values: Values) -> Described:
    sort, n, points = values[:3]
    return (
        f"{who} sells {n} {GOOD_NAMES[sort]} for {count(points, 'point')}",
        {"sold": {"good": GOODS[sort], "count": n, "points": points}},
    )


def _start_card(who: str, values: Values) -> Described:
    down = bool(values[0])
    words = "takes the start player card, face down" if down else "is start player"
    return f"{who} {words}", {"start_card": {"face_down": down}}


def _amount(name: str, verb: str, noun: str, who: str, values: Values) -> Described:
    amount, reason = values[0], REASONS[values[1]]
    return (
        f"{who} {verb} {count(amount, noun)} ({plain(reason)})",
        {name: {"amount": amount, "reason": reason}},
    )


def _got_silver(who: str, values: Values) -> Described:
    return _amount("got_silver", "gets", "silver", who, values)


def _got_workers(who: str, values: Values) -> Described:
    return _amount("got_workers", "gets", "worker", who, values)


def _paid_silver(who: str, values: Values) -> Described:
    return _amount("paid_silver", "pays", "silver", who, values)


def _paid_workers(who: str, values: Values) -> Described:
    return _amount("paid_workers", "pays", "worker", who, values)


def _scored(who: str, values: Values) -> Described:
    return _amount("scored", "scores", "point", who, values)


def _counted(who: str, values: Values) -> Described:
    return _amount("counted", "counts", "point", who, values)


def _got_good(who: str, values: Values) -> Described:
    sort, stack = values[:2]
    return (
        f"{who} takes a {GOOD_NAMES[sort]} good from the {NTH[stack]} stack",
        {"got_good": {"good": GOODS[sort], "stack": stack + 1}},
    )


def _got_animal(who: str, values: Values) -> Described:
    sort, stack = values[:2]
    return (
        f"{who} takes a {ANIMAL_NAMES[sort]} from the {NTH[stack]} stack",
        {"got_animal": {"animal": ANIMALS[sort], "stack": stack + 1}},
    )


def _turned_up(_: str, values: Values) -> Described:
    which, stack, sort, size = values[:4]
    name = (GOOD_NAMES, ANIMAL_NAMES)[which][sort]
    return (
        f"Now {name} tops the {NTH[stack]} stack of {plain(SUPPLIES[which])}, {size} in all",
        {
            "turned_up": {
                "good": None if which else GOODS[sort],
                "animal": ANIMALS[sort] if which else None,
                "stack": stack + 1,
                "size": size,
            }
        },
    )


def _split(_: str, values: Values) -> Described:
    which, first, second = values[:3]
    return (
        f"The {plain(SUPPLIES[which])} are split into {first} and {second}",
        {"split": {"supply": SUPPLIES[which], "sizes": [first, second]}},
    )


def _purchased(who: str, values: Values) -> Described:
    return (
        f"{who} turns up {join([card_name(face) for face in values[:3]])}",
        {"bought": {"cards": [card(face) for face in values[:3]]}},
    )


def _used(who: str, values: Values) -> Described:
    return f"{who} uses the bought {card_name(values[0])}", {"used": card(values[0])}


def _shuffled(_: str, values: Values) -> Described:
    return f"The {values[0]} discards become the draw pile", {"shuffled": values[0]}


def _round(_: str, values: Values) -> Described:
    return f"Round {ROUNDS[values[0] - 1]} begins", {"round": values[0]}


def _laid_out(_: str, values: Values) -> Described:
    face, row = values[:2]
    return (
        f"Row {row} gets {card_name(face)}",
        {"laid_out": {"row": row, "card": card(face)}},
    )


def _cleared(_: str, values: Values) -> Described:
    return f"The display's last {count(values[0], 'card')} go", {"cleared_display": values[0]}


def _egon_laid(_: str, values: Values) -> Described:
    return f"Egon turns up {card_name(values[0])}", {"egon_card": card(values[0])}


def _compared(_: str, values: Values) -> Described:
    player, egon = values[:2]
    return (
        f"The player has {player}, Egon {egon}",
        {"compared": {"player": player, "egon": egon}},
    )


def _dropped(who: str, values: Values) -> Described:
    return (
        f"{who} discards {join([card_name(face) for face in values[:2]])}",
        {"discarded_bought": {"cards": [card(face) for face in values[:2]]}},
    )


def _nothing(who: str, values: Values) -> Described:
    ask = ASKS[values[1]]
    return (
        f"{who} finds nothing for the {card_name(values[0])}",
        {"came_to_nothing": {"card": card(values[0]), "ask": ask}},
    )


_EVENTS = (
    _dealt, _drew, _saw, _played, _changed, _took, _discarded, _kept, _placed, _completed,
    _got_first, _got_seven, _sold, _start_card, _got_silver, _got_workers, _paid_silver,
    _paid_workers, _got_good, _got_animal, _scored, _turned_up, _split, _purchased, _used,
    _shuffled, _round, _laid_out, _cleared, _egon_laid, _compared, _counted, _nothing,
    _dropped,
)  # fmt: skip
