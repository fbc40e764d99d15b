# Points, winners, and whether everything adds up.

from libc.stdint cimport int32_t, uint32_t

from engine.contract cimport Log
from engine.games.castles_of_burgundy_card_game.state cimport Burgundy, Player

# What a player would have if the game ended now; Egon is player 1 of a solo game.
cdef int score(const Burgundy* s, int seat) noexcept nogil
cdef int triplets(const Player* p, int kind) noexcept nogil
# Note the final points by reason.
cdef void count_all(const Burgundy* s, Log* log) noexcept nogil
cdef void scores(const void* state, int32_t* out) noexcept nogil
cdef uint32_t winners(const void* state) noexcept nogil
cdef const char* fault(const void* state) noexcept nogil
