# Where cards may be placed, and what lies there.

from libc.stdint cimport uint32_t

from engine.contract cimport Log
from engine.games.castles_of_burgundy_card_game.state cimport Burgundy, Player

# A target is 0 for a new stack, or names the stacks of one kind and size.
cdef inline int target_of(int kind, int size) noexcept nogil:
    return kind * 2 + size


cdef inline int size_of(const unsigned char* card) noexcept nogil:
    return (card[0] != 0) + (card[1] != 0) + (card[2] != 0)


# The targets a card may be placed on, as bits: at least one.
cdef uint32_t targets(const Player* p, int card) noexcept nogil
# Lay a card down with its first-triplet and all-seven cards; whether a triplet is complete now.
cdef bint lay(Burgundy* s, int seat, int card, int target, Log* log) noexcept nogil
# The bonus cards' owner in events: Egon is -1, the table's.
cdef int told(const Burgundy* s, int seat) noexcept nogil
