"""How good a position of The Castles of Tuscany is.

The weights were set by matches, not derived.  Unless told otherwise they are points for each
time that a green point made soon will be banked; what counts at the end comes on top.
"""

from libc.stdint cimport uint32_t, uint64_t

from engine.bits cimport bits_count, bits_lowest
from engine.contract cimport BURGRAVE_BUILD, check_build
from engine.games.castles_of_tuscany.bags cimport (
    at_least, count_of, lowest_tile, tile_count, without_kind)
from engine.games.castles_of_tuscany.components cimport MAP, NEIGHBOURS, printed
from engine.games.castles_of_tuscany.paying cimport PRICE, pair_colours
from engine.games.castles_of_tuscany.rules cimport (
    ACTING, ARRANGING, BEIGE, BONUSES, BUILDING, BY_WORKER, CHOOSING_BONUS, COLOURS, DARK_GREEN,
    GREY, HEXAGON, LIGHT_GREEN, MORE_CARDS, MORE_MARBLE, MORE_STORE, MORE_WORKERS,
    MORE_YIELDS, ORANGE, PAYING, RED, REPLACING, SORTS, TURQUOISE, YELLOW, CastlesOfTuscany, Map,
    Realm, colour_of, map_of)

check_build(BURGRAVE_BUILD)

cdef double CARD = 0.22             # the first; half of all that a hand can be worth ...
cdef double HAND = 4.7              # ... is reached with so many cards
cdef double UNIT = 1.4              # cards that pay a unit
cdef double WORKER = 0.35
cdef double MARBLE = 0.57
cdef double WOOD = 0.55             # a hexagon
cdef double YIELD = 0.4
cdef double CITY = 1.1              # a bonus card to choose
cdef double CASTLE = 2.1            # a free tile to place
cdef double ACTION = 0.6            # a turn still to come in this round
cdef double COLOUR = 0.8            # share of a colour bonus when the colour is all but filled
cdef double OPEN = 0.13             # each colour that has a field to place on
cdef double STORE = 0.3             # a further store field
cdef double MORE = 0.3              # other bonus cards, each free field of their colour
cdef double DRAWS = 0.07            # cards a turn by "+1 game card"
cdef double TILE_TURNS = 2.8        # turns from one tile taken to the next
cdef double HASTE = 2               # turns after which a point is as likely made as not
cdef double NEXT = 0.75             # share of a stored tile that is not the best one
# Share of a stored tile's gain, by the units at hand to pay for it.
cdef double[3] PAYABLE = [0.31, 0.36, 0.5]
# Green points of a region that is not complete, by its size and what is covered.
cdef double[3][3] BEGUN = [[0.1, 0, 0], [0.27, 0.9, 0], [0.7, 1.9, 5]]

# What a seat has before it, in points but for the turns.
cdef struct Outlook:
    const Map* map
    uint32_t covered
    uint32_t open               # free fields beside a covered one
    double turns                # left in the game
    double sure                 # a green point made at once
    double soon                 # a green point made in the next turns
    double card                 # one more or less
    double worker
    double marble
    double effect[COLOURS]      # of a tile placed; a farm's are in `gain`


cdef double turns_to_bank(const CastlesOfTuscany* s, int seat, int fewest) noexcept nogil:
    """Turns the seat has until green points are banked, the fewest own tiles in a stack given."""
    cdef int tiles = fewest - (3 - max(1, <int>s.passage)) * printed.stack_size
    cdef bint awaits = seat >= s.head.to_play
    if s.extra:
        return awaits
    return TILE_TURNS * max(0, tiles) + awaits + (s.passage == 3)


cdef void look_ahead(
        const CastlesOfTuscany* s, int seat, int fewest, Outlook* o) noexcept nogil:
    cdef const Realm* r = &s.realm[seat]
    cdef int passages = 3 - max(1, <int>s.passage)
    cdef double turns = turns_to_bank(s, seat, fewest), piece = printed.end_piece
    o.map = &MAP[map_of(r)]
    o.covered = r.covered
    o.open = r.near & ~r.covered
    if s.phase == ARRANGING and seat < s.head.to_play:
        o.covered = <uint32_t>1 << r.castle
        o.open = NEIGHBOURS[o.map.shape][r.castle]
    o.turns = turns + passages * printed.stack_size * TILE_TURNS
    o.sure = passages + 1
    o.soon = passages + turns / (turns + HASTE)
    o.card = CARD * o.soon * (HAND / (r.cards + HAND)) ** 2 + piece / printed.end_cards
    o.worker = WORKER * o.soon + piece
    o.marble = MARBLE * o.soon + piece
    o.effect[DARK_GREEN] = CASTLE * o.soon
    o.effect[RED] = CITY * o.soon
    o.effect[TURQUOISE] = WOOD * o.soon + piece
    o.effect[GREY] = o.marble * (printed.marble + r.bonus[MORE_MARBLE])
    o.effect[ORANGE] = o.worker * (printed.workers + r.bonus[MORE_WORKERS])
    o.effect[YELLOW] = o.card * printed.cloister_cards
    o.effect[BEIGE] = (YIELD * o.soon + piece) * (printed.yields + r.bonus[MORE_YIELDS])
    o.effect[LIGHT_GREEN] = 0


cdef double region_worth(uint32_t region, uint32_t covered) noexcept nogil:
    """In green points."""
    cdef int size = bits_count(region), done = bits_count(region & covered)
    return printed.region_points[size - 1] if done == size else BEGUN[size - 1][done]


cdef double gain(const Realm* r, const Outlook* o, int tile, int field) noexcept nogil:
    """What covering a field brings."""
    cdef uint32_t region = o.map.region[field]
    cdef int sort, fresh = tile == HEXAGON
    cdef double green = region_worth(region, o.covered | <uint32_t>1 << field)
    green -= region_worth(region, o.covered)
    if o.map.colour[field] == LIGHT_GREEN:
        for sort in range(SORTS):
            if r.produce[sort] & region == 0:
                fresh += printed.sorts[tile] >> sort & 1
        green += fresh * printed.produce
    return green * o.soon + o.effect[o.map.colour[field]]


cdef double best_gain(const Realm* r, const Outlook* o, int tile) noexcept nogil:
    cdef uint32_t fields = o.open
    cdef double best = 0
    if tile != HEXAGON:
        fields &= o.map.fields[colour_of(tile)]
    while fields:
        best = max(best, gain(r, o, tile, bits_lowest(fields)))
        fields &= fields - 1
    return best


cdef double stored(const Realm* r, const Outlook* o, int tile) noexcept nogil:
    """What a tile in the store may bring, for a hexagon as if a unit were at hand."""
    cdef int colour = colour_of(tile), units = 1
    if tile != HEXAGON:
        units = bits_count(at_least(r.hand, 2) & pair_colours(colour, BY_WORKER))
        units = min(<int>PRICE, units + count_of(r.hand, colour) + r.workers)
    return best_gain(r, o, tile) * PAYABLE[units]


cdef double store_worth(const Realm* r, const Outlook* o) noexcept nogil:
    cdef uint64_t tiles = r.store
    cdef double total = 0, best = 0, each
    cdef int tile
    while tiles:
        tile = lowest_tile(tiles)
        each = stored(r, o, tile)
        best = max(best, each)
        total += each * tile_count(tiles, tile)
        tiles = without_kind(tiles, tile)
    return best + NEXT * (total - best) + r.stored * printed.end_piece


cdef double map_worth(const CastlesOfTuscany* s, const Outlook* o) noexcept nogil:
    """What the regions and colours that are not complete may bring."""
    cdef uint32_t left
    cdef double green = 0, share
    cdef int colour, field
    for colour in range(COLOURS):
        left = o.map.fields[colour] & ~o.covered
        if left & o.open:
            green += OPEN
        if left and s.filled[colour] < 2:
            share = 1 - <double>bits_count(left) / printed.fields[colour]
            green += COLOUR * share * share * printed.colour_bonus[colour][s.filled[colour]]
        while left:
            field = bits_lowest(left)
            green += region_worth(o.map.region[field], o.covered)
            left &= ~o.map.region[field]
    return green * o.soon


cdef double bonus_worth(const Outlook* o, int bonus) noexcept nogil:
    cdef int colour = ORANGE
    if bonus == MORE_CARDS:
        return DRAWS * o.turns * (CARD * o.soon + 0.5)
    if bonus == MORE_STORE:
        return STORE * o.soon
    if bonus != MORE_WORKERS:
        colour = GREY if bonus == MORE_MARBLE else BEIGE
    return MORE * o.soon * bits_count(o.map.fields[colour] & ~o.covered)


cdef double worth(const CastlesOfTuscany* s, const Realm* r, const Outlook* o) noexcept nogil:
    cdef double total = r.red + o.sure * r.green + map_worth(s, o) + store_worth(r, o)
    cdef int i
    total += CARD * o.soon * r.cards * HAND / (r.cards + HAND)
    total += <double>r.cards * printed.end_piece / printed.end_cards
    total += r.workers * o.worker + r.marble * o.marble
    for i in range(BONUSES):
        total += r.bonus[i] * bonus_worth(o, i)
    return total


cdef double turn_ahead(
        const CastlesOfTuscany* s, const Realm* r, const Outlook* o) noexcept nogil:
    """What the seat to play has begun in its turn."""
    cdef Outlook now = o[0]
    cdef uint64_t tiles = s.display
    cdef double best = 0
    now.soon = o.sure
    if s.phase == PAYING:
        return gain(r, &now, s.tile, s.field) - s.units * UNIT * o.card
    if s.phase == REPLACING:
        return stored(r, o, s.tile) / 2     # as much again is given up
    if s.phase == BUILDING:
        while tiles:
            best = max(best, best_gain(r, &now, lowest_tile(tiles)))
            tiles = without_kind(tiles, lowest_tile(tiles))
    return best


cdef double turn_to_come(const CastlesOfTuscany* s, int seat, const Outlook* o) noexcept nogil:
    """What a seat will still do this round, or while the bonus cards go round at the start."""
    cdef bint begun = seat == s.head.to_play and s.passage and s.phase != ACTING
    if s.phase == CHOOSING_BONUS and (begun or s.passage == 0 and seat >= s.head.to_play):
        return CITY * o.soon
    return ACTION * o.soon if seat >= s.head.to_play and s.passage and not begun else 0


cdef void evaluate(const void* state, double* out) noexcept nogil:
    cdef const CastlesOfTuscany* s = <const CastlesOfTuscany*>state
    cdef Outlook o
    cdef int seat, fewest = s.realm[0].in_stack
    for seat in range(1, s.head.players):
        fewest = min(fewest, <int>s.realm[seat].in_stack)
    for seat in range(s.head.players):
        look_ahead(s, seat, fewest, &o)
        out[seat] = worth(s, &s.realm[seat], &o) + turn_to_come(s, seat, &o)
        if seat == s.head.to_play:
            out[seat] += turn_ahead(s, &s.realm[seat], &o)
