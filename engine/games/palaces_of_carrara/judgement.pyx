"""How good a position of The Palaces of Carrara is.

Every turn is judged as if what is begun of it were finished, and every seat as if the game ended
now, with something for what it can still use.  The weights are points; they were set by matches,
not derived.
"""

from libc.math cimport INFINITY
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from engine.bits cimport bit, bits_lowest
from engine.contract cimport BURGRAVE_BUILD, check_build
from engine.games.palaces_of_carrara.cards cimport building_met, object_met, top_met
from engine.games.palaces_of_carrara.choices cimport open_cities, open_fields, raisable
from engine.games.palaces_of_carrara.printed cimport COUNT, SUM, printed
from engine.games.palaces_of_carrara.scoring cimport (
    Gain, all_gain, city_gain, final_scoring, type_gain)
from engine.games.palaces_of_carrara.state cimport (
    ACTING, BUYING, CHOOSING_SEGMENT, CITIES, COLOURS, COSTS, DEAR, FIELDS, NOBODY, NO_TILE,
    PAYING, PLACING, SEATS, SEGMENTS, TYPES, UPGRADING, Carrara, Player, brick, bricks_of,
    tiles_of)

check_build(BURGRAVE_BUILD)

cdef double[COLOURS] BRICK = [3.6, 2.6, 2.4, 1.7, 1.4, 1.0]     # early; later they build less
cdef double COIN = 0.5              # early, beside its share of a point at the end
cdef double OBJECT = 3              # that a scoring brings
cdef double TYPE_SHARE = 0.7        # of what a type would bring now; it waits for no one
cdef double CITY_SHARE = 0.6        # of a city's; another seat may be first
cdef double CITY_BEGUN = 0.6        # of that share, while buildings are lacking
cdef double MET = 1.5               # each condition of the end
cdef double UPGRADER = 3            # about to be chosen
cdef double TURN = 3                # to be the next to act
cdef double WHOLE_GAME = 30         # sum of costs a seat has built when a game ends

cdef struct Rate:                   # what things are worth at this time of the game
    double early                    # 1 at the start, 0 when the end is due
    double coin


# ---- what can still be scored

cdef int objects_for(const Carrara* s, const Player* p, int city, int type) noexcept nogil:
    return min(<int>COUNT[tiles_of(p.board[city], type)], <int>s.supply[type])


cdef double in_points(Gain gain, int objects, const Rate* rate) noexcept nogil:
    return gain.points + rate.coin * gain.coins + OBJECT * objects


cdef double field_worth(const Carrara* s, const Player* p, int field,
                        const Rate* rate) noexcept nogil:
    cdef int city, objects = 0
    if field >= TYPES:
        return in_points(all_gain(p, field), 0, rate)
    for city in range(CITIES):
        objects += objects_for(s, p, city, field)
    return in_points(type_gain(p, field), objects, rate)


cdef double city_worth(const Carrara* s, const Player* p, int city,
                       const Rate* rate) noexcept nogil:
    cdef int type, objects = 0
    for type in range(TYPES):
        objects += objects_for(s, p, city, type)
    return in_points(city_gain(p, city), objects, rate)


cdef double open_scorings(const Carrara* s, const Player* p, int most, bint sure,
                          const Rate* rate) noexcept nogil:
    """The best scorings a seat can make, up to `most`; whole if it is sure to act."""
    cdef double worth[FIELDS + CITIES]
    cdef double total = 0
    cdef int i, best, fields = open_fields(s, p)
    for i in range(FIELDS):
        worth[i] = 0
        if fields >> i & 1:
            worth[i] = field_worth(s, p, i, rate) * (1 if sure else TYPE_SHARE)
    for i in range(CITIES):
        worth[FIELDS + i] = 0
        if s.scored_by[i] == NOBODY and p.buildings[i]:
            worth[FIELDS + i] = city_worth(s, p, i, rate) * (1 if sure else CITY_SHARE)
            if p.buildings[i] < printed.needs[i]:
                worth[FIELDS + i] *= 0 if sure else CITY_BEGUN * p.buildings[i] / printed.needs[i]
    while most > 0:
        best = 0
        for i in range(1, FIELDS + CITIES):
            if worth[i] > worth[best]:
                best = i
        total += worth[best]
        worth[best] = 0
        most -= 1
    return total


# ---- the time of the game

cdef int conditions(const Carrara* s, int seat) noexcept nogil:
    return top_met(s, seat) + object_met(s, seat) + building_met(s, seat)


cdef double progress(const Carrara* s, int seat) noexcept nogil:
    """How near a seat is to ending the game, from 0 to 1."""
    cdef const Player* p = &s.player[seat]
    cdef int city, type, sum = 0
    for city in range(CITIES):
        for type in range(TYPES):
            sum += SUM[tiles_of(p.board[city], type)]
    return (min(1.0, sum / WHOLE_GAME) + min(1.0, (printed.stones - p.stones) / 4.0)
            + conditions(s, seat) / 3.0) / 3


cdef Rate rate_now(const Carrara* s) noexcept nogil:
    cdef Rate rate
    cdef int seat
    rate.early = 1
    for seat in range(s.head.players):
        rate.early = min(rate.early, 1 - progress(s, seat))
    rate.coin = 1.0 / printed.coins_a_point[s.top] + COIN * rate.early
    return rate


# ---- a turn half made

cdef double purchase(const Carrara* s, int segment, const Rate* rate) noexcept nogil:
    """What the bricks of a segment that are worth their price would bring."""
    cdef int coins = s.player[s.head.to_play].coins, colour, n, price
    cdef double gain, total = 0
    for colour in range(s.colour, COLOURS):
        price = printed.price[segment][colour]
        gain = BRICK[colour] * rate.early - price * rate.coin
        n = bricks_of(s.wheel[segment], colour)
        while n and gain > 0 and coins >= price:
            total += gain
            coins -= price
            n -= 1
    return total


cdef double begun(const Carrara* s, const Rate* rate) noexcept nogil:
    cdef int segment
    cdef double best = 0
    if s.phase == UPGRADING:
        return UPGRADER
    if s.phase == BUYING:
        return purchase(s, s.segment, rate)
    if s.phase == CHOOSING_SEGMENT:
        for segment in range(SEGMENTS):
            best = max(best, purchase(s, segment, rate))
    return best


cdef void build(Carrara* s, int city, int raised, int due) noexcept nogil:
    """Put the chosen tile up, paid with the bricks that are worth least."""
    cdef Player* p = &s.player[s.head.to_play]
    cdef int colour = city
    while due > 0:
        if bricks_of(p.bricks, colour) == 0:
            colour -= 1
            continue
        p.bricks -= brick(colour)
        due -= 1
    if raised != NO_TILE:
        p.board[city] ^= bit(raised)
    else:
        p.buildings[city] += 1
    p.board[city] |= bit(s.tile)
    if s.tile % COSTS == DEAR:
        s.phase = UPGRADING


# ---- all together

cdef double ahead(const Carrara* s, int seat, const Rate* rate) noexcept nogil:
    """What a seat can still make of what it has."""
    cdef const Player* p = &s.player[seat]
    cdef double total = MET * conditions(s, seat)
    cdef int colour
    if s.announced != NOBODY or s.thirtieth != NOBODY:
        if seat < s.head.to_play or seat == s.head.to_play and s.phase != ACTING:
            return 0
        return open_scorings(s, p, min(1, <int>p.stones), True, rate)
    for colour in range(COLOURS):
        total += BRICK[colour] * rate.early * bricks_of(p.bricks, colour)
    total += COIN * rate.early * p.coins
    return total + open_scorings(s, p, p.stones, False, rate)


cdef void judge(const Carrara* s, double* out) noexcept nogil:
    cdef Carrara end = s[0]
    cdef Rate rate = rate_now(s)
    cdef int seat
    final_scoring(&end, NULL)
    for seat in range(s.head.players):
        out[seat] = end.player[seat].points + ahead(s, seat, &rate)
    out[s.head.to_play] += begun(s, &rate)
    seat = s.head.to_play if s.phase == ACTING else (s.head.to_play + 1) % s.head.players
    out[seat] += TURN


cdef void judge_built(const Carrara* s, int city, int raised, int due, double* out) noexcept nogil:
    """As if the chosen tile stood there, if that is better for its builder than `out`."""
    cdef double found[SEATS]
    cdef Carrara built = s[0]
    build(&built, city, raised, due)
    judge(&built, found)
    if found[s.head.to_play] > out[s.head.to_play]:
        memcpy(out, found, sizeof(found))


cdef void judge_best(const Carrara* s, double* out) noexcept nogil:
    """As if the chosen tile stood where it is worth most."""
    cdef const Player* p = &s.player[s.head.to_play]
    cdef int city, cities = open_cities(s, p), cost = printed.cost[s.tile % COSTS]
    cdef uint64_t raises = raisable(s, p), here
    for city in range(CITIES):
        if cities >> city & 1:
            judge_built(s, city, NO_TILE, cost, out)
        here = raises & p.board[city]
        while here:
            judge_built(s, city, bits_lowest(here),
                        cost - printed.cost[bits_lowest(here) % COSTS], out)
            here &= here - 1


cdef void evaluate(const void* state, double* out) noexcept nogil:
    cdef const Carrara* s = <const Carrara*>state
    out[s.head.to_play] = -INFINITY
    if s.phase == PAYING:
        judge_built(s, s.city, s.raised, s.due, out)
    elif s.phase == PLACING:
        judge_best(s, out)
    else:
        judge(s, out)
