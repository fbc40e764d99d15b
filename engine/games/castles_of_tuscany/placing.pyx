"""What happens when a field of a map is covered."""

from libc.stdint cimport uint32_t, uint64_t

from engine.bits cimport bits_count
from engine.contract cimport BURGRAVE_BUILD, EVERYONE, Log, check_build, note
from engine.games.castles_of_tuscany.bags cimport lowest_tile, tile_bit, without_kind
from engine.games.castles_of_tuscany.components cimport MAP, NEIGHBOURS, printed
from engine.games.castles_of_tuscany.rules cimport (
    ACTING, BEIGE, BUILDING, CHOOSING_BONUS, COMPLETED, FILLED, FOR_COLOUR,
    FOR_NO_ROOM, FOR_PRODUCE, FOR_REGION, FOR_STORE_FIELD, FOR_YIELD, GAINED, GAME_CARDS,
    GOT_BONUS, GREEN_POINTS, GREEN_TRACK, GREY, HEXAGON, LIGHT_GREEN, MARBLE, MORE_MARBLE,
    MORE_STORE, MORE_WORKERS, MORE_YIELDS, ORANGE, PLACED, RED, RED_POINTS, RED_TRACK, SCORED,
    SORTS, TURQUOISE, WOODEN, WORKER, YELLOW, YIELD_MARBLE, YIELD_WORKER,
    CastlesOfTuscany, Map, Realm, room)
from engine.games.castles_of_tuscany.supply cimport draw_cards, turn_yield

check_build(BURGRAVE_BUILD)


cdef int cover(CastlesOfTuscany* s, int tile, int field, Log* log) noexcept nogil:
    cdef int seat = s.head.to_play
    cdef Realm* r = &s.realm[seat]
    cdef const Map* map = &MAP[r.map]
    cdef int colour = map.colour[field]
    r.covered |= <uint32_t>1 << field
    r.near |= NEIGHBOURS[map.shape][field]
    if tile == HEXAGON:
        r.wooden |= <uint32_t>1 << field
    note(log, PLACED, seat, EVERYONE, tile, field)
    if map.region[field] & ~r.covered == 0:
        complete_region(s, colour, bits_count(map.region[field]), log)
        # A colour can only be filled by what completes a region.
        if map.fields[colour] & ~r.covered == 0:
            fill_colour(s, colour, log)
    if colour == LIGHT_GREEN:
        harvest(s, tile, field, map.region[field], log)
        return ACTING
    return take_effect(s, colour, log)


cdef void complete_region(CastlesOfTuscany* s, int colour, int size, Log* log) noexcept nogil:
    note(log, COMPLETED, s.head.to_play, EVERYONE, colour, size)
    score(s, s.head.to_play, GREEN_TRACK, printed.region_points[size - 1], FOR_REGION, log)


cdef void fill_colour(CastlesOfTuscany* s, int colour, Log* log) noexcept nogil:
    cdef int before = s.filled[colour]
    if before == 2:
        return
    s.filled[colour] += 1
    note(log, FILLED, s.head.to_play, EVERYONE, colour, before + 1)
    score(s, s.head.to_play, GREEN_TRACK, printed.colour_bonus[colour][before], FOR_COLOUR, log)


cdef void harvest(
        CastlesOfTuscany* s, int tile, int field, uint32_t region, Log* log) noexcept nogil:
    """Points for the sorts new to the region; wood is a sort of its own each time."""
    cdef Realm* r = &s.realm[s.head.to_play]
    cdef int sort, fresh = tile == HEXAGON
    for sort in range(SORTS):
        if printed.sorts[tile] >> sort & 1:
            fresh += r.produce[sort] & region == 0
            r.produce[sort] |= <uint32_t>1 << field
    score(s, s.head.to_play, GREEN_TRACK, fresh * printed.produce, FOR_PRODUCE, log)


cdef int take_effect(CastlesOfTuscany* s, int colour, Log* log) noexcept nogil:
    cdef Realm* r = &s.realm[s.head.to_play]
    if colour == ORANGE:
        gain(s, WORKER, printed.workers + r.bonus[MORE_WORKERS], log)
    elif colour == GREY:
        gain(s, MARBLE, printed.marble + r.bonus[MORE_MARBLE], log)
    elif colour == YELLOW:
        draw_cards(s, printed.cloister_cards, log)
    elif colour == BEIGE:
        deliver(s, printed.yields + r.bonus[MORE_YIELDS], log)
    elif colour == TURQUOISE:
        gain_hexagon(s, log)
    elif colour == RED:
        return CHOOSING_BONUS
    elif can_build(s, r):
        return BUILDING
    return ACTING


cdef bint can_build(const CastlesOfTuscany* s, const Realm* r) noexcept nogil:
    """Whether any tile of the display has a field to go to."""
    cdef uint64_t tiles = s.display
    cdef int tile
    while tiles:
        tile = lowest_tile(tiles)
        if fields_for(r, tile):
            return True
        tiles = without_kind(tiles, tile)
    return False


cdef void deliver(CastlesOfTuscany* s, int yields, Log* log) noexcept nogil:
    cdef int seat = s.head.to_play, card, amount
    for _ in range(yields):
        card = turn_yield(s, log)
        amount = printed.yield_amount[card]
        if card == RED_POINTS:
            score(s, seat, RED_TRACK, amount, FOR_YIELD, log)
        elif card == GREEN_POINTS:
            score(s, seat, GREEN_TRACK, amount, FOR_YIELD, log)
        elif card == GAME_CARDS:
            draw_cards(s, amount, log)
        elif card == YIELD_MARBLE:
            gain(s, MARBLE, amount, log)
        elif card == YIELD_WORKER:
            gain(s, WORKER, amount, log)
        else:
            gain_hexagon(s, log)


cdef void gain(CastlesOfTuscany* s, int thing, int n, Log* log) noexcept nogil:
    cdef Realm* r = &s.realm[s.head.to_play]
    if thing == MARBLE:
        r.marble += n
    else:
        r.workers += n
    note(log, GAINED, s.head.to_play, EVERYONE, thing, n)


cdef void gain_hexagon(CastlesOfTuscany* s, Log* log) noexcept nogil:
    cdef Realm* r = &s.realm[s.head.to_play]
    if room(r) == 0:
        score(s, s.head.to_play, RED_TRACK, printed.no_room, FOR_NO_ROOM, log)
        return
    r.store += tile_bit(HEXAGON)
    r.stored += 1
    r.fresh += 1
    note(log, GAINED, s.head.to_play, EVERYONE, WOODEN, 1)


cdef void take_bonus(CastlesOfTuscany* s, int bonus, Log* log) noexcept nogil:
    cdef int seat = s.head.to_play
    s.bonus[bonus] -= 1
    s.realm[seat].bonus[bonus] += 1
    note(log, GOT_BONUS, seat, EVERYONE, bonus)
    if bonus == MORE_STORE:
        score(s, seat, GREEN_TRACK, printed.store_field, FOR_STORE_FIELD, log)


cdef void score(
        CastlesOfTuscany* s, int seat, int track, int points, int reason,
        Log* log) noexcept nogil:
    if points == 0:
        return
    if track == GREEN_TRACK:
        s.realm[seat].green += points
    else:
        s.realm[seat].red += points
    note(log, SCORED, seat, EVERYONE, points, track, reason)
