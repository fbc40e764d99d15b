"""Piles, display, hands and supplies: whatever chance decides."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

from engine.contract cimport BURGRAVE_BUILD, EVERYONE, Log, check_build, note, rng_below, rng_t
from engine.games.castles_of_burgundy_card_game.princedom cimport lay, target_of, targets
from engine.games.castles_of_burgundy_card_game.state cimport (
    ANIMALS, ANIMAL_SORTS, BOUGHT, BY_EGON_CLOISTER, CARDS, CLEARED, CLOISTER, DEALT, DREW,
    EGON_CARDS, EGON_LAID, FACES, GOODS, GOOD_SORTS, GOT_ANIMAL, GOT_GOOD, HAND, LAID_OUT,
    PURCHASED, ROUND_BEGAN, ROWS, SAW, SCORED, SHUFFLED, SPLIT, TURNED_UP, Burgundy, Player,
    Supply, kind_of, number_of, show)
from engine.games.castles_of_burgundy_card_game.tables cimport printed


# ---- piles

cdef void discard(Burgundy* s, int card) noexcept nogil:
    s.discarded[card] += 1
    s.discard_count += 1


cdef void shuffle_discards(Burgundy* s, Log* log) noexcept nogil:
    """The discard pile becomes the draw pile, whose order is open until drawn."""
    cdef int card, n = 0
    for card in range(FACES):
        while s.discarded[card]:
            s.discarded[card] -= 1
            s.pile[n] = <uint8_t>card
            n += 1
    note(log, SHUFFLED, -1, EVERYONE, n)
    s.pile_count = <uint8_t>n
    s.discard_count = 0
    s.shuffles += 1


cdef int draw(Burgundy* s, Log* log) noexcept nogil:
    """The top card of the draw pile; pile and discards are not both empty."""
    cdef int i, card
    if s.pile_count == 0:
        shuffle_discards(s, log)
    i = rng_below(&s.head.rng, s.pile_count)
    card = s.pile[i]
    s.pile_count -= 1
    s.pile[i] = s.pile[s.pile_count]
    s.pile[s.pile_count] = 0
    return card


cdef void insert(uint8_t* cards, int card) noexcept nogil:
    """Put a card in its place among ascending ones; a 0 ends them."""
    cdef uint8_t here, next = <uint8_t>card
    while next:
        here = cards[0]
        if here == 0 or here > next:
            cards[0] = next
            next = here
        cards += 1


cdef void turn_up(Burgundy* s, Log* log) noexcept nogil:
    cdef uint8_t cards[BOUGHT + 1]
    cdef int i
    memset(cards, 0, sizeof(cards))
    for _ in range(BOUGHT):
        insert(cards, draw(s, log))
    for i in range(BOUGHT):
        s.bought[i] = cards[i]
        show(s, cards[i])
    note(log, PURCHASED, s.head.to_play, EVERYONE, cards[0], cards[1], cards[2])


# ---- goods and animals

cdef int pick(Supply* supply, rng_t* rng) noexcept nogil:
    """Remove one card at random from those under the tops."""
    cdef int sort = 0, n = 0, i
    for i in range(ANIMAL_SORTS):
        n += supply.below[i]
    n = rng_below(rng, n)
    while n >= supply.below[sort]:
        n -= supply.below[sort]
        sort += 1
    supply.below[sort] -= 1
    return sort


cdef void turn_up_top(Burgundy* s, int which, int stack, Log* log) noexcept nogil:
    cdef Supply* supply = &s.supply[which]
    cdef int sort = pick(supply, &s.head.rng)
    supply.top[stack] = <uint8_t>sort
    show(s, sort)
    note(log, TURNED_UP, -1, EVERYONE, which, stack, sort, supply.size[stack])


cdef void take_top(Burgundy* s, int which, int stack, Log* log) noexcept nogil:
    cdef Supply* supply = &s.supply[which]
    cdef Player* p = &s.player[s.head.to_play]
    cdef int sort = supply.top[stack], other = 1 - stack
    if which == GOODS:
        p.goods[sort] += 1
    else:
        p.animals[sort] += 1
    note(log, GOT_GOOD if which == GOODS else GOT_ANIMAL, s.head.to_play, EVERYONE, sort, stack)
    supply.top[stack] = 0
    supply.size[stack] -= 1
    if supply.size[stack] == 0:
        supply.size[stack] = supply.size[other] >> 1
        supply.size[other] -= supply.size[stack]
        if supply.size[stack]:
            note(log, SPLIT, -1, EVERYONE, which, supply.size[0], supply.size[1])
    if supply.size[stack]:
        turn_up_top(s, which, stack, log)


cdef void fill_supply(Burgundy* s, int which, int sorts, int copies) noexcept nogil:
    """One card to each player, the rest in two stacks of which the first may be larger by one."""
    cdef Supply* supply = &s.supply[which]
    cdef int i, sort, left = sorts * copies - s.head.players
    for i in range(sorts):
        supply.below[i] = <uint8_t>copies
    for i in range(s.head.players):
        sort = pick(supply, &s.head.rng)
        if which == GOODS:
            s.player[i].goods[sort] += 1
        else:
            s.player[i].animals[sort] += 1
    supply.size[0] = <uint8_t>(left - left // 2)
    supply.size[1] = <uint8_t>(left // 2)
    for i in range(2):
        supply.top[i] = <uint8_t>pick(supply, &s.head.rng)


# ---- rounds

cdef void draw_hands(Burgundy* s, Log* log) noexcept nogil:
    cdef int seat, n = 2 if s.turn == 0 else 1
    cdef Player* p
    if s.turn == HAND - 1:
        return
    s.head.revealed = True
    for seat in range(s.head.players):
        p = &s.player[seat]
        p.held |= 3 if s.turn == 0 else 2 << s.turn
        note(log, DREW, seat, EVERYONE, n)
        note(log, SAW, seat, seat, p.six[s.turn + 1], p.six[0] if s.turn == 0 else 0)


cdef void clear_display(Burgundy* s, Log* log) noexcept nogil:
    cdef int row, i, n = 0
    for row in range(ROWS):
        i = 0
        while s.display[row][i]:
            discard(s, s.display[row][i])
            i += 1
        n += i
    memset(s.display, 0, sizeof(s.display))
    note(log, CLEARED, -1, EVERYONE, n)


cdef void lay_display(Burgundy* s, Log* log) noexcept nogil:
    """Row by row, then by number.  The sixes come first if cards run short.

    These can always be dealt: of four players' 96 hand cards, all castles, town halls, free
    cards and purchases they can pay for by then, at most 87 cards are projects or placed.
    """
    cdef int i, row, card, wanted = printed.display[s.head.players - 1]
    cdef int spare = s.pile_count + s.discard_count - HAND * s.head.players
    for i in range(min(wanted, spare)):
        card = draw(s, log)
        row = i % ROWS if i < printed.in_rows[s.head.players - 1] else number_of(card) - 1
        insert(s.display[row], card)
        note(log, LAID_OUT, -1, EVERYONE, card, row + 1)
    for row in range(ROWS):
        i = 0
        show(s, FACES + row)
        while s.display[row][i]:
            show(s, s.display[row][i])
            i += 1


cdef void deal_sixes(Burgundy* s, Log* log) noexcept nogil:
    cdef int seat, i, shuffles = s.shuffles
    for seat in range(s.head.players):
        s.player[seat].older = 0
        for i in range(HAND):
            s.player[seat].six[i] = <uint8_t>draw(s, log)
            s.player[seat].older |= (s.shuffles == shuffles) << i
        note(log, DEALT, seat, EVERYONE, HAND)
    s.dealt_in = s.shuffles
    if s.shuffles == shuffles:
        for seat in range(s.head.players):
            s.player[seat].older = 0


cdef void reveal_egon(Burgundy* s, Log* log) noexcept nogil:
    """Turn up Egon's next pile and sort it into his princedom."""
    cdef uint8_t cards[EGON_CARDS + 1]
    cdef int i, card, n = printed.egon_piles[s.round]
    memset(cards, 0, sizeof(cards))
    for i in range(n):
        insert(cards, s.egon[s.egon_shown + i])
    memcpy(&s.egon[s.egon_shown], cards, n)
    s.egon_shown += n
    for i in range(n):
        card = cards[i]
        show(s, card)
        note(log, EGON_LAID, -1, EVERYONE, card)
        lay(s, 1, card, egon_target(&s.player[1], card), log)
        if kind_of(card) == CLOISTER:
            s.player[0].points += printed.cloister_points
            note(log, SCORED, 0, EVERYONE, printed.cloister_points, BY_EGON_CLOISTER)


cdef int egon_target(const Player* egon, int card) noexcept nogil:
    """His cards only ever lie with their own kind."""
    cdef uint32_t found = targets(egon, card)
    cdef int size
    for size in range(1, 3):
        if found >> target_of(kind_of(card), size) & 1:
            return target_of(kind_of(card), size)
    return 0


cdef void begin_round(Burgundy* s, Log* log) noexcept nogil:
    s.turn = 0
    note(log, ROUND_BEGAN, -1, EVERYONE, s.round + 1)
    if s.head.players == 1:
        reveal_egon(s, log)
    lay_display(s, log)
    deal_sixes(s, log)
    draw_hands(s, log)


cdef void deal_new_game(Burgundy* s) noexcept nogil:
    cdef int i, seat
    memcpy(s.pile, printed.deck, CARDS)
    s.pile_count = CARDS
    fill_supply(s, GOODS, GOOD_SORTS, printed.good_copies)
    fill_supply(s, ANIMALS, ANIMAL_SORTS, printed.animal_copies)
    for seat in range(s.head.players):
        s.player[seat].silver = printed.start_silver
        s.player[seat].workers = printed.start_workers[seat]
    if s.head.players == 1:
        s.player[0].workers = printed.solo_workers
        for i in range(EGON_CARDS):
            s.egon[i] = <uint8_t>draw(s, NULL)


# ---- guessing

cdef struct Hidden:
    int count
    int ordered                 # of these, those whose place matters: the draw pile is last
    uint8_t* slot[CARDS]        # where the hidden cards of one shuffle lie


cdef inline void hide(Hidden* h, uint8_t* slot) noexcept nogil:
    h.slot[h.count] = slot
    h.count += 1


cdef void find_hidden(Burgundy* s, int viewer, int shuffle, Hidden* h) noexcept nogil:
    """What of a shuffle's cards the viewer has not seen."""
    cdef int seat, i
    cdef Player* p
    h.count = 0
    for seat in range(s.head.players):
        p = &s.player[seat]
        for i in range(HAND):
            if (p.six[i] and not (seat == viewer and p.held >> i & 1)
                    and shuffle == s.dealt_in - (p.older >> i & 1)):
                hide(h, &p.six[i])
    if shuffle == 0 and s.head.players == 1:
        for i in range(s.egon_shown, EGON_CARDS):
            hide(h, &s.egon[i])
    h.ordered = h.count
    if shuffle == s.shuffles:
        for i in range(s.pile_count):
            hide(h, &s.pile[i])


cdef void guess_hidden(Hidden* h, rng_t* rng) noexcept nogil:
    """Deal the hidden cards anew, from ascending order."""
    cdef uint8_t counts[FACES]
    cdef uint8_t cards[CARDS]
    cdef int i, j, face, n = 0
    memset(counts, 0, sizeof(counts))
    for i in range(h.count):
        counts[h.slot[i][0]] += 1
    for face in range(FACES):
        for _ in range(counts[face]):
            cards[n] = <uint8_t>face
            n += 1
    for i in range(h.ordered):
        n -= 1
        j = rng_below(rng, n + 1)
        h.slot[i][0] = cards[j]
        cards[j] = cards[n]
    for i in range(n):
        h.slot[h.ordered + i][0] = cards[i]


cdef void redeal(void* state, int viewer, rng_t* rng) noexcept nogil:
    """Cards of one shuffle that the viewer has not seen change places with each other."""
    cdef Burgundy* s = <Burgundy*>state
    cdef Hidden h
    cdef int i, done = -1
    cdef int shuffles[4]
    shuffles[0] = 0
    shuffles[1] = s.dealt_in - 1
    shuffles[2] = s.dealt_in
    shuffles[3] = s.shuffles
    for i in range(4):
        if shuffles[i] > done:
            done = shuffles[i]
            find_hidden(s, viewer, done, &h)
            guess_hidden(&h, rng)


check_build(BURGRAVE_BUILD)
