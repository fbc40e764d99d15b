# What is printed on the components, read from board.toml and cards.toml at import.

from libc.stdint cimport int8_t, uint8_t, uint64_t

from engine.games.palaces_of_carrara.state cimport (
    CITIES, COLOURS, COSTS, PLACES, SEATS, SEGMENTS, TYPES)

cdef enum:
    MOST_PRICE = 6          # of a brick
    MOST_COST = 8           # of a building
    TOP_CARDS = 6
    OBJECT_CARDS = 8
    BUILDING_CARDS = 9
    EXTRA_CARDS = 9         # there is none with the number I
    TABLES = 3              # 2, 3 and 4 players

cdef enum:                  # what an extra card scores, in the order of printed.pyx's names
    BEST_CITIES, BEST_TYPES, SMALLEST, LARGEST, HALVES, LEADERS

cdef struct Value:
    int8_t coins
    int8_t points

cdef struct ExtraCard:
    int scores              # BEST_CITIES ...
    int choose              # how many cities or types
    int points[CITIES]      # of halves or cities

cdef struct Printed:
    int start_coins
    int start_brick[SEATS]
    int bricks_per_colour, full_wheel, row, forced_coins
    int objects_per_kind, object_price
    int stones, announcement
    int price[SEGMENTS][COLOURS]
    int cost[COSTS]
    int needs[CITIES]
    Value value[2][PLACES]  # printed, and covered by its upgrader
    int coins_a_point[TOP_CARDS + 1]
    int top_needs[TOP_CARDS + 1][TABLES]
    int object_needs[OBJECT_CARDS + 1][TABLES]
    int building_needs[BUILDING_CARDS + 1][TABLES]
    int object_points[OBJECT_CARDS + 1]
    int equal_points[TYPES + 1]         # of object card IV by number of equal objects
    int different_points[TYPES + 1]     # of object card VI by number of different ones
    int left_over
    int group[BUILDING_CARDS + 1]       # buildings of one city that count together
    int building_points[BUILDING_CARDS + 1][CITIES]
    ExtraCard extra[EXTRA_CARDS + 1]

cdef Printed printed

# A building's tiles are six bits, one a cost.
cdef uint8_t SUM[64]                            # of the costs
cdef uint8_t COUNT[64]
cdef uint8_t WITHIN[MOST_COST + 1]              # costs that so many bricks pay
cdef uint8_t RAISED_TO[64][MOST_COST + 1]       # costs that so many bricks raise one of these to
cdef uint8_t RAISED_FROM[COSTS][MOST_COST + 1]  # costs that so many bricks raise to this one
cdef uint64_t WITHIN_PRICE[MOST_PRICE + 1][SEGMENTS]    # 255 for a colour that so many coins buy
