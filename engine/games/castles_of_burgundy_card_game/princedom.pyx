"""The princedoms: stacks of up to three cards of a kind, cloisters being jokers both ways."""

from libc.stdint cimport uint8_t, uint32_t

from engine.contract cimport BURGRAVE_BUILD, EVERYONE, Log, check_build, note
from engine.games.castles_of_burgundy_card_game.state cimport (
    ALL_KINDS, CLOISTER, COMPLETED, GOT_FIRST, GOT_SEVEN, PLACED, Burgundy, Player, Stack, kind_of)
from engine.games.castles_of_burgundy_card_game.tables cimport printed


cdef uint32_t targets(const Player* p, int card) noexcept nogil:
    """On incomplete stacks of its kind or of cloisters, a cloister on any incomplete stack;
    a new stack only if none of its kind is incomplete."""
    cdef int i, kind = kind_of(card)
    cdef const Stack* stack
    cdef uint32_t open = 0, own
    for i in range(p.stacks):
        stack = &p.stack[i]
        if stack.card[2] == 0:
            open |= <uint32_t>1 << target_of(stack.kind, size_of(stack.card))
    own = open & <uint32_t>3 << target_of(kind, 1)
    if kind != CLOISTER:
        open = own | open & <uint32_t>3 << target_of(CLOISTER, 1)
    return open if own else open | 1


cdef Stack* stack_at(Player* p, int target) noexcept nogil:
    """A new stack, or the oldest one that the target names."""
    cdef int i
    for i in range(p.stacks if target else 0):
        if (p.stack[i].card[2] == 0
                and target_of(p.stack[i].kind, size_of(p.stack[i].card)) == target):
            return &p.stack[i]
    p.stacks += 1
    p.stack[p.stacks - 1].kind = CLOISTER
    return &p.stack[p.stacks - 1]


cdef int told(const Burgundy* s, int seat) noexcept nogil:
    return seat if seat < s.head.players else -1


cdef bint lay(Burgundy* s, int seat, int card, int target, Log* log) noexcept nogil:
    cdef Player* p = &s.player[seat]
    cdef Stack* stack = stack_at(p, target)
    cdef int size = size_of(stack.card)
    cdef uint8_t before = p.kinds
    stack.card[size] = <uint8_t>card
    if stack.kind == CLOISTER:
        stack.kind = <uint8_t>kind_of(card)
    p.kinds |= 1 << kind_of(card)
    note(log, PLACED, told(s, seat), EVERYONE, card, stack.kind, size + 1)
    if size == 2:
        note(log, COMPLETED, told(s, seat), EVERYONE, stack.kind, printed.triplet[stack.kind])
        if not s.firsts >> stack.kind & 1:
            s.firsts |= 1 << stack.kind
            p.firsts |= 1 << stack.kind
            note(log, GOT_FIRST, told(s, seat), EVERYONE, stack.kind, printed.first_points)
    if p.kinds == ALL_KINDS and before != ALL_KINDS:
        p.seven = printed.seven[s.head.players - 1][s.sevens]
        s.sevens += 1
        note(log, GOT_SEVEN, told(s, seat), EVERYONE, p.seven)
    return size == 2


check_build(BURGRAVE_BUILD)
