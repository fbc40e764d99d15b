from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from engine.contract cimport Head, Rules

cdef enum:
    SEATS = 5
    WIDTH = 7               # of a city; the four corners are towers, not fields
    SQUARES = 49
    DICE = 5
    ROLLS = 252             # ways five dice can fall, order aside
    ROWS = 6                # of the pirate track

cdef enum:                  # Symbol
    LOG, CRATE, WALL, CROSS, HEAD, SABRES
    SYMBOLS
    NO_SYMBOL = SABRES      # in a move: use none

# What a field may hold.  A church of n is CHURCH + n - 1; a person is LABOURER + its Person.
cdef enum:                  # Content
    CRATES, WALLS, HOUSE
    CHURCH
    LABOURER = 8, SOLDIER, PRIEST, BUILDER, MERCHANT, JESTER, NOBLE
    CONTENTS
    NOTHING = CONTENTS

cdef enum:
    PERSONS = 7
    NOBODY = PERSONS        # in a move: decline the tower's person

cdef enum:                  # Side
    TOP, RIGHT, BOTTOM, LEFT
    SIDES

cdef enum:                  # Phase
    ROLLING                 # keep some dice and roll the rest, or stop
    CHOOSING                # a symbol
    COUNTING                # how many dice of it
    HIRING                  # which person
    DRAWING                 # the next piece
    REWARDING               # which tower first
    WELCOMING               # which person the tower brings
    BUILDING                # how many houses

cdef enum:                  # kinds of moves, in words.py's order
    KEEP, USE, NUMBER, PERSON, DRAW, TOWER, HOUSES
    SHIFT = 20

cdef struct City:
    uint64_t holds[CONTENTS]    # squares by content
    uint64_t occupied           # union of the above
    int16_t points
    int16_t coins
    int16_t logs
    int8_t sides                # bit per complete side
    int8_t cannons              # struck
    int8_t turns
    int8_t unused[7]

cdef struct Tower:
    int8_t person               # most heads of the person it brings, or 0
    int8_t coins
    int8_t points

cdef struct Printed:
    int start_coins, start_logs, turning_cost, delivery_cost
    int boxes, soldier_defence, side_defence, cannon_points
    int labourer_points, noble_points, house_points, priest_church, jester_kind, merchant_crate
    int full_city, coins_a_point, log_points, house_limit, rounds
    int church_run[5]           # points of a run of churches
    int strength[ROWS]
    int heads[PERSONS]
    Tower tower[SIDES]
    uint64_t crates

cdef struct SaintMalo:
    Head head
    City city[SEATS]
    uint64_t group              # squares drawn by the action under way
    uint8_t roll                # index into the table of rolls
    int8_t phase
    int8_t rolls_left
    int8_t symbol               # being used, or NO_SYMBOL
    int8_t drawing              # content being drawn, or NOTHING
    int8_t remaining            # pieces of it still to draw
    int8_t builder              # square of the builder whose houses are drawn, or -1
    int8_t tower                # side whose tower brings a person
    int8_t pending              # bit per side whose tower is still to pay
    int8_t attacks              # made by the pirates so far
    int8_t boxes                # marked in the current row
    int8_t unused[5]

cdef Rules RULES
cdef Printed printed            # city.toml
cdef uint8_t COUNTS[ROLLS][SYMBOLS]
cdef uint8_t ROLL_OF[1 << 18]   # by counts, packed three bits a symbol
cdef uint64_t SIDE[SIDES]

cdef uint64_t free_fields(const City* c) noexcept nogil
cdef int defence(const City* c) noexcept nogil
cdef int church_points(const City* c) noexcept nogil
cdef bint last_round(const SaintMalo* s) noexcept nogil
