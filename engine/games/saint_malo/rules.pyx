"""Saint Malo: roll five dice, use one symbol, draw it into your city; pirates come for all.

A move is `kind << 20 | argument`; words.py reads it back.  Squares are row * 7 + column.
"""

import tomllib
from importlib.resources import files

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine.bits cimport bit, bits_count, bits_lowest
from engine.contract cimport (
    BURGRAVE_BUILD, EVERYONE, MAX_MOVES, OVER, Log, Rules, leaders, move_t, note, rng_next, rng_t)
from engine.games.saint_malo.squares cimport (
    COLUMN_0, COLUMN_6, FIELDS, OUTER, ROW_0, around, beside, reach, regions_of)

from engine.games.saint_malo import words

# Of events, in words.py's order.
cdef enum:
    ROLLED, TURNED, DELIVERED, DREW, COMPLETED, EARNED, SCORED, MARKED, ATTACKED, STRUCK, FILLED

# Why points or coins came, in words.py's order: first the contents, by number.
cdef enum:
    BY_TOWER = CONTENTS
    BY_FULL_CITY, BY_COINS, BY_LOGS, BY_CHURCHES, BY_CANNONS

# Filled at import, constant from then on; what rules.pxd shares is filled here too.
cdef move_t KEEPS[ROLLS][32]
cdef uint8_t KEEP_COUNT[ROLLS]
cdef uint32_t POWER_OF_6[DICE + 1]


cdef uint64_t free_fields(const City* c) noexcept nogil:
    return FIELDS & ~c.occupied


# ---- dice

cdef int roll_dice(const uint8_t* kept, int n, rng_t* rng) noexcept nogil:
    """The roll that keeps `kept` and throws `n` dice."""
    cdef uint32_t throw = <uint32_t>(((rng_next(rng) >> 32) * POWER_OF_6[n]) >> 32)
    cdef uint32_t packed = 0
    cdef int i
    for i in range(SYMBOLS):
        packed += <uint32_t>kept[i] << 3 * i
    while n:
        packed += <uint32_t>1 << 3 * (throw % 6)
        throw //= 6
        n -= 1
    return ROLL_OF[packed]


cdef void show_roll(SaintMalo* s, const uint8_t* kept, int n, Log* log) noexcept nogil:
    cdef const uint8_t* counts
    s.roll = <uint8_t>roll_dice(kept, n, &s.head.rng)
    s.head.shown = s.roll + 1
    s.head.revealed = True
    counts = COUNTS[s.roll]
    note(log, ROLLED, s.head.to_play, EVERYONE,
         counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])


cdef int most_dice(const SaintMalo* s, int symbol) noexcept nogil:
    """How many dice of `symbol` can be had, counting those that can be turned to it."""
    cdef const uint8_t* counts = COUNTS[s.roll]
    cdef int coins = s.city[s.head.to_play].coins
    if symbol == LOG:
        coins -= printed.delivery_cost
        if coins < 0:
            return 0
    return min(DICE - counts[SABRES], counts[symbol] + coins // printed.turning_cost)


cdef int most_pieces(const SaintMalo* s, int symbol) noexcept nogil:
    """The same, bounded by the room there is to draw."""
    cdef int most = most_dice(s, symbol)
    cdef uint64_t free = free_fields(&s.city[s.head.to_play])
    if symbol == WALL:
        return min(most, bits_count(free & OUTER))
    if symbol == CRATE:
        while most and not regions_of(free, most):
            most -= 1
    return most


cdef void pay_for(SaintMalo* s, int symbol, int used, Log* log) noexcept nogil:
    cdef City* c = &s.city[s.head.to_play]
    cdef int turned = max(0, used - COUNTS[s.roll][symbol])
    if turned:
        c.coins -= printed.turning_cost * turned
        note(log, TURNED, s.head.to_play, EVERYONE, turned, symbol, printed.turning_cost * turned)
    if symbol == LOG:
        c.coins -= printed.delivery_cost
        c.logs += used
        note(log, DELIVERED, s.head.to_play, EVERYONE, used, printed.delivery_cost)


# ---- legal moves

cdef int put(move_t* out, int n, int kind, int argument) noexcept nogil:
    out[n] = <move_t>kind << SHIFT | <move_t>argument
    return n + 1


cdef uint64_t house_fields(const SaintMalo* s, const City* c) noexcept nogil:
    """Where the next house may go so that the rest can follow and one touches the builder."""
    cdef uint64_t free = free_fields(c)
    cdef uint64_t goal = around(s.builder) & free, next
    if not s.group:
        next = reach(goal, free, s.remaining - 1)
        return next & regions_of(free, s.remaining)
    next = beside(s.group) & free
    if s.group & around(s.builder):
        return next
    if s.remaining > 1 and next & reach(goal, free, s.remaining - 2):
        return next
    return next & reach(goal, free, s.remaining - 1)


cdef uint64_t next_fields(const SaintMalo* s) noexcept nogil:
    """Where the next piece may be drawn."""
    cdef const City* c = &s.city[s.head.to_play]
    cdef uint64_t free = free_fields(c)
    if s.drawing == WALLS:
        return free & OUTER
    if s.drawing == CRATES:
        return beside(s.group) & free if s.group else regions_of(free, s.remaining)
    if s.drawing == HOUSE:
        return house_fields(s, c)
    return free


cdef int most_houses(const SaintMalo* s) noexcept nogil:
    cdef const City* c = &s.city[s.head.to_play]
    cdef uint64_t free = free_fields(c)
    cdef int most = min(printed.house_limit, c.logs)
    while most and not regions_of(free, most) & around(s.builder):
        most -= 1
    return most


cdef int legal_moves(const void* state, move_t* out) noexcept nogil:
    cdef const SaintMalo* s = <const SaintMalo*>state
    cdef int i, most, n = 0
    cdef uint64_t fields
    if s.head.to_play == OVER:
        return 0
    if s.phase == DRAWING:
        fields = next_fields(s)
        while fields:
            n = put(out, n, DRAW, s.drawing << 6 | bits_lowest(fields))
            fields &= fields - 1
    elif s.phase == ROLLING:
        n = KEEP_COUNT[s.roll]
        memcpy(out, KEEPS[s.roll], n * sizeof(move_t))
    elif s.phase == CHOOSING:
        for i in range(SABRES):
            if most_dice(s, i) and (i != WALL or most_pieces(s, WALL)):
                n = put(out, n, USE, i)
        n = put(out, n, USE, NO_SYMBOL)
    elif s.phase == COUNTING:
        for i in range(1, most_pieces(s, s.symbol) + 1):
            n = put(out, n, NUMBER, i)
    elif s.phase == HIRING or s.phase == WELCOMING:
        most = most_dice(s, HEAD) if s.phase == HIRING else printed.tower[s.tower].person
        for i in range(PERSONS):
            if printed.heads[i] <= most:
                n = put(out, n, PERSON, i)
        if s.phase == WELCOMING:
            n = put(out, n, PERSON, NOBODY)
    elif s.phase == REWARDING:
        for i in range(SIDES):
            if s.pending >> i & 1:
                n = put(out, n, TOWER, i)
    else:
        for i in range(most_houses(s) + 1):
            n = put(out, n, HOUSES, i)
    return n


# ---- playing

cdef void play(void* state, move_t move, Log* log) noexcept nogil:
    cdef SaintMalo* s = <SaintMalo*>state
    cdef int kind = move >> SHIFT, argument = move & ((1 << SHIFT) - 1)
    s.head.shown = 0
    s.head.revealed = False
    if kind == DRAW:
        draw_piece(s, argument >> 6, argument & 63, log)
    elif kind == KEEP:
        keep_dice(s, argument, log)
    elif kind == USE:
        use_symbol(s, argument, log)
    elif kind == NUMBER:
        use_dice(s, argument, log)
    elif kind == PERSON:
        hire(s, argument, log)
    elif kind == TOWER:
        reward(s, argument, log)
    else:
        build(s, argument, log)


cdef void keep_dice(SaintMalo* s, int packed, Log* log) noexcept nogil:
    cdef uint8_t kept[SYMBOLS]
    cdef int i, n = DICE
    for i in range(SYMBOLS):
        kept[i] = packed >> 3 * (SYMBOLS - 1 - i) & 7
        n -= kept[i]
    if n:
        s.rolls_left -= 1
        show_roll(s, kept, n, log)
    if n == 0 or s.rolls_left == 0:
        s.rolls_left = 0
        s.phase = CHOOSING


cdef void use_symbol(SaintMalo* s, int symbol, Log* log) noexcept nogil:
    if symbol == NO_SYMBOL:
        end_turn(s, log)
        return
    s.symbol = <int8_t>symbol
    s.phase = HIRING if symbol == HEAD else COUNTING


cdef void use_dice(SaintMalo* s, int used, Log* log) noexcept nogil:
    cdef int symbol = s.symbol
    pay_for(s, symbol, used, log)
    if symbol == LOG:
        end_turn(s, log)
    elif symbol == CROSS:
        start_drawing(s, CHURCH + used - 1, 1)
    else:
        start_drawing(s, CRATES if symbol == CRATE else WALLS, used)


cdef void hire(SaintMalo* s, int person, Log* log) noexcept nogil:
    if person == NOBODY:
        next_reward(s, log)
        return
    if s.phase == HIRING:
        pay_for(s, HEAD, printed.heads[person], log)
    start_drawing(s, LABOURER + person, 1)


cdef void start_drawing(SaintMalo* s, int content, int n) noexcept nogil:
    s.phase = DRAWING
    s.drawing = <int8_t>content
    s.remaining = <int8_t>n
    s.group = 0


cdef void draw_piece(SaintMalo* s, int content, int square, Log* log) noexcept nogil:
    cdef City* c = &s.city[s.head.to_play]
    c.holds[content] |= bit(square)
    c.occupied |= bit(square)
    s.group |= bit(square)
    s.remaining -= 1
    note(log, DREW, s.head.to_play, EVERYONE, content, square)
    if c.occupied == FIELDS:
        note(log, FILLED, s.head.to_play)
    if content == HOUSE:
        score(s, s.head.to_play, printed.house_points, HOUSE, log)
    if s.remaining:
        return
    if content == WALLS:
        s.pending = complete_sides(s, c, log)
        next_reward(s, log)
    elif content >= LABOURER:
        welcome(s, c, content, square, log)
    else:
        next_reward(s, log)


cdef int8_t complete_sides(SaintMalo* s, City* c, Log* log) noexcept nogil:
    """The sides completed by the walls just drawn, as bits."""
    cdef int8_t fresh = 0
    cdef int i
    for i in range(SIDES):
        if not c.sides >> i & 1 and SIDE[i] & ~c.holds[WALLS] == 0:
            fresh |= 1 << i
            note(log, COMPLETED, s.head.to_play, EVERYONE, i)
    c.sides |= fresh
    return fresh


cdef void welcome(SaintMalo* s, City* c, int person, int square, Log* log) noexcept nogil:
    """What a person brings at once."""
    cdef int seat = s.head.to_play, i, n = 0
    if person == LABOURER:
        score(s, seat, printed.labourer_points, person, log)
    elif person == NOBLE:
        score(s, seat, printed.noble_points, person, log)
    elif person == PRIEST:
        for i in range(5):
            n += bits_count(c.holds[CHURCH + i] & around(square))
        score(s, seat, n * printed.priest_church, person, log)
    elif person == MERCHANT:
        n = bits_count(c.holds[CRATES] & around(square))
        earn(s, seat, n * printed.merchant_crate, person, log)
    elif person == JESTER:
        for i in range(PERSONS):
            n += (c.holds[LABOURER + i] & around(square)) != 0
        score(s, seat, n * printed.jester_kind, person, log)
    elif person == BUILDER:
        s.builder = <int8_t>square
        if most_houses(s):
            s.phase = BUILDING
            return
    next_reward(s, log)


cdef void build(SaintMalo* s, int houses, Log* log) noexcept nogil:
    if houses:
        s.city[s.head.to_play].logs -= houses
        start_drawing(s, HOUSE, houses)
    else:
        next_reward(s, log)


cdef void next_reward(SaintMalo* s, Log* log) noexcept nogil:
    """Pay the towers still pending; the turn ends when there are none."""
    s.builder = -1
    s.drawing = NOTHING
    s.remaining = 0
    if s.pending == 0:
        end_turn(s, log)
    elif s.pending & (s.pending - 1):
        s.phase = REWARDING
    else:
        reward(s, bits_lowest(s.pending), log)


cdef void reward(SaintMalo* s, int side, Log* log) noexcept nogil:
    cdef const Tower* tower = &printed.tower[side]
    cdef int seat = s.head.to_play
    s.pending &= ~(1 << side)
    score(s, seat, tower.points, BY_TOWER, log)
    earn(s, seat, tower.coins, BY_TOWER, log)
    if tower.person and free_fields(&s.city[seat]):
        s.phase = WELCOMING
        s.tower = <int8_t>side
    else:
        next_reward(s, log)


cdef void score(SaintMalo* s, int seat, int points, int reason, Log* log) noexcept nogil:
    if points:
        s.city[seat].points += points
        note(log, SCORED, seat, EVERYONE, points, reason)


cdef void earn(SaintMalo* s, int seat, int coins, int reason, Log* log) noexcept nogil:
    if coins:
        s.city[seat].coins += coins
        note(log, EARNED, seat, EVERYONE, coins, reason)


# ---- pirates, turns and the end

cdef int defence(const City* c) noexcept nogil:
    return (bits_count(c.holds[SOLDIER]) * printed.soldier_defence
            + bits_count(c.sides) * printed.side_defence)


cdef void mark_sabres(SaintMalo* s, int sabres, Log* log) noexcept nogil:
    if sabres and s.attacks < ROWS:
        note(log, MARKED, s.head.to_play, EVERYONE, sabres)
    while sabres and s.attacks < ROWS:
        sabres -= 1
        s.boxes += 1
        if s.boxes == printed.boxes * s.head.players:
            attack(s, log)


cdef void attack(SaintMalo* s, Log* log) noexcept nogil:
    cdef int seat, strength = printed.strength[s.attacks]
    note(log, ATTACKED, -1, EVERYONE, strength)
    s.boxes = 0
    s.attacks += 1
    for seat in range(s.head.players):
        if defence(&s.city[seat]) < strength:
            s.city[seat].cannons += 1
            note(log, STRUCK, seat, EVERYONE, strength, defence(&s.city[seat]))


cdef bint any_city_full(const SaintMalo* s) noexcept nogil:
    cdef int seat
    for seat in range(s.head.players):
        if s.city[seat].occupied == FIELDS:
            return True
    return False


cdef bint last_round(const SaintMalo* s) noexcept nogil:
    """Whether the game ends when this round does."""
    return any_city_full(s) or s.city[s.head.players - 1].turns >= printed.rounds - 1


cdef void end_turn(SaintMalo* s, Log* log) noexcept nogil:
    cdef int seat = s.head.to_play
    mark_sabres(s, COUNTS[s.roll][SABRES], log)
    s.city[seat].turns += 1
    if seat == s.head.players - 1 and (
            any_city_full(s) or s.city[seat].turns == printed.rounds):
        end_game(s, log)
    else:
        s.head.to_play = <int8_t>((seat + 1) % s.head.players)
        start_turn(s, log)


cdef void start_turn(SaintMalo* s, Log* log) noexcept nogil:
    cdef uint8_t none[SYMBOLS]
    memset(none, 0, sizeof(none))
    s.phase = ROLLING
    s.rolls_left = 2
    s.symbol = NO_SYMBOL
    s.drawing = NOTHING
    s.builder = -1
    s.group = 0
    show_roll(s, none, DICE, log)


cdef int church_points(const City* c) noexcept nogil:
    """Runs of churches from 1 upwards, each church in one run at most."""
    cdef int i, runs = SQUARES, points = 0, before = 0
    for i in range(5):
        runs = min(runs, bits_count(c.holds[CHURCH + i]))
        points += runs * (printed.church_run[i] - before)
        before = printed.church_run[i]
    return points


cdef void end_game(SaintMalo* s, Log* log) noexcept nogil:
    cdef int seat
    cdef City* c
    for seat in range(s.head.players):
        c = &s.city[seat]
        if c.occupied == FIELDS:
            score(s, seat, printed.full_city, BY_FULL_CITY, log)
        score(s, seat, c.coins // printed.coins_a_point, BY_COINS, log)
        score(s, seat, c.logs * printed.log_points, BY_LOGS, log)
        score(s, seat, church_points(c), BY_CHURCHES, log)
        score(s, seat, c.cannons * printed.cannon_points, BY_CANNONS, log)
    s.head.to_play = OVER


cdef void scores(const void* state, int32_t* out) noexcept nogil:
    cdef const SaintMalo* s = <const SaintMalo*>state
    cdef int seat
    for seat in range(s.head.players):
        out[seat] = s.city[seat].points


cdef uint32_t winners(const void* state) noexcept nogil:
    """Most points; among equals the most free fields."""
    cdef const SaintMalo* s = <const SaintMalo*>state
    cdef int64_t rank[SEATS]
    cdef int seat
    for seat in range(s.head.players):
        rank[seat] = s.city[seat].points * 64 + bits_count(free_fields(&s.city[seat]))
    return leaders(rank, s.head.players)


# ---- the rest of the contract

cdef void setup(void* state, const uint8_t* options) noexcept nogil:
    cdef SaintMalo* s = <SaintMalo*>state
    cdef int seat
    for seat in range(s.head.players):
        s.city[seat].coins = printed.start_coins
        s.city[seat].logs = printed.start_logs
        s.city[seat].holds[CRATES] = printed.crates
        s.city[seat].occupied = printed.crates
    s.head.to_play = 0
    start_turn(s, NULL)


cdef void redeal(void* state, int viewer, rng_t* rng) noexcept nogil:
    """Everything but future chance lies open."""


cdef const char* fault(const void* state) noexcept nogil:
    cdef const SaintMalo* s = <const SaintMalo*>state
    cdef const City* c
    cdef const char* broken
    cdef int seat
    for seat in range(s.head.players):
        c = &s.city[seat]
        broken = city_fault(c)
        if broken is not NULL:
            return broken
        if c.cannons > s.attacks:
            return b"more cannons struck than attacks made"
        if c.turns > printed.rounds:
            return b"more turns than rounds"
    if s.attacks > ROWS or s.boxes >= printed.boxes * s.head.players:
        return b"the pirate track overflows"
    if s.roll >= ROLLS or not 0 <= s.rolls_left <= 2:
        return b"impossible dice"
    return NULL


cdef const char* city_fault(const City* c) noexcept nogil:
    cdef uint64_t seen = 0
    cdef int i
    for i in range(CONTENTS):
        if seen & c.holds[i]:
            return b"two things drawn on one field"
        seen |= c.holds[i]
    if seen != c.occupied or seen & ~FIELDS:
        return b"occupied fields and contents differ"
    if c.holds[WALLS] & ~OUTER:
        return b"a wall inside the city"
    if printed.crates & ~c.holds[CRATES]:
        return b"a printed crate is gone"
    for i in range(SIDES):
        # A side under construction becomes complete only when all its walls are drawn.
        if c.sides >> i & 1 and SIDE[i] & ~c.holds[WALLS]:
            return b"a complete side lacks a wall"
    if c.coins < 0 or c.logs < 0:
        return b"a negative stock"
    return NULL


# ---- tables, filled at import

def _fill_sides():
    SIDE[TOP] = OUTER & ROW_0
    SIDE[RIGHT] = OUTER & COLUMN_6
    SIDE[BOTTOM] = OUTER & ROW_0 << 42
    SIDE[LEFT] = OUTER & COLUMN_0


def _fill_rolls():
    cdef int roll = 0, i
    for counts in words.multisets(SYMBOLS, DICE):
        for i in range(SYMBOLS):
            COUNTS[roll][i] = counts[i]
        ROLL_OF[sum([n << 3 * i for i, n in enumerate(counts)])] = roll
        keeps = words.keeps(counts)
        KEEP_COUNT[roll] = len(keeps)
        for i, keep in enumerate(keeps):
            KEEPS[roll][i] = keep
        roll += 1
    for i in range(DICE + 1):
        POWER_OF_6[i] = POWER_OF_6[i - 1] * 6 if i else 1


def _fill_printed():
    cdef int i
    city = tomllib.loads((files(__package__) / "city.toml").read_text())
    start, dice, pirates = city["start"], city["dice"], city["pirates"]
    points, limits = city["points"], city["limits"]
    printed.start_coins, printed.start_logs = start["coins"], start["logs"]
    printed.turning_cost, printed.delivery_cost = dice["turning_cost"], dice["delivery_cost"]
    printed.boxes, printed.cannon_points = pirates["boxes_per_player"], pirates["cannon"]
    printed.soldier_defence, printed.side_defence = pirates["soldier"], pirates["side"]
    printed.labourer_points, printed.noble_points = points["day_labourer"], points["noble"]
    printed.house_points, printed.priest_church = points["house"], points["priest_church"]
    printed.jester_kind, printed.merchant_crate = points["jester_kind"], points["merchant_crate"]
    printed.full_city, printed.log_points = points["full_city"], points["log"]
    printed.coins_a_point = points["coins_a_point"]
    printed.house_limit, printed.rounds = limits["houses"], limits["rounds"]
    for i in range(5):
        printed.church_run[i] = points["churches"][i]
    for i in range(ROWS):
        printed.strength[i] = pirates["strengths"][i]
    for i, person in enumerate(words.PERSONS):
        printed.heads[i] = city["persons"][person.lower().removeprefix("person_")]
    if min(city["persons"].values()) != 1:
        raise ImportError("city.toml: one head must be enough for some person")
    for i, tower in enumerate(city["towers"]):
        printed.tower[i] = Tower(
            tower.get("person", 0), tower.get("coins", 0), tower.get("points", 0))
    for row, column in start["crates"]:
        printed.crates |= bit(row * WIDTH + column)


_fill_sides()
_fill_rolls()
_fill_printed()

RULES = Rules(
    build=BURGRAVE_BUILD, name=b"saint-malo", version=1, state_size=sizeof(SaintMalo),
    min_players=2, max_players=SEATS, secrets=False,
    clear_margin=5, horizon=16, picks=MAX_MOVES,
    setup=setup, legal_moves=legal_moves, play=play, scores=scores, winners=winners,
    redeal=redeal, evaluate=NULL, fault=fault)
