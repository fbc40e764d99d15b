"""What Python sees of Saint Malo: views, positions made to order, and the registration."""

from libc.stdint cimport uint32_t, uint64_t

from engine.bits cimport bit, bits_count, bits_lowest
from engine.contract cimport BURGRAVE_BUILD, OVER, State, check_build, register
from engine.games.saint_malo.judgement cimport evaluate
from engine.games.saint_malo.rules cimport (
    CHOOSING, CONTENTS, COUNTING, COUNTS, NOTHING, ROLLING, ROLL_OF, ROWS, RULES, SIDE, SIDES,
    WALLS, City, SaintMalo, defence, free_fields, last_round, printed)

from engine.games.saint_malo import words


def view(State state, int viewer):
    """The whole table: nothing in this game is hidden."""
    cdef const SaintMalo* s = <const SaintMalo*>state.data
    over = s.head.to_play == OVER
    return {
        "phase": "PHASE_OVER" if over else words.PHASES[s.phase],
        "dice": {name: COUNTS[s.roll][i] for i, name in enumerate(words.DICE)},
        "rolls_left": s.rolls_left,
        "symbol": words.SYMBOLS[s.symbol] if s.phase == COUNTING and not over else None,
        "drawing": words.CONTENTS[s.drawing] if s.drawing != NOTHING and not over else None,
        "remaining": s.remaining,
        "pending_towers": [words.SIDES[i] for i in range(SIDES) if s.pending >> i & 1],
        "cities": [city_view(&s.city[seat]) for seat in range(s.head.players)],
        "pirates": {
            "attacks": s.attacks,
            "boxes": s.boxes,
            "boxes_per_row": printed.boxes * s.head.players,
            "next_strength": printed.strength[s.attacks] if s.attacks < ROWS else None,
        },
        "last_round": bool(last_round(s)),
    }


cdef dict city_view(const City* c):
    cdef int square, content
    cdef list squares = list(words.EMPTY_CITY)
    for content in range(CONTENTS):
        for square in squares_of(c.holds[content]):
            squares[square] = words.CONTENTS[content]
    return {
        "squares": squares,
        "points": c.points,
        "coins": c.coins,
        "logs": c.logs,
        "complete_sides": [words.SIDES[i] for i in range(SIDES) if c.sides >> i & 1],
        "defence": defence(c),
        "cannons_struck": c.cannons,
        "free_fields": bits_count(free_fields(c)),
        "turns": c.turns,
    }


cdef list squares_of(uint64_t set):
    cdef list found = []
    while set:
        found.append(bits_lowest(set))
        set &= set - 1
    return found


def position(State start not None, dict dice=None, **changes):
    """`start` with other dice, cities, rolls left or pirates: a way to set up a position.

    `dice` counts symbols by name; `cities` maps a seat to its coins, logs, points, cannons
    and squares, the last from content to squares; the seat to play chooses a symbol unless
    `rolls_left` says otherwise.
    """
    cdef State made = start.__copy__()
    cdef SaintMalo* s = <SaintMalo*>made.data
    cdef uint32_t packed = 0
    if dice is not None:
        for i, name in enumerate(words.DICE):
            packed += <uint32_t>dice.get(name, 0) << 3 * i
        s.roll = ROLL_OF[packed]
    s.rolls_left = changes.pop("rolls_left", 0)
    s.phase = ROLLING if s.rolls_left else CHOOSING
    s.attacks = changes.pop("attacks", s.attacks)
    s.boxes = changes.pop("boxes", s.boxes)
    s.head.to_play = changes.pop("to_play", s.head.to_play)
    for seat, city in changes.pop("cities", {}).items():
        change_city(&s.city[seat], dict(city))
    if changes:
        raise TypeError(f"no such part of a position: {', '.join(changes)}")
    if made.fault():
        raise ValueError(made.fault())
    return made


cdef int change_city(City* c, dict city) except -1:
    cdef int i
    c.coins = city.pop("coins", c.coins)
    c.logs = city.pop("logs", c.logs)
    c.points = city.pop("points", c.points)
    c.cannons = city.pop("cannons", c.cannons)
    c.turns = city.pop("turns", c.turns)
    for content, squares in city.pop("squares", {}).items():
        for square in squares:
            c.holds[words.CONTENTS.index(content)] |= bit(square)
            c.occupied |= bit(square)
    for i in range(SIDES):
        if SIDE[i] & ~c.holds[WALLS] == 0:
            c.sides |= 1 << i
    if city:
        raise TypeError(f"no such part of a city: {', '.join(city)}")
    return 0


check_build(BURGRAVE_BUILD)
RULES.evaluate = evaluate
GAME = register(&RULES, "Saint Malo", (), view, words.describe_move, words.describe_event,
                words.draw)
