# What buildings bring: the action of scoring, and the count at the end.

from engine.contract cimport Log
from engine.games.palaces_of_carrara.state cimport Carrara, Player

cdef struct Gain:
    int coins
    int points

# What a scoring would bring; the last of all city or all land buildings.
cdef Gain type_gain(const Player* p, int type) noexcept nogil
cdef Gain city_gain(const Player* p, int city) noexcept nogil
cdef Gain all_gain(const Player* p, int field) noexcept nogil

# A field of the own board: a building type, or all city or land buildings.
cdef void score_field(Carrara* s, int field, Log* log) noexcept nogil
cdef void score_city(Carrara* s, int city, Log* log) noexcept nogil
cdef void final_scoring(Carrara* s, Log* log) noexcept nogil
