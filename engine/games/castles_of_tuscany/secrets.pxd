from engine.contract cimport rng_t
from engine.games.castles_of_tuscany.rules cimport Realm

cdef void redeal(void* state, int viewer, rng_t* rng) noexcept nogil
cdef const char* fault(const void* state) noexcept nogil
# How many tiles of a kind lie on the map, the start castle aside.
cdef int placed(const Realm* r, int tile) noexcept nogil
