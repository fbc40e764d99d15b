from libc.stdint cimport uint32_t

from engine.contract cimport Log
from engine.games.castles_of_tuscany.components cimport MAP
from engine.games.castles_of_tuscany.rules cimport CastlesOfTuscany, Realm, colour_of

# Cover a field with a tile: points and effect.  The phase in which the seat must decide on
# something now, or ACTING if there is nothing to decide.
cdef int cover(CastlesOfTuscany* s, int tile, int field, Log* log) noexcept nogil
# Give the seat to play a bonus card.
cdef void take_bonus(CastlesOfTuscany* s, int bonus, Log* log) noexcept nogil
cdef void score(
    CastlesOfTuscany* s, int seat, int track, int points, int reason, Log* log) noexcept nogil


cdef inline uint32_t open_fields(const Realm* r) noexcept nogil:
    """Free fields beside a covered one."""
    return r.near & ~r.covered


cdef inline uint32_t fields_for(const Realm* r, int tile) noexcept nogil:
    """Where a tile may be placed; not for hexagons."""
    return MAP[r.map].fields[colour_of(tile)] & open_fields(r)
