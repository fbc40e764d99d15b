# What a placement costs: two units, each a worker, a card of the colour or a pair of another.

from libc.stdint cimport uint64_t

from engine.bits cimport bits_count
from engine.games.castles_of_tuscany.bags cimport at_least, count_of
from engine.games.castles_of_tuscany.rules cimport BY_CARD, BY_PAIR, BY_WORKER

cdef enum:
    PRICE = 2               # units


# The top bits of the colours that pairs may come from: not the tile's, none below `unit`.
cdef inline uint64_t pair_colours(int colour, int unit) noexcept nogil:
    cdef uint64_t colours = ~(<uint64_t>128 << 8 * colour)
    return colours if unit <= BY_PAIR else colours & ~<uint64_t>0 << 8 * (unit - BY_PAIR)


cdef inline bint can_pay(
        uint64_t hand, int workers, int colour, int units, int unit) noexcept nogil:
    """Whether `units` of `colour`, two at most, can be paid with none below `unit`."""
    cdef uint64_t pairs = pair_colours(colour, unit)
    if unit == BY_WORKER:
        units -= workers
    if unit < BY_PAIR:
        units -= count_of(hand, colour)
    return units <= 0 or units <= (
        bits_count(at_least(hand, 2) & pairs) + bits_count(at_least(hand, 4) & pairs))


# Whether one unit can be taken from these means.
cdef inline bint has_unit(uint64_t hand, int workers, int unit) noexcept nogil:
    if unit == BY_WORKER:
        return workers > 0
    if unit < BY_PAIR:
        return count_of(hand, unit - BY_CARD) > 0
    return count_of(hand, unit - BY_PAIR) > 1


# The cards a unit costs.
cdef inline uint64_t unit_cards(int unit) noexcept nogil:
    if unit == BY_WORKER:
        return 0
    if unit < BY_PAIR:
        return <uint64_t>1 << 8 * (unit - BY_CARD)
    return <uint64_t>2 << 8 * (unit - BY_PAIR)
