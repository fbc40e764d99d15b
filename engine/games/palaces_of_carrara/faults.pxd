# What must hold in every state of a game.

from engine.games.palaces_of_carrara.state cimport Carrara

# The contract's `fault`.
cdef const char* fault(const void* state) noexcept nogil
# More turns than this no game has; README.md tells why.
cdef int turn_bound(const Carrara* s) noexcept nogil
