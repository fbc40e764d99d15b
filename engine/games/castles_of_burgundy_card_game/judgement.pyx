"""How good a position of The Castles of Burgundy: The Card Game is."""

from engine.bits cimport bits_count
from engine.contract cimport BURGRAVE_BUILD, check_build
from engine.games.castles_of_burgundy_card_game.count cimport score
from engine.games.castles_of_burgundy_card_game.outlook cimport (
    EFFECTS, GOOD, ROUND_BONUS, SILVER, TURN, WORKER, Plans, placed, plans_of, project, sale,
    worth)
from engine.games.castles_of_burgundy_card_game.state cimport (
    ASK_ACTION, ASK_ANIMAL, ASK_BONUS, ASK_DISCARD, ASK_EITHER, ASK_FETCH, ASK_GOOD, ASK_PLACE,
    ASK_PURCHASE, ASK_RETURN, ASK_SALE, ASK_WHERE, BOUGHT, EFFECT, EGON_CARDS, GOOD_SORTS, KINDS,
    ROWS, TURNS, Burgundy, Frame, kind_of, number_of, sort_of)
from engine.games.castles_of_burgundy_card_game.tables cimport printed

check_build(BURGRAVE_BUILD)

cdef double BEHIND = 1.0            # a point less than Egon, who may end the game after the round


cdef double best_taken(const Plans* own, int row) noexcept nogil:
    cdef double best = 0
    cdef int i = 0
    while own.s.display[row][i]:
        best = max(best, project(own, own.s.display[row][i]))
        i += 1
    return best


cdef double best_sale(const Plans* own) noexcept nogil:
    cdef double best = 0
    cdef int sort
    for sort in range(GOOD_SORTS):
        best = max(best, sale(own, sort))
    return best


cdef double best_action(const Plans* own, int number) noexcept nogil:
    """With a number, or with any if 0."""
    cdef double best = max(SILVER * printed.silver, WORKER * (printed.workers - own.p.workers))
    cdef int i, card
    for i in range(own.p.projects):
        card = own.p.project[i]
        if number == 0 or number_of(card) == number:
            best = max(best, placed(own, card) - project(own, card))
    if number:
        best = max(best, sale(own, printed.good_of[number]))
        return max(best, best_taken(own, number - 1))
    for i in range(ROWS):
        best = max(best, best_taken(own, i))
    return max(best, best_sale(own))


cdef double best_bought(const Plans* own) noexcept nogil:
    cdef double best = 0
    cdef int i, card
    for i in range(BOUGHT):
        card = own.s.bought[i]
        best = max(best, max(project(own, card), best_action(own, number_of(card))))
    return best


cdef double exchanged(const Plans* own, int card) noexcept nogil:
    """What a card brings that takes the place of the least project, or of itself."""
    cdef double taken = project(own, card), least = taken
    cdef int i
    for i in range(own.p.projects):
        least = min(least, project(own, own.p.project[i]))
    return taken - least


cdef double open_effect(const Plans* own, const Frame* f) noexcept nogil:
    """What a frame may still bring the seat to play."""
    if f.ask == ASK_ACTION:
        return best_action(own, f.number)
    if f.ask == ASK_PURCHASE:
        return best_bought(own)
    if f.ask == ASK_DISCARD:
        return exchanged(own, f.card)
    if f.ask == ASK_WHERE:
        return placed(own, f.card)
    if f.ask == ASK_RETURN:
        return f.amount * (1 - printed.trade * SILVER)
    if f.ask == ASK_GOOD or f.ask == ASK_ANIMAL or f.ask == ASK_EITHER:
        return f.amount * GOOD
    if f.ask == ASK_SALE:
        return best_sale(own)
    if f.ask == ASK_PLACE:
        return TURN if own.p.projects else 0
    if f.ask == ASK_BONUS:
        return ROUND_BONUS[own.s.round]
    if f.ask == ASK_FETCH or f.ask == EFFECT:
        return EFFECTS[sort_of(f.card)]
    return 0


cdef double egon_ahead(const Burgundy* s) noexcept nogil:
    """Egon's points once all his cards lie open, with the bonus cards he has now."""
    cdef int i, total = bits_count(s.player[1].firsts) * printed.first_points + s.player[1].seven
    cdef int[KINDS] count
    for i in range(KINDS):
        count[i] = 0
    for i in range(EGON_CARDS):
        count[kind_of(s.egon[i])] += 1
    for i in range(KINDS):
        total += count[i] // 3 * printed.triplet[i]
    return total


cdef void evaluate(const void* state, double* out) noexcept nogil:
    cdef const Burgundy* s = <const Burgundy*>state
    cdef Plans own = plans_of(s, s.head.to_play)
    cdef int i
    for i in range(s.head.players):
        out[i] = worth(s, i)
    for i in range(s.depth):
        out[s.head.to_play] += open_effect(&own, &s.open[i])
    if s.head.players == 1:
        out[1] = egon_ahead(s)
        out[0] -= BEHIND * max(0, score(s, 1) - score(s, 0)) * s.turn / <double>TURNS
