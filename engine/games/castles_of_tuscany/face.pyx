"""What Python sees of The Castles of Tuscany: views, positions made to order, registration."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from engine.contract cimport BURGRAVE_BUILD, OVER, State, check_build, register
from engine.games.castles_of_tuscany.bags cimport (
    Bag, bag_add, bag_count, bag_total, count_of, one, tile_count, total)
from engine.games.castles_of_tuscany.components cimport HEIGHT, MAP, NEIGHBOURS, printed
from engine.games.castles_of_tuscany.judgement cimport evaluate
from engine.games.castles_of_tuscany.rules cimport (
    ARRANGING, AT_CASTLE, BONUSES, COLOURS, FARM, FIELDS, HEXAGON, LETTERS, LIGHT_GREEN,
    MORE_STORE, PAYING, REPLACING, RULES, SORTS, CastlesOfTuscany, Map, Realm, map_of)
from engine.games.castles_of_tuscany.secrets cimport placed

from engine.games.castles_of_tuscany import words
from engine.games.castles_of_tuscany.picture import draw


# ---- views

def view(State state, int viewer):
    """The table, with the hand of `viewer` and, until all are shown, its map alone."""
    cdef const CastlesOfTuscany* s = <const CastlesOfTuscany*>state.data
    over = s.head.to_play == OVER
    return {
        "phase": "PHASE_OVER" if over else words.PHASES[s.phase],
        "passage": s.passage,
        "extra_round": bool(s.extra),
        "second_action": bool(s.second),
        "display": tiles_of(s.display),
        "taking": words.TILES[s.tile] if s.phase == REPLACING else None,
        "paying": paying_view(s) if s.phase == PAYING else None,
        "neutral_tiles": bag_total(&s.neutral),
        "removed": bag_tiles(&s.removed),
        "boxed": bag_tiles(&s.boxed),
        "pile": s.in_pile,
        "discards": cards_of(s.discards),
        "yield_pile": total(s.yield_pile),
        "yield_discards": counts_of(s.yield_discards, words.YIELD_NAMES),
        "bonuses": {name: s.bonus[i] for i, name in enumerate(words.BONUS_NAMES)},
        "colour_bonuses": [colour_bonus_view(s, i) for i in range(COLOURS)],
        "realms": [realm_view(s, seat, viewer) for seat in range(s.head.players)],
    }


cdef dict paying_view(const CastlesOfTuscany* s):
    return {
        "tile": words.TILES[s.tile],
        "field": words.spot(s.field),
        "units": s.units,
    }


cdef dict colour_bonus_view(const CastlesOfTuscany* s, int colour):
    cdef int gone = s.filled[colour]
    return {
        "colour": words.COLOURS[colour],
        "taken": gone,
        "points": printed.colour_bonus[colour][gone] if gone < 2 else None,
    }


cdef dict realm_view(const CastlesOfTuscany* s, int seat, int viewer):
    cdef const Realm* r = &s.realm[seat]
    cdef int i, steps = steps_known(s, seat, viewer), size = printed.stack_size
    return {
        "green": r.green,
        "red": r.red,
        "hand_size": r.cards,
        "hand": cards_of(r.hand) if seat == viewer else None,
        "marble": r.marble,
        "workers": r.workers,
        "store": tiles_of(r.store),
        "store_fields": 1 + r.bonus[MORE_STORE],
        "new_hexagons": r.fresh,
        "stacks": [min(size, max(0, r.in_stack - size * i)) for i in (2, 1, 0)],
        "unlaid": bag_tiles(&r.stack),
        "bonuses": {name: r.bonus[i] for i, name in enumerate(words.BONUS_NAMES)},
        "parts": [{"part": words.PARTS[i], "number": r.part[i] + 1} for i in range(LETTERS)],
        "arrangement": words.arrangement(r.layout, r.castle, steps) if steps else None,
        "fields": map_view(r) if steps >= AT_CASTLE else [],
    }


cdef int steps_known(const CastlesOfTuscany* s, int seat, int viewer):
    """How many decisions of a seat's arrangement `viewer` knows."""
    if s.phase != ARRANGING:
        return AT_CASTLE + 1
    if seat != viewer or seat > s.head.to_play:
        return 0
    return s.step if seat == s.head.to_play else AT_CASTLE + 1


cdef list map_view(const Realm* r):
    cdef const Map* map = &MAP[map_of(r)]
    cdef int field, top = min([HEIGHT[map.shape][field] for field in range(FIELDS)])
    return [
        {
            "field": words.spot(field),
            "height": HEIGHT[map.shape][field] - top,
            "colour": words.COLOURS[map.colour[field]],
            "tile": tile_on(r, map, field),
            "start_castle": bool(r.covered >> field & 1) and field == r.castle,
        }
        for field in range(FIELDS)
    ]


cdef object tile_on(const Realm* r, const Map* map, int field):
    cdef int sorts = 0, i, tile = map.colour[field]
    if not r.covered >> field & 1:
        return None
    if r.wooden >> field & 1:
        return words.TILES[HEXAGON]
    if tile == LIGHT_GREEN:
        for i in range(SORTS):
            sorts |= (r.produce[i] >> field & 1) << i
        while printed.sorts[tile] != sorts:
            tile += 1
    return words.TILES[tile]


cdef list tiles_of(uint64_t tiles):
    return [name for i, name in enumerate(words.TILES) for _ in range(tile_count(tiles, i))]


cdef list bag_tiles(const Bag* bag):
    return [name for i, name in enumerate(words.TILES) for _ in range(bag_count(bag, i))]


cdef dict counts_of(uint64_t counts, tuple names):
    return {name: count_of(counts, i) for i, name in enumerate(names)}


cdef dict cards_of(uint64_t cards):
    return counts_of(cards, words.COLOUR_NAMES)


def map_colours(parts, layout):
    """Colours and regions of the map that three parts (from 0) make when laid like this."""
    cdef int number = ((parts[0] * 4 + parts[1]) * 4 + parts[2]) * 96 + layout
    cdef int field
    return (
        [MAP[number].colour[field] for field in range(FIELDS)],
        [MAP[number].region[field] for field in range(FIELDS)],
        [NEIGHBOURS[MAP[number].shape][field] for field in range(FIELDS)],
    )


# ---- positions made to order

def position(State start not None, **changes):
    """`start` past its set-up, with other realms, tiles and cards: to set up a position.

    `realms` maps a seat to changes of it: hand, store, stack, tiles (from field to tile), parts,
    layout, castle, green, red, marble, workers, bonuses.  `display`, `neutral`, `removed` list
    tiles; what is not accounted for is neutral, or boxed if `neutral` is given.
    `yield_pile` and `discards` count cards, the rest are yield discards and the pile.
    """
    cdef State made = start.__copy__()
    cdef CastlesOfTuscany* s = <CastlesOfTuscany*>made.data
    cdef int seat
    realms = changes.pop("realms", {})
    for seat in range(s.head.players):
        change_realm(&s.realm[seat], dict(realms.get(seat, {})))
    s.phase = words.PHASES.index(changes.pop("phase", "PHASE_ACTING"))
    s.step = 0
    s.head.to_play = changes.pop("to_play", 0)
    s.passage = changes.pop("passage", max(1, s.passage))
    s.extra = changes.pop("extra", s.extra)
    s.second = changes.pop("second", False)
    for i, taken in enumerate(changes.pop("filled", [])):
        s.filled[i] = taken
    change_cards(s, changes)
    change_tiles(s, changes)
    if changes:
        raise TypeError(f"no such part of a position: {', '.join(changes)}")
    if made.fault():
        raise ValueError(made.fault())
    return made


cdef int change_realm(Realm* r, dict realm) except -1:
    r.green, r.red = realm.pop("green", r.green), realm.pop("red", r.red)
    r.marble, r.workers = realm.pop("marble", r.marble), realm.pop("workers", r.workers)
    r.fresh = realm.pop("fresh", 0)
    if "hand" in realm:
        r.hand = packed(realm.pop("hand"), words.COLOUR_NAMES)
    r.cards = total(r.hand)
    if "store" in realm:
        r.store = packed_tiles(realm.pop("store"))
    r.stored = len(tiles_of(r.store))
    if "stack" in realm:
        fill_bag(&r.stack, realm.pop("stack"))
    r.in_stack = bag_total(&r.stack)
    for name, n in realm.pop("bonuses", {}).items():
        r.bonus[words.BONUS_NAMES.index(name)] = n
    change_map(r, realm)
    if realm:
        raise TypeError(f"no such part of a realm: {', '.join(realm)}")
    return 0


cdef int change_map(Realm* r, dict realm) except -1:
    cdef int i, field, tile
    for i, part in enumerate(realm.pop("parts", ())):
        r.part[i] = part
    r.layout = realm.pop("layout", r.layout)
    r.map = map_of(r)
    castles = [i for i in range(FIELDS) if MAP[r.map].colour[i] == 0]
    r.castle = realm.pop("castle", r.castle if r.castle in castles else castles[0])
    if "tiles" not in realm and r.covered:
        return 0
    r.covered, r.near, r.wooden = 0, 0, 0
    memset(r.produce, 0, sizeof(r.produce))
    for field, name in ({r.castle: "TILE_CASTLE"} | realm.pop("tiles", {})).items():
        tile = words.TILES.index(name)
        r.covered |= <uint32_t>1 << field
        r.near |= NEIGHBOURS[MAP[r.map].shape][field]
        if tile == HEXAGON:
            r.wooden |= <uint32_t>1 << field
        for i in range(SORTS):
            r.produce[i] |= <uint32_t>(printed.sorts[tile] >> i & 1) << field
    return 0


cdef int change_cards(CastlesOfTuscany* s, dict changes) except -1:
    cdef int seat, i
    if "yield_pile" in changes:
        s.yield_pile = packed(changes.pop("yield_pile"), words.YIELD_NAMES)
        s.yield_discards = printed.yield_cards - s.yield_pile
    if "discards" in changes:
        s.discards = packed(changes.pop("discards"), words.COLOUR_NAMES)
    s.pile = printed.cards
    for cards in [s.discards] + [s.realm[seat].hand for seat in range(s.head.players)]:
        for i in range(COLOURS):
            if count_of(cards, i) > count_of(s.pile, i):
                raise ValueError(f"more {words.COLOUR_NAMES[i]} cards than there are")
        s.pile -= <uint64_t>cards
    s.in_pile, s.in_discards = total(s.pile), total(s.discards)
    for i in range(BONUSES):
        s.bonus[i] = printed.bonuses - sum([s.realm[j].bonus[i] for j in range(s.head.players)])
    return 0


cdef int change_tiles(CastlesOfTuscany* s, dict changes) except -1:
    """Take over tiles; what is left over goes to the neutral ones, or out of the game."""
    cdef int i, left, seat
    if "display" in changes or not s.display:
        s.display = packed_tiles(changes.pop("display", words.TILES[:FARM + 1]))
    if "removed" in changes:
        fill_bag(&s.removed, changes.pop("removed"))
    s.missing = printed.display - len(tiles_of(s.display))
    given = "neutral" in changes
    fill_bag(&s.neutral, changes.pop("neutral", []))
    memset(&s.boxed, 0, sizeof(Bag))
    for i in range(HEXAGON):
        left = bag_count(&printed.neutral, i) - tile_count(s.display, i)
        left -= bag_count(&s.neutral, i) + bag_count(&s.removed, i)
        for seat in range(s.head.players):
            left += bag_count(&printed.own, i) - bag_count(&s.realm[seat].stack, i)
            left -= tile_count(s.realm[seat].store, i) + placed(&s.realm[seat], i)
        if left < 0:
            raise ValueError(f"more of {words.TILES[i]} than there are")
        bag_add(&s.boxed if given else &s.neutral, i, left)
    return 0


cdef uint64_t packed(counts, tuple names) except? 0:
    cdef uint64_t cards = 0
    for name, n in counts.items():
        cards += <uint64_t><int>n * one(names.index(name))
    return cards


cdef uint64_t packed_tiles(names) except? 0:
    return sum([1 << 4 * words.TILES.index(name) for name in names])


cdef int fill_bag(Bag* bag, names) except -1:
    memset(bag, 0, sizeof(Bag))
    for name in names:
        bag_add(bag, words.TILES.index(name), 1)
    return 0


check_build(BURGRAVE_BUILD)
RULES.evaluate = evaluate
GAME = register(&RULES, "The Castles of Tuscany", (words.DRAW,), view, words.describe_move,
                words.describe_event, draw)
