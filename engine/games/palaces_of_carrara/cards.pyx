"""The top, object and building cards: the conditions of the end, and points for two of them."""

from libc.stdint cimport uint8_t, uint64_t

from engine.contract cimport BURGRAVE_BUILD, check_build
from engine.games.palaces_of_carrara.printed cimport COUNT, SUM, printed
from engine.games.palaces_of_carrara.state cimport (
    CITIES, DEAR, EACH_TYPE, LAND, TYPES, Carrara, Player, tiles_of)

# Of all three kinds; what a number asks is in cards.toml.
cdef enum:
    CARD_I = 1, CARD_II, CARD_III, CARD_IV, CARD_V, CARD_VI, CARD_VII, CARD_VIII, CARD_IX


# ---- counting

cdef uint64_t all_tiles(const Player* p) noexcept nogil:
    cdef int city
    cdef uint64_t tiles = 0
    for city in range(CITIES):
        tiles |= p.board[city]
    return tiles


cdef int tile_count(uint64_t tiles, int first, int last) noexcept nogil:
    """How many tiles there are of the types from `first` to before `last`."""
    cdef int type, n = 0
    for type in range(first, last):
        n += COUNT[tiles_of(tiles, type)]
    return n


cdef int total_cost(uint64_t tiles) noexcept nogil:
    cdef int type, sum = 0
    for type in range(TYPES):
        sum += SUM[tiles_of(tiles, type)]
    return sum


cdef int cities_scored(const Carrara* s, int seat) noexcept nogil:
    cdef int city, n = 0
    for city in range(CITIES):
        n += s.scored_by[city] == seat
    return n


cdef int object_count(const Player* p) noexcept nogil:
    cdef int kind, n = 0
    for kind in range(TYPES):
        n += p.objects[kind]
    return n


cdef int groups(const Player* p, int size) noexcept nogil:
    """How many groups of `size` equal objects can be formed at once."""
    cdef int kind, n = 0
    for kind in range(TYPES):
        n += p.objects[kind] // size
    return n


cdef int kinds_with(const Player* p, int least) noexcept nogil:
    """How many kinds of object there are at least `least` of."""
    cdef int kind, n = 0
    for kind in range(TYPES):
        n += p.objects[kind] >= least
    return n


cdef int full_sets(const Player* p, int size) noexcept nogil:
    """How many sets of `size` different objects can be formed at once."""
    cdef int kind, usable, n = 0
    while True:
        usable = 0
        for kind in range(TYPES):
            usable += min(<int>p.objects[kind], n + 1)
        if usable < size * (n + 1):
            return n
        n += 1


cdef int pairs_with_quadruplets(const Player* p) noexcept nogil:
    """How many quadruplets can each have a pair beside them; a quadruplet is worth two pairs."""
    return min(kinds_with(p, 4), groups(p, 2) // 3)


cdef int cities_with(const Player* p, int least) noexcept nogil:
    cdef int city, n = 0
    for city in range(CITIES):
        n += p.buildings[city] >= least
    return n


# ---- conditions of the end

cdef bint top_met(const Carrara* s, int seat) noexcept nogil:
    cdef const Player* p = &s.player[seat]
    cdef int least = printed.top_needs[s.top][s.head.players - 2]
    if s.top == CARD_I:
        return printed.stones - p.stones >= least
    if s.top == CARD_II:
        return dear_buildings(all_tiles(p)) >= least
    if s.top == CARD_III:
        return cities_scored(s, seat) >= least
    if s.top == CARD_IV:
        return tile_count(all_tiles(p), 0, TYPES) >= least
    if s.top == CARD_V:
        return p.coins >= least
    return p.points >= least


cdef int dear_buildings(uint64_t tiles) noexcept nogil:
    """How many cost as much as the two dearest costs."""
    return tile_count(tiles & (EACH_TYPE << DEAR | EACH_TYPE << DEAR - 1), 0, TYPES)


cdef bint object_met(const Carrara* s, int seat) noexcept nogil:
    cdef const Player* p = &s.player[seat]
    cdef int least = printed.object_needs[s.object][s.head.players - 2]
    if s.object == CARD_I:
        return object_count(p) >= least
    if s.object == CARD_II or s.object == CARD_VIII:
        return groups(p, 2) >= least
    if s.object == CARD_III:
        return groups(p, 3) >= least
    if s.object == CARD_IV:
        return kinds_with(p, least) > 0
    if s.object == CARD_V:
        return pairs_with_quadruplets(p) >= least
    if s.object == CARD_VI:
        return kinds_with(p, 1) >= least
    return full_sets(p, 3) >= least


cdef bint building_met(const Carrara* s, int seat) noexcept nogil:
    cdef const Player* p = &s.player[seat]
    cdef int card = s.building, least = printed.building_needs[card][s.head.players - 2]
    cdef uint64_t tiles
    if card == CARD_II or card == CARD_III or card == CARD_IV or card == CARD_VIII:
        return cities_with(p, printed.group[card]) >= least
    tiles = all_tiles(p)
    if card == CARD_I:
        return total_cost(tiles) >= least
    if card == CARD_V:
        return tile_count(tiles & EACH_TYPE << DEAR, 0, TYPES) >= least
    if card != CARD_VII and tile_count(tiles, LAND, TYPES) < least:
        return False
    return card == CARD_VI or tile_count(tiles, 0, LAND) >= least


cdef bint conditions_met(const Carrara* s, int seat) noexcept nogil:
    return top_met(s, seat) and object_met(s, seat) and building_met(s, seat)


# ---- points for objects

cdef int object_card_points(const Player* p, int card) noexcept nogil:
    cdef int points = printed.object_points[card], objects = object_count(p)
    if card == CARD_I:
        return objects * points
    if card == CARD_II:
        return with_rest(objects, groups(p, 2), 2, points)
    if card == CARD_III:
        return with_rest(objects, groups(p, 3), 3, points)
    if card == CARD_IV:
        return equal_points(p)
    if card == CARD_V:
        return with_rest(objects, pairs_with_quadruplets(p), 6, points)
    if card == CARD_VI:
        return different_points(p)
    if card == CARD_VII:
        return with_rest(objects, full_sets(p, 3), 3, points)
    return product_points(p)


cdef int with_rest(int objects, int n, int size, int points) noexcept nogil:
    """Points for `n` groups of `size`, and for each object that is in none."""
    return n * points + (objects - n * size) * printed.left_over


cdef int equal_points(const Player* p) noexcept nogil:
    """A kind in one group always scores more than split."""
    cdef int kind, points = 0
    for kind in range(TYPES):
        points += printed.equal_points[p.objects[kind]]
    return points


cdef int different_points(const Player* p) noexcept nogil:
    """The largest sets first: each further object of a set brings at least as much as the last."""
    cdef int layer, points = 0
    for layer in range(1, printed.objects_per_kind + 1):
        points += printed.different_points[kinds_with(p, layer)]
    return points


cdef int product_points(const Player* p) noexcept nogil:
    """The best product of up to three groups of equal objects, and what the rest brings.

    Of the three kinds with most objects, the largest whole or halved: a larger group never
    scores less, and with six of a kind at most no other split is better.  A product of 0 has
    a group that does not exist.
    """
    cdef int largest[3]
    cdef int a, b, c, best = 0
    top_three(p.objects, largest)
    a, b, c = largest[0], largest[1], largest[2]
    best = max(best, a * b * c - (a + b + c) * printed.left_over)
    best = max(best, a * b - (a + b) * printed.left_over)
    best = max(best, (a // 2) * ((a + 1) // 2) - a * printed.left_over)
    best = max(best, (a // 2) * ((a + 1) // 2) * b - (a + b) * printed.left_over)
    return best + object_count(p) * printed.left_over


cdef void top_three(const uint8_t* counts, int* out) noexcept nogil:
    """The three largest of six counts, descending."""
    cdef int i, n
    out[0] = out[1] = out[2] = 0
    for i in range(6):
        n = counts[i]
        if n > out[0]:
            out[0], out[1], out[2] = n, out[0], out[1]
        elif n > out[1]:
            out[1], out[2] = n, out[1]
        elif n > out[2]:
            out[2] = n


# ---- points for buildings

cdef int building_card_points(const Player* p, int card) noexcept nogil:
    cdef uint64_t tiles = all_tiles(p)
    if card == CARD_I:
        return total_cost(tiles)
    if card == CARD_VI:
        return tile_count(tiles, LAND, TYPES) * printed.building_points[card][0]
    if card == CARD_VII:
        return tile_count(tiles, 0, LAND) * printed.building_points[card][0]
    if card == CARD_VIII:
        return city_product(p)
    if card == CARD_IX:
        return paired_costs(tiles)
    return city_groups(p, card)


cdef int city_groups(const Player* p, int card) noexcept nogil:
    """For every group of buildings in a city, or every dear one."""
    cdef int city, n, points = 0
    for city in range(CITIES):
        n = p.buildings[city]
        if card == CARD_V:
            n = tile_count(p.board[city] & EACH_TYPE << DEAR, 0, TYPES)
        points += n // printed.group[card] * printed.building_points[card][city]
    return points


cdef int city_product(const Player* p) noexcept nogil:
    """The product of the three cities with most buildings; empty ones are left out."""
    cdef int largest[3]
    top_three(<const uint8_t*>p.buildings, largest)
    if largest[0] == 0:
        return 0
    return largest[0] * max(1, largest[1]) * max(1, largest[2])


cdef int paired_costs(uint64_t tiles) noexcept nogil:
    """City and land buildings pair off from the dearest down; the unpaired score nothing."""
    cdef int cost, city = 0, land = 0, pairs
    cdef int points = 0, city_here, land_here
    pairs = min(tile_count(tiles, 0, LAND), tile_count(tiles, LAND, TYPES))
    for cost in range(DEAR, -1, -1):
        city_here = tile_count(tiles & EACH_TYPE << cost, 0, LAND)
        land_here = tile_count(tiles & EACH_TYPE << cost, LAND, TYPES)
        points += min(city_here, pairs - city) * printed.cost[cost]
        points += min(land_here, pairs - land) * printed.cost[cost]
        city = min(pairs, city + city_here)
        land = min(pairs, land + land_here)
    return points


check_build(BURGRAVE_BUILD)
