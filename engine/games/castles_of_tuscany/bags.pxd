# Small multisets packed into 64-bit words: cards a byte a colour, tiles four bits a kind.

from libc.stdint cimport uint32_t, uint64_t

from engine.bits cimport bits_count, bits_lowest

cdef extern from *:
    """
    #define EACH UINT64_C(0x0101010101010101)
    #define TOPS (EACH << 7)
    #define EVENS UINT64_C(0x0F0F0F0F0F0F0F0F)
    """
    const uint64_t EACH         # 1 in every byte
    const uint64_t TOPS         # the top bit of every byte
    const uint64_t EVENS        # the even ones of sixteen counts of four bits


cdef inline uint64_t one(int i) noexcept nogil:
    """A single thing of byte `i`."""
    return <uint64_t>1 << 8 * i


cdef inline int count_of(uint64_t bag, int i) noexcept nogil:
    return <int>(bag >> 8 * i & 255)


cdef inline int total(uint64_t bag) noexcept nogil:
    """All things of a bag of bytes; fewer than 256."""
    return <int>(bag * EACH >> 56)


cdef inline int pick(uint64_t bag, uint32_t r) noexcept nogil:
    """What the r-th thing of a bag of fewer than 128 is, things in order."""
    return bits_lowest((bag * EACH + (127 - r) * EACH) & TOPS) >> 3


# The top bit of every byte of which there are at least `n`, 1 to 127.
cdef inline uint64_t at_least(uint64_t bag, int n) noexcept nogil:
    return (bag + (128 - n) * EACH) & TOPS


cdef inline uint64_t tile_bit(int tile) noexcept nogil:
    """A single tile of a bag of four bits a kind."""
    return <uint64_t>1 << 4 * tile


cdef inline int tile_count(uint64_t tiles, int tile) noexcept nogil:
    return <int>(tiles >> 4 * tile & 15)


cdef inline int tile_total(uint64_t tiles) noexcept nogil:
    return total((tiles & EVENS) + (tiles >> 4 & EVENS))


cdef inline int lowest_tile(uint64_t tiles) noexcept nogil:
    """The first kind of which there is one; of a bag that is not empty."""
    return bits_lowest(tiles) >> 2


cdef inline uint64_t without_kind(uint64_t tiles, int tile) noexcept nogil:
    return tiles & ~(<uint64_t>15 << 4 * tile)


# Sixteen kinds of tiles, a byte a kind: for piles that may hold more than fifteen of one.
cdef struct Bag:
    uint64_t half[2]


cdef inline int bag_count(const Bag* bag, int tile) noexcept nogil:
    return count_of(bag.half[tile >> 3], tile & 7)


cdef inline int bag_total(const Bag* bag) noexcept nogil:
    return total(bag.half[0]) + total(bag.half[1])


cdef inline int bag_pick(const Bag* bag, uint32_t r) noexcept nogil:
    """What the r-th tile is, tiles in order."""
    cdef uint32_t low = total(bag.half[0])
    return pick(bag.half[0], r) if r < low else 8 + pick(bag.half[1], r - low)


cdef inline void bag_add(Bag* bag, int tile, int n) noexcept nogil:
    """Add `n` tiles of a kind; a negative number takes them out."""
    bag.half[tile >> 3] += n * one(tile & 7)
