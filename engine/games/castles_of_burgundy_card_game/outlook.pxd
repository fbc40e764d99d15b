# What a seat has begun, and what that may come to.

from engine.games.castles_of_burgundy_card_game.state cimport KINDS, ROUNDS, SORTS, Burgundy, Player

# Points.
cdef double TURN, SILVER, WORKER, GOOD
cdef double[ROUNDS] ROUND_BONUS
cdef double[SORTS] EFFECTS

# A seat's unfinished business.
cdef struct Plans:
    const Burgundy* s
    const Player* p
    int turns                       # that are left
    int begun[KINDS]                # cards of the largest incomplete stack
    int ready[KINDS]                # projects

cdef Plans plans_of(const Burgundy* s, int seat) noexcept nogil
# What a card is worth once it is placed.
cdef double placed(const Plans* own, int card) noexcept nogil
# The same before, so less the action it takes; nothing once there is no time.
cdef double project(const Plans* own, int card) noexcept nogil
# What it brings to sell all goods of a sort, keeping them being worth something too.
cdef double sale(const Plans* own, int sort) noexcept nogil
# An estimate of the seat's final points, effects still open aside.
cdef double worth(const Burgundy* s, int seat) noexcept nogil
