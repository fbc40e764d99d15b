"""The Castles of Burgundy: The Card Game: play one of two cards for its number, and take an action.

A move is `kind << 20 | argument`; words.py reads it back.  What is still to be decided or done
in a turn is a stack of frames: the top one says what is asked, and why.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memset

from engine.bits cimport bits_lowest
from engine.contract cimport BURGRAVE_BUILD, EVERYONE, OVER, Log, Rules, check_build, move_t, note
from engine.games.castles_of_burgundy_card_game.count cimport (
    count_all, fault, score, scores, winners)
from engine.games.castles_of_burgundy_card_game.deal cimport (
    begin_round, clear_display, deal_new_game, discard, draw_hands, redeal, take_top, turn_up)
from engine.games.castles_of_burgundy_card_game.legal cimport (
    can_buy, legal_moves, supply_moves, usable)
from engine.games.castles_of_burgundy_card_game.princedom cimport lay, targets
from engine.games.castles_of_burgundy_card_game.state cimport (
    ANIMALS, ASK_ACTION, ASK_ANIMAL, ASK_BONUS, ASK_CARD, ASK_DISCARD, ASK_EITHER, ASK_END,
    ASK_FETCH, ASK_GOOD, ASK_PLACE, ASK_PURCHASE, ASK_RETURN, ASK_SALE, ASK_WHERE, BANK,
    BOARDING_HOUSE, BONUS, BOUGHT, BUY, BY_ACTION, BY_BONUS, BY_NUMBER, BY_PURCHASE, BY_SALE,
    BY_TRADE, CAME_TO_NOTHING, CARPENTER, CASTLE, CHANGE, CHANGED, CHURCH, CLOISTER, COMPARED,
    DISCARD, DISCARDED, DROPPED, EFFECT, GOODS, GOT_SILVER, GOT_START_CARD, GOT_WORKERS, HIRE, KEEP,
    KEPT, KNOWLEDGE, MARKET, MINE, PAID_SILVER, PAID_WORKERS, PASS, PASTURE, PLACE, PLAY, PLAYED,
    PROJECTS, RETURN, ROUNDS, SCORED, SEATS, SELL, SHIFT, SHIP, SILVER, SOLD, TAKE,
    TAKE_ANIMAL, TAKE_GOOD, TOOK, TOWN_HALL, TRADE, TURNS, USE, USED, WAREHOUSE, WATCHTOWER,
    WHERE, WHY_BOUGHT_CARD, WHY_HAND_CARD, WHY_PLACED_CARD, WHY_TAKING, WHY_TRIPLET, WHY_TURN,
    Burgundy, Frame, Player, kind_of, number_of, sort_of)
from engine.games.castles_of_burgundy_card_game.tables cimport (
    Bonus, distance, printed, unpacked)


# ---- frames

cdef void push(
        Burgundy* s, int ask, int why, int card=0, int number=0, int amount=0) noexcept nogil:
    cdef Frame* f = &s.open[s.depth]
    s.depth += 1
    f.ask = <uint8_t>ask
    f.why = <uint8_t>why
    f.card = <uint8_t>card
    f.number = <uint8_t>number
    f.amount = <uint8_t>amount
    f.changed = False


cdef void pop(Burgundy* s) noexcept nogil:
    s.depth -= 1
    memset(&s.open[s.depth], 0, sizeof(Frame))


# ---- gains

cdef void gain_silver(Burgundy* s, int n, int reason, Log* log) noexcept nogil:
    if n:
        s.player[s.head.to_play].silver += n
        note(log, GOT_SILVER, s.head.to_play, EVERYONE, n, reason)


cdef void gain_workers(Burgundy* s, int n, int reason, Log* log) noexcept nogil:
    if n:
        s.player[s.head.to_play].workers += n
        note(log, GOT_WORKERS, s.head.to_play, EVERYONE, n, reason)


cdef void gain_points(Burgundy* s, int n, int reason, Log* log) noexcept nogil:
    if n:
        s.player[s.head.to_play].points += n
        note(log, SCORED, s.head.to_play, EVERYONE, n, reason)


cdef void pay_silver(Burgundy* s, int n, int reason, Log* log) noexcept nogil:
    if n:
        s.player[s.head.to_play].silver -= n
        note(log, PAID_SILVER, s.head.to_play, EVERYONE, n, reason)


cdef void pay_workers(Burgundy* s, int n, int reason, Log* log) noexcept nogil:
    if n:
        s.player[s.head.to_play].workers -= n
        note(log, PAID_WORKERS, s.head.to_play, EVERYONE, n, reason)


# ---- playing

cdef void play(void* state, move_t move, Log* log) noexcept nogil:
    cdef Burgundy* s = <Burgundy*>state
    cdef int kind = move >> SHIFT, argument = move & ((1 << SHIFT) - 1)
    s.head.shown = 0
    s.head.revealed = False
    if kind == PLAY:
        play_card(s, argument, log)
    elif kind == CHANGE:
        change_number(s, argument, log)
    elif kind == TAKE:
        take_from_display(s, argument >> 7, argument & 127, log)
    elif kind == PLACE:
        place(s, argument, log)
    elif kind == SELL:
        sell(s, argument, log)
    elif kind == HIRE:
        pop(s)
        gain_workers(s, printed.workers - s.player[s.head.to_play].workers, BY_ACTION, log)
    elif kind == SILVER:
        pop(s)
        gain_silver(s, printed.silver, BY_ACTION, log)
    elif kind == TRADE:
        trade(s, argument, log)
    elif kind == RETURN:
        give_back(s, s.open[s.depth - 1].amount, argument, log)
    elif kind == WHERE:
        place_on(s, s.open[s.depth - 1].card, argument, log)
    elif kind == DISCARD:
        make_room(s, argument, log)
    elif kind == TAKE_GOOD:
        take_once(s, GOODS, argument >> 2, log)
    elif kind == TAKE_ANIMAL:
        take_once(s, ANIMALS, argument >> 2, log)
    elif kind == BONUS:
        take_bonus(s, argument, log)
    elif kind == BUY:
        buy(s, log)
    elif kind == KEEP:
        keep_bought(s, argument, log)
    elif kind == USE:
        use_bought(s, argument, log)
    elif kind == PASS:
        pop(s)
    else:
        pop(s)
        end_turn(s, log)
    settle(s, log)


cdef void play_card(Burgundy* s, int number, Log* log) noexcept nogil:
    """Of two cards of one number the one held longer goes."""
    cdef Player* p = &s.player[s.head.to_play]
    cdef int kept = bits_lowest(p.held), card = p.six[kept]
    if number_of(card) != number:
        # The older card stays and takes the place of the newer one.
        card = p.six[kept + 1]
        p.six[kept + 1] = p.six[kept]
        p.older = (p.older & ~(2 << kept)) | (p.older >> kept & 1) << (kept + 1)
    p.six[kept] = 0
    p.held &= ~(1 << kept)
    p.older &= ~(1 << kept)
    discard(s, card)
    s.head.revealed = True
    note(log, PLAYED, s.head.to_play, EVERYONE, card)
    pop(s)
    push(s, ASK_ACTION, WHY_HAND_CARD, card, number)


cdef void change_number(Burgundy* s, int number, Log* log) noexcept nogil:
    cdef Frame* f = &s.open[s.depth - 1]
    cdef int cost = distance(f.number, number)
    pay_workers(s, cost, BY_NUMBER, log)
    note(log, CHANGED, s.head.to_play, EVERYONE, f.number, number, cost)
    f.number = <uint8_t>number
    f.changed = True


cdef void take_from_display(Burgundy* s, int row, int card, Log* log) noexcept nogil:
    cdef uint8_t* cards = s.display[row - 1]
    while cards[0] != card:
        cards += 1
    while cards[0]:
        cards[0] = cards[1]
        cards += 1
    note(log, TOOK, s.head.to_play, EVERYONE, card, row)
    pop(s)
    add_project(s, card, log)


cdef void add_project(Burgundy* s, int card, Log* log) noexcept nogil:
    """Lay a card with the projects; a full table must make room first."""
    cdef Player* p = &s.player[s.head.to_play]
    cdef int i = p.projects
    if i == PROJECTS:
        push(s, ASK_DISCARD, WHY_TAKING, card)
        return
    while i and p.project[i - 1] > card:
        p.project[i] = p.project[i - 1]
        i -= 1
    p.project[i] = <uint8_t>card
    p.projects += 1
    note(log, KEPT, s.head.to_play, EVERYONE, card)


cdef void remove_project(Player* p, int card) noexcept nogil:
    cdef int i = 0
    while p.project[i] != card:
        i += 1
    p.projects -= 1
    while i < p.projects:
        p.project[i] = p.project[i + 1]
        i += 1
    p.project[i] = 0


cdef void make_room(Burgundy* s, int card, Log* log) noexcept nogil:
    cdef int taken = s.open[s.depth - 1].card
    remove_project(&s.player[s.head.to_play], card)
    discard(s, card)
    note(log, DISCARDED, s.head.to_play, EVERYONE, card)
    pop(s)
    add_project(s, taken, log)


cdef void place(Burgundy* s, int card, Log* log) noexcept nogil:
    cdef Player* p = &s.player[s.head.to_play]
    cdef Frame* f = &s.open[s.depth - 1]
    cdef uint32_t found = targets(p, card)
    remove_project(p, card)
    if found & (found - 1):
        f.ask = ASK_WHERE
        f.card = <uint8_t>card
        f.number = 0
        f.changed = False
    else:
        place_on(s, card, bits_lowest(found), log)


cdef void place_on(Burgundy* s, int card, int target, Log* log) noexcept nogil:
    """Bonus cards come at once; then the bonus of the round, then the card's own effect."""
    cdef int seat = s.head.to_play
    pop(s)
    if lay(s, seat, card, target, log):
        if kind_of(card) != CLOISTER:
            push(s, EFFECT, WHY_PLACED_CARD, card)
        push(s, ASK_BONUS, WHY_TRIPLET, card)
    else:
        start_effect(s, card, log)


cdef void start_effect(Burgundy* s, int card, Log* log) noexcept nogil:
    cdef int sort = sort_of(card)
    if sort == CASTLE:
        push(s, ASK_ACTION, WHY_PLACED_CARD, card)
    elif sort == MINE:
        gain_silver(s, printed.mine_silver, sort, log)
    elif sort == KNOWLEDGE:
        gain_workers(s, printed.knowledge_workers, sort, log)
    elif sort == SHIP:
        push(s, ASK_GOOD, WHY_PLACED_CARD, card, 0, 1)
    elif sort == PASTURE:
        push(s, ASK_ANIMAL, WHY_PLACED_CARD, card, 0, 1)
    elif sort == CARPENTER or sort == CHURCH or sort == MARKET:
        push(s, ASK_FETCH, WHY_PLACED_CARD, card)
    elif sort == WATCHTOWER:
        gain_points(s, printed.watchtower_points, sort, log)
    elif sort == BANK:
        gain_silver(s, printed.bank_silver, sort, log)
    elif sort == BOARDING_HOUSE:
        push(s, ASK_EITHER, WHY_PLACED_CARD, card, 0, 1)
    elif sort == WAREHOUSE:
        push(s, ASK_SALE, WHY_PLACED_CARD, card)
    elif sort == TOWN_HALL:
        push(s, ASK_PLACE, WHY_PLACED_CARD, card)


cdef void sell(Burgundy* s, int sort, Log* log) noexcept nogil:
    """The seller takes the start player card, which changes nothing in the running round."""
    cdef int seat = s.head.to_play
    cdef Player* p = &s.player[seat]
    cdef int n = p.goods[sort]
    pop(s)
    p.goods[sort] = 0
    p.sold[sort] += n
    note(log, SOLD, seat, EVERYONE, sort, n, n * printed.good_points)
    gain_silver(s, n * printed.good_silver, BY_SALE, log)
    if s.holder >= 0:
        s.holder = <int8_t>seat
        s.face_down = True
        note(log, GOT_START_CARD, seat, EVERYONE, 1)


cdef void trade(Burgundy* s, int points, Log* log) noexcept nogil:
    """Ask for the workers among what is returned unless there is no choice."""
    cdef const Player* p = &s.player[s.head.to_play]
    cdef Frame* f = &s.open[s.depth - 1]
    cdef int due = points * printed.trade
    cdef int least = max(0, due - p.silver)
    if least == min(due, p.workers):
        give_back(s, points, least, log)
    else:
        f.ask = ASK_RETURN
        f.number = 0
        f.changed = False
        f.amount = <uint8_t>points


cdef void give_back(Burgundy* s, int points, int workers, Log* log) noexcept nogil:
    pop(s)
    pay_workers(s, workers, BY_TRADE, log)
    pay_silver(s, points * printed.trade - workers, BY_TRADE, log)
    gain_points(s, points, BY_TRADE, log)


cdef void take_once(Burgundy* s, int which, int stack, Log* log) noexcept nogil:
    """One of what the top frame gives."""
    cdef Frame* f = &s.open[s.depth - 1]
    f.amount -= 1
    if f.amount == 0:
        pop(s)
    take_top(s, which, stack, log)


cdef void take_bonus(Burgundy* s, uint32_t choice, Log* log) noexcept nogil:
    cdef Bonus bonus = unpacked(choice)
    cdef int card = s.open[s.depth - 1].card
    pop(s)
    gain_points(s, bonus.points, BY_BONUS, log)
    gain_silver(s, bonus.silver, BY_BONUS, log)
    gain_workers(s, bonus.workers, BY_BONUS, log)
    if bonus.animals:
        push(s, ASK_ANIMAL, WHY_TRIPLET, card, 0, bonus.animals)
    if bonus.goods:
        push(s, ASK_GOOD, WHY_TRIPLET, card, 0, bonus.goods)


# ---- the purchase

cdef void buy(Burgundy* s, Log* log) noexcept nogil:
    cdef int i
    if s.open[s.depth - 1].ask == ASK_END:
        pop(s)
    for i in range(s.depth):
        s.open[i].changed = False
    s.purchased = True
    pay_silver(s, printed.price, BY_PURCHASE, log)
    turn_up(s, log)
    push(s, ASK_PURCHASE, WHY_TURN)


cdef void discard_others(Burgundy* s, int chosen, Log* log) noexcept nogil:
    """Discard what was bought but for one copy of the card chosen."""
    cdef int i, n = 0
    cdef uint8_t others[BOUGHT]
    for i in range(BOUGHT):
        if s.bought[i] == chosen:
            chosen = 0
        else:
            discard(s, s.bought[i])
            others[n] = s.bought[i]
            n += 1
        s.bought[i] = 0
    note(log, DROPPED, s.head.to_play, EVERYONE, others[0], others[1])


cdef void keep_bought(Burgundy* s, int card, Log* log) noexcept nogil:
    discard_others(s, card, log)
    pop(s)
    add_project(s, card, log)


cdef void use_bought(Burgundy* s, int number, Log* log) noexcept nogil:
    cdef int i = 0, card
    while number_of(s.bought[i]) != number:
        i += 1
    card = s.bought[i]
    note(log, USED, s.head.to_play, EVERYONE, card)
    discard(s, card)
    discard_others(s, card, log)
    pop(s)
    push(s, ASK_ACTION, WHY_BOUGHT_CARD, card, number)


# ---- what follows a move

cdef void settle(Burgundy* s, Log* log) noexcept nogil:
    """Do all that needs no decision, up to the next one."""
    while s.head.to_play != OVER:
        if s.depth == 0:
            if can_buy(s):
                push(s, ASK_END, WHY_TURN)
                return
            end_turn(s, log)
        elif not settle_top(s, &s.open[s.depth - 1], log):
            return


cdef bint settle_top(Burgundy* s, Frame* f, Log* log) noexcept nogil:
    """Do what the top frame says if there is nothing to choose; whether it is done."""
    cdef move_t moves[8]
    cdef int n, ask = f.ask, card = f.card
    if ask <= ASK_RETURN or ask == ASK_BONUS or ask == ASK_END:
        return False
    if ask == EFFECT:
        pop(s)
        start_effect(s, card, log)
        return True
    if ask <= ASK_EITHER:
        n = supply_moves(s, ask, moves)
        if n == 0:
            note(log, CAME_TO_NOTHING, s.head.to_play, EVERYONE, card, ask)
            pop(s)
            return True
        if n > 1 or can_buy(s):
            return False
        take_once(s, GOODS if moves[0] >> SHIFT == TAKE_GOOD else ANIMALS,
                  (moves[0] & 7) >> 2, log)
        return True
    if usable(s, f):
        return False
    note(log, CAME_TO_NOTHING, s.head.to_play, EVERYONE, card, ask)
    pop(s)
    return True


cdef void start_turn(Burgundy* s, int seat) noexcept nogil:
    s.head.to_play = <int8_t>seat
    s.purchased = False
    push(s, ASK_CARD, WHY_TURN)


cdef void end_turn(Burgundy* s, Log* log) noexcept nogil:
    cdef int next = s.head.to_play + 1
    if next == s.head.players:
        next = 0
    if next == s.first:
        s.turn += 1
        if s.turn == TURNS:
            end_round(s, log)
            return
        draw_hands(s, log)
    start_turn(s, next)


cdef void end_round(Burgundy* s, Log* log) noexcept nogil:
    cdef bint lost = False
    if s.head.players == 1:
        lost = score(s, 0) < score(s, 1)
        note(log, COMPARED, -1, EVERYONE, score(s, 0), score(s, 1))
    if lost or s.round == ROUNDS - 1:
        s.head.to_play = OVER
        s.purchased = False
        count_all(s, log)
        return
    clear_display(s, log)
    s.round += 1
    pass_start_card(s, log)
    begin_round(s, log)
    start_turn(s, s.first)


cdef void pass_start_card(Burgundy* s, Log* log) noexcept nogil:
    """Face down it is turned up where it lies, face up it goes on to the next seat."""
    if s.holder < 0:
        return
    if not s.face_down:
        s.holder = <int8_t>((s.holder + 1) % s.head.players)
    s.face_down = False
    s.first = s.holder
    note(log, GOT_START_CARD, s.holder, EVERYONE, 0)


cdef void setup(void* state, const uint8_t* options) noexcept nogil:
    cdef Burgundy* s = <Burgundy*>state
    s.holder = 0 if s.head.players > 1 else -1
    deal_new_game(s)
    begin_round(s, NULL)
    s.head.shown = 0
    s.head.revealed = False
    start_turn(s, 0)


check_build(BURGRAVE_BUILD)

RULES = Rules(
    build=BURGRAVE_BUILD, name=b"castles-of-burgundy-card-game", version=1,
    state_size=sizeof(Burgundy), min_players=1, max_players=SEATS, secrets=True,
    clear_margin=2, horizon=16, picks=8,
    setup=setup, legal_moves=legal_moves, play=play, scores=scores, winners=winners,
    redeal=redeal, evaluate=NULL, fault=fault)
