# The contract every game fills: one C struct of facts and rules.
#
# A state is plain data: no pointers, no Python objects, `state_size` bytes that
# begin with a Head.  Copying is memcpy, equality is memcmp, saving is writing the
# bytes out, so every byte of a state must be determined by the game played:
# start from zeroed memory, and clear what is no longer in use.
#
# The rules below never touch Python, never allocate and never fail.  They trust
# their caller; callers outside C reach them through State, which checks first.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    # Set by the build to a fingerprint of every .pxd: what modules share as plain C.
    const uint32_t BURGRAVE_BUILD

ctypedef uint32_t move_t    # one small decision; its meaning never depends on the state
ctypedef uint64_t rng_t     # splitmix64 state; any value is a good seed

cdef enum:
    OVER = -1               # Head.to_play once the game has ended
    SPECTATOR = -1          # a viewer who holds no seat
    EVERYONE = -1           # the audience of an event all may see
    MAX_PLAYERS = 5
    MAX_SCORES = 6          # MAX_PLAYERS, or a solo player and a rival
    MAX_MOVES = 512         # no position of any game offers more
    MAX_STATE = 2048        # bytes
    MAX_OPTIONS = 8
    MAX_EVENTS = 256        # no move of any game causes more
    EVENT_VALUES = 6

# What every state begins with.
cdef struct Head:
    rng_t rng               # all future chance; nothing a seat sees depends on it
    uint32_t shown          # what chance has shown the table in the last move; 0 for nothing
    int8_t players
    int8_t to_play          # the seat that must decide, or OVER
    int8_t revealed         # whether the last move drew on chance or showed a secret to anyone
    int8_t unused

# One thing that happened, for those who may see it.  What is secret is told twice:
# the count to EVERYONE, the contents to the seats that see them.
cdef struct Event:
    int16_t kind            # meaning is private to each game
    int8_t seat             # whom it happened to, or -1 for the table
    int8_t audience         # the only seat that may see it, or EVERYONE
    int16_t value[EVENT_VALUES]

cdef struct Log:
    int32_t count
    Event events[MAX_EVENTS]

cdef struct Rules:
    uint32_t build          # BURGRAVE_BUILD as the rules were compiled
    const char* name        # the key clients ask for, e.g. "saint-malo"
    int version             # of the rules; raised whenever a recorded game could replay differently
    size_t state_size
    int min_players
    int max_players
    bint secrets            # whether anything but future chance is ever hidden from a seat
    double clear_margin     # points by which a win is a clear one
    # How search plays on from a position of its tree: so many moves before `evaluate` judges it,
    # each the best, by `evaluate`, of so many drawn from the legal ones.
    int horizon
    int picks

    # Set a new game up in zeroed memory; rng and players of its Head are filled in.
    # options[i] is the index of the value chosen for the game's i-th option.
    void (*setup)(void* state, const uint8_t* options) noexcept nogil
    # Write every legal move of the seat to play, ascending and distinct, and return
    # how many: at least one unless the game is over, never more than MAX_MOVES.
    int (*legal_moves)(const void* state, move_t* out) noexcept nogil
    # Play one legal move; an illegal one corrupts the state.  Sets Head.shown,
    # Head.revealed and Head.to_play.  Unless `log` is NULL, notes there what happened, in order.
    void (*play)(void* state, move_t move, Log* log) noexcept nogil
    # Points of every seat as the table counts them now, final once OVER.  In a solo
    # game against a rival, out[1] is the rival's.
    void (*scores)(const void* state, int32_t* out) noexcept nogil
    # The winners as a bit per seat; only once OVER.  Empty if a solo game is lost.
    uint32_t (*winners)(const void* state) noexcept nogil
    # Replace what `viewer` (a seat or SPECTATOR) cannot know by a uniform guess that
    # fits what it can.  Starts from the sorted pool of unseen things, so that two
    # states alike to `viewer` give the same guess for the same rng.
    void (*redeal)(void* state, int viewer, rng_t* rng) noexcept nogil
    # An estimate of everyone's final points; in a solo game, out[1] is the rival's.  May use
    # what the state holds hidden: search asks it of guesses only.  NULL if there is none.
    void (*evaluate)(const void* state, double* out) noexcept nogil
    # The first broken invariant in words, or NULL: components conserved, counters
    # in range, redundant fields consistent.
    const char* (*fault)(const void* state) noexcept nogil

cdef class Game:
    cdef const Rules* rules
    cdef readonly str name
    cdef readonly str title
    cdef readonly tuple options         # of engine.options.Option
    cdef object _view                   # (State, viewer) -> dict
    cdef object _describe_move          # move -> (text, dict)
    cdef object _describe_event         # (kind, seat, values) -> (text, dict)
    cdef object _draw                   # view -> str

cdef class State:
    cdef readonly Game game
    cdef void* data                     # owned; state_size bytes, never changed once visible
    cdef int advance(self, object move, Log* log) except -1
    cdef int check_viewer(self, int viewer) except -1

# Raise ImportError unless this module and its caller come from one build.  Every module
# that shares C with another calls `check_build(BURGRAVE_BUILD)` when it is imported.
cdef int check_build(uint32_t build) except -1

# Called once by a game's module.  The Python functions beside the rules are
#   view(state, viewer): what the viewer may see, as plain data named like the API;
#   describe_move(move): a short English sentence, and the decision as plain data;
#   describe_event(kind, seat, values): the same of an event;
#   draw(view): a picture of a view for a terminal.
cdef Game register(
    const Rules* rules, str title, tuple options,
    object view, object describe_move, object describe_event, object draw)


cdef inline uint64_t rng_next(rng_t* rng) noexcept nogil:
    cdef uint64_t z
    rng[0] += <uint64_t>0x9E3779B97F4A7C15
    z = rng[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


# Uniform in 0..n-1 by Lemire's multiply-shift; the bias is below n / 2**32.
cdef inline uint32_t rng_below(rng_t* rng, uint32_t n) noexcept nogil:
    return <uint32_t>(((rng_next(rng) >> 32) * n) >> 32)


cdef inline void shuffle(uint8_t* items, int n, rng_t* rng) noexcept nogil:
    cdef int i, j
    cdef uint8_t item
    for i in range(n - 1, 0, -1):
        j = rng_below(rng, i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


# The seats with the highest rank, as a bit each; for `winners`.
cdef inline uint32_t leaders(const int64_t* rank, int players) noexcept nogil:
    cdef uint32_t mask = 0
    cdef int seat, best = 0
    for seat in range(players):
        if rank[seat] > rank[best]:
            best = seat
    for seat in range(players):
        mask |= <uint32_t>(rank[seat] == rank[best]) << seat
    return mask


# Redeal and replace future chance; the only way search and State guess.
cdef inline void guess(const Rules* rules, void* state, int viewer, rng_t* rng) noexcept nogil:
    (<Head*>state).rng = rng_next(rng)
    rules.redeal(state, viewer, rng)


# Note an event; with a NULL log this is nothing.
cdef inline void note(
        Log* log, int kind, int seat, int audience=EVERYONE,
        int a=0, int b=0, int c=0, int d=0, int e=0, int f=0) noexcept nogil:
    cdef Event* event
    if log is NULL or log.count == MAX_EVENTS:
        return
    event = &log.events[log.count]
    log.count += 1
    event.kind = <int16_t>kind
    event.seat = <int8_t>seat
    event.audience = <int8_t>audience
    event.value[0] = <int16_t>a
    event.value[1] = <int16_t>b
    event.value[2] = <int16_t>c
    event.value[3] = <int16_t>d
    event.value[4] = <int16_t>e
    event.value[5] = <int16_t>f
