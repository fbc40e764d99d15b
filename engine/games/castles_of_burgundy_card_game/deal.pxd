# Piles, display, hands and supplies: whatever chance decides.

from engine.contract cimport Log, rng_t
from engine.games.castles_of_burgundy_card_game.state cimport Burgundy

cdef void discard(Burgundy* s, int card) noexcept nogil
# Turn up three cards for a purchase; pile and discards hold that many.
cdef void turn_up(Burgundy* s, Log* log) noexcept nogil
# Take the top of a stack that is not empty to the seat to play.
cdef void take_top(Burgundy* s, int which, int stack, Log* log) noexcept nogil
# Everyone draws the card for the turn, two for the first; none is left for the sixth.
cdef void draw_hands(Burgundy* s, Log* log) noexcept nogil
# Lay out the round: Egon's pile, display, sixes, hands.
cdef void begin_round(Burgundy* s, Log* log) noexcept nogil
cdef void clear_display(Burgundy* s, Log* log) noexcept nogil
cdef void deal_new_game(Burgundy* s) noexcept nogil
cdef void redeal(void* state, int viewer, rng_t* rng) noexcept nogil
