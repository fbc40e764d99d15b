# What the player to move can choose from, as sets: a bit per thing, or packed bricks.

from libc.stdint cimport uint64_t

from engine.games.palaces_of_carrara.cards cimport conditions_met
from engine.games.palaces_of_carrara.printed cimport (
    MOST_COST, MOST_PRICE, RAISED_FROM, RAISED_TO, WITHIN, WITHIN_PRICE, printed)
from engine.games.palaces_of_carrara.state cimport (
    CITIES, CITY_FIELD, COSTS, EACH_TYPE, LAND, LAND_FIELD, LERICI, NOBODY, SEGMENTS, TYPES,
    Carrara, Player, bricks_of, costs_in, running, tiles_of)


cdef inline int open_segments(const Carrara* s, const Player* p) noexcept nogil:
    """A bit for every segment with a brick the player can pay."""
    cdef const uint64_t* within = WITHIN_PRICE[min(<int>p.coins, MOST_PRICE)]
    cdef int segment, open = 0
    for segment in range(SEGMENTS):
        open |= (s.wheel[segment] & within[segment] != 0) << segment
    return open


cdef inline uint64_t open_bricks(const Carrara* s, const Player* p) noexcept nogil:
    """The bricks of the chosen segment that may come next, packed; colours only ever descend."""
    cdef uint64_t within = WITHIN_PRICE[min(<int>p.coins, MOST_PRICE)][s.segment]
    return s.wheel[s.segment] & within >> 8 * s.colour << 8 * s.colour


cdef inline uint64_t buildable(const Carrara* s, const Player* p) noexcept nogil:
    """The tiles on offer that can be built somewhere or raise a building."""
    cdef uint64_t sums = running(p.bricks)
    cdef int city, costs = WITHIN[min(MOST_COST, bricks_of(sums, LERICI))]
    if s.expansion:
        for city in range(CITIES):
            if p.buildings[city]:
                costs |= RAISED_TO[costs_in(p.board[city])][min(MOST_COST, bricks_of(sums, city))]
    return (s.row | s.dear) & costs * EACH_TYPE


cdef inline int open_cities(const Carrara* s, const Player* p) noexcept nogil:
    """A bit for every city where the chosen tile can be paid as a new building."""
    cdef uint64_t sums = running(p.bricks)
    cdef int city, open = 0, cost = printed.cost[s.tile % COSTS]
    for city in range(CITIES):
        open |= (bricks_of(sums, city) >= cost) << city
    return open


cdef inline uint64_t raisable(const Carrara* s, const Player* p) noexcept nogil:
    """The player's buildings that the chosen tile can replace."""
    cdef uint64_t sums = running(p.bricks), open = 0
    cdef int city
    if not s.expansion:
        return 0
    for city in range(CITIES):
        open |= p.board[city] & EACH_TYPE * RAISED_FROM[s.tile % COSTS][
            min(MOST_COST, bricks_of(sums, city))]
    return open


cdef inline int payable(const Carrara* s, const Player* p) noexcept nogil:
    """A bit for every colour the next brick may have so that the rest can follow in order."""
    cdef int colour, n, left = 0, open = 0
    for colour in range(s.city, s.colour - 1, -1):
        n = bricks_of(p.bricks, colour)
        left += n
        if n and left >= s.due:
            open |= 1 << colour
    return open


cdef inline int open_fields(const Carrara* s, const Player* p) noexcept nogil:
    """A bit for every field of the own board that can be scored."""
    cdef uint64_t tiles = (p.board[0] | p.board[1] | p.board[2] | p.board[3] | p.board[4]
                           | p.board[5])
    cdef int type, open = 0
    for type in range(TYPES):
        open |= (tiles_of(tiles, type) != 0) << type
    if s.expansion:
        open |= (open & ((1 << LAND) - 1) != 0) << CITY_FIELD
        open |= (open >> LAND & 3 != 0) << LAND_FIELD
    return open & ~p.fields


cdef inline int open_city_scorings(const Carrara* s, const Player* p) noexcept nogil:
    """A bit for every city that can be scored."""
    cdef int city, open = 0
    for city in range(CITIES):
        open |= (s.scored_by[city] == NOBODY and p.buildings[city] >= printed.needs[city]) << city
    return open


cdef inline bint may_buy_object(const Carrara* s, const Player* p) noexcept nogil:
    return s.field and not s.bought and p.coins >= printed.object_price


cdef inline bint may_announce(const Carrara* s) noexcept nogil:
    """Once a game, and not after the last tile of the row has gone to an earlier seat."""
    if s.announced != NOBODY or s.thirtieth != NOBODY and s.thirtieth != s.head.to_play:
        return False
    return conditions_met(s, s.head.to_play)
