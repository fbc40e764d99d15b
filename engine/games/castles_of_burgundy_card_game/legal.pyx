"""What the seat to play may do."""

from libc.stdint cimport uint8_t, uint32_t

from engine.bits cimport bits_lowest
from engine.contract cimport BURGRAVE_BUILD, OVER, check_build, move_t
from engine.games.castles_of_burgundy_card_game.princedom cimport targets
from engine.games.castles_of_burgundy_card_game.state cimport (
    ALL_KINDS, ANIMALS, ASK_ACTION, ASK_ANIMAL, ASK_BONUS, ASK_CARD, ASK_DISCARD, ASK_EITHER,
    ASK_END, ASK_FETCH, ASK_GOOD, ASK_PLACE, ASK_PURCHASE, ASK_RETURN, ASK_WHERE, BONUS,
    BOUGHT, BUILDING, BUY, CARPENTER, CASTLE, CHANGE, CHURCH, CLOISTER, DISCARD, END, GOODS,
    GOOD_SORTS, HIRE, KEEP, KNOWLEDGE, MINE, PASS, PASTURE, PLACE, PLAY, RETURN, ROWS,
    ROW_CARDS, SELL, SHIFT, SHIP, SILVER, TAKE, TAKE_ANIMAL, TAKE_GOOD, TRADE, USE, WHERE,
    Burgundy, Frame, Player, Supply, kind_of, number_of, sort_of)
from engine.games.castles_of_burgundy_card_game.tables cimport WITHIN, printed


cdef uint32_t fetched(int card) noexcept nogil:
    """The kinds of card a carpenter, church or market may fetch, as bits."""
    if sort_of(card) == CARPENTER:
        return 1 << BUILDING | 1 << KNOWLEDGE
    if sort_of(card) == CHURCH:
        return 1 << CASTLE | 1 << MINE | 1 << CLOISTER
    return 1 << PASTURE | 1 << SHIP


cdef inline int put(move_t* out, int n, int kind, int argument) noexcept nogil:
    out[n] = <move_t>kind << SHIFT | <move_t>argument
    return n + 1


cdef int put_row(const Burgundy* s, int row, uint32_t kinds, move_t* out, int n) noexcept nogil:
    """Cards of some kinds in a row of the display; copies are one move."""
    cdef const uint8_t* cards = s.display[row]
    cdef int i = 0, last = 0
    while cards[i]:
        if cards[i] != last and kinds >> kind_of(cards[i]) & 1:
            n = put(out, n, TAKE, (row + 1) << 7 | cards[i])
        last = cards[i]
        i += 1
    return n


cdef int put_rows(const Burgundy* s, uint32_t kinds, move_t* out, int n) noexcept nogil:
    cdef int row
    for row in range(ROWS):
        n = put_row(s, row, kinds, out, n)
    return n


cdef int put_projects(
        const Player* p, int kind, int number, move_t* out, int n) noexcept nogil:
    """Projects of a number, or all with 0; copies are one move."""
    cdef int i, last = 0
    for i in range(p.projects):
        if p.project[i] != last and (number == 0 or number_of(p.project[i]) == number):
            n = put(out, n, kind, p.project[i])
        last = p.project[i]
    return n


cdef int put_goods(const Player* p, move_t* out, int n) noexcept nogil:
    cdef int sort
    for sort in range(GOOD_SORTS):
        if p.goods[sort]:
            n = put(out, n, SELL, sort)
    return n


cdef int put_tops(const Supply* supply, int kind, move_t* out, int n) noexcept nogil:
    """Stacks that are not empty; two of one size and top are one move."""
    if supply.size[0]:
        n = put(out, n, kind, supply.top[0])
    if supply.size[1] and (
            supply.size[0] != supply.size[1] or supply.top[0] != supply.top[1]):
        n = put(out, n, kind, 1 << 2 | supply.top[1])
    return n


cdef int put_numbers(uint32_t numbers, int kind, move_t* out, int n) noexcept nogil:
    while numbers:
        n = put(out, n, kind, bits_lowest(numbers))
        numbers &= numbers - 1
    return n


cdef int action_moves(
        const Burgundy* s, const Player* p, const Frame* f, move_t* out) noexcept nogil:
    cdef int i, n = 0, number = f.number
    if number:
        if not f.changed:
            n = put_numbers(WITHIN[min(p.workers, 3)][number], CHANGE, out, n)
        n = put_row(s, number - 1, ALL_KINDS, out, n)
    else:
        n = put_rows(s, ALL_KINDS, out, n)
    n = put_projects(p, PLACE, number, out, n)
    if number == 0:
        n = put_goods(p, out, n)
    elif p.goods[printed.good_of[number]]:
        n = put(out, n, SELL, printed.good_of[number])
    if p.workers < printed.workers:
        n = put(out, n, HIRE, 0)
    n = put(out, n, SILVER, 0)
    for i in range(1, (p.workers + p.silver) // printed.trade + 1):
        n = put(out, n, TRADE, i)
    return n


cdef int card_moves(const Player* p, move_t* out) noexcept nogil:
    """Of a hand card only the number counts."""
    cdef uint32_t held = p.held, numbers = 0
    while held:
        numbers |= <uint32_t>1 << number_of(p.six[bits_lowest(held)])
        held &= held - 1
    return put_numbers(numbers, PLAY, out, 0)


cdef int purchase_moves(const Burgundy* s, move_t* out) noexcept nogil:
    """All three are discarded when one is used, so that only its number counts."""
    cdef uint32_t numbers = 0
    cdef int i, n = 0
    for i in range(BOUGHT):
        if i == 0 or s.bought[i] != s.bought[i - 1]:
            n = put(out, n, KEEP, s.bought[i])
        numbers |= <uint32_t>1 << number_of(s.bought[i])
    return put_numbers(numbers, USE, out, n)


cdef int return_moves(const Player* p, int amount, move_t* out) noexcept nogil:
    """How many workers; the rest is silver."""
    cdef int due = amount * printed.trade, i, n = 0
    for i in range(max(0, due - p.silver), min(due, p.workers) + 1):
        n = put(out, n, RETURN, i)
    return n


cdef int supply_moves(const Burgundy* s, int ask, move_t* out) noexcept nogil:
    cdef int n = 0
    if ask != ASK_ANIMAL:
        n = put_tops(&s.supply[GOODS], TAKE_GOOD, out, n)
    if ask != ASK_GOOD:
        n = put_tops(&s.supply[ANIMALS], TAKE_ANIMAL, out, n)
    return n


cdef int optional_moves(
        const Burgundy* s, const Player* p, const Frame* f, move_t* out) noexcept nogil:
    """Effects that may be declined."""
    cdef int n
    if f.ask == ASK_FETCH:
        n = put_rows(s, fetched(f.card), out, 0)
    elif f.ask == ASK_PLACE:
        n = put_projects(p, PLACE, 0, out, 0)
    else:
        n = put_goods(p, out, 0)
    return put(out, n, PASS, sort_of(f.card))


cdef int bonus_moves(const Burgundy* s, move_t* out) noexcept nogil:
    cdef int i, n = 0
    for i in range(printed.choices[s.round]):
        n = put(out, n, BONUS, printed.choice[s.round][i])
    return n


cdef int legal_moves(const void* state, move_t* out) noexcept nogil:
    cdef const Burgundy* s = <const Burgundy*>state
    cdef const Player* p
    cdef const Frame* f
    cdef int n, ask
    if s.head.to_play == OVER:
        return 0
    p = &s.player[s.head.to_play]
    f = &s.open[s.depth - 1]
    ask = f.ask
    if ask == ASK_ACTION:
        n = action_moves(s, p, f, out)
    elif ask == ASK_CARD:
        n = card_moves(p, out)
    elif ask == ASK_PURCHASE:
        return purchase_moves(s, out)
    elif ask == ASK_DISCARD:
        return put_projects(p, DISCARD, 0, out, 0)
    elif ask == ASK_WHERE:
        return put_numbers(targets(p, f.card), WHERE, out, 0)
    elif ask == ASK_RETURN:
        return return_moves(p, f.amount, out)
    elif ask == ASK_GOOD or ask == ASK_ANIMAL or ask == ASK_EITHER:
        n = supply_moves(s, ask, out)
    elif ask == ASK_BONUS:
        n = bonus_moves(s, out)
    elif ask == ASK_END:
        n = 0
    else:
        n = optional_moves(s, p, f, out)
    if can_buy(s):
        n = put(out, n, BUY, 0)
    return put(out, n, END, 0) if ask == ASK_END else n


cdef bint usable(const Burgundy* s, const Frame* f) noexcept nogil:
    cdef const Player* p = &s.player[s.head.to_play]
    cdef move_t moves[ROWS * ROW_CARDS]
    if f.ask == ASK_FETCH:
        return put_rows(s, fetched(f.card), moves, 0) > 0
    if f.ask == ASK_PLACE:
        return p.projects > 0 or can_buy(s)
    return p.goods[0] + p.goods[1] + p.goods[2] > 0 or can_buy(s)


check_build(BURGRAVE_BUILD)
