"""The Castles of Tuscany: draw cards, take tiles, pay to place them on your map.

A move is `kind << KIND | argument`; words.py reads it back.  Fields are 10 * place + cell.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from engine.bits cimport bits_count
from engine.contract cimport (
    BURGRAVE_BUILD, EVERYONE, OVER, Log, Rules, check_build, leaders, move_t, note)
from engine.games.castles_of_tuscany.arranging cimport arrange, arranging_moves, deal
from engine.games.castles_of_tuscany.bags cimport (
    bag_add, bag_total, lowest_tile, tile_bit, tile_count, total, without_kind)
from engine.games.castles_of_tuscany.components cimport MAP, printed
from engine.games.castles_of_tuscany.paying cimport PRICE, can_pay, has_unit, unit_cards
from engine.games.castles_of_tuscany.placing cimport (
    cover, fields_for, open_fields, score, take_bonus)
from engine.games.castles_of_tuscany.secrets cimport fault, redeal
from engine.games.castles_of_tuscany.supply cimport draw_cards, fill_gap, open_display

check_build(BURGRAVE_BUILD)


# ---- legal moves

cdef int legal_moves(const void* state, move_t* out) noexcept nogil:
    cdef const CastlesOfTuscany* s = <const CastlesOfTuscany*>state
    cdef int n = 0
    if s.head.to_play == OVER:
        return 0
    if s.phase == ACTING:
        return actions(s, out)
    if s.phase == PAYING:
        return payments(s, out)
    if s.phase == CONTINUING:
        n = put(out, n, SPEND_MARBLE, 0)
        return put(out, n, END_TURN, 0)
    if s.phase == CHOOSING_BONUS:
        return bonuses(s, out)
    if s.phase == BUILDING:
        return free_tiles(s, out)
    if s.phase == REPLACING:
        return put_tiles(out, n, REMOVE, s.realm[s.head.to_play].store)
    return arranging_moves(s, out)


cdef int put_tiles(move_t* out, int n, int kind, uint64_t tiles) noexcept nogil:
    """A move for each kind of tile there is."""
    cdef int tile
    while tiles:
        tile = lowest_tile(tiles)
        n = put(out, n, kind, tile)
        tiles = without_kind(tiles, tile)
    return n


cdef int actions(const CastlesOfTuscany* s, move_t* out) noexcept nogil:
    cdef int n = 0
    if s.in_pile + s.in_discards:
        n = put(out, n, DRAW, 0)
    n = put_tiles(out, n, TAKE, s.display)
    n = placements(&s.realm[s.head.to_play], out, n)
    return n if n else put(out, n, PASS, 0)


cdef int placements(const Realm* r, move_t* out, int n) noexcept nogil:
    """A move for each stored tile and each field where it can be placed and paid for."""
    cdef uint64_t tiles = r.store
    cdef uint32_t fields
    cdef int tile
    while tiles:
        tile = lowest_tile(tiles)
        tiles = without_kind(tiles, tile)
        if tile != HEXAGON:
            fields = fields_for(r, tile)
            if fields and can_pay(r.hand, r.workers, colour_of(tile), PRICE, BY_WORKER):
                n = put_fields(out, n, PLACE, tile, fields)
        elif tile_count(r.store, HEXAGON) > r.fresh:
            n = put_fields(out, n, PLACE, tile, hexagon_fields(r))
    return n


cdef uint32_t hexagon_fields(const Realm* r) noexcept nogil:
    cdef uint32_t fields = 0, open = open_fields(r)
    cdef const Map* map = &MAP[r.map]
    cdef int colour
    for colour in range(COLOURS):
        if map.fields[colour] & open and can_pay(r.hand, r.workers, colour, PRICE, BY_WORKER):
            fields |= map.fields[colour]
    return fields & open


cdef int payments(const CastlesOfTuscany* s, move_t* out) noexcept nogil:
    """The units that can be paid next so that the rest can be paid as well."""
    cdef const Realm* r = &s.realm[s.head.to_play]
    cdef int colour = MAP[r.map].colour[s.field], unit, other, n = 0
    if s.unit == BY_WORKER:
        n = put_unit(s, r, colour, BY_WORKER, out, n)
    if s.unit <= BY_CARD + colour:
        n = put_unit(s, r, colour, BY_CARD + colour, out, n)
    for other in range(COLOURS):
        unit = BY_PAIR + other
        if other != colour and unit >= s.unit:
            n = put_unit(s, r, colour, unit, out, n)
    return n


cdef inline int put_unit(
        const CastlesOfTuscany* s, const Realm* r, int colour, int unit, move_t* out,
        int n) noexcept nogil:
    if has_unit(r.hand, r.workers, unit) and can_pay(
            r.hand - unit_cards(unit), r.workers - (unit == BY_WORKER), colour, s.units - 1,
            unit):
        return put(out, n, PAY, unit)
    return n


cdef int bonuses(const CastlesOfTuscany* s, move_t* out) noexcept nogil:
    cdef int i, n = 0
    for i in range(BONUSES):
        if s.bonus[i]:
            n = put(out, n, TAKE_BONUS, i)
    return n


cdef int free_tiles(const CastlesOfTuscany* s, move_t* out) noexcept nogil:
    cdef const Realm* r = &s.realm[s.head.to_play]
    cdef uint64_t tiles = s.display
    cdef int tile, n = 0
    while tiles:
        tile = lowest_tile(tiles)
        n = put_fields(out, n, BUILD, tile, fields_for(r, tile))
        tiles = without_kind(tiles, tile)
    return put(out, n, DECLINE, 0)


# ---- playing

cdef void play(void* state, move_t move, Log* log) noexcept nogil:
    cdef CastlesOfTuscany* s = <CastlesOfTuscany*>state
    cdef int kind = move >> KIND, argument = move & ((1 << KIND) - 1)
    s.head.shown = 0
    s.head.revealed = False
    if kind == PAY:
        pay(s, argument, log)
    elif kind == PLACE:
        place(s, argument >> 5, argument & 31)
    elif kind == TAKE:
        take(s, argument, log)
    elif kind == DRAW:
        draw_cards(s, s.draw + s.realm[s.head.to_play].bonus[MORE_CARDS], log)
        finish_action(s, log)
    elif kind == END_TURN:
        end_turn(s, log)
    elif kind == SPEND_MARBLE:
        spend_marble(s, log)
    elif kind == TAKE_BONUS:
        choose_bonus(s, argument, log)
    elif kind == BUILD:
        build(s, argument >> 5, argument & 31, log)
    elif kind == DECLINE:
        finish_action(s, log)
    elif kind == REMOVE:
        drop(s, argument, log)
        store(s, log)
    elif kind == PASS:
        note(log, PASSED, s.head.to_play)
        end_turn(s, log)
    else:
        arrange(s, argument, log)


# A tile leaves the display for the seat to play.
cdef void pick_up(CastlesOfTuscany* s, int tile, Log* log) noexcept nogil:
    s.display -= tile_bit(tile)
    note(log, TOOK, s.head.to_play, EVERYONE, tile)


cdef void take(CastlesOfTuscany* s, int tile, Log* log) noexcept nogil:
    cdef Realm* r = &s.realm[s.head.to_play]
    cdef int first
    pick_up(s, tile, log)
    s.tile = tile
    if room(r) == 0:
        first = lowest_tile(r.store)
        if without_kind(r.store, first):
            s.phase = REPLACING
            return
        drop(s, first, log)
    store(s, log)


cdef void drop(CastlesOfTuscany* s, int tile, Log* log) noexcept nogil:
    """Make room in the store; what goes is out of the game."""
    cdef Realm* r = &s.realm[s.head.to_play]
    r.store -= tile_bit(tile)
    r.stored -= 1
    if tile != HEXAGON:
        bag_add(&s.boxed, tile, 1)
    elif r.fresh > tile_count(r.store, HEXAGON):
        r.fresh -= 1
    note(log, DROPPED, s.head.to_play, EVERYONE, tile)


cdef void store(CastlesOfTuscany* s, Log* log) noexcept nogil:
    cdef Realm* r = &s.realm[s.head.to_play]
    r.store += tile_bit(s.tile)
    r.stored += 1
    s.tile = 0
    fill_gap(s, log)
    finish_action(s, log)


cdef void place(CastlesOfTuscany* s, int tile, int field) noexcept nogil:
    """Choose a stored tile and its field; it lies there once it is paid for."""
    cdef Realm* r = &s.realm[s.head.to_play]
    r.store -= tile_bit(tile)
    r.stored -= 1
    s.phase = PAYING
    s.tile = tile
    s.field = field
    s.units = PRICE
    s.unit = BY_WORKER


cdef void pay(CastlesOfTuscany* s, int unit, Log* log) noexcept nogil:
    cdef Realm* r = &s.realm[s.head.to_play]
    cdef uint64_t cards = unit_cards(unit)
    cdef int n = total(cards), tile = s.tile, field = s.field
    if unit == BY_WORKER:
        r.workers -= 1
    else:
        r.hand -= cards
        r.cards -= n
        s.discards += cards
        s.in_discards += n
        s.head.revealed = True
    note(log, PAID, s.head.to_play, EVERYONE, unit)
    s.units -= 1
    s.unit = unit
    if s.units == 0:
        s.unit = 0
        s.tile = 0
        s.field = 0
        settle(s, cover(s, tile, field, log), log)


cdef void build(CastlesOfTuscany* s, int tile, int field, Log* log) noexcept nogil:
    """A castle's free tile: the gap is filled before the tile's points and effect."""
    pick_up(s, tile, log)
    fill_gap(s, log)
    settle(s, cover(s, tile, field, log), log)


cdef void choose_bonus(CastlesOfTuscany* s, int bonus, Log* log) noexcept nogil:
    take_bonus(s, bonus, log)
    if s.passage:
        finish_action(s, log)
    elif s.head.to_play < s.head.players - 1:
        s.head.to_play += 1
    else:
        s.head.to_play = 0
        s.passage = 1
        s.phase = ACTING
        open_display(s, log)


cdef void spend_marble(CastlesOfTuscany* s, Log* log) noexcept nogil:
    s.realm[s.head.to_play].marble -= 1
    s.second = True
    s.phase = ACTING
    note(log, SPENT, s.head.to_play)


# ---- turns, passages and the end

cdef void settle(CastlesOfTuscany* s, int phase, Log* log) noexcept nogil:
    """Go on after a placement that leaves something to decide, or nothing."""
    if phase == ACTING:
        finish_action(s, log)
    else:
        s.phase = phase


cdef void finish_action(CastlesOfTuscany* s, Log* log) noexcept nogil:
    if not s.second and s.realm[s.head.to_play].marble and can_act(s):
        s.phase = CONTINUING
    else:
        end_turn(s, log)


cdef bint can_act(const CastlesOfTuscany* s) noexcept nogil:
    """Whether there is an action for a marble to buy."""
    cdef move_t moves[FIELDS * TILES]
    if s.display or s.in_pile + s.in_discards:
        return True
    return placements(&s.realm[s.head.to_play], moves, 0) > 0


cdef void end_turn(CastlesOfTuscany* s, Log* log) noexcept nogil:
    cdef int seat = s.head.to_play
    s.realm[seat].fresh = 0
    s.second = False
    s.phase = ACTING
    if seat < s.head.players - 1:
        s.head.to_play = <int8_t>(seat + 1)
    else:
        s.head.to_play = 0
        end_round(s, log)


cdef void end_round(CastlesOfTuscany* s, Log* log) noexcept nogil:
    if s.extra:
        bank(s, log)
        end_game(s, log)
    elif most_laid(s) >= printed.stack_size * s.passage:
        if s.passage < 3:
            bank(s, log)
            s.passage += 1
        else:
            s.extra = True
            note(log, EXTRA_ROUND, -1)


cdef int most_laid(const CastlesOfTuscany* s) noexcept nogil:
    """Own tiles laid into the display by the seat that laid the most."""
    cdef int seat, fewest = s.realm[0].in_stack
    for seat in range(1, s.head.players):
        fewest = min(fewest, <int>s.realm[seat].in_stack)
    return bag_total(&printed.own) - fewest


cdef void bank(CastlesOfTuscany* s, Log* log) noexcept nogil:
    """The scoring that ends a passage."""
    cdef int seat
    note(log, PASSAGE, -1, EVERYONE, s.passage)
    for seat in range(s.head.players):
        score(s, seat, RED_TRACK, s.realm[seat].green, FOR_PASSAGE, log)


cdef void end_game(CastlesOfTuscany* s, Log* log) noexcept nogil:
    cdef int seat, wooden
    cdef Realm* r
    for seat in range(s.head.players):
        r = &s.realm[seat]
        wooden = tile_count(r.store, HEXAGON)
        score(s, seat, RED_TRACK, (r.stored - wooden) * printed.end_piece, FOR_TILES, log)
        score(s, seat, RED_TRACK, wooden * printed.end_piece, FOR_HEXAGONS, log)
        score(s, seat, RED_TRACK, r.marble * printed.end_piece, FOR_MARBLE, log)
        score(s, seat, RED_TRACK, r.workers * printed.end_piece, FOR_WORKERS, log)
        score(s, seat, RED_TRACK, r.cards // printed.end_cards, FOR_CARDS, log)
    s.head.to_play = OVER


cdef void scores(const void* state, int32_t* out) noexcept nogil:
    """The red track."""
    cdef const CastlesOfTuscany* s = <const CastlesOfTuscany*>state
    cdef int seat
    for seat in range(s.head.players):
        out[seat] = s.realm[seat].red


cdef uint32_t winners(const void* state) noexcept nogil:
    """Most red points; among equals the most free fields, then the fewest green points."""
    cdef const CastlesOfTuscany* s = <const CastlesOfTuscany*>state
    cdef int64_t rank[SEATS]
    cdef int seat
    for seat in range(s.head.players):
        rank[seat] = s.realm[seat].red
        rank[seat] = rank[seat] * 32 + FIELDS - bits_count(s.realm[seat].covered)
        rank[seat] = rank[seat] * (1 << 16) + (1 << 15) - s.realm[seat].green
    return leaders(rank, s.head.players)


cdef void setup(void* state, const uint8_t* options) noexcept nogil:
    cdef CastlesOfTuscany* s = <CastlesOfTuscany*>state
    cdef int seat, i
    s.draw = printed.draw[options[0]]
    s.pile = printed.cards
    s.in_pile = total(printed.cards)
    s.yield_pile = printed.yield_cards
    s.neutral = printed.neutral
    for i in range(BONUSES):
        s.bonus[i] = printed.bonuses
    for seat in range(s.head.players):
        s.realm[seat].stack = printed.own
        s.realm[seat].in_stack = bag_total(&printed.own)
    deal(s)
    s.head.shown = 0
    s.head.revealed = False


RULES = Rules(
    build=BURGRAVE_BUILD, name=b"castles-of-tuscany", version=1,
    state_size=sizeof(CastlesOfTuscany), min_players=2, max_players=SEATS, secrets=True,
    clear_margin=15, horizon=12, picks=8,
    setup=setup, legal_moves=legal_moves, play=play, scores=scores, winners=winners,
    redeal=redeal, evaluate=NULL, fault=fault)
