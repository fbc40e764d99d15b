"""The Palaces of Carrara: buy bricks from the wheel, build in six cities, score what stands there.

A move is `kind << 20 | argument`; words.py reads it back.  Within an action, a decision that
has only one answer is not asked.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from engine.bits cimport bit, bits_count, bits_lowest
from engine.contract cimport (
    BURGRAVE_BUILD, EVERYONE, OVER, Log, Rules, check_build, leaders, move_t, note, rng_below,
    rng_t)
from engine.games.palaces_of_carrara.choices cimport (
    buildable, may_announce, may_buy_object, open_bricks, open_cities, open_city_scorings,
    open_fields, open_segments, payable, raisable)
from engine.games.palaces_of_carrara.faults cimport fault
from engine.games.palaces_of_carrara.printed cimport (
    BUILDING_CARDS, EXTRA_CARDS, OBJECT_CARDS, TOP_CARDS, printed)
from engine.games.palaces_of_carrara.scoring cimport final_scoring, score_city, score_field
from engine.games.palaces_of_carrara.state cimport (
    ACTING, ANNOUNCED, BOUGHT, BOUGHT_OBJECT, BUILT, BUYING, CHOOSING_SEGMENT, CITIES, COSTS, DEAR,
    DREW, EACH_COLOUR, EACH_TYPE, ENDING, LAST_BUILDING, NOBODY, NO_CITY, NO_TILE, PAID, PASSED,
    PAYING, PLACES, PLACING, SEATS, SEGMENTS, TOOK_COINS, TOOK_UPGRADER, TURNED_UP, TURNED_WHEEL,
    TYPES, UPGRADING, Carrara, Player, brick, bricks_in, bricks_of, on_wheel, running)

# Of moves, in words.py's order.
cdef enum:
    BUY, SEGMENT, BRICK, STOP, BUILD, PLACE, RAISE, PAY, UPGRADE, SCORE_FIELD, SCORE_CITY
    COINS, PASS, OBJECT, ANNOUNCE, END
    SHIFT = 20

cdef enum:                  # ways to BUY
    TURNING, STAYING

cdef enum:                  # why coins are taken, in words.py's order
    CANNOT_PAY, CANNOT_ACT

cdef enum:
    TILE_SHOWN = 1 << 28    # Head.shown for a tile; bricks are four bits a colour below it

cdef enum:                  # indices of the options face.pyx offers
    VARIANT, OPEN_SCREENS, TOP_CARD, OBJECT_CARD, BUILDING_CARD, EXTRA_CARD


cdef bint single(uint64_t set) noexcept nogil:
    return set & (set - 1) == 0


cdef Player* mover(Carrara* s) noexcept nogil:
    return &s.player[s.head.to_play]


# ---- legal moves

cdef int put(move_t* out, int n, int kind, int argument) noexcept nogil:
    out[n] = <move_t>kind << SHIFT | <move_t>argument
    return n + 1


cdef int put_each(move_t* out, int n, int kind, uint64_t set) noexcept nogil:
    while set:
        n = put(out, n, kind, bits_lowest(set))
        set &= set - 1
    return n


cdef int legal_moves(const void* state, move_t* out) noexcept nogil:
    cdef const Carrara* s = <const Carrara*>state
    cdef const Player* p
    if s.head.to_play == OVER:
        return 0
    p = &s.player[s.head.to_play]
    if s.phase == ACTING:
        return action_moves(s, p, out)
    if s.phase == CHOOSING_SEGMENT:
        return put_each(out, 0, SEGMENT, open_segments(s, p))
    if s.phase == BUYING:
        return brick_moves(s, p, out)
    if s.phase == PLACING:
        return put_each(out, put_each(out, 0, PLACE, open_cities(s, p)), RAISE, raisable(s, p))
    if s.phase == PAYING:
        return put_each(out, 0, PAY, payable(s, p))
    if s.phase == UPGRADING:
        return put(out, put_each(out, 0, UPGRADE, s.upgraders), UPGRADE, PLACES)
    return ending_moves(s, p, out)


cdef int action_moves(const Carrara* s, const Player* p, move_t* out) noexcept nogil:
    cdef uint64_t lying = on_wheel(s)
    cdef int n = 0
    if lying | s.bag:
        n = put(out, n, BUY, TURNING)
    if lying and s.expansion:
        n = put(out, n, BUY, STAYING)
    n = put_each(out, n, BUILD, buildable(s, p))
    if p.stones:
        n = put_each(out, n, SCORE_FIELD, open_fields(s, p))
        n = put_each(out, n, SCORE_CITY, open_city_scorings(s, p))
    if n == 0:
        n = put(out, n, COINS, 0)
    if s.announced != NOBODY:
        n = put(out, n, PASS, 0)
    return n


cdef int brick_moves(const Carrara* s, const Player* p, move_t* out) noexcept nogil:
    cdef uint64_t open = open_bricks(s, p)
    cdef int colour, n = 0
    while open:
        colour = bits_lowest(open) >> 3
        n = put(out, n, BRICK, colour)
        open &= ~(<uint64_t>255 << 8 * colour)
    return put(out, n, STOP, 0) if s.bought else n


cdef int ending_moves(const Carrara* s, const Player* p, move_t* out) noexcept nogil:
    cdef int n = 0
    if may_buy_object(s, p):
        n = put_each(out, n, OBJECT, s.field)
    if may_announce(s):
        n = put(out, n, ANNOUNCE, 0)
    return put(out, n, END, 0)


# ---- playing

cdef void play(void* state, move_t move, Log* log) noexcept nogil:
    cdef Carrara* s = <Carrara*>state
    cdef int kind = move >> SHIFT, argument = move & ((1 << SHIFT) - 1)
    s.head.shown = 0
    s.head.revealed = False
    if kind == BUY:
        buy(s, argument, log)
    elif kind == SEGMENT:
        choose_segment(s, argument, log)
    elif kind == BRICK:
        take_brick(s, argument, log)
    elif kind == STOP:
        finish_buying(s, log)
    elif kind == BUILD:
        choose_tile(s, argument, log)
    elif kind == PLACE:
        place(s, argument, log)
    elif kind == RAISE:
        raise_building(s, argument, log)
    elif kind == PAY:
        pay(s, argument, log)
        pay_what_is_certain(s, log)
    elif kind == UPGRADE:
        upgrade(s, argument, log)
    elif kind == SCORE_FIELD:
        score_field(s, argument, log)
        finish_action(s, log)
    elif kind == SCORE_CITY:
        score_city(s, argument, log)
        finish_action(s, log)
    elif kind == COINS:
        take_coins(s, CANNOT_ACT, log)
    elif kind == PASS:
        note(log, PASSED, s.head.to_play)
        finish_action(s, log)
    elif kind == OBJECT:
        buy_object(s, argument, log)
    elif kind == ANNOUNCE:
        announce(s, log)
    else:
        end_turn(s, log)


# ---- buying bricks

cdef void buy(Carrara* s, int how, Log* log) noexcept nogil:
    cdef int open
    if how == TURNING:
        turn_wheel(s, log)
    open = open_segments(s, mover(s))
    if open == 0:
        take_coins(s, CANNOT_PAY, log)
    elif single(open):
        choose_segment(s, bits_lowest(open), log)
    else:
        s.phase = CHOOSING_SEGMENT


cdef void turn_wheel(Carrara* s, Log* log) noexcept nogil:
    """One segment on; then bricks from the bag until the wheel is full."""
    cdef uint64_t last = s.wheel[SEGMENTS - 1], drawn
    cdef int segment, lacking
    for segment in range(SEGMENTS - 1, 0, -1):
        s.wheel[segment] = s.wheel[segment - 1]
    s.wheel[0] = last
    note(log, TURNED_WHEEL, s.head.to_play)
    lacking = printed.full_wheel - bricks_in(on_wheel(s))
    if lacking <= 0 or s.bag == 0:
        return
    drawn = draw_bricks(s, lacking)
    s.wheel[0] += drawn
    s.head.revealed = True
    note(log, DREW, s.head.to_play, EVERYONE, bricks_of(drawn, 0), bricks_of(drawn, 1),
         bricks_of(drawn, 2), bricks_of(drawn, 3), bricks_of(drawn, 4), bricks_of(drawn, 5))


cdef uint64_t draw_bricks(Carrara* s, int n) noexcept nogil:
    """Up to `n` bricks out of the bag, each as likely as any other in it."""
    cdef int left = bricks_in(s.bag), colour, pick
    cdef uint64_t before = s.bag, sums
    n = min(n, left)
    while n:
        pick = rng_below(&s.head.rng, left)
        sums = running(s.bag)
        colour = 0
        while bricks_of(sums, colour) <= pick:
            colour += 1
        s.bag -= brick(colour)
        s.head.shown += <uint32_t>1 << 4 * colour
        left -= 1
        n -= 1
    return before - s.bag


cdef void choose_segment(Carrara* s, int segment, Log* log) noexcept nogil:
    cdef uint64_t open
    cdef int colour
    s.phase = BUYING
    s.segment = <int8_t>segment
    open = open_bricks(s, mover(s))
    colour = bits_lowest(open) >> 3
    if open >> 8 * colour < 256:
        take_brick(s, colour, log)


cdef void take_brick(Carrara* s, int colour, Log* log) noexcept nogil:
    cdef Player* p = mover(s)
    cdef int price = printed.price[s.segment][colour]
    s.wheel[s.segment] -= brick(colour)
    p.bricks += brick(colour)
    p.coins -= price
    s.colour = <int8_t>colour
    s.bought = True
    note(log, BOUGHT, s.head.to_play, EVERYONE, colour, s.segment, price)
    if open_bricks(s, p) == 0:
        finish_buying(s, log)


cdef void finish_buying(Carrara* s, Log* log) noexcept nogil:
    s.segment = -1
    s.colour = 0
    s.bought = False
    finish_action(s, log)


cdef void take_coins(Carrara* s, int why, Log* log) noexcept nogil:
    mover(s).coins += printed.forced_coins
    note(log, TOOK_COINS, s.head.to_play, EVERYONE, printed.forced_coins, why)
    finish_action(s, log)


# ---- building

cdef void choose_tile(Carrara* s, int tile, Log* log) noexcept nogil:
    cdef int cities
    cdef uint64_t raises
    s.phase = PLACING
    s.tile = <int8_t>tile
    cities = open_cities(s, mover(s))
    raises = raisable(s, mover(s))
    if raises == 0 and single(cities):
        place(s, bits_lowest(cities), log)
    elif cities == 0 and single(raises):
        raise_building(s, bits_lowest(raises), log)


cdef void place(Carrara* s, int city, Log* log) noexcept nogil:
    s.city = <int8_t>city
    s.due = <int8_t>printed.cost[s.tile % COSTS]
    pay_what_is_certain(s, log)


cdef void raise_building(Carrara* s, int old, Log* log) noexcept nogil:
    cdef int city = 0
    while not mover(s).board[city] >> old & 1:
        city += 1
    s.city = <int8_t>city
    s.raised = <int8_t>old
    s.due = <int8_t>(printed.cost[s.tile % COSTS] - printed.cost[old % COSTS])
    pay_what_is_certain(s, log)


cdef void pay(Carrara* s, int colour, Log* log) noexcept nogil:
    mover(s).bricks -= brick(colour)
    s.bag += brick(colour)
    s.colour = <int8_t>colour
    s.due -= 1
    note(log, PAID, s.head.to_play, EVERYONE, colour)


cdef void pay_what_is_certain(Carrara* s, Log* log) noexcept nogil:
    """Pay bricks while there is no choice; the building stands when all are paid."""
    cdef int open
    s.phase = PAYING
    while s.due:
        open = payable(s, mover(s))
        if not single(open):
            return
        pay(s, bits_lowest(open), log)
    finish_building(s, log)


cdef void finish_building(Carrara* s, Log* log) noexcept nogil:
    cdef Player* p = mover(s)
    cdef int tile = s.tile, city = s.city
    note(log, BUILT, s.head.to_play, EVERYONE, tile, city, s.raised)
    if s.raised != NO_TILE:
        p.board[city] ^= bit(s.raised)
        s.removed |= bit(s.raised)
        p.buildings[city] -= 1
    p.board[city] |= bit(tile)
    p.buildings[city] += 1
    s.tile = s.raised = NO_TILE
    s.city = NO_CITY
    s.colour = 0
    if tile % COSTS != DEAR:
        s.row ^= bit(tile)
        refill_row(s, log)
        finish_action(s, log)
    else:
        s.dear ^= bit(tile)
        s.phase = UPGRADING


cdef void refill_row(Carrara* s, Log* log) noexcept nogil:
    cdef int tile
    if s.stack:
        tile = turn_up(s)
        s.head.shown = TILE_SHOWN + tile
        s.head.revealed = True
        note(log, TURNED_UP, -1, EVERYONE, tile)
    elif s.row == 0:
        s.thirtieth = s.head.to_play
        note(log, LAST_BUILDING, s.head.to_play)


cdef int turn_up(Carrara* s) noexcept nogil:
    """Bring any tile of the stack into the row."""
    cdef uint64_t set = s.stack
    cdef int tile, skip = rng_below(&s.head.rng, bits_count(s.stack))
    while skip:
        set &= set - 1
        skip -= 1
    tile = bits_lowest(set)
    s.stack ^= bit(tile)
    s.row |= bit(tile)
    return tile


cdef void upgrade(Carrara* s, int place, Log* log) noexcept nogil:
    if place != PLACES:
        s.upgraders ^= 1 << place
        mover(s).upgraders |= 1 << place
        note(log, TOOK_UPGRADER, s.head.to_play, EVERYONE, place)
    finish_action(s, log)


# ---- after the action

cdef void finish_action(Carrara* s, Log* log) noexcept nogil:
    s.phase = ENDING
    if not may_buy_object(s, mover(s)) and not may_announce(s):
        end_turn(s, log)


cdef void buy_object(Carrara* s, int kind, Log* log) noexcept nogil:
    cdef Player* p = mover(s)
    p.coins -= printed.object_price
    p.objects[kind] += 1
    s.field ^= 1 << kind
    s.bought = True
    note(log, BOUGHT_OBJECT, s.head.to_play, EVERYONE, kind, printed.object_price)
    finish_action(s, log)


cdef void announce(Carrara* s, Log* log) noexcept nogil:
    s.announced = s.head.to_play
    mover(s).points += printed.announcement
    note(log, ANNOUNCED, s.head.to_play, EVERYONE, printed.announcement)
    end_turn(s, log)


cdef void end_turn(Carrara* s, Log* log) noexcept nogil:
    s.bought = False
    s.phase = ACTING
    s.turns += 1
    s.head.to_play += 1
    if s.head.to_play < s.head.players:
        return
    s.head.to_play = 0
    if s.announced != NOBODY or s.thirtieth != NOBODY:
        final_scoring(s, log)
        s.head.to_play = OVER


cdef void scores(const void* state, int32_t* out) noexcept nogil:
    cdef const Carrara* s = <const Carrara*>state
    cdef int seat
    for seat in range(s.head.players):
        out[seat] = s.player[seat].points


cdef uint32_t winners(const void* state) noexcept nogil:
    """Most points; among equals the most bricks."""
    cdef const Carrara* s = <const Carrara*>state
    cdef int64_t rank[SEATS]
    cdef int seat
    for seat in range(s.head.players):
        rank[seat] = s.player[seat].points * 64 + bricks_in(s.player[seat].bricks)
    return leaders(rank, s.head.players)


# ---- the rest of the contract

cdef void setup(void* state, const uint8_t* options) noexcept nogil:
    cdef Carrara* s = <Carrara*>state
    cdef int i
    s.expansion = options[VARIANT]
    s.open_screens = options[OPEN_SCREENS]
    s.announced = s.thirtieth = NOBODY
    s.segment = -1
    s.tile = s.raised = NO_TILE
    s.city = NO_CITY
    for i in range(CITIES):
        s.scored_by[i] = NOBODY
    lay_cards(s, options)
    s.wheel[0] = EACH_COLOUR
    s.bag = EACH_COLOUR * (printed.bricks_per_colour - 1)
    for i in range(s.head.players):
        s.player[i].coins = printed.start_coins
        s.player[i].stones = printed.stones
        s.player[i].bricks = brick(printed.start_brick[i])
        s.bag -= s.player[i].bricks
    for i in range(TYPES):
        s.supply[i] = printed.objects_per_kind - 1
        s.field |= 1 << i
    s.stack = EACH_TYPE * ((1 << DEAR) - 1)
    while bits_count(s.row) < printed.row:
        turn_up(s)
    if s.expansion:
        s.dear = EACH_TYPE << DEAR
        s.upgraders = (1 << PLACES) - 1


cdef void lay_cards(Carrara* s, const uint8_t* options) noexcept nogil:
    """The chosen cards; those left to chance are drawn; the base game has the printed ones."""
    s.top = s.object = s.building = 1
    if s.expansion:
        s.top = options[TOP_CARD] or 1 + rng_below(&s.head.rng, TOP_CARDS)
        s.object = options[OBJECT_CARD] or 1 + rng_below(&s.head.rng, OBJECT_CARDS)
        s.building = options[BUILDING_CARD] or 1 + rng_below(&s.head.rng, BUILDING_CARDS)
        s.extra = 1 + (options[EXTRA_CARD] or 1 + rng_below(&s.head.rng, EXTRA_CARDS - 1))


cdef void redeal(void* state, int viewer, rng_t* rng) noexcept nogil:
    """Everything but future chance is known to who has watched: see README.md."""


check_build(BURGRAVE_BUILD)

RULES = Rules(
    build=BURGRAVE_BUILD, name=b"palaces-of-carrara", version=1, state_size=sizeof(Carrara),
    min_players=2, max_players=SEATS, secrets=False, clear_margin=10, horizon=12, picks=8,
    setup=setup, legal_moves=legal_moves, play=play, scores=scores, winners=winners,
    redeal=redeal, evaluate=NULL, fault=fault)
