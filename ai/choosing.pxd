# Which move to try next at a node: the one with the highest upper confidence bound.
#
# The bound counts the times a move was available, since guesses differ in what is legal.  As
# long as a move has hardly been tried, what the evaluation promises of it weighs in.

from libc.math cimport INFINITY, log, sqrt
from libc.stdint cimport int64_t

from ai.tree cimport Edge
from engine.contract cimport MAX_MOVES, move_t, rng_below, rng_t

# What a search is told once.
cdef struct Plan:
    double explore          # weight of the exploration term
    double first_play       # reward a move not yet tried is credited with, below the average
    double bias             # weight of a move's promise when it has not been tried
    double margin           # points by which a win counts as clear
    int horizon             # least playout moves before the evaluation takes over, or FULL
    int picks               # moves that a playout weighs by the evaluation before one of its own
    int ripe                # playouts from a node before its moves are told apart
    int whole               # one in so many playouts of a root move goes on to the end; 0: none


cdef inline Edge* best_edge(
        Edge* edges, int count, const move_t* moves, int n, const Plan* plan,
        rng_t* rng) noexcept nogil:
    """The legal move with the highest bound; ties are broken at random."""
    cdef Edge* best = NULL
    cdef Edge* legal[MAX_MOVES]
    cdef double bound, best_bound = 0, unseen = untried(edges, count, plan)
    cdef double promise = gather(edges, moves, n, legal)
    cdef int i, ties = 0
    for i in range(n):
        bound = unseen
        if legal[i].visits:
            bound = legal[i].value / legal[i].visits + plan.explore * sqrt(
                log(<double>legal[i].available) / legal[i].visits)
        if plan.bias:
            bound -= shortfall(promise - legal[i].promise, plan) / (1 + legal[i].visits)
        if best is NULL or bound > best_bound:
            best, best_bound, ties = legal[i], bound, 1
        elif bound == best_bound:
            ties += 1
            if rng_below(rng, ties) == 0:
                best = legal[i]
    return best


cdef inline double gather(Edge* edges, const move_t* moves, int n, Edge** legal) noexcept nogil:
    """The edges of the moves, now available once more; the most that one of them promises."""
    cdef double most = -INFINITY
    cdef int i, j = 0
    for i in range(n):
        while edges[j].move != moves[i]:
            j += 1
        edges[j].available += 1
        legal[i] = &edges[j]
        most = max(most, edges[j].promise)
    return most


cdef inline double shortfall(double points, const Plan* plan) noexcept nogil:
    """What promising so much less than the best costs a move that has not been tried."""
    # In an even game of two a point of lead is a quarter of a margin's reward; half a reward
    # is the most that a move can be behind.
    return plan.bias * min(0.5, points / (4 * plan.margin))


cdef inline Edge* least_tried(Edge* edges, int count) noexcept nogil:
    cdef Edge* least = edges
    cdef int j
    for j in range(count):
        edges[j].available += 1
        if edges[j].visits < least.visits:
            least = &edges[j]
    return least


cdef inline double untried(const Edge* edges, int count, const Plan* plan) noexcept nogil:
    """The bound of a move never tried: the average of the others, less something, explored."""
    cdef double value = 0
    cdef int64_t visits = 0
    cdef int j
    for j in range(count):
        visits += edges[j].visits
        value += edges[j].value
    if visits == 0:
        return 0
    return value / visits - plan.first_play + plan.explore * sqrt(log(<double>visits + 1))
