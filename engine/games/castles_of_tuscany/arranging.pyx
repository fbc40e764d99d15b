"""The set-up: everyone arranges three parts of a map and places the start castle.

The other two parts lie left and right of the middle one in the order of their letters: a half
turn of the whole map makes every other arrangement one of these.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t

from engine.bits cimport bits_lowest
from engine.contract cimport (
    BURGRAVE_BUILD, EVERYONE, Log, check_build, move_t, note, rng_below, rng_t, shuffle)
from engine.games.castles_of_tuscany.components cimport MAP, MARK, NEIGHBOURS, printed
from engine.games.castles_of_tuscany.rules cimport (
    ARRANGED, ARRANGING, AT_CASTLE, AT_MIDDLE, AT_SHIFT, AT_TURN, CHOOSING_BONUS,
    DARK_GREEN, LAY_MIDDLE, LETTERS, PARTS, SHIFT, START_CASTLE, TURN, UNVEILED,
    CastlesOfTuscany, Realm, map_of, put)
from engine.games.castles_of_tuscany.supply cimport draw_cards, show

check_build(BURGRAVE_BUILD)


cdef void deal(CastlesOfTuscany* s) noexcept nogil:
    cdef uint8_t parts[PARTS]
    cdef int seat, letter, i
    for seat in range(s.head.players):
        s.head.to_play = seat
        draw_cards(s, printed.start_cards, NULL)
    for letter in range(LETTERS):
        for i in range(PARTS):
            parts[i] = i
        shuffle(parts, PARTS, &s.head.rng)
        for seat in range(s.head.players):
            s.realm[seat].part[letter] = parts[seat]
    s.head.to_play = 0
    s.phase = ARRANGING
    s.step = AT_MIDDLE


cdef uint32_t castle_fields(const Realm* r) noexcept nogil:
    """Where the start castle may stand."""
    return MAP[map_of(r)].fields[DARK_GREEN]


cdef int arranging_moves(const CastlesOfTuscany* s, move_t* out) noexcept nogil:
    cdef int i, n = 0
    cdef uint32_t fields
    if s.step == AT_MIDDLE:
        for i in range(LETTERS):
            n = put(out, n, LAY_MIDDLE, i)
    elif s.step < AT_SHIFT:
        for i in range(2):
            n = put(out, n, TURN, (s.step - AT_TURN) << 1 | i)
    elif s.step < AT_CASTLE:
        for i in range(2):
            n = put(out, n, SHIFT, (s.step - AT_SHIFT) << 1 | i)
    else:
        fields = castle_fields(&s.realm[s.head.to_play])
        while fields:
            n = put(out, n, START_CASTLE, bits_lowest(fields))
            fields &= fields - 1
    return n


# The part of a layout that the decision of a step makes; `choice` is 0 or 1 but for the middle.
cdef int layout_bits(int step, int choice) noexcept nogil:
    if step == AT_MIDDLE:
        return choice << 5
    if step < AT_SHIFT:
        return choice << 2 + step - AT_TURN
    return choice << 1 + AT_SHIFT - step


cdef void arrange(CastlesOfTuscany* s, int argument, Log* log) noexcept nogil:
    cdef int seat = s.head.to_play
    cdef Realm* r = &s.realm[seat]
    if s.step < AT_CASTLE:
        r.layout |= layout_bits(s.step, argument if s.step == AT_MIDDLE else argument & 1)
        s.step += 1
        return
    r.castle = argument
    note(log, ARRANGED, seat)
    s.step = AT_MIDDLE
    if seat < s.head.players - 1:
        s.head.to_play = <int8_t>(seat + 1)
    else:
        unveil(s, log)


cdef void unveil(CastlesOfTuscany* s, Log* log) noexcept nogil:
    """Show all maps at once."""
    cdef int seat
    cdef Realm* r
    for seat in range(s.head.players):
        r = &s.realm[seat]
        r.map = map_of(r)
        r.covered = <uint32_t>1 << r.castle
        r.near = NEIGHBOURS[MAP[r.map].shape][r.castle]
        show(s, (MARK[seat] | 1) * (1 + r.layout * 32 + r.castle))
        note(log, UNVEILED, seat, EVERYONE, r.part[0], r.part[1], r.part[2], r.layout, r.castle)
    s.head.to_play = 0
    s.phase = CHOOSING_BONUS


cdef void guess_arrangement(Realm* r, int step, rng_t* rng) noexcept nogil:
    cdef int i, choice, castle
    cdef uint32_t fields
    r.layout = 0
    for i in range(min(step, <int>AT_CASTLE)):
        choice = rng_below(rng, LETTERS if i == AT_MIDDLE else 2)
        r.layout |= layout_bits(i, choice)
    if step > AT_CASTLE:
        fields = castle_fields(r)
        castle = rng_below(rng, printed.fields[DARK_GREEN])
        for _ in range(castle):
            fields &= fields - 1
        r.castle = bits_lowest(fields)
