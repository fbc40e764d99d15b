"""The printed numbers of tuscany.toml, and every map its parts can make."""

import tomllib
from importlib.resources import files

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from engine.bits cimport bits_count, bits_lowest
from engine.contract cimport BURGRAVE_BUILD, check_build, rng_next, rng_t
from engine.games.castles_of_tuscany.bags cimport bag_add, bag_total, one, total
from engine.games.castles_of_tuscany.rules cimport (
    CELLS, COLOURS, FARM, FIELDS, LARGEST, LAYOUTS, LETTERS, MAPS, PARTS, PLACES, SHAPES, SHOWN,
    Map)

from engine.games.castles_of_tuscany import words

check_build(BURGRAVE_BUILD)


# ---- maps

def _fill_shapes():
    """Where the fields lie, and which touch, for each pair of shifts."""
    cdef int shape, i, j, first, second
    columns = [words.column(i) for i in range(FIELDS)]
    for shape in range(SHAPES):
        first, second = 2 * (shape >> 1) - 1, 2 * (shape & 1) - 1
        offsets = (0, first, first + second)
        for i in range(FIELDS):
            # The middle column of a part has four hexagons and begins half a hexagon higher.
            HEIGHT[shape][i] = (
                2 * words.row(i) + (columns[i] % 3 != 1) + offsets[i // CELLS])
        for i in range(FIELDS):
            for j in range(FIELDS):
                apart = abs(columns[i] - columns[j]), abs(HEIGHT[shape][i] - HEIGHT[shape][j])
                if apart in ((0, 2), (1, 1)):
                    NEIGHBOURS[shape][i] |= <uint32_t>1 << j


cdef void lay(Map* map, int number) noexcept nogil:
    """Lay the three parts of a map: the middle one chosen, the others in order around it."""
    cdef int layout = number % LAYOUTS, numbers = number // LAYOUTS
    cdef int middle = layout >> 5, turned = layout >> 2 & 7
    cdef int place, letter, part, cell
    map.shape = layout & 3
    for place in range(PLACES):
        if place == 1:
            letter = middle
        else:
            letter = (1 if middle == 0 else 0) if place == 0 else (1 if middle == 2 else 2)
        part = numbers >> 2 * (LETTERS - 1 - letter) & 3
        for cell in range(CELLS):
            # A half turn of a part reverses the order of its cells.
            map.colour[CELLS * place + cell] = printed.part[letter][part][
                CELLS - 1 - cell if turned >> letter & 1 else cell]


cdef void survey(Map* map) noexcept nogil:
    """Find the fields of each colour, and the regions."""
    cdef int field
    cdef uint32_t grown, region, same
    for field in range(FIELDS):
        map.fields[map.colour[field]] |= <uint32_t>1 << field
    for field in range(FIELDS):
        same = map.fields[map.colour[field]]
        region = 0
        grown = <uint32_t>1 << field
        while grown != region:
            region = grown
            grown |= beside(map.shape, region) & same
        map.region[field] = region


cdef uint32_t beside(int shape, uint32_t set) noexcept nogil:
    cdef uint32_t found = 0
    while set:
        found |= NEIGHBOURS[shape][bits_lowest(set)]
        set &= set - 1
    return found


def _fill_maps():
    cdef int number, field
    memset(MAP, 0, sizeof(MAP))
    for number in range(MAPS):
        lay(&MAP[number], number)
        survey(&MAP[number])
        for field in range(FIELDS):
            _require(bits_count(MAP[number].region[field]) <= LARGEST, "a region is too large")


# ---- printed numbers

def _require(fact, message):
    if not fact:
        raise ImportError(f"tuscany.toml: {message}")


cdef uint64_t cards_of(dict numbers, tuple names) except? 0:
    cdef uint64_t cards = 0
    cdef int i
    _require(tuple(numbers) == names, f"wants {names}, has {tuple(numbers)}")
    for i, n in enumerate(numbers.values()):
        cards += <uint64_t><int>n * one(i)
    return cards


cdef int fill_tiles(data) except -1:
    """Tiles by kind: the farms one by one, the others together."""
    cdef int i
    tiles, farms = data["tiles"], data["farms"]
    _require(tuple(tiles) == words.KINDS, "the kinds of tiles differ")
    _require(tuple(farms) == words.FARMS, "the farms differ")
    for owner in ("own", "neutral"):
        _require(sum([farm[owner] for farm in farms.values()]) == tiles["farm"][owner],
                 f"{owner} farms do not add up")
    kinds = [tile for name, tile in tiles.items() if name != "farm"] + list(farms.values())
    for i, tile in enumerate(kinds):
        bag_add(&printed.own, i, tile["own"])
        bag_add(&printed.neutral, i, tile["neutral"])
    for i, name in enumerate(farms):
        printed.sorts[FARM + i] = sum([1 << words.SORTS.index(sort) for sort in name.split("_")])
    for i, tile in enumerate(tiles.values()):
        printed.fields[i] = tile["fields"]
    stacks = data["start"]["stacks"]
    _require(bag_total(&printed.own) % stacks == 0, "the stacks of own tiles are not equal")
    printed.stack_size = bag_total(&printed.own) // stacks
    return 0


cdef int fill_cards(data) except -1:
    cdef int i
    printed.cards = cards_of(data["cards"], words.KINDS)
    printed.yield_cards = cards_of(
        {name: each["cards"] for name, each in data["yields"].items()}, words.YIELD_KEYS)
    _require(total(printed.cards) == 122, "there are 122 game cards")
    _require(total(printed.yield_cards) == 27, "there are 27 yield cards")
    for i, name in enumerate(words.YIELD_KEYS):
        printed.yield_amount[i] = data["yields"][name].get("amount", 1)
    _require(tuple(data["colour_bonuses"]) == words.KINDS, "the colour bonuses differ")
    for i, name in enumerate(words.KINDS):
        printed.colour_bonus[i][0], printed.colour_bonus[i][1] = data["colour_bonuses"][name]
    return 0


cdef int fill_parts(dict parts) except -1:
    cdef int i, j, k, numbers
    _require(tuple(parts) == words.LETTERS, "the parts are of A, B and C")
    for i, letter in enumerate(parts.values()):
        _require(len(letter) == PARTS, "there are four parts of each letter")
        for j, part in enumerate(letter):
            _require(tuple([len(column) for column in part]) == (3, 4, 3), "a part has 3, 4, 3")
            for k, colour in enumerate("".join(part)):
                printed.part[i][j][k] = words.COLOUR_LETTERS.index(colour)
    for numbers in range(MAPS // LAYOUTS):
        counts = [0] * COLOURS
        for i in range(LETTERS):
            for k in range(CELLS):
                counts[printed.part[i][numbers >> 2 * i & 3][k]] += 1
        _require(counts == [printed.fields[k] for k in range(COLOURS)],
                 f"the fields of a map are {counts}")
    return 0


def _fill_printed():
    data = tomllib.loads((files(__package__) / "tuscany.toml").read_text())
    effects = data["effects"]
    memset(&printed, 0, sizeof(printed))
    fill_tiles(data)
    fill_cards(data)
    fill_parts(data["parts"])
    printed.start_cards, printed.display = data["start"]["cards"], data["start"]["display"]
    printed.draw[0], printed.draw[1] = [data["draw"][value] for value in words.DRAW.values]
    printed.bonuses = data["bonuses"]["each"]
    _require(len(effects["regions"]) == LARGEST, "regions are of 1, 2 and 3 fields")
    for i, points in enumerate(effects["regions"]):
        printed.region_points[i] = points
    printed.produce, printed.store_field = effects["produce"], effects["store_field"]
    printed.no_room, printed.marble = effects["no_room"], effects["marble"]
    printed.workers, printed.cloister_cards = effects["workers"], effects["cards"]
    printed.yields = effects["yields"]
    printed.too_many = data["display"]["too_many"]
    printed.end_piece, printed.end_cards = data["end"]["piece"], data["end"]["cards"]


def _fill_marks():
    """Numbers whose sums tell multisets of shown things apart."""
    cdef rng_t rng = 0
    cdef int i
    for i in range(SHOWN):
        MARK[i] = <uint32_t>(rng_next(&rng) >> 32)


_fill_printed()
_fill_marks()
_fill_shapes()
_fill_maps()
