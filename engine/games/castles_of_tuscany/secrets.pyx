"""What seats cannot know, guessed; and what must hold of every state."""

from libc.stdint cimport uint32_t, uint64_t

from engine.bits cimport bits_count, bits_lowest
from engine.contract cimport BURGRAVE_BUILD, check_build, rng_below, rng_t
from engine.games.castles_of_tuscany.arranging cimport guess_arrangement
from engine.games.castles_of_tuscany.bags cimport (
    bag_count, bag_total, one, pick, tile_count, tile_total, total)
from engine.games.castles_of_tuscany.components cimport MAP, NEIGHBOURS, printed
from engine.games.castles_of_tuscany.paying cimport can_pay
from engine.games.castles_of_tuscany.rules cimport (
    ARRANGING, AT_CASTLE, BONUSES, CASTLE, COLOURS, DARK_GREEN, FARM, FIELDS, HEXAGON,
    LIGHT_GREEN, PAYING, REPLACING, SORTS, CastlesOfTuscany, Map, Realm, colour_of, room)

check_build(BURGRAVE_BUILD)


# ---- guesses

cdef void redeal(void* state, int viewer, rng_t* rng) noexcept nogil:
    cdef CastlesOfTuscany* s = <CastlesOfTuscany*>state
    cdef int seat, payer = s.head.to_play if s.phase == PAYING else viewer
    for seat in range(s.head.players):
        if seat != viewer:
            s.pile += s.realm[seat].hand
            s.realm[seat].hand = 0
    if payer != viewer:
        deal_payer(s, rng)
    for seat in range(s.head.players):
        if seat != viewer and seat != payer:
            deal_hand(s, &s.realm[seat], rng)
    if s.phase == ARRANGING:
        guess_maps(s, viewer, rng)


cdef void deal_hand(CastlesOfTuscany* s, Realm* r, rng_t* rng) noexcept nogil:
    """As many unseen cards as the seat holds."""
    cdef uint64_t card
    cdef int n, unseen = total(s.pile)
    for n in range(r.cards):
        card = one(pick(s.pile, rng_below(rng, unseen - n)))
        s.pile -= card
        r.hand += card


cdef void deal_payer(CastlesOfTuscany* s, rng_t* rng) noexcept nogil:
    """The seat that is paying can: hands that cannot are dealt again."""
    cdef Realm* r = &s.realm[s.head.to_play]
    cdef int colour = MAP[r.map].colour[s.field]
    deal_hand(s, r, rng)
    while not can_pay(r.hand, r.workers, colour, s.units, s.unit):
        s.pile += r.hand
        r.hand = 0
        deal_hand(s, r, rng)


cdef void guess_maps(CastlesOfTuscany* s, int viewer, rng_t* rng) noexcept nogil:
    cdef int seat
    for seat in range(s.head.to_play + 1):
        if seat != viewer:
            guess_arrangement(
                &s.realm[seat], AT_CASTLE + 1 if seat < s.head.to_play else s.step, rng)


# ---- invariants

cdef const char* fault(const void* state) noexcept nogil:
    cdef const CastlesOfTuscany* s = <const CastlesOfTuscany*>state
    cdef const char* broken = cards_fault(s)
    cdef int seat
    if broken is NULL:
        broken = tiles_fault(s)
    for seat in range(s.head.players):
        if broken is NULL:
            broken = realm_fault(s, &s.realm[seat])
    if broken is NULL and s.phase != PAYING and (s.field or s.units or s.unit):
        broken = b"a payment is left over"
    if broken is NULL and s.phase != PAYING and s.phase != REPLACING and s.tile:
        broken = b"a tile is left over"
    return broken


cdef const char* cards_fault(const CastlesOfTuscany* s) noexcept nogil:
    cdef uint64_t cards = s.pile + s.discards
    cdef int i, seat, n
    for seat in range(s.head.players):
        cards += s.realm[seat].hand
        if total(s.realm[seat].hand) != s.realm[seat].cards:
            return b"a hand is miscounted"
    if cards != printed.cards:
        return b"game cards are not conserved"
    if total(s.pile) != s.in_pile or total(s.discards) != s.in_discards:
        return b"a pile is miscounted"
    if s.yield_pile + s.yield_discards != printed.yield_cards:
        return b"yield cards are not conserved"
    for i in range(BONUSES):
        n = s.bonus[i]
        for seat in range(s.head.players):
            n += s.realm[seat].bonus[i]
        if n != printed.bonuses:
            return b"bonus cards are not conserved"
    for i in range(COLOURS):
        if s.filled[i] > 2:
            return b"a colour bonus has gone too often"
    return NULL


cdef const char* tiles_fault(const CastlesOfTuscany* s) noexcept nogil:
    cdef int i, seat, n, all
    cdef const Realm* r
    for i in range(HEXAGON):
        n = tile_count(s.display, i) + bag_count(&s.neutral, i) + bag_count(&s.removed, i)
        n += bag_count(&s.boxed, i) + (s.phase == REPLACING and s.tile == i)
        all = bag_count(&printed.neutral, i)
        for seat in range(s.head.players):
            r = &s.realm[seat]
            n += bag_count(&r.stack, i) + tile_count(r.store, i) + placed(r, i)
            n += s.phase == PAYING and s.tile == i and seat == s.head.to_play
            all += bag_count(&printed.own, i)
        if n != all:
            return b"tiles are not conserved"
    n = tile_total(s.display) + s.missing + (s.phase == REPLACING)
    if n != (printed.display if s.passage else 0) or tile_count(s.display, HEXAGON):
        return b"the display is not of eight"
    for i in range(COLOURS):
        if lying_of(s, i) >= printed.too_many:
            return b"too many of a colour in the display"
    return NULL


cdef int lying_of(const CastlesOfTuscany* s, int colour) noexcept nogil:
    cdef int tile, n = 0
    for tile in range(HEXAGON):
        if colour_of(tile) == colour:
            n += tile_count(s.display, tile)
    return n


cdef int placed(const Realm* r, int tile) noexcept nogil:
    cdef const Map* map = &MAP[r.map]
    cdef uint32_t fields = r.covered & ~r.wooden & map.fields[colour_of(tile)]
    cdef int sort
    if tile >= FARM:
        for sort in range(SORTS):
            if printed.sorts[tile] >> sort & 1:
                fields &= r.produce[sort]
            else:
                fields &= ~r.produce[sort]
    return bits_count(fields) - (tile == CASTLE and r.covered != 0)


cdef const char* realm_fault(const CastlesOfTuscany* s, const Realm* r) noexcept nogil:
    cdef const Map* map = &MAP[r.map]
    cdef uint32_t near = 0, fields = r.covered, produce = 0
    cdef int i
    while fields:
        near |= NEIGHBOURS[map.shape][bits_lowest(fields)]
        fields &= fields - 1
    if near != r.near or r.covered >> FIELDS:
        return b"the fields beside covered ones are miscounted"
    if bits_count(r.covered) > 1 and r.covered & ~near:
        return b"a covered field stands alone"
    if r.covered and not (r.covered & ~r.wooden & map.fields[DARK_GREEN]) >> r.castle & 1:
        return b"the start castle is gone"
    for i in range(SORTS):
        produce |= r.produce[i]
    if r.wooden & ~r.covered or produce != r.covered & ~r.wooden & map.fields[LIGHT_GREEN]:
        return b"hexagons or produce lie where they cannot"
    if tile_total(r.store) != r.stored or room(r) < 0:
        return b"the store is miscounted or too full"
    if r.fresh > tile_count(r.store, HEXAGON):
        return b"more new hexagons than hexagons"
    if bag_total(&r.stack) != r.in_stack or r.in_stack > bag_total(&printed.own):
        return b"the own stacks are miscounted"
    return NULL
