"""How good a position of Saint Malo is.

The weights are points; they were set by matches, not derived.
"""

from libc.stdint cimport uint64_t

from engine.bits cimport bits_count
from engine.contract cimport BURGRAVE_BUILD, check_build
from engine.games.saint_malo.rules cimport (
    CHOOSING, CHURCH, COUNTING, COUNTS, CRATES, DRAWING, HEAD, HIRING, ROLLING, ROWS, SABRES,
    SIDE, SIDES, WALLS, City, SaintMalo, church_points, defence, free_fields, printed)
from engine.games.saint_malo.squares cimport FIELDS

check_build(BURGRAVE_BUILD)

cdef double COIN = 0.7
cdef double LOG = 1.6
cdef double CRATE = 0.3
cdef double WALL = 0.5              # on a side that can still be completed
cdef double CHURCH_AHEAD = 0.8      # each church that waits for a smaller one
cdef double FREE_FIELD = -0.9       # room that is still to be filled is time lost
cdef double DIE = 1.6               # of the symbol most dice show
cdef double REROLL = 0.8
cdef double ATTACK = 0.75           # how much of an attack still to come is felt


cdef int most_frequent(const unsigned char* counts) noexcept nogil:
    """The symbol, sabres aside, that the most dice show; ties go to the later one."""
    cdef int symbol, best = 0
    for symbol in range(1, SABRES):
        if counts[symbol] >= counts[best]:
            best = symbol
    return best


cdef double attacks_to_come(const SaintMalo* s, const City* c) noexcept nogil:
    """Points that attacks will cost, the nearest weighing most."""
    cdef double cost = 0, weight = ATTACK
    cdef int attack, strength, own = defence(c)
    for attack in range(s.attacks, ROWS):
        strength = printed.strength[attack]
        if own < strength:
            cost += weight * printed.cannon_points * (strength - own) / strength
        weight *= 0.8
    return cost


cdef double walls_begun(const City* c) noexcept nogil:
    cdef uint64_t walls
    cdef double worth = 0
    cdef int side, n
    for side in range(SIDES):
        walls = c.holds[WALLS] & SIDE[side]
        if c.occupied & SIDE[side] == walls:
            n = bits_count(walls)
            worth += WALL * n if n < 5 else 0
    return worth


cdef double worth(const SaintMalo* s, const City* c) noexcept nogil:
    cdef double total = c.points + c.cannons * printed.cannon_points
    cdef int i, runs = 0
    for i in range(5):
        runs += bits_count(c.holds[CHURCH + i]) > 0
    total += church_points(c) + CHURCH_AHEAD * runs
    total += COIN * c.coins + LOG * c.logs
    total += CRATE * bits_count(c.holds[CRATES])
    total += walls_begun(c) + attacks_to_come(s, c)
    if c.occupied == FIELDS:
        total += printed.full_city
    return total + FREE_FIELD * bits_count(free_fields(c))


cdef double turn_ahead(const SaintMalo* s) noexcept nogil:
    """What the dice, or what was begun with them, are still worth to the seat to play."""
    cdef const unsigned char* counts = COUNTS[s.roll]
    cdef int most = counts[most_frequent(counts)]
    if s.phase == ROLLING:
        return DIE * most + REROLL * s.rolls_left
    if s.phase == CHOOSING:
        return DIE * most
    if s.phase == COUNTING:
        return DIE * max(1, counts[s.symbol])
    if s.phase == HIRING:
        return DIE * max(1, counts[HEAD])
    if s.phase == DRAWING:
        return DIE * s.remaining
    return DIE


cdef void evaluate(const void* state, double* out) noexcept nogil:
    cdef const SaintMalo* s = <const SaintMalo*>state
    cdef int seat
    for seat in range(s.head.players):
        out[seat] = worth(s, &s.city[seat])
    out[s.head.to_play] += turn_ahead(s)
