# Inline helpers on 64-bit sets, shared by the games.

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #define bits_count(set) __builtin_popcountll(set)
    #define bits_lowest(set) __builtin_ctzll(set)
    """
    int bits_count(uint64_t set) noexcept nogil
    int bits_lowest(uint64_t set) noexcept nogil    # of a set that is not empty


cdef inline uint64_t bit(int i) noexcept nogil:
    return <uint64_t>1 << i
