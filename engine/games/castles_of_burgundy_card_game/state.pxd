# The state of the game, and what the modules of this folder share.
#
# A card is known by its face, sort << 3 | number: copies of one face are alike.  Of a pile
# only its contents are kept, a card of it is drawn at random; the same holds for what
# lies below the tops of the stacks of goods and animals.

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t

from engine.contract cimport Head

cdef enum:
    SEATS = 4
    CARDS = 114
    FACES = 112             # face 0 is no card
    ROWS = 6                # of the display, and numbers on cards
    ROW_CARDS = 6           # five at most, and a 0 behind them
    HAND = 6                # cards dealt to a seat each round
    TURNS = 6               # a round
    ROUNDS = 5
    PROJECTS = 3
    BOUGHT = 3              # cards turned up by a purchase
    EGON_CARDS = 25
    # 30 hand cards, 30 purchases, 12 castles, 3 town halls and 9 free cards are 84 chances to
    # take or to place, so 42 cards lie in a princedom at most: 7 single ones, 17 pairs.
    STACKS = 24
    FRAMES = 8

cdef enum:                  # Sort of card; the first six are kinds of their own
    CASTLE, MINE, CLOISTER, KNOWLEDGE, SHIP, PASTURE
    CARPENTER, CHURCH, MARKET, WATCHTOWER, BANK, BOARDING_HOUSE, WAREHOUSE, TOWN_HALL
    SORTS
    BUILDING = CARPENTER    # the seventh kind
    KINDS
    ALL_KINDS = (1 << KINDS) - 1

cdef enum:                  # Supply
    GOODS, ANIMALS
    SUPPLIES
    GOOD_SORTS = 3
    ANIMAL_SORTS = 4

# What a frame asks of the seat to play; EFFECT is not asked but still to come.
cdef enum:                  # Ask
    NO_ASK
    ASK_CARD                # play a hand card
    ASK_ACTION              # an action with the frame's number, or with any if 0
    ASK_PURCHASE            # keep or use one of the bought cards
    ASK_DISCARD             # a project to make room for the frame's card
    ASK_WHERE               # a stack for the frame's card
    ASK_RETURN              # how many workers are among what is returned for `amount` points
    ASK_GOOD                # a stack of goods, `amount` times
    ASK_ANIMAL              # a stack of animals, `amount` times
    ASK_EITHER              # a stack of either
    ASK_FETCH               # a card that the frame's building may fetch from the display
    ASK_SALE                # a sort of goods
    ASK_PLACE               # a project of any number
    ASK_BONUS               # a bonus of the round
    ASK_END                 # buy, or end the turn
    EFFECT                  # of the frame's card, once the frames above are done
    ASKS

cdef enum:                  # Why
    NO_WHY
    WHY_TURN
    WHY_HAND_CARD
    WHY_BOUGHT_CARD
    WHY_PLACED_CARD
    WHY_TRIPLET
    WHY_TAKING
    WHYS

cdef struct Frame:
    uint8_t ask
    uint8_t why
    uint8_t card            # the face that asks, or is being placed or taken
    uint8_t number          # of an action, or 0
    uint8_t amount          # still to take, or points traded for
    uint8_t changed         # whether workers have changed the number since the last purchase

cdef struct Stack:
    uint8_t kind
    uint8_t card[3]         # in the order placed, then 0

cdef struct Player:
    int16_t silver
    int16_t workers
    int16_t points          # of point cards
    uint8_t stacks
    uint8_t projects
    uint8_t project[PROJECTS]   # ascending, then 0
    # Dealt this round, then 0 once played.  The card that stays in hand moves up to the place of
    # the newer one, so that nothing here tells which of the two was played.
    uint8_t six[HAND]
    uint8_t held            # bit per card of the six that is in hand
    uint8_t older           # bit per card of the six from the shuffle before `dealt_in`
    uint8_t goods[GOOD_SORTS]
    uint8_t sold[GOOD_SORTS]
    uint8_t animals[ANIMAL_SORTS]
    uint8_t kinds           # bit per kind that lies in the princedom
    uint8_t firsts          # bit per first-triplet card
    uint8_t seven           # points of the all-seven card, or 0
    Stack stack[STACKS]     # in the order begun

# Two stacks of goods or animals, lying face up.
cdef struct Supply:
    uint8_t size[2]
    uint8_t top[2]          # sort, 0 if empty
    uint8_t below[ANIMAL_SORTS]     # cards under the tops by sort; their order is open

cdef struct Burgundy:
    Head head
    Player player[SEATS]    # in a solo game Egon is player 1
    Frame open[FRAMES]      # open effects; the last is the one asked
    Supply supply[SUPPLIES]
    uint8_t depth           # of `open`
    int8_t round
    int8_t turn             # of the round
    int8_t first            # the round's start player
    int8_t holder           # of the start player card, -1 in a solo game
    uint8_t face_down       # whether that card lies face down
    uint8_t purchased       # whether the turn's purchase has been made
    uint8_t firsts          # bit per first-triplet card that is gone
    uint8_t sevens          # all-seven cards that are gone
    uint8_t bought[BOUGHT]  # ascending, lying open while one is chosen
    uint8_t display[ROWS][ROW_CARDS]    # each row ascending, then 0
    uint8_t egon[EGON_CARDS]    # his five piles in turn
    uint8_t egon_shown      # how many of these lie open
    # Cards are known as a set from shuffle to shuffle.  Egon's piles come from shuffle 0, the
    # draw pile from the last one, the sixes from `dealt_in`, but for those marked as older.
    uint8_t shuffles
    uint8_t dealt_in
    uint8_t pile_count
    uint8_t discard_count
    uint8_t pile[CARDS]
    uint8_t discarded[FACES]    # how many of each face lie in the discard pile

# Of moves, in words.py's order.
cdef enum:
    PLAY, CHANGE, TAKE, PLACE, SELL, HIRE, SILVER, TRADE, RETURN, WHERE, DISCARD
    TAKE_GOOD, TAKE_ANIMAL, BONUS, KEEP, USE, PASS, BUY, END
    SHIFT = 20

# Of events, in words.py's order.
cdef enum:
    DEALT, DREW, SAW, PLAYED, CHANGED, TOOK, DISCARDED, KEPT, PLACED, COMPLETED
    GOT_FIRST, GOT_SEVEN, SOLD, GOT_START_CARD, GOT_SILVER, GOT_WORKERS, PAID_SILVER, PAID_WORKERS
    GOT_GOOD, GOT_ANIMAL, SCORED, TURNED_UP, SPLIT, PURCHASED, USED, SHUFFLED
    ROUND_BEGAN, LAID_OUT, CLEARED, EGON_LAID, COMPARED, COUNTED, CAME_TO_NOTHING
    DROPPED

# Why silver, workers or points came or went, in words.py's order: first the sorts, by number.
cdef enum:
    BY_ACTION = SORTS
    BY_SALE, BY_BONUS, BY_TRADE, BY_PURCHASE, BY_NUMBER, BY_EGON_CLOISTER
    BY_TRIPLETS, BY_FIRSTS, BY_SEVEN, BY_POINT_CARDS, BY_SOLD, BY_ANIMALS, BY_START_CARD


cdef inline int number_of(int card) noexcept nogil:
    return card & 7


cdef inline int sort_of(int card) noexcept nogil:
    return card >> 3


cdef inline int kind_of(int card) noexcept nogil:
    return min(card >> 3, BUILDING)


# Chance has shown the table `value`: what it shows in one move goes into one number, never 0.
cdef inline void show(Burgundy* s, uint32_t value) noexcept nogil:
    s.head.shown = ((s.head.shown ^ (value + 1)) * <uint32_t>0x9E3779B1) ^ (s.head.shown >> 15)
    if s.head.shown == 0:
        s.head.shown = 1
    s.head.revealed = True
