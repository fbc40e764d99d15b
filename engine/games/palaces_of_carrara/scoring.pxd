# What buildings bring: the action of scoring, and the count at the end.

from engine.contract cimport Log
from engine.games.palaces_of_carrara.printed cimport Value, printed
from engine.games.palaces_of_carrara.state cimport Carrara, Player

cdef struct Gain:
    int coins
    int points

# A field of the own board: a building type, or all city or land buildings.
cdef void score_field(Carrara* s, int field, Log* log) noexcept nogil
cdef void score_city(Carrara* s, int city, Log* log) noexcept nogil
cdef void final_scoring(Carrara* s, Log* log) noexcept nogil


cdef inline const Value* value_of(const Player* p, int place) noexcept nogil:
    return &printed.value[p.upgraders >> place & 1][place]


cdef inline void add(Gain* gain, const Value* value, int cost) noexcept nogil:
    gain.coins += cost * value.coins
    gain.points += cost * value.points
