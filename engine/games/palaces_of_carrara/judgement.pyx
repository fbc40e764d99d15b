"""How good a position of The Palaces of Carrara is.

Every seat is judged as if the game ended now, with something for what it can still use, and the
seat to play as if what it has begun of its turn were finished.  The weights are points; they
were set by matches, not derived.
"""

from libc.math cimport INFINITY
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from engine.bits cimport bit, bits_lowest
from engine.contract cimport BURGRAVE_BUILD, check_build
from engine.games.palaces_of_carrara.cards cimport building_met, object_met, top_met
from engine.games.palaces_of_carrara.choices cimport open_cities, open_fields, raisable
from engine.games.palaces_of_carrara.printed cimport COUNT, SUM, Value, printed
from engine.games.palaces_of_carrara.scoring cimport Gain, add, final_scoring, value_of
from engine.games.palaces_of_carrara.state cimport (
    ACTING, BUYING, CHOOSING_SEGMENT, CITIES, CITY_FIELD, COLOURS, COSTS, DEAR, FIELDS, LAND,
    NOBODY, NO_TILE, PAYING, PLACING, SEATS, SEGMENTS, TYPES, UPGRADING, Carrara, Player, brick,
    bricks_of, tiles_of)

check_build(BURGRAVE_BUILD)

# At the start of the game; they fade as it goes on.
cdef double[COLOURS] BRICK = [5.5, 3.4, 4.2, 3, 2.4, 1.2]
cdef double COIN = 0.5              # beside its share of a point at the end
cdef double STONE = 10              # not spent on a small scoring
# At any time.
cdef double OPEN = 0.9              # of what a scoring would bring now
cdef double BEGUN = 1.1             # of that, when hardly a building is lacking in a city
cdef double OBJECT = 1              # of an open scoring; the supply may run out
cdef double UPGRADER = 3            # about to be chosen
cdef double TURN = 1                # to be the next to act
# When the end is near: a seat that has built and scored so much.
cdef double LAST_COST = 30
cdef double LAST_SCORINGS = 4

cdef struct Time:
    double early                    # 1 at the start, 0 when the end is due
    double coin                     # what one is worth


# What a seat has built, and the objects that a scoring would bring.
cdef struct Built:
    int cost                        # of all buildings
    int city_cost[CITIES]
    int city_objects[CITIES]
    int type_objects[TYPES]
    Gain type[TYPES]
    Gain all[FIELDS - TYPES]        # city and land buildings


cdef void count_buildings(const Carrara* s, const Player* p, Built* built) noexcept nogil:
    cdef const Value* value
    cdef int city, type, tiles, cost, objects
    memset(built, 0, sizeof(Built))
    for city in range(CITIES):
        if p.board[city] == 0:
            continue
        value = value_of(p, city)
        for type in range(TYPES):
            tiles = tiles_of(p.board[city], type)
            cost = SUM[tiles]
            objects = min(<int>COUNT[tiles], <int>s.supply[type])
            built.city_cost[city] += cost
            built.city_objects[city] += objects
            built.type_objects[type] += objects
            add(&built.type[type], value, cost)
            add(&built.all[type >= LAND], value_of(p, CITY_FIELD + (type >= LAND)), cost)
        built.cost += built.city_cost[city]


cdef Time time_of(const Carrara* s, const Built* built) noexcept nogil:
    """By the seat that is nearest to ending the game."""
    cdef Time time
    cdef const Player* p
    cdef int seat
    cdef double done
    time.early = 1
    for seat in range(s.head.players):
        p = &s.player[seat]
        done = min(1.0, built[seat].cost / LAST_COST)
        done += min(1.0, (printed.stones - p.stones) / LAST_SCORINGS)
        done += (top_met(s, seat) + object_met(s, seat) + building_met(s, seat)) / 3.0
        time.early = min(time.early, 1 - done / 3)
    time.coin = 1.0 / printed.coins_a_point[s.top] + COIN * time.early
    return time


# ---- what can still be scored

cdef double worth(Gain gain, int objects, const Time* time) noexcept nogil:
    return OPEN * (gain.points + time.coin * gain.coins + OBJECT * objects)


cdef double best_of(double* worths, int n, int most) noexcept nogil:
    """The sum of the largest; `worths` is used up."""
    cdef double total = 0
    cdef int i, least
    while n > most:
        least = 0
        for i in range(1, n):
            if worths[i] < worths[least]:
                least = i
        n -= 1
        worths[least] = worths[n]
    for i in range(n):
        total += worths[i]
    return total


cdef double open_scorings(const Carrara* s, const Player* p, const Built* built, int most,
                          const Time* time) noexcept nogil:
    """The best scorings a seat has in view, as many as it can make."""
    cdef double[FIELDS + CITIES] worths
    cdef Gain gain
    cdef int i, n = 0, fields = open_fields(s, p)
    for i in range(FIELDS):
        if fields >> i & 1:
            worths[n] = (worth(built.type[i], built.type_objects[i], time) if i < TYPES
                         else worth(built.all[i - TYPES], 0, time))
            n += 1
    for i in range(CITIES):
        if p.buildings[i] and s.scored_by[i] == NOBODY:
            gain.coins = gain.points = 0
            add(&gain, value_of(p, i), built.city_cost[i])
            worths[n] = worth(gain, built.city_objects[i], time)
            if p.buildings[i] < printed.needs[i]:
                worths[n] *= BEGUN * p.buildings[i] / printed.needs[i]
            n += 1
    return best_of(worths, n, min(most, <int>p.stones))


cdef double ahead(
        const Carrara* s, int seat, const Built* built, const Time* time) noexcept nogil:
    """What a seat can still make of what it has."""
    cdef const Player* p = &s.player[seat]
    cdef double lasting = COIN * p.coins + STONE * p.stones
    cdef int colour
    if s.announced != NOBODY or s.thirtieth != NOBODY:
        if seat > s.head.to_play or seat == s.head.to_play and s.phase == ACTING:
            return open_scorings(s, p, built, 1, time)
        return 0
    for colour in range(COLOURS):
        lasting += BRICK[colour] * bricks_of(p.bricks, colour)
    return lasting * time.early + open_scorings(s, p, built, printed.stones, time)


# ---- a turn half made

cdef double purchase(const Carrara* s, int segment, const Time* time) noexcept nogil:
    """What the bricks of a segment that are worth their price would bring."""
    cdef int coins = s.player[s.head.to_play].coins, colour, n, price
    cdef double gain, total = 0
    for colour in range(s.colour, COLOURS):
        price = printed.price[segment][colour]
        gain = BRICK[colour] * time.early - price * time.coin
        n = bricks_of(s.wheel[segment], colour)
        while n and gain > 0 and coins >= price:
            total += gain
            coins -= price
            n -= 1
    return total


cdef double begun(const Carrara* s, const Time* time) noexcept nogil:
    cdef int segment
    cdef double best = 0
    if s.phase == UPGRADING:
        return UPGRADER
    if s.phase == BUYING:
        return purchase(s, s.segment, time)
    if s.phase == CHOOSING_SEGMENT:
        for segment in range(SEGMENTS):
            best = max(best, purchase(s, segment, time))
    return best


cdef void judge(const Carrara* s, double* out) noexcept nogil:
    cdef Carrara end = s[0]
    cdef Built[SEATS] built
    cdef Time time
    cdef int seat, mover = s.head.to_play
    final_scoring(&end, NULL)
    for seat in range(s.head.players):
        count_buildings(s, &s.player[seat], &built[seat])
    time = time_of(s, built)
    for seat in range(s.head.players):
        out[seat] = end.player[seat].points + ahead(s, seat, &built[seat], &time)
    out[mover] += begun(s, &time)
    out[mover if s.phase == ACTING else (mover + 1) % s.head.players] += TURN


cdef void judge_built(const Carrara* s, int city, int raised, int due, double* out) noexcept nogil:
    """With the chosen tile in the city, if that is better for its builder than `out`."""
    cdef double[SEATS] found
    cdef Carrara built = s[0]
    cdef Player* p = &built.player[s.head.to_play]
    cdef int colour = city
    while due > 0:                  # the bricks that are worth least
        if bricks_of(p.bricks, colour):
            p.bricks -= brick(colour)
            due -= 1
        else:
            colour -= 1
    p.board[city] |= bit(s.tile)
    if raised == NO_TILE:
        p.buildings[city] += 1
    else:
        p.board[city] ^= bit(raised)
    if s.tile % COSTS == DEAR:
        built.phase = UPGRADING
    judge(&built, found)
    if found[s.head.to_play] > out[s.head.to_play]:
        memcpy(out, found, s.head.players * sizeof(double))


cdef void evaluate(const void* state, double* out) noexcept nogil:
    cdef const Carrara* s = <const Carrara*>state
    cdef const Player* p = &s.player[s.head.to_play]
    cdef int city, cost
    cdef uint64_t raises
    if s.phase != PAYING and s.phase != PLACING:
        judge(s, out)
        return
    out[s.head.to_play] = -INFINITY
    if s.phase == PAYING:
        judge_built(s, s.city, s.raised, s.due, out)
        return
    cost = printed.cost[s.tile % COSTS]
    for city in range(CITIES):
        if open_cities(s, p) >> city & 1:
            judge_built(s, city, NO_TILE, cost, out)
        raises = raisable(s, p) & p.board[city]
        while raises:
            judge_built(s, city, bits_lowest(raises),
                        cost - printed.cost[bits_lowest(raises) % COSTS], out)
            raises &= raises - 1
