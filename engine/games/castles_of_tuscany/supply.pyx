"""What lies on the table for all: game cards, yield cards and the display of tiles."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from engine.contract cimport BURGRAVE_BUILD, EVERYONE, Log, check_build, note, rng_below
from engine.games.castles_of_tuscany.bags cimport (
    Bag, bag_add, bag_pick, bag_total, count_of, one, pick, tile_bit, tile_count, total,
    without_kind)
from engine.games.castles_of_tuscany.components cimport MARK, printed
from engine.games.castles_of_tuscany.rules cimport (
    CARD_PILE, CLEARED, COLOURS, DREW, DREW_CARDS, EMPTIED, FARM, HEXAGON, LAID, LIGHT_GREEN,
    NEUTRAL_PILE, SHUFFLED, TILES, YIELDED, YIELD_PILE, CastlesOfTuscany, Realm, colour_of)

check_build(BURGRAVE_BUILD)


# ---- cards

cdef void draw_cards(CastlesOfTuscany* s, int n, Log* log) noexcept nogil:
    cdef Realm* r = &s.realm[s.head.to_play]
    cdef uint64_t before = r.hand, card
    cdef int drawn = 0
    while drawn < n and s.in_pile + s.in_discards:
        if s.in_pile == 0:
            shuffle_discards(s, log)
        card = one(pick(s.pile, rng_below(&s.head.rng, s.in_pile)))
        s.pile -= card
        s.in_pile -= 1
        r.hand += card
        drawn += 1
    if drawn == 0:
        return
    r.cards += drawn
    s.head.revealed = True
    if log is not NULL:
        note(log, DREW, s.head.to_play, EVERYONE, drawn)
        note_cards(s.head.to_play, r.hand - before, log)


cdef void shuffle_discards(CastlesOfTuscany* s, Log* log) noexcept nogil:
    s.pile = s.discards
    s.in_pile = s.in_discards
    s.discards = 0
    s.in_discards = 0
    note(log, SHUFFLED, -1, EVERYONE, CARD_PILE)


cdef void note_cards(int seat, uint64_t cards, Log* log) noexcept nogil:
    """Tell the seat its new cards, two colours to a value."""
    cdef int pair[4]
    cdef int i
    for i in range(4):
        pair[i] = count_of(cards, 2 * i) | count_of(cards, 2 * i + 1) << 8
    note(log, DREW_CARDS, seat, seat, pair[0], pair[1], pair[2], pair[3])


cdef int turn_yield(CastlesOfTuscany* s, Log* log) noexcept nogil:
    cdef int card
    if s.yield_pile == 0:
        s.yield_pile = s.yield_discards
        s.yield_discards = 0
        note(log, SHUFFLED, -1, EVERYONE, YIELD_PILE)
    card = pick(s.yield_pile, rng_below(&s.head.rng, total(s.yield_pile)))
    s.yield_pile -= one(card)
    s.yield_discards += one(card)
    show(s, MARK[2 * TILES + card])
    note(log, YIELDED, s.head.to_play, EVERYONE, card)
    return card


# ---- the display

cdef void lay(CastlesOfTuscany* s, int tile, bint own, Log* log) noexcept nogil:
    s.display += tile_bit(tile)
    show(s, MARK[tile])
    note(log, LAID, s.head.to_play if own else -1, EVERYONE, tile, own)


cdef void lay_neutral(CastlesOfTuscany* s, Log* log) noexcept nogil:
    """Lay a neutral tile; if none is left to lay, the display stays smaller."""
    cdef int tile, n = bag_total(&s.neutral)
    if n == 0:
        n = bag_total(&s.removed)
        if n == 0:
            s.missing += 1
            return
        s.neutral = s.removed
        memset(&s.removed, 0, sizeof(Bag))
        note(log, SHUFFLED, -1, EVERYONE, NEUTRAL_PILE)
    tile = bag_pick(&s.neutral, rng_below(&s.head.rng, n))
    bag_add(&s.neutral, tile, -1)
    lay(s, tile, False, log)


cdef void open_display(CastlesOfTuscany* s, Log* log) noexcept nogil:
    for _ in range(printed.display):
        lay_neutral(s, log)
    clear_display(s, log)


cdef void fill_gap(CastlesOfTuscany* s, Log* log) noexcept nogil:
    cdef int seat = s.head.to_play, tile
    cdef Realm* r = &s.realm[seat]
    if r.in_stack == 0:
        lay_neutral(s, log)
        clear_display(s, log)
        return
    tile = bag_pick(&r.stack, rng_below(&s.head.rng, r.in_stack))
    bag_add(&r.stack, tile, -1)
    r.in_stack -= 1
    lay(s, tile, True, log)
    if r.in_stack % printed.stack_size == 0:
        note(log, EMPTIED, seat, EVERYONE, 3 - r.in_stack // printed.stack_size)
    if lying(s, colour_of(tile)) >= printed.too_many:
        clear_display(s, log)


cdef void clear_display(CastlesOfTuscany* s, Log* log) noexcept nogil:
    """Replace a colour that lies too often, until none does.

    What goes is not shuffled again before all is over, so that it is over at some time.
    """
    cdef Bag aside
    cdef int colour = 0, gone
    memset(&aside, 0, sizeof(aside))
    while colour < COLOURS:
        gone = lying(s, colour)
        if gone < printed.too_many:
            colour += 1
            continue
        remove_colour(s, colour, &aside)
        note(log, CLEARED, -1, EVERYONE, colour, gone)
        for _ in range(gone):
            lay_neutral(s, log)
        colour = 0
    s.removed.half[0] += aside.half[0]
    s.removed.half[1] += aside.half[1]


cdef void remove_colour(CastlesOfTuscany* s, int colour, Bag* aside) noexcept nogil:
    cdef int tile, n, last = HEXAGON if colour == LIGHT_GREEN else colour + 1
    for tile in range(FARM if colour == LIGHT_GREEN else colour, last):
        n = tile_count(s.display, tile)
        s.display = without_kind(s.display, tile)
        bag_add(aside, tile, n)
        show(s, n * MARK[TILES + tile])
