from libc.stdint cimport uint32_t, uint64_t

from engine.contract cimport Log
from engine.games.castles_of_tuscany.bags cimport tile_count, total
from engine.games.castles_of_tuscany.rules cimport FARM, LIGHT_GREEN, CastlesOfTuscany

# Draw up to `n` game cards into the hand of the seat to play.
cdef void draw_cards(CastlesOfTuscany* s, int n, Log* log) noexcept nogil
# Turn a yield card up and lay it among the discards; which one it was.
cdef int turn_yield(CastlesOfTuscany* s, Log* log) noexcept nogil
# Lay the first display out.
cdef void open_display(CastlesOfTuscany* s, Log* log) noexcept nogil
# Fill the gap a taken tile has left, and clear the display of a colour that lies too often.
cdef void fill_gap(CastlesOfTuscany* s, Log* log) noexcept nogil


cdef inline int lying(const CastlesOfTuscany* s, int colour) noexcept nogil:
    """Tiles of a colour in the display."""
    cdef uint64_t farms
    if colour != LIGHT_GREEN:
        return tile_count(s.display, colour)
    farms = s.display >> 4 * FARM
    return total((farms & 0x0F0F0F0F) + (farms >> 4 & 0x0F0F0F0F))


# Note for search what chance has shown the table: a sum, as the order is of no matter.
cdef inline void show(CastlesOfTuscany* s, uint32_t mark) noexcept nogil:
    s.head.shown += mark
    if s.head.shown == 0:
        s.head.shown = 1
    s.head.revealed = True
