"""What Python sees of Carrara: views, positions made to order, and the registration."""

from libc.stdint cimport uint8_t, uint64_t

from engine.bits cimport bits_count, bits_lowest
from engine.contract cimport BURGRAVE_BUILD, OVER, State, check_build, register
from engine.games.palaces_of_carrara.cards cimport building_met, object_met, top_met
from engine.games.palaces_of_carrara.faults cimport turn_bound
from engine.games.palaces_of_carrara.judgement cimport evaluate
from engine.games.palaces_of_carrara.printed cimport (
    BUILDING_CARDS, EXTRA_CARDS, OBJECT_CARDS, TOP_CARDS, printed)
from engine.games.palaces_of_carrara.rules cimport RULES
from engine.games.palaces_of_carrara.state cimport (
    ACTING, CITIES, COLOURS, DEAR, EACH_COLOUR, EACH_TYPE, NOBODY, NO_CITY, NO_TILE, PAYING,
    SEGMENTS, TYPES, Carrara, Player, bricks_of)

from engine.games.palaces_of_carrara import words
from engine.options import Option


# ---- views

def view(State state, int viewer):
    """The table, and what stands behind the viewer's screen, or all if screens are open."""
    cdef const Carrara* s = <const Carrara*>state.data
    over = s.head.to_play == OVER
    open = over or s.open_screens
    return {
        "phase": "PHASE_OVER" if over else words.PHASES[s.phase],
        "cards": {
            "top": s.top,
            "object": s.object,
            "building": s.building,
            "extra": s.extra or None,
        },
        "wheel": [bricks_view(s.wheel[i]) for i in range(SEGMENTS)],
        "bag": bricks_view(s.bag) if open else None,
        "row": tiles_view(s.row),
        "dear_buildings": tiles_view(s.dear),
        "stack": bits_count(s.stack),
        "object_field": [words.OBJECT_NAMES[i] for i in range(TYPES) if s.field >> i & 1],
        "supply": objects_view(s.supply),
        "upgraders": [name for i, name in enumerate(words.PLACES) if s.upgraders >> i & 1],
        "cities": [
            {"city": name, "scored_by": seat_or_none(s.scored_by[i])}
            for i, name in enumerate(words.CITIES)
        ],
        "players": [
            player_view(s, seat, open or seat == viewer) for seat in range(s.head.players)
        ],
        "chain": chain_view(s),
        "announced_by": seat_or_none(s.announced),
        "last_round": s.announced != NOBODY or s.thirtieth != NOBODY,
        "turns": s.turns,
    }


cdef object seat_or_none(int seat):
    return None if seat == NOBODY else seat


cdef dict bricks_view(uint64_t packed):
    return words.bricks([bricks_of(packed, colour) for colour in range(COLOURS)])


cdef dict objects_view(const uint8_t* counts):
    return {name: counts[i] for i, name in enumerate(words.OBJECTS)}


cdef list tiles_view(uint64_t tiles):
    cdef list found = []
    while tiles:
        found.append(words.building(bits_lowest(tiles)))
        tiles &= tiles - 1
    return found


cdef dict player_view(const Carrara* s, int seat, bint open):
    cdef const Player* p = &s.player[seat]
    return {
        "points": p.points,
        "stones": p.stones,
        "quarters": [
            {"city": name, "buildings": tiles_view(p.board[i])}
            for i, name in enumerate(words.CITIES)
        ],
        "fields": [name for i, name in enumerate(words.FIELDS) if p.fields >> i & 1],
        "upgraders": [name for i, name in enumerate(words.PLACES) if p.upgraders >> i & 1],
        "screen": {
            "coins": p.coins,
            "bricks": bricks_view(p.bricks),
            "objects": objects_view(p.objects),
            "top_met": bool(top_met(s, seat)),
            "object_met": bool(object_met(s, seat)),
            "building_met": bool(building_met(s, seat)),
        } if open else None,
    }


cdef dict chain_view(const Carrara* s):
    """What is already chosen of the action under way."""
    paying = s.phase == PAYING
    return {
        "segment": None if s.segment < 0 else s.segment + 1,
        "building": None if s.tile == NO_TILE else words.building(s.tile),
        "city": words.CITIES[s.city] if paying else None,
        "raised": None if s.raised == NO_TILE else words.building(s.raised),
        "due": s.due,
    }


# ---- positions to order

def position(State start not None, dict players=None, **changes):
    """`start` with other things on the table: a way to set up a position.

    `players` maps a seat to its coins, points, bricks, objects, board (buildings by city),
    fields and cities scored, and upgraders.  What is neither placed nor removed lies in the
    bag, the supply and the stack.
    """
    cdef State made = start.__copy__()
    cdef Carrara* s = <Carrara*>made.data
    cdef int seat
    s.phase = ACTING
    s.segment = -1
    s.tile = s.raised = NO_TILE
    s.city = NO_CITY
    s.colour = s.due = s.bought = 0
    for seat, player in (players or {}).items():
        change_player(s, seat, dict(player))
    if "wheel" in changes:
        wheel = changes.pop("wheel")
        for i in range(SEGMENTS):
            s.wheel[i] = pack(wheel.get(i + 1, {}))
    if "field" in changes:
        s.field = sum([1 << words.OBJECTS.index(name) for name in changes.pop("field")])
    s.announced = changes.pop("announced", s.announced)
    s.thirtieth = changes.pop("thirtieth", s.thirtieth)
    s.head.to_play = changes.pop("to_play", s.head.to_play)
    s.turns = s.head.to_play
    gather_bricks(s)
    gather_objects(s)
    gather_tiles(s, changes.pop("row", None), changes.pop("removed", ()))
    if changes:
        raise TypeError(f"no such part of a position: {', '.join(changes)}")
    if made.fault():
        raise ValueError(made.fault())
    return made


cdef uint64_t pack(counts) except? 0:
    return sum([n << 8 * words.COLOURS.index(name) for name, n in counts.items()])


cdef uint64_t tiles(names) except? 0:
    return sum([1 << words.tile_of(name) for name in names])


cdef uint8_t flags(names, enum) except? 0:
    return sum([1 << words.index_of(name, enum) for name in names])


cdef int change_player(Carrara* s, int seat, dict player) except -1:
    cdef Player* p = &s.player[seat]
    cdef int city
    p.coins = player.pop("coins", p.coins)
    p.points = player.pop("points", p.points)
    if "bricks" in player:
        p.bricks = pack(player.pop("bricks"))
    for name, n in player.pop("objects", {}).items():
        p.objects[words.OBJECTS.index(name)] = n
    for name, buildings in player.pop("board", {}).items():
        city = words.index_of(name, words.CITIES)
        p.board[city] = tiles(buildings)
        p.buildings[city] = len(buildings)
    for name in player.pop("cities", ()):
        s.scored_by[words.index_of(name, words.CITIES)] = seat
    if "fields" in player:
        p.fields = flags(player.pop("fields"), words.FIELDS)
    p.stones = printed.stones - bits_count(p.fields)
    for city in range(CITIES):
        p.stones -= s.scored_by[city] == seat
    p.upgraders |= flags(player.pop("upgraders", ()), words.PLACES)
    s.upgraders &= ~p.upgraders
    if player:
        raise TypeError(f"no such part of a player: {', '.join(player)}")
    return 0


cdef int gather_bricks(Carrara* s) except -1:
    """Whatever is nowhere else lies in the bag; too many leave a fault behind."""
    cdef int i
    s.bag = EACH_COLOUR * printed.bricks_per_colour
    for i in range(SEGMENTS):
        s.bag -= s.wheel[i]
    for i in range(s.head.players):
        s.bag -= s.player[i].bricks
    for i in range(COLOURS):
        if bricks_of(s.bag, i) > printed.bricks_per_colour:
            raise ValueError(f"too many bricks that are {words.COLOURS[i]}")
    return 0


cdef int gather_objects(Carrara* s) except -1:
    cdef int kind, seat, left
    for kind in range(TYPES):
        left = printed.objects_per_kind - (s.field >> kind & 1)
        for seat in range(s.head.players):
            left -= s.player[seat].objects[kind]
        if left < 0:
            raise ValueError(f"too many of the object {words.OBJECTS[kind]}")
        s.supply[kind] = left
    return 0


cdef int gather_tiles(Carrara* s, row, removed) except -1:
    """The row as asked for or as far as it is left, filled up; the rest is the stack."""
    cdef uint64_t dear = EACH_TYPE << DEAR, left = dear - EACH_TYPE
    cdef int seat, city
    s.removed |= tiles(removed)
    for seat in range(s.head.players):
        for city in range(CITIES):
            left &= ~s.player[seat].board[city]
            dear &= ~s.player[seat].board[city]
    left &= ~s.removed
    s.dear = dear & ~s.removed if s.expansion else 0
    s.row = left & (s.row if row is None else tiles(row))
    s.stack = left & ~s.row
    while s.stack and bits_count(s.row) < printed.row:
        s.row |= s.stack & -s.stack
        s.stack &= s.stack - 1
    return 0


def turn_limit(State state not None):
    """More turns than a game of this kind can have."""
    return turn_bound(<const Carrara*>state.data)


# ---- registration

def _cards(name, description, count, first=1):
    numbers = words.NUMERALS[first:count + 1]
    return Option(name, description, ("random", *numbers), needs=("variant", "expansion"))


check_build(BURGRAVE_BUILD)
RULES.evaluate = evaluate
GAME = register(
    &RULES, "The Palaces of Carrara",
    (
        Option("variant", "Which of the two rulebooks is played", ("base", "expansion")),
        Option("open_screens", "Whether all see what stands behind the screens", ("false", "true")),
        _cards("top", "The top card", TOP_CARDS),
        _cards("object", "The object card", OBJECT_CARDS),
        _cards("building", "The building card", BUILDING_CARDS),
        _cards("extra", "The extra card", EXTRA_CARDS, 2),
    ),
    view, words.describe_move, words.describe_event, words.draw)
