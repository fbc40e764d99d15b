# What the top, object and building cards ask and score.

from engine.games.palaces_of_carrara.state cimport Carrara, Player

cdef bint top_met(const Carrara* s, int seat) noexcept nogil
cdef bint object_met(const Carrara* s, int seat) noexcept nogil
cdef bint building_met(const Carrara* s, int seat) noexcept nogil
# All three conditions of the end.
cdef bint conditions_met(const Carrara* s, int seat) noexcept nogil

# Points at the end, for a card by its number.
cdef int object_card_points(const Player* p, int card) noexcept nogil
cdef int building_card_points(const Player* p, int card) noexcept nogil
