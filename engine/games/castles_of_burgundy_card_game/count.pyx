"""Points, winners, and whether everything adds up."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

from engine.bits cimport bits_count
from engine.contract cimport BURGRAVE_BUILD, EVERYONE, OVER, Log, check_build, leaders, note
from engine.games.castles_of_burgundy_card_game.princedom cimport size_of, told
from engine.games.castles_of_burgundy_card_game.state cimport (
    ALL_KINDS, ANIMAL_SORTS, ASK_CARD, ASK_DISCARD, ASK_PURCHASE, ASK_WHERE, BOUGHT,
    BY_ANIMALS, BY_FIRSTS, BY_POINT_CARDS, BY_SEVEN, BY_SOLD, BY_START_CARD, BY_TRIPLETS, CARDS,
    CLOISTER, COUNTED, EFFECT, EGON_CARDS, FACES, FRAMES, GOODS, GOOD_SORTS, HAND, KINDS, NO_ASK,
    PROJECTS,
    ROUNDS, SEATS, STACKS, SUPPLIES, TURNS, Burgundy, Player, Stack, Supply, kind_of)
from engine.games.castles_of_burgundy_card_game.tables cimport printed


# ---- points

cdef int triplets(const Player* p, int kind) noexcept nogil:
    cdef int i, n = 0
    for i in range(p.stacks):
        n += p.stack[i].kind == kind and p.stack[i].card[2] != 0
    return n


cdef int animal_points(const Player* p, int* unscored) noexcept nogil:
    """Sets of different animals, the largest first; those left single score nothing."""
    cdef int points = 0, level = 1, different = 0, i
    unscored[0] = 0
    while True:
        different = 0
        for i in range(ANIMAL_SORTS):
            different += p.animals[i] >= level
        if different == 0:
            return points
        points += printed.sets[different]
        unscored[0] += different == 1
        level += 1


cdef int points_by(const Burgundy* s, int seat, int reason) noexcept nogil:
    cdef const Player* p = &s.player[seat]
    cdef int kind, unscored, points = 0
    if reason == BY_TRIPLETS:
        for kind in range(KINDS):
            points += triplets(p, kind) * printed.triplet[kind]
        return points
    if reason == BY_FIRSTS:
        return bits_count(p.firsts) * printed.first_points
    if reason == BY_SEVEN:
        return p.seven
    if reason == BY_POINT_CARDS:
        return p.points
    if reason == BY_SOLD:
        return (p.sold[0] + p.sold[1] + p.sold[2]) * printed.good_points
    if reason == BY_ANIMALS:
        return animal_points(p, &unscored)
    return printed.start_card_points if s.holder == seat else 0


cdef int score(const Burgundy* s, int seat) noexcept nogil:
    cdef int reason, points = 0
    for reason in range(BY_TRIPLETS, BY_START_CARD + 1):
        points += points_by(s, seat, reason)
    return points


cdef int counted(const Burgundy* s) noexcept nogil:
    """Players with points: Egon is one."""
    return max(2, s.head.players)


cdef void count_all(const Burgundy* s, Log* log) noexcept nogil:
    cdef int seat, reason, points
    if log is NULL:
        return
    for seat in range(counted(s)):
        for reason in range(BY_TRIPLETS, BY_START_CARD + 1):
            points = points_by(s, seat, reason)
            if points:
                note(log, COUNTED, told(s, seat), EVERYONE, points, reason)


cdef void scores(const void* state, int32_t* out) noexcept nogil:
    cdef const Burgundy* s = <const Burgundy*>state
    cdef int seat
    for seat in range(counted(s)):
        out[seat] = score(s, seat)


cdef int store(const Player* p) noexcept nogil:
    """What is left over decides a tie."""
    cdef int unscored
    animal_points(p, &unscored)
    return p.workers + p.silver + p.goods[0] + p.goods[1] + p.goods[2] + unscored


cdef uint32_t winners(const void* state) noexcept nogil:
    """Most points, then most in store; alone against Egon, as many points as he."""
    cdef const Burgundy* s = <const Burgundy*>state
    cdef int64_t rank[SEATS]
    cdef int seat
    if s.head.players == 1:
        return score(s, 0) >= score(s, 1)
    for seat in range(s.head.players):
        rank[seat] = score(s, seat) << 12 | store(&s.player[seat])
    return leaders(rank, s.head.players)


# ---- what must always hold

cdef const char* fault(const void* state) noexcept nogil:
    cdef const Burgundy* s = <const Burgundy*>state
    cdef const char* broken = cards_fault(s)
    cdef int seat
    if broken is NULL:
        broken = supply_fault(s)
    if broken is NULL:
        broken = turn_fault(s)
    if broken is NULL:
        broken = bonus_fault(s)
    for seat in range(counted(s)):
        if broken is NULL:
            broken = player_fault(&s.player[seat])
    return broken


cdef int tally(uint8_t* counts, const uint8_t* cards, int n) noexcept nogil:
    """Count the cards among `n` places; how many there are."""
    cdef int i, found = 0
    for i in range(n):
        if cards[i]:
            counts[cards[i]] += 1
            found += 1
    return found


cdef const char* cards_fault(const Burgundy* s) noexcept nogil:
    cdef uint8_t counts[256]
    cdef int i, n = 0, discarded = 0
    memset(counts, 0, sizeof(counts))
    for i in range(SEATS):
        tally(counts, s.player[i].project, PROJECTS)
        tally(counts, s.player[i].six, HAND)
        for n in range(STACKS if i < s.head.players else 0):
            tally(counts, s.player[i].stack[n].card, 3)
    tally(counts, &s.display[0][0], sizeof(s.display))
    tally(counts, s.egon, EGON_CARDS)
    tally(counts, s.bought, BOUGHT)
    for i in range(s.depth):
        if s.open[i].ask == ASK_DISCARD or s.open[i].ask == ASK_WHERE:
            counts[s.open[i].card] += 1
    if tally(counts, s.pile, CARDS) != s.pile_count:
        return b"the draw pile is miscounted"
    for i in range(FACES):
        discarded += s.discarded[i]
        if counts[i] + s.discarded[i] != printed.copies[i]:
            return b"a card is lost or doubled"
    if discarded != s.discard_count:
        return b"the discard pile is miscounted"
    return NULL


cdef int copies_of(const Burgundy* s, int which, int sort) noexcept nogil:
    """How many cards of a sort there are, wherever they lie."""
    cdef const Supply* supply = &s.supply[which]
    cdef int i, n = supply.below[sort]
    for i in range(2):
        n += supply.size[i] > 0 and supply.top[i] == sort
    for i in range(s.head.players):
        if which == GOODS:
            n += s.player[i].goods[sort] + s.player[i].sold[sort]
        else:
            n += s.player[i].animals[sort]
    return n


cdef const char* supply_fault(const Burgundy* s) noexcept nogil:
    cdef const Supply* supply
    cdef int which, sort, under
    for which in range(SUPPLIES):
        supply = &s.supply[which]
        under = max(0, supply.size[0] - 1) + max(0, supply.size[1] - 1)
        for sort in range(GOOD_SORTS if which == GOODS else ANIMAL_SORTS):
            under -= supply.below[sort]
            if copies_of(s, which, sort) != (
                    printed.good_copies if which == GOODS else printed.animal_copies):
                return b"a good or an animal is lost or doubled"
        if under:
            return b"stacks and their cards differ"
    return NULL


cdef int turns_made(const Burgundy* s, int seat) noexcept nogil:
    """How many cards a seat has played this round."""
    cdef int order = (seat - s.first + s.head.players) % s.head.players
    cdef int now
    if s.head.to_play == OVER:
        return TURNS
    now = (s.head.to_play - s.first + s.head.players) % s.head.players
    return s.turn + (order < now or order == now and not card_due(s))


cdef bint card_due(const Burgundy* s) noexcept nogil:
    return s.depth > 0 and s.open[0].ask == ASK_CARD


cdef const char* turn_fault(const Burgundy* s) noexcept nogil:
    cdef uint8_t unused[256]
    cdef int seat, held, made
    memset(unused, 0, sizeof(unused))
    for seat in range(s.head.players):
        made = turns_made(s, seat)
        held = (1 << min(s.turn + 2, HAND)) - (1 << made)
        if (tally(unused, s.player[seat].six, made) != 0
                or tally(unused, &s.player[seat].six[made], HAND - made) != HAND - made):
            return b"a seat has not six turns a round"
        if s.player[seat].held != held or s.player[seat].older & ((1 << made) - 1):
            return b"a hand is too large or too small"
    if not 0 <= s.round < ROUNDS or s.depth > FRAMES:
        return b"impossible counters"
    return frames_fault(s)


cdef const char* frames_fault(const Burgundy* s) noexcept nogil:
    cdef int i, top = s.open[s.depth - 1].ask if s.depth else NO_ASK
    if (top == NO_ASK) != (s.head.to_play == OVER):
        return b"nothing is asked of the seat to play"
    for i in range(FRAMES):
        if (s.open[i].ask == NO_ASK) != (i >= s.depth):
            return b"the open effects are miscounted"
    if top == EFFECT:
        return b"an effect waits for nothing"
    if (top == ASK_PURCHASE) != (s.bought[0] != 0):
        return b"bought cards lie without a purchase"
    return NULL


cdef const char* bonus_fault(const Burgundy* s) noexcept nogil:
    cdef int seat, firsts = 0, sevens = 0
    for seat in range(counted(s)):
        if firsts & s.player[seat].firsts:
            return b"a first-triplet card was given twice"
        firsts |= s.player[seat].firsts
        sevens += s.player[seat].seven > 0
        if (s.player[seat].seven > 0) != (s.player[seat].kinds == ALL_KINDS):
            return b"an all-seven card without all kinds, or all kinds without it"
    if firsts != s.firsts or sevens != s.sevens:
        return b"bonus cards are miscounted"
    return NULL


cdef const char* player_fault(const Player* p) noexcept nogil:
    cdef int i, j, size, kinds = 0
    cdef const Stack* stack
    if p.silver < 0 or p.workers < 0 or p.points < 0:
        return b"a negative stock"
    for i in range(PROJECTS):
        if (p.project[i] == 0) != (i >= p.projects):
            return b"the projects are miscounted"
    if p.stacks > STACKS:
        return b"too many stacks"
    for i in range(STACKS):
        stack = &p.stack[i]
        size = size_of(stack.card)
        if (size == 0) != (i >= p.stacks):
            return b"the stacks are miscounted"
        for j in range(size):
            kinds |= 1 << kind_of(stack.card[j])
            if kind_of(stack.card[j]) != stack.kind and kind_of(stack.card[j]) != CLOISTER:
                return b"a stack of two kinds"
    if kinds != p.kinds:
        return b"the kinds in a princedom are miscounted"
    return NULL


check_build(BURGRAVE_BUILD)
