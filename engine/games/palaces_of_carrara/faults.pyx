"""What must hold in every state: components conserved, counters in range, the turns bounded."""

from libc.stdint cimport uint64_t

from engine.bits cimport bits_count
from engine.contract cimport BURGRAVE_BUILD, OVER, check_build
from engine.games.palaces_of_carrara.printed cimport (
    BUILDING_CARDS, EXTRA_CARDS, MOST_PRICE, OBJECT_CARDS, SUM, TOP_CARDS, printed)
from engine.games.palaces_of_carrara.state cimport (
    ACTING, BUYING, CITIES, COLOURS, COSTS, DEAR, EACH_COLOUR, EACH_TYPE, ENDING, LERICI, NOBODY,
    NO_CITY, NO_TILE, PAYING, PHASES, PLACES, PLACING, SEATS, SEGMENTS, TILES, TYPES, Carrara,
    Player, bricks_in, on_wheel)


cdef int turn_bound(const Carrara* s) noexcept nogil:
    cdef int players = s.head.players, costs = COSTS if s.expansion else DEAR
    cdef int cost = TYPES * SUM[(1 << costs) - 1]
    cdef int poor = (MOST_PRICE + printed.forced_coins - 1) // printed.forced_coins
    return ((1 + poor) * (COLOURS * printed.bricks_per_colour + cost) + poor * TYPES
            + players - 1 + players * (TYPES * costs + printed.stones * players))


cdef const char* fault(const void* state) noexcept nogil:
    cdef const Carrara* s = <const Carrara*>state
    cdef const char* broken = brick_fault(s)
    cdef int seat
    if broken is NULL:
        broken = tile_fault(s)
    if broken is NULL:
        broken = object_fault(s)
    if broken is NULL:
        broken = turn_fault(s)
    if broken is NULL:
        broken = chain_fault(s)
    if broken is NULL:
        broken = card_fault(s)
    for seat in range(SEATS):
        if broken is NULL:
            broken = player_fault(s, seat)
    return broken


cdef const char* brick_fault(const Carrara* s) noexcept nogil:
    """Packed counts of 42 bricks cannot run into each other, so one sum tests every colour."""
    cdef uint64_t all = s.bag + on_wheel(s)
    cdef int seat
    for seat in range(SEATS):
        all += s.player[seat].bricks
    if all != EACH_COLOUR * printed.bricks_per_colour:
        return b"bricks lost or made"
    if bricks_in(on_wheel(s)) > printed.full_wheel:
        return b"the wheel is overfull"
    return NULL


cdef const char* tile_fault(const Carrara* s) noexcept nogil:
    cdef uint64_t tiles[4]
    cdef uint64_t seen = 0
    cdef int i, seat, n = 0
    tiles[0], tiles[1], tiles[2], tiles[3] = s.row, s.dear, s.stack, s.removed
    for i in range(4):
        seen |= tiles[i]
        n += bits_count(tiles[i])
    for seat in range(SEATS):
        for i in range(CITIES):
            seen |= s.player[seat].board[i]
            n += bits_count(s.player[seat].board[i])
    if n != TYPES * (COSTS if s.expansion else DEAR) or bits_count(seen) != n or seen >> TILES:
        return b"buildings lost or made"
    if (s.row | s.stack) & EACH_TYPE << DEAR or s.dear & ~(EACH_TYPE << DEAR):
        return b"a building of cost 8 in the row, or another beside it"
    if not s.expansion and (s.removed or seen & EACH_TYPE << DEAR):
        return b"a building of the expansion in the base game"
    if bits_count(s.row) > printed.row or s.stack and bits_count(s.row) != printed.row:
        return b"the row is not refilled"
    return NULL


cdef const char* object_fault(const Carrara* s) noexcept nogil:
    cdef int kind, seat, n, upgraders = s.upgraders
    for kind in range(TYPES):
        n = s.supply[kind] + (s.field >> kind & 1)
        for seat in range(SEATS):
            n += s.player[seat].objects[kind]
        if n != printed.objects_per_kind:
            return b"objects lost or made"
    for seat in range(SEATS):
        if upgraders & s.player[seat].upgraders:
            return b"two upgraders for one place"
        upgraders |= s.player[seat].upgraders
    if upgraders != ((1 << PLACES) - 1 if s.expansion else 0):
        return b"upgraders lost or made"
    return NULL


cdef const char* player_fault(const Carrara* s, int seat) noexcept nogil:
    cdef const Player* p = &s.player[seat]
    cdef int city, stones, dear = 0
    if p.coins < 0 or p.points < 0:
        return b"negative coins or points"
    stones = p.stones + bits_count(p.fields)
    for city in range(CITIES):
        stones += s.scored_by[city] == seat
        dear += bits_count(p.board[city] & EACH_TYPE << DEAR)
        if bits_count(p.board[city]) != p.buildings[city]:
            return b"buildings miscounted"
        if s.scored_by[city] == seat and p.buildings[city] < printed.needs[city]:
            return b"a city scored with too few buildings"
    if p.stones < 0 or stones != (printed.stones if seat < s.head.players else 0):
        return b"scoring stones lost or made"
    if not s.expansion and p.fields >> TYPES:
        return b"a field of the expansion in the base game"
    if bits_count(p.upgraders) > dear:
        return b"more upgraders than buildings of cost 8"
    if seat >= s.head.players and (p.bricks or p.coins or p.points or dear):
        return b"an empty seat owns something"
    return NULL


cdef const char* turn_fault(const Carrara* s) noexcept nogil:
    cdef int city
    if s.turns > turn_bound(s):
        return b"more turns than a game can have"
    if s.head.to_play != OVER and s.head.to_play != s.turns % s.head.players:
        return b"the wrong seat is to play"
    if not NOBODY <= s.announced < s.head.players or not NOBODY <= s.thirtieth < s.head.players:
        return b"no such seat has brought the end"
    if (s.thirtieth == NOBODY) != ((s.row | s.stack) != 0):
        return b"the last building is gone, or not"
    if s.head.to_play == OVER and s.announced == NOBODY and s.thirtieth == NOBODY:
        return b"the game is over for no reason"
    for city in range(CITIES):
        if not NOBODY <= s.scored_by[city] < s.head.players:
            return b"no such seat has scored a city"
    return NULL


cdef const char* chain_fault(const Carrara* s) noexcept nogil:
    """Fields of an action under way are at rest outside it."""
    if not 0 <= s.phase < PHASES:
        return b"no such phase"
    if (s.segment == -1) != (s.phase != BUYING) or s.segment >= SEGMENTS:
        return b"a segment out of place"
    if (s.tile == NO_TILE) != (s.phase != PLACING and s.phase != PAYING):
        return b"a building out of place"
    if s.tile != NO_TILE and not (s.row | s.dear) >> s.tile & 1:
        return b"a building is chosen that is not on offer"
    if (s.city == NO_CITY) != (s.phase != PAYING) or s.city > LERICI:
        return b"a city out of place"
    if s.raised != NO_TILE and s.phase != PAYING:
        return b"a raised building out of place"
    if (s.due > 0) != (s.phase == PAYING):
        return b"bricks due out of place"
    if s.colour and s.phase != PAYING and s.phase != BUYING or s.colour >= COLOURS:
        return b"a colour out of place"
    if s.bought and s.phase != BUYING and s.phase != ENDING:
        return b"a purchase out of place"
    if s.head.to_play == OVER and s.phase != ACTING:
        return b"something left to do after the end"
    return NULL


cdef const char* card_fault(const Carrara* s) noexcept nogil:
    if not 1 <= s.top <= TOP_CARDS or not 1 <= s.object <= OBJECT_CARDS:
        return b"no such card"
    if not 1 <= s.building <= BUILDING_CARDS or not 0 <= s.extra <= EXTRA_CARDS:
        return b"no such card"
    if (s.extra == 0) == s.expansion or s.extra == 1:
        return b"no such extra card"
    if not s.expansion and (s.top != 1 or s.object != 1 or s.building != 1):
        return b"a card of the expansion in the base game"
    return NULL


check_build(BURGRAVE_BUILD)
