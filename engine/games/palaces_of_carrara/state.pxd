# The state of a game, its enums, and counts of bricks packed into one number.

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t

from engine.contract cimport Head

cdef enum:
    SEATS = 4
    SEGMENTS = 6            # of the wheel, I to VI
    COSTS = 6               # 1 to 5, and the dear one
    TILES = 36              # type * 6 + index of the cost
    DEAR = COSTS - 1        # index of the cost only the expansion has
    NO_TILE = -1
    NOBODY = -1

cdef enum:                  # Colour
    WHITE, YELLOW, RED, GREEN, BLUE, BLACK
    COLOURS

# The kind of object that belongs to a type has its number.
cdef enum:                  # Type
    BIBLIOTECA, CATHEDRALE, PALAZZO, PORTA, CASTELLO, VILLA
    TYPES
    LAND = CASTELLO         # land buildings from here on, city buildings before

# A city takes the colours up to its own number.
cdef enum:                  # City
    LIVORNO, PISA, LUCCA, VIAREGGIO, MASSA, LERICI
    CITIES
    NO_CITY = -1

# The two scoring fields of the expansion, numbered on from the types among the fields of a
# player's board, and on from the cities among the places that take an upgrader.
cdef enum:                  # Field, Place
    CITY_FIELD = 6, LAND_FIELD
    FIELDS
    PLACES = FIELDS

cdef enum:                  # Phase
    ACTING                  # which action
    CHOOSING_SEGMENT        # to buy from
    BUYING                  # the next brick, or stop
    PLACING                 # a city, or a building to raise
    PAYING                  # the next brick
    UPGRADING               # which upgrader
    ENDING                  # the extra purchase, the announcement, or the end of the turn
    PHASES

# What is told of a move, in words.py's order.
cdef enum:                  # Event
    TURNED_WHEEL, DREW, BOUGHT, TOOK_COINS, PAID, BUILT, TURNED_UP, LAST_BUILDING
    TOOK_UPGRADER, VALUED, SCORED_FIELD, SCORED_CITY, BOUGHT_OBJECT, PASSED, ANNOUNCED, FINAL

cdef struct Player:
    uint64_t board[CITIES]      # tiles by city
    uint64_t bricks             # packed
    int16_t coins
    int16_t points
    int8_t stones               # not yet used
    uint8_t fields              # bit per field of the own board that is scored
    uint8_t upgraders           # bit per place
    uint8_t objects[TYPES]
    int8_t buildings[CITIES]    # number of tiles by city
    int8_t unused[5]

cdef struct Carrara:
    Head head
    Player player[SEATS]
    uint64_t row                # tiles face up
    uint64_t dear               # of cost 8, still beside the board
    uint64_t stack              # face down; nothing but chance decides which comes next
    uint64_t removed            # raised over, out of the game
    uint64_t wheel[SEGMENTS]    # bricks, packed
    uint64_t bag                # bricks, packed
    uint16_t turns              # ended so far
    uint8_t supply[TYPES]       # objects
    uint8_t field               # bit per object still on the object field
    uint8_t upgraders           # bit per place whose upgrader is in the supply
    int8_t scored_by[CITIES]    # seat or NOBODY
    int8_t announced            # seat or NOBODY
    int8_t thirtieth            # seat that built the last tile of the row, or NOBODY
    int8_t expansion
    int8_t open_screens
    int8_t top                  # numbers of the cards; the base game's are I
    int8_t object
    int8_t building
    int8_t extra                # 0 in the base game
    int8_t phase
    # Of the action under way; at rest in other phases.
    int8_t segment              # bought from, or -1
    int8_t colour               # least colour the next brick may have
    int8_t tile                 # being built, or NO_TILE
    int8_t city                 # it is built in, or NO_CITY
    int8_t raised               # tile it replaces, or NO_TILE
    int8_t due                  # bricks still to pay
    int8_t bought               # 1 once a brick of the segment, or the extra object, is bought
    int8_t unused[2]

cdef extern from *:
    """
    #define EACH_COLOUR UINT64_C(0x010101010101)
    #define EACH_TYPE UINT64_C(0x41041041)
    """
    const uint64_t EACH_COLOUR  # one brick of every colour
    const uint64_t EACH_TYPE    # the cheapest tile of every type


cdef inline uint64_t brick(int colour) noexcept nogil:
    return <uint64_t>1 << 8 * colour


cdef inline int bricks_of(uint64_t packed, int colour) noexcept nogil:
    return packed >> 8 * colour & 255


cdef inline uint64_t running(uint64_t packed) noexcept nogil:
    """Packed sums: of every colour and those dearer than it."""
    return packed * EACH_COLOUR


cdef inline int bricks_in(uint64_t packed) noexcept nogil:
    return running(packed) >> 8 * (COLOURS - 1) & 255


cdef inline uint64_t on_wheel(const Carrara* s) noexcept nogil:
    """All bricks on the wheel, packed."""
    return s.wheel[0] + s.wheel[1] + s.wheel[2] + s.wheel[3] + s.wheel[4] + s.wheel[5]


cdef inline int tiles_of(uint64_t tiles, int type) noexcept nogil:
    """The tiles of one type as a bit per cost."""
    return tiles >> COSTS * type & 63


cdef inline int costs_in(uint64_t tiles) noexcept nogil:
    """A bit for every cost that occurs among the tiles."""
    tiles |= tiles >> 18
    return (tiles | tiles >> 6 | tiles >> 12) & 63
