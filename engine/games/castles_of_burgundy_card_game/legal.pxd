# What the seat to play may do.

from engine.contract cimport move_t
from engine.games.castles_of_burgundy_card_game.state cimport BOUGHT, Burgundy, Frame
from engine.games.castles_of_burgundy_card_game.tables cimport printed


# Whether the turn's purchase is still to be had.
cdef inline bint can_buy(const Burgundy* s) noexcept nogil:
    return (not s.purchased and s.player[s.head.to_play].silver >= printed.price
            and s.pile_count + s.discard_count >= BOUGHT)


cdef int legal_moves(const void* state, move_t* out) noexcept nogil
# The tops to choose from: at most four.
cdef int supply_moves(const Burgundy* s, int ask, move_t* out) noexcept nogil
# Whether an effect that may be declined has, or after a purchase may have, an object.
cdef bint usable(const Burgundy* s, const Frame* f) noexcept nogil
