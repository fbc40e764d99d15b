"""Games played wholly in C: random ones for benchmarks and soaks, all of them for perft."""

from libc.stdlib cimport free, malloc

from engine.contract cimport (
    BURGRAVE_BUILD, MAX_MOVES, MAX_STATE, OVER, Head, Rules, State, check_build, memcpy, move_t,
    rng_below, rng_next, rng_t, uint64_t)

cdef enum:
    MAX_PERFT = 64          # bounds the stack that counting takes

check_build(BURGRAVE_BUILD)


def playouts(State start not None, int count, uint64_t seed, bint check=False):
    """Play `start` out at random `count` times; return the number of moves made.

    With `check`, every state passed through is examined, and the first broken invariant
    is raised as an AssertionError that names the playout and the move.
    """
    cdef const Rules* rules = start.game.rules
    cdef void* state = malloc(rules.state_size)
    cdef rng_t rng = seed
    cdef const char* fault = NULL
    cdef long plies = 0, before = 0
    cdef int i = 0
    if state is NULL:
        raise MemoryError()
    with nogil:
        while i < count and fault is NULL:
            before = plies
            memcpy(state, start.data, rules.state_size)
            (<Head*>state).rng = rng_next(&rng)
            fault = playout(rules, state, &rng, check, &plies)
            i += 1
    free(state)
    if fault is not NULL:
        raise AssertionError(
            f"{start.game.name}: {fault.decode()} (playout {i - 1}, move {plies - before})")
    return plies


cdef const char* playout(
        const Rules* rules, void* state, rng_t* rng, bint check, long* plies) noexcept nogil:
    cdef move_t moves[MAX_MOVES]
    cdef const char* fault
    cdef int n
    while (<Head*>state).to_play != OVER:
        n = rules.legal_moves(state, moves)
        rules.play(state, moves[rng_below(rng, n)], NULL)
        plies[0] += 1
        if check:
            fault = rules.fault(state)
            if fault is not NULL:
                return fault
    return NULL


def perft(State start not None, int depth):
    """The number of ways to make `depth` moves from here, a game's end cutting a way short."""
    cdef long ways
    if not 0 <= depth <= MAX_PERFT:
        raise ValueError(f"a depth from 0 to {MAX_PERFT}, not {depth}")
    with nogil:
        ways = count_ways(start.game.rules, start.data, depth)
    return ways


cdef long count_ways(const Rules* rules, const void* state, int depth) noexcept nogil:
    cdef char after[MAX_STATE]
    cdef move_t moves[MAX_MOVES]
    cdef long ways = 0
    cdef int i, n
    if depth == 0 or (<const Head*>state).to_play == OVER:
        return 1
    n = rules.legal_moves(state, moves)
    for i in range(n):
        memcpy(after, state, rules.state_size)
        rules.play(after, moves[i], NULL)
        ways += count_ways(rules, after, depth - 1)
    return ways
