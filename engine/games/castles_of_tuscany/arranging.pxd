from libc.stdint cimport uint32_t

from engine.contract cimport Log, move_t, rng_t
from engine.games.castles_of_tuscany.rules cimport CastlesOfTuscany, Realm

# Deal five cards and three parts of a map to everyone.
cdef void deal(CastlesOfTuscany* s) noexcept nogil
cdef int arranging_moves(const CastlesOfTuscany* s, move_t* out) noexcept nogil
# Make the decision of the current step; the maps are shown when all have arranged theirs.
cdef void arrange(CastlesOfTuscany* s, int argument, Log* log) noexcept nogil
# Guess the decisions of the steps before `step`.
cdef void guess_arrangement(Realm* r, int step, rng_t* rng) noexcept nogil
