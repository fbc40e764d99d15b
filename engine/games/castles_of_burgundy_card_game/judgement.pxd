cdef void evaluate(const void* state, double* out) noexcept nogil
