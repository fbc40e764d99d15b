# How the end of a game, or an estimate of it, is weighed for a seat.

from libc.math cimport INFINITY, exp
from libc.stdint cimport uint32_t

from engine.bits cimport bits_count


cdef inline double share(uint32_t winners, int seat) noexcept nogil:
    """A victory shared by n is 1/n of one."""
    return 1.0 / bits_count(winners) if winners >> seat & 1 else 0.0


cdef inline double lead(const double* score, int players, int seat) noexcept nogil:
    """Points ahead of the best of the others; alone at the table, ahead of the rival."""
    cdef int other
    cdef double best = -INFINITY
    for other in range(max(2, players)):
        if other != seat and score[other] > best:
            best = score[other]
    return score[seat] - best


cdef inline double squash(double x) noexcept nogil:
    return 1.0 / (1.0 + exp(-x))
