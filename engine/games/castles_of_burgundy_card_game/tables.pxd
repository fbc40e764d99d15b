# What is printed on the components: cards.toml, read and checked at import.

from libc.stdint cimport uint8_t, uint32_t

from engine.games.castles_of_burgundy_card_game.state cimport (
    ANIMAL_SORTS, CARDS, FACES, KINDS, ROUNDS, ROWS, SEATS)

cdef enum:
    CHOICES = 5             # on a round card, at most

# A bonus of choice.  Packed, three bits each in this order, it is the argument of the move.
cdef struct Bonus:
    uint8_t points
    uint8_t goods
    uint8_t animals
    uint8_t silver
    uint8_t workers

cdef struct Printed:
    uint8_t copies[FACES]
    uint8_t deck[CARDS]             # every card, ascending
    int triplet[KINDS]              # points
    int mine_silver, knowledge_workers, bank_silver, watchtower_points
    uint8_t good_of[ROWS + 1]       # the sort of goods a number sells
    int good_points, good_silver, good_copies, animal_copies
    int sets[ANIMAL_SORTS + 1]      # points of a set of different animals
    int workers, silver, trade, price
    int start_silver, solo_workers
    int start_workers[SEATS]        # by distance from the start player
    int first_points, start_card_points, cloister_points
    uint8_t seven[SEATS][SEATS]     # points of the all-seven cards, by players less 1; then 0
    int display[SEATS]              # cards laid out, by players less 1
    int in_rows[SEATS]              # of these, row by row
    uint8_t egon_piles[ROUNDS]
    uint8_t choices[ROUNDS]         # how many
    uint32_t choice[ROUNDS][CHOICES]    # packed, ascending

cdef Printed printed
# Numbers that up to 3 workers can turn a number into, as bits; by workers and number.
cdef uint8_t WITHIN[4][ROWS + 1]


cdef inline Bonus unpacked(uint32_t choice) noexcept nogil:
    cdef Bonus bonus
    bonus.points = choice >> 12 & 7
    bonus.goods = choice >> 9 & 7
    bonus.animals = choice >> 6 & 7
    bonus.silver = choice >> 3 & 7
    bonus.workers = choice & 7
    return bonus


# Workers it takes to turn one number into another; 6 and 1 are neighbours.
cdef inline int distance(int a, int b) noexcept nogil:
    cdef int apart = a - b if a > b else b - a
    return min(apart, ROWS - apart)
