from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from engine.bits cimport bits_lowest
from engine.contract cimport Head, Rules, move_t
from engine.games.castles_of_tuscany.bags cimport Bag

cdef enum:
    SEATS = 4
    FIELDS = 30             # of a map: 10 * place + cell, places from the left
    CELLS = 10              # of a part: three, four and three from the top
    PLACES = 3
    PARTS = 4               # of each letter
    LETTERS = 3
    LAYOUTS = 96            # (middle * 8 + turned) * 4 + shifts; see map_of
    SHAPES = 4              # ways two shifts can go
    MAPS = 64 * LAYOUTS
    SORTS = 4               # of produce
    LARGEST = 3             # region of a map

cdef enum:                  # Colour, of fields and cards
    DARK_GREEN, RED, TURQUOISE, GREY, ORANGE, YELLOW, BEIGE, LIGHT_GREEN
    COLOURS

# A tile other than a farm has the number of its colour.
cdef enum:                  # Tile
    CASTLE, CITY, ESTATE, QUARRY, VILLAGE, CLOISTER, CARRIAGE
    FARM                    # the first of eight
    HEXAGON = 15            # made of wood
    TILES

cdef enum:                  # Yield
    RED_POINTS, GREEN_POINTS, GAME_CARDS, YIELD_MARBLE, YIELD_WORKER, YIELD_HEXAGON
    YIELDS

cdef enum:
    SHOWN = 38              # things chance can show: tiles laid, tiles removed, yields

cdef enum:                  # Bonus
    MORE_CARDS, MORE_STORE, MORE_MARBLE, MORE_WORKERS, MORE_YIELDS
    BONUSES

# A unit of payment.  The second unit of a payment is never below the first.
cdef enum:                  # Unit
    BY_WORKER = 0
    BY_CARD = 1             # + colour
    BY_PAIR = 9             # + colour
    UNITS = 17

cdef enum:                  # Phase
    ARRANGING               # one's map, step by step
    CHOOSING_BONUS          # card, at the start or for a city
    ACTING                  # an action
    REPLACING               # which stored tile makes room
    PAYING                  # the next unit
    BUILDING                # a castle's free tile
    CONTINUING              # with a marble, or not

cdef enum:                  # Step of ARRANGING
    AT_MIDDLE               # which part lies in the middle
    AT_TURN                 # of part A, then B, then C
    AT_SHIFT = 4            # of the second place, then the third
    AT_CASTLE = 6

# Of moves, in words.py's order.
cdef enum:
    LAY_MIDDLE, TURN, SHIFT, START_CASTLE, TAKE_BONUS, DRAW, TAKE, PLACE, PASS, REMOVE, PAY
    BUILD, DECLINE, SPEND_MARBLE, END_TURN
    KIND = 20               # move = kind << KIND | argument

# Of events, in words.py's order.
cdef enum:
    ARRANGED, UNVEILED, GOT_BONUS, DREW, DREW_CARDS, SHUFFLED, TOOK, DROPPED, LAID, CLEARED
    EMPTIED, PAID, PLACED, COMPLETED, FILLED, GAINED, YIELDED, SCORED, SPENT, PASSED
    EXTRA_ROUND, PASSAGE

# Why points came, in words.py's order.
cdef enum:
    FOR_REGION, FOR_COLOUR, FOR_PRODUCE, FOR_STORE_FIELD, FOR_YIELD, FOR_NO_ROOM, FOR_PASSAGE
    FOR_TILES, FOR_HEXAGONS, FOR_MARBLE, FOR_WORKERS, FOR_CARDS

cdef enum:                  # Track of points
    GREEN_TRACK, RED_TRACK

cdef enum:                  # Thing of GAINED
    MARBLE, WORKER, WOODEN

cdef enum:                  # Pile of SHUFFLED
    CARD_PILE, YIELD_PILE, NEUTRAL_PILE

cdef struct Map:
    uint32_t fields[COLOURS]    # fields by colour
    uint32_t region[FIELDS]     # fields of the region each belongs to
    uint8_t colour[FIELDS]
    uint8_t shape

cdef struct Printed:
    int start_cards, display, stack_size, too_many, end_piece, end_cards
    int region_points[LARGEST]
    int produce, store_field, no_room, marble, workers, cloister_cards, yields
    int draw[2]                 # by the option's value
    int bonuses                 # of each kind
    int yield_amount[YIELDS]
    int colour_bonus[COLOURS][2]
    int fields[COLOURS]
    uint8_t sorts[TILES]        # a bit each sort of produce on the tile
    uint8_t part[LETTERS][PARTS][CELLS]     # colours
    uint64_t cards              # by colour
    uint64_t yield_cards        # by yield
    Bag own                     # tiles of a player
    Bag neutral

cdef struct Realm:              # what a seat has
    uint64_t hand               # cards by colour; secret
    uint64_t store              # tiles, four bits a kind
    Bag stack                   # own tiles not yet laid; their order is drawn as they are laid
    uint32_t covered            # fields of the map
    uint32_t near               # fields beside a covered one
    uint32_t wooden             # fields covered by a hexagon
    uint32_t produce[SORTS]     # fields by the sorts that lie there
    uint16_t map                # of MAPS; 0 until all are shown
    int16_t green
    int16_t red
    uint8_t cards               # in hand
    uint8_t stored
    uint8_t fresh               # stored hexagons gained in this turn
    uint8_t in_stack
    uint8_t marble
    uint8_t workers
    uint8_t bonus[BONUSES]
    uint8_t part[LETTERS]
    uint8_t layout              # of LAYOUTS; a secret until all are shown
    uint8_t castle              # field of the start castle; likewise
    uint8_t unused[4]

cdef struct CastlesOfTuscany:
    Head head
    Realm realm[SEATS]
    uint64_t pile               # game cards by colour; secret
    uint64_t discards
    uint64_t display            # tiles, four bits a kind
    uint64_t yield_pile         # by yield
    uint64_t yield_discards
    Bag neutral                 # face down
    Bag removed                 # face up beside them
    Bag boxed                   # out of the game
    uint8_t bonus[BONUSES]      # cards left
    uint8_t filled[COLOURS]     # colour bonuses gone
    uint8_t in_pile             # cards
    uint8_t in_discards
    uint8_t missing             # tiles the display could not be filled up with
    uint8_t draw                # game cards of the action
    uint8_t phase
    uint8_t step                # of ARRANGING
    uint8_t passage             # 1 to 3, or 0 while setting up
    uint8_t extra               # whether this is the extra round
    uint8_t second              # whether a marble has bought this action
    uint8_t tile                # being taken or placed, else 0
    uint8_t field               # it is placed on, else 0
    uint8_t units               # still to pay, else 0
    uint8_t unit                # the next may not be below, else 0
    uint8_t unused[6]

cdef Rules RULES


cdef inline int colour_of(int tile) noexcept nogil:
    return tile if tile < FARM else LIGHT_GREEN


cdef inline int room(const Realm* r) noexcept nogil:
    """Free store fields."""
    return 1 + r.bonus[MORE_STORE] - r.stored


cdef inline int map_of(const Realm* r) noexcept nogil:
    """The number of the map the seat's parts and layout make."""
    return ((r.part[0] * PARTS + r.part[1]) * PARTS + r.part[2]) * LAYOUTS + r.layout


cdef inline int put(move_t* out, int n, int kind, int argument) noexcept nogil:
    out[n] = <move_t>kind << KIND | <move_t>argument
    return n + 1


# A move for each field of a set.
cdef inline int put_fields(
        move_t* out, int n, int kind, int tile, uint32_t fields) noexcept nogil:
    while fields:
        n = put(out, n, kind, tile << 5 | bits_lowest(fields))
        fields &= fields - 1
    return n
