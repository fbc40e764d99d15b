"""What buildings bring: the action of scoring, the extra cards, and the count at the end."""

from libc.stdint cimport uint64_t

from engine.bits cimport bits_lowest
from engine.contract cimport BURGRAVE_BUILD, EVERYONE, Log, check_build, note
from engine.games.palaces_of_carrara.cards cimport building_card_points, object_card_points
from engine.games.palaces_of_carrara.printed cimport (
    BEST_CITIES, BEST_TYPES, COUNT, HALVES, LEADERS, SMALLEST, SUM, ExtraCard, Value, printed)
from engine.games.palaces_of_carrara.state cimport (
    CITIES, CITY_FIELD, COSTS, FINAL, LAND, SCORED_CITY, SCORED_FIELD, TYPES, VALUED, Carrara,
    Player, tiles_of)

# Why points came at the end, in words.py's order.
cdef enum:
    BY_EXTRA_CARD, BY_OBJECT_CARD, BY_BUILDING_CARD, BY_COINS


cdef int city_cost(const Player* p, int city) noexcept nogil:
    """The sum of the costs of all buildings in a city."""
    cdef int type, sum = 0
    for type in range(TYPES):
        sum += SUM[tiles_of(p.board[city], type)]
    return sum


cdef Gain type_gain(const Player* p, int type) noexcept nogil:
    cdef Gain gain
    cdef int city
    gain.coins = gain.points = 0
    for city in range(CITIES):
        add(&gain, value_of(p, city), SUM[tiles_of(p.board[city], type)])
    return gain


cdef Gain city_gain(const Player* p, int city) noexcept nogil:
    cdef Gain gain
    gain.coins = gain.points = 0
    add(&gain, value_of(p, city), city_cost(p, city))
    return gain


cdef Gain all_gain(const Player* p, int field) noexcept nogil:
    """Of all city or all land buildings, wherever they stand."""
    cdef Gain gain
    cdef int city, type, sum = 0
    cdef int first = 0 if field == CITY_FIELD else LAND
    cdef int last = LAND if field == CITY_FIELD else TYPES
    for city in range(CITIES):
        for type in range(first, last):
            sum += SUM[tiles_of(p.board[city], type)]
    gain.coins = gain.points = 0
    add(&gain, value_of(p, field), sum)
    return gain


# ---- the action of scoring

cdef void score_field(Carrara* s, int field, Log* log) noexcept nogil:
    cdef int seat = s.head.to_play, city
    cdef Player* p = &s.player[seat]
    cdef Gain gain
    if field < TYPES:
        gain = type_gain(p, field)
        for city in range(CITIES):
            take_objects(s, city, field, log)
    else:
        gain = all_gain(p, field)
    p.fields |= 1 << field
    receive(p, &gain)
    note(log, SCORED_FIELD, seat, EVERYONE, field, gain.coins, gain.points)


cdef void score_city(Carrara* s, int city, Log* log) noexcept nogil:
    cdef int seat = s.head.to_play, type
    cdef Player* p = &s.player[seat]
    cdef Gain gain = city_gain(p, city)
    for type in range(TYPES):
        take_objects(s, city, type, log)
    s.scored_by[city] = seat
    receive(p, &gain)
    note(log, SCORED_CITY, seat, EVERYONE, city, gain.coins, gain.points)


cdef void receive(Player* p, const Gain* gain) noexcept nogil:
    p.stones -= 1
    p.coins += gain.coins
    p.points += gain.points


cdef void take_objects(Carrara* s, int city, int type, Log* log) noexcept nogil:
    """One for each building of the type in the city, as far as the supply reaches."""
    cdef Player* p = &s.player[s.head.to_play]
    cdef int tiles = tiles_of(p.board[city], type)
    cdef int taken = min(<int>COUNT[tiles], <int>s.supply[type])
    s.supply[type] -= taken
    p.objects[type] += taken
    if log is not NULL:
        tell_buildings(s, city, type, taken, log)


cdef void tell_buildings(const Carrara* s, int city, int type, int taken, Log* log) noexcept nogil:
    cdef const Player* p = &s.player[s.head.to_play]
    cdef const Value* value = value_of(p, city)
    cdef uint64_t tiles = tiles_of(p.board[city], type)
    cdef int cost
    while tiles:
        cost = printed.cost[bits_lowest(tiles)]
        note(log, VALUED, s.head.to_play, EVERYONE, type * COSTS + bits_lowest(tiles), city,
             cost * value.coins, cost * value.points, taken > 0)
        taken -= 1
        tiles &= tiles - 1


# ---- the end

cdef void final_scoring(Carrara* s, Log* log) noexcept nogil:
    """The extra card comes before the coins, for it can bring some."""
    cdef int seat, rate = printed.coins_a_point[s.top]
    cdef Player* p
    for seat in range(s.head.players):
        p = &s.player[seat]
        if s.extra:
            score_extra(s, seat, &printed.extra[s.extra], log)
        score(p, seat, BY_OBJECT_CARD, object_card_points(p, s.object), log)
        score(p, seat, BY_BUILDING_CARD, building_card_points(p, s.building), log)
        score(p, seat, BY_COINS, p.coins // rate, log)


cdef void score(Player* p, int seat, int reason, int points, Log* log) noexcept nogil:
    if points:
        p.points += points
        note(log, FINAL, seat, EVERYONE, reason, points)


cdef void score_extra(Carrara* s, int seat, const ExtraCard* card, Log* log) noexcept nogil:
    cdef Player* p = &s.player[seat]
    cdef Gain gain
    cdef int city, first = -1, second = -1
    gain.coins = gain.points = 0
    if card.scores == BEST_CITIES or card.scores == BEST_TYPES:
        gain = best_choice(p, card, printed.coins_a_point[s.top], &first, &second)
    elif card.scores == HALVES:
        gain.points = (leads(s, seat, 0, CITIES // 2) * card.points[0]
                       + leads(s, seat, CITIES // 2, CITIES) * card.points[1])
    elif card.scores == LEADERS:
        for city in range(CITIES):
            gain.points += leads(s, seat, city, city + 1) * card.points[city]
    else:
        gain = one_of_each_type(p, card.scores == SMALLEST)
    p.coins += gain.coins
    p.points += gain.points
    if gain.coins or gain.points:
        note(log, FINAL, seat, EVERYONE, BY_EXTRA_CARD, gain.points, gain.coins, card.scores,
             first, second)


cdef Gain best_choice(const Player* p, const ExtraCard* card, int rate,
                      int* first, int* second) noexcept nogil:
    """The one or two cities or types worth most points, coins changed at `rate` included.

    Among equals the one with more points of its own, then the one that comes first.
    """
    cdef Gain each[CITIES]
    cdef Gain gain, best
    cdef int i, j, rank, best_rank = -1
    for i in range(CITIES):
        each[i] = city_gain(p, i) if card.scores == BEST_CITIES else type_gain(p, i)
    best.coins = best.points = 0
    for i in range(CITIES):
        for j in range(i + card.choose - 1, i + 1 if card.choose == 1 else CITIES):
            gain = each[i]
            if j != i:
                gain.coins += each[j].coins
                gain.points += each[j].points
            rank = (gain.points + (p.coins + gain.coins) // rate) << 12 | gain.points
            if rank > best_rank:
                best, best_rank = gain, rank
                first[0], second[0] = i, j if j != i else -1
    return best


cdef Gain one_of_each_type(const Player* p, bint smallest) noexcept nogil:
    cdef Gain gain
    cdef int type, city, cost
    cdef uint64_t tiles
    gain.coins = gain.points = 0
    for type in range(TYPES):
        tiles = 0
        for city in range(CITIES):
            tiles |= tiles_of(p.board[city], type)
        while tiles & (tiles - 1):
            tiles = tiles & -tiles if smallest else tiles & (tiles - 1)
        for city in range(CITIES):
            if tiles_of(p.board[city], type) & tiles:
                cost = printed.cost[bits_lowest(tiles)]
                add(&gain, value_of(p, city), cost)
    return gain


cdef bint leads(const Carrara* s, int seat, int first, int last) noexcept nogil:
    """Whether nobody's buildings in the cities from `first` to before `last` cost more in sum."""
    cdef int other, city, own = 0, sum
    for city in range(first, last):
        own += city_cost(&s.player[seat], city)
    if own == 0:
        return False
    for other in range(s.head.players):
        sum = 0
        for city in range(first, last):
            sum += city_cost(&s.player[other], city)
        if sum > own:
            return False
    return True


check_build(BURGRAVE_BUILD)
