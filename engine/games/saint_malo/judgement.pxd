from engine.contract cimport move_t, rng_t

cdef void evaluate(const void* state, double* out) noexcept nogil
cdef int hasty(const void* state, const move_t* moves, int n, rng_t* rng) noexcept nogil
