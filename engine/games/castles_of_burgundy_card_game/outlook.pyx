"""What a seat has begun, and what that may come to.

The weights are points; they were set by matches, not derived.
"""

from engine.bits cimport bits_count
from engine.contract cimport BURGRAVE_BUILD, check_build
from engine.games.castles_of_burgundy_card_game.count cimport score
from engine.games.castles_of_burgundy_card_game.princedom cimport size_of
from engine.games.castles_of_burgundy_card_game.state cimport (
    ALL_KINDS, ANIMAL_SORTS, CLOISTER, GOOD_SORTS, HAND, KINDS, ROUNDS, TURNS, Burgundy,
    Player, kind_of, sort_of)
from engine.games.castles_of_burgundy_card_game.tables cimport printed

check_build(BURGRAVE_BUILD)

TURN = 1.3                          # a turn to come, or one more action
SILVER = 0.42
WORKER = 0.42
GOOD = 0.75                         # unsold
ROUND_BONUS[:] = [3, 2.1, 1.2, 0.85, 0.4]
EFFECTS[:] = [                      # castle to pasture, then the buildings
    1.3, 0.85, 0.0, 0.85, 0.9, 0.8, 0.8, 0.9, 0.8, 1.0, 1.25, 0.95, 0.5, 1.1]
cdef double[4] SHARE = [0, 0.3, 0.65, 1]    # of a triplet, by its cards
cdef double ANIMAL = 0.5            # in a set that may grow
cdef double FIRST = 0.6             # of a first-triplet card still to be had
cdef double SEVEN = 0.9             # of an all-seven card, by how near it is
cdef double JOKER = 0.5             # a cloister fits everywhere
cdef double HASTE = 0.7             # how much an action weighs against the turns left


cdef Plans plans_of(const Burgundy* s, int seat) noexcept nogil:
    cdef Plans own
    cdef int i, kind
    own.s = s
    own.p = &s.player[seat]
    own.turns = (ROUNDS - 1 - s.round) * TURNS
    for i in range(HAND):
        own.turns += own.p.six[i] != 0
    for i in range(KINDS):
        own.begun[i] = own.ready[i] = 0
    for i in range(own.p.stacks):
        kind = own.p.stack[i].kind
        if own.p.stack[i].card[2] == 0:
            own.begun[kind] = max(own.begun[kind], size_of(own.p.stack[i].card))
    for i in range(own.p.projects):
        own.ready[kind_of(own.p.project[i])] += 1
    return own


cdef double chance(int actions, int turns) noexcept nogil:
    """That so many actions find their time."""
    return turns / (turns + HASTE * actions) if turns >= max(1, actions) else 0


cdef double triplet(const Plans* own, int kind) noexcept nogil:
    """What completing a stack of the kind is worth, times the chance to do so."""
    cdef int missing = 3 - own.begun[kind]
    cdef int actions = 2 * missing - min(missing, own.ready[kind])
    cdef int turn = own.s.round * TURNS + own.s.turn + 2 * actions - 2
    cdef double points = printed.triplet[kind] + ROUND_BONUS[min(turn // TURNS, ROUNDS - 1)]
    if not own.s.firsts >> kind & 1:
        points += FIRST * printed.first_points
    return points * chance(actions, own.turns)


cdef double step(const Plans* own, int kind) noexcept nogil:
    """What one more card of the kind adds to its stack."""
    cdef int size = own.begun[kind]
    return triplet(own, kind) * (SHARE[size + 1] - SHARE[size])


cdef double seven_ahead(const Plans* own, int more) noexcept nogil:
    """What the kinds laid, and `more`, are worth towards the next all-seven card."""
    cdef int kinds = bits_count(own.p.kinds) + more
    if own.p.kinds == ALL_KINDS:
        return 0
    return (SEVEN * printed.seven[own.s.head.players - 1][own.s.sevens] * kinds * kinds
            / (KINDS * KINDS) * chance(2 * (KINDS - kinds), own.turns))


cdef double placed(const Plans* own, int card) noexcept nogil:
    cdef int i, kind = kind_of(card)
    cdef double best = step(own, kind)
    if kind == CLOISTER:
        for i in range(KINDS):
            if own.begun[i]:
                best = max(best, step(own, i))
        best += JOKER * chance(1, own.turns)
    if not own.p.kinds >> kind & 1:
        best += seven_ahead(own, 1) - seven_ahead(own, 0)
    return best + EFFECTS[sort_of(card)]


cdef double project(const Plans* own, int card) noexcept nogil:
    return max(0, placed(own, card) - TURN) if own.turns else 0


cdef double sale(const Plans* own, int sort) noexcept nogil:
    return own.p.goods[sort] * (
        printed.good_points + SILVER * printed.good_silver - GOOD * chance(1, own.turns))


cdef double goods_ahead(const Plans* own) noexcept nogil:
    """Goods not yet sold; many of a sort are worth their sale less the action it takes."""
    cdef int sort
    cdef double total = 0
    for sort in range(GOOD_SORTS):
        if own.p.goods[sort]:
            total += GOOD * own.p.goods[sort] + max(0, sale(own, sort) - TURN)
    return total


cdef int animals_ahead(const Player* p) noexcept nogil:
    """Animals in sets that may still grow."""
    cdef int i, level = 1, different = 1, n = 0
    while different:
        different = 0
        for i in range(ANIMAL_SORTS):
            different += p.animals[i] >= level
        n += different % ANIMAL_SORTS
        level += 1
    return n


cdef double worth(const Burgundy* s, int seat) noexcept nogil:
    cdef Plans own = plans_of(s, seat)
    cdef const Player* p = own.p
    cdef double total = score(s, seat) + TURN * own.turns, soon = chance(1, own.turns)
    cdef int i
    if s.holder == seat:
        # It may go to others as long as there is time.
        total -= printed.start_card_points * own.turns / <double>(ROUNDS * TURNS)
    for i in range(KINDS):
        total += triplet(&own, i) * SHARE[own.begun[i]]
    for i in range(min(p.projects, own.turns)):
        total += project(&own, p.project[i])
    total += (SILVER * p.silver + WORKER * p.workers + goods_ahead(&own)) * soon
    return total + ANIMAL * animals_ahead(p) * chance(6, own.turns) + seven_ahead(&own, 0)
