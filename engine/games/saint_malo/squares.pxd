# The geometry of a city as 64-bit sets; bit row * 7 + column is a square.

from libc.stdint cimport uint64_t

from engine.bits cimport bit, bits_count

cdef extern from *:
    """
    #define COLUMN_0 UINT64_C(0x40810204081)
    #define COLUMN_6 (COLUMN_0 << 6)
    #define TOWERS (UINT64_C(1) | UINT64_C(1) << 6 | UINT64_C(1) << 42 | UINT64_C(1) << 48)
    #define FIELDS (((UINT64_C(1) << 49) - 1) & ~TOWERS)
    #define ROW_0 UINT64_C(0x7F)
    #define OUTER ((ROW_0 | ROW_0 << 42 | COLUMN_0 | COLUMN_6) & FIELDS)
    """
    const uint64_t COLUMN_0
    const uint64_t COLUMN_6
    const uint64_t ROW_0
    const uint64_t FIELDS       # all that can be drawn on: the four towers cannot
    const uint64_t OUTER        # the only ones that take walls


cdef inline uint64_t beside(uint64_t set) noexcept nogil:
    """The fields orthogonally next to `set`."""
    return ((set & ~COLUMN_6) << 1 | (set & ~COLUMN_0) >> 1 | set << 7 | set >> 7) & FIELDS


cdef inline uint64_t around(int square) noexcept nogil:
    """The up to eight fields around a square."""
    cdef uint64_t here = bit(square)
    cdef uint64_t row = here | (here & ~COLUMN_6) << 1 | (here & ~COLUMN_0) >> 1
    return (row << 7 | row >> 7 | row ^ here) & FIELDS


cdef inline uint64_t region(uint64_t seed, uint64_t within) noexcept nogil:
    """All of `within` that is connected to `seed`."""
    cdef uint64_t last = 0
    seed &= within
    while seed != last:
        last = seed
        seed |= beside(seed) & within
    return seed


cdef inline uint64_t regions_of(uint64_t free, int size) noexcept nogil:
    """The squares of `free` that lie in a connected region of at least `size`."""
    cdef uint64_t found = 0, part
    while free:
        part = region(free & -free, free)
        free ^= part
        if bits_count(part) >= size:
            found |= part
    return found


cdef inline uint64_t reach(uint64_t start, uint64_t free, int steps) noexcept nogil:
    """`start` grown by `steps` orthogonal steps within `free`."""
    while steps > 0:
        start |= beside(start) & free
        steps -= 1
    return start
