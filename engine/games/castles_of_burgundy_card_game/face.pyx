"""What Python sees of The Castles of Burgundy: The Card Game: views, positions, registration."""

import random

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memset

from engine.bits cimport bits_count
from engine.contract cimport BURGRAVE_BUILD, State, check_build, register
from engine.games.castles_of_burgundy_card_game.count cimport score, triplets
from engine.games.castles_of_burgundy_card_game.judgement cimport evaluate
from engine.games.castles_of_burgundy_card_game.princedom cimport lay, size_of, target_of
from engine.games.castles_of_burgundy_card_game.rules cimport RULES
from engine.games.castles_of_burgundy_card_game.state cimport (
    ANIMALS, ANIMAL_SORTS, ASK_ACTION, ASK_CARD, BOUGHT, CLOISTER, EGON_CARDS, FACES, GOODS,
    GOOD_SORTS, HAND, KINDS, PROJECTS, ROUNDS, ROWS, ROW_CARDS, SEATS, TURNS, WHY_TURN, Burgundy,
    Frame, Player, Supply, kind_of)
from engine.games.castles_of_burgundy_card_game.tables cimport printed

from engine.games.castles_of_burgundy_card_game import pictures, tales, words


# ---- views

def view(State state, int viewer):
    """The table: hands are seen by their owners only, face-down cards by nobody."""
    cdef const Burgundy* s = <const Burgundy*>state.data
    cdef int i
    solo = s.head.players == 1
    return {
        "round": s.round + 1,
        "turn": min(s.turn + 1, TURNS),
        "start_player": s.first,
        "open": [frame_view(&s.open[i]) for i in range(s.depth)],
        "purchase_made": bool(s.purchased),
        "bought": [words.card(s.bought[i]) for i in range(BOUGHT) if s.bought[i]],
        "display": [{"cards": cards_view(s.display[i], ROW_CARDS)} for i in range(ROWS)],
        "pile": s.pile_count,
        "discards": [{"card": words.card(i), "count": s.discarded[i]}
                     for i in range(FACES) if s.discarded[i]],
        "goods_stacks": supply_view(&s.supply[GOODS], "good", words.GOODS),
        "animals_stacks": supply_view(&s.supply[ANIMALS], "animal", words.ANIMALS),
        "bonuses": [words.unpack_bonus(printed.choice[s.round][i])
                    for i in range(printed.choices[s.round])],
        "first_triplets": kinds_view(~s.firsts),
        "all_seven": [printed.seven[s.head.players - 1][i] for i in range(s.sevens, SEATS)
                      if printed.seven[s.head.players - 1][i]],
        "players": [player_view(s, i, viewer) for i in range(s.head.players)],
        "egon": egon_view(s) if solo else None,
    }


cdef list cards_view(const uint8_t* cards, int n):
    return [words.card(cards[i]) for i in range(n) if cards[i]]


cdef list kinds_view(int kinds):
    return [words.KINDS[i] for i in range(KINDS) if kinds >> i & 1]


cdef dict frame_view(const Frame* f):
    return {
        "ask": words.ASKS[f.ask],
        "why": words.WHYS[f.why],
        "card": words.card(f.card) if f.card else None,
        "number": f.number if f.ask == ASK_ACTION and f.number else None,
        "amount": f.amount or None,
    }


cdef list supply_view(const Supply* supply, str key, tuple names):
    return [{key: names[supply.top[i]] if supply.size[i] else None, "size": supply.size[i]}
            for i in range(2)]


cdef list princedom_view(const Player* p):
    return [{"kind": words.KINDS[p.stack[i].kind], "cards": cards_view(p.stack[i].card, 3)}
            for i in range(p.stacks)]


cdef dict player_view(const Burgundy* s, int seat, int viewer):
    cdef const Player* p = &s.player[seat]
    cdef int i
    hand = [p.six[i] for i in range(HAND) if p.held >> i & 1]
    return {
        "score": score(s, seat),
        "silver": p.silver,
        "workers": p.workers,
        "points": p.points,
        "goods": {name: p.goods[i] for i, name in enumerate(words.GOOD_NAMES)},
        "sold": {name: p.sold[i] for i, name in enumerate(words.GOOD_NAMES)},
        "animals": {name: p.animals[i] for i, name in enumerate(words.ANIMAL_NAMES)},
        "hand_count": len(hand),
        "hand": [words.card(card) for card in hand] if seat == viewer else [],
        "older_count": bits_count(p.older & p.held),
        "stock_count": sum([p.six[i] != 0 for i in range(HAND)]) - len(hand),
        "projects": cards_view(p.project, PROJECTS),
        "princedom": princedom_view(p),
        "kinds": kinds_view(p.kinds),
        "triplets": sum([triplets(p, i) for i in range(KINDS)]),
        "first_triplets": kinds_view(p.firsts),
        "all_seven": p.seven,
        "start_card_face_down": bool(s.face_down) if s.holder == seat else None,
    }


cdef dict egon_view(const Burgundy* s):
    cdef const Player* egon = &s.player[1]
    return {
        "score": score(s, 1),
        "princedom": princedom_view(egon),
        "kinds": kinds_view(egon.kinds),
        "triplets": sum([triplets(egon, i) for i in range(KINDS)]),
        "first_triplets": kinds_view(egon.firsts),
        "all_seven": egon.seven,
        "face_down": EGON_CARDS - s.egon_shown,
        "piles": [printed.egon_piles[i] for i in range(s.round + 1, ROUNDS)],
    }


# ---- positions made to order

cdef class Deck:
    """Every card once, to be laid out where a position wants it."""
    cdef uint8_t left[FACES]

    def __cinit__(self):
        cdef int i
        for i in range(FACES):
            self.left[i] = printed.copies[i]

    cdef int take(self, str name) except -1:
        cdef int face = words.face_of(name)
        if self.left[face] == 0:
            raise ValueError(f"no {name} is left")
        self.left[face] -= 1
        return face

    def rest(self):
        """All that is left, well mixed, last to be used first."""
        faces = [i for i in range(FACES) for _ in range(self.left[i])]
        random.Random(1).shuffle(faces)
        return faces


def position(State start not None, **changes):
    """A position at the start of a turn: `start` with all cards laid out anew.

    Cards go by names like "town hall 4".  `players` maps a seat to its silver, workers,
    points, goods, sold, animals, hand, projects, princedom (lists of cards), firsts (kinds)
    and seven; `display` maps rows to cards; `goods` and `animals` list (top, size) of the two
    stacks; `egon` lists his open cards.  The draw pile holds what is not named,
    unless `pile` lists its cards: then the discard pile does.  `round` and `turn` begin with 0.
    """
    cdef State made = start.__copy__()
    cdef Burgundy* s = <Burgundy*>made.data
    cdef Deck deck = Deck()
    cdef int seat
    clear(s)
    s.round = changes.pop("round", s.round)
    s.turn = changes.pop("turn", s.turn)
    s.first = changes.pop("first", s.first)
    s.head.to_play = changes.pop("to_play", s.first)
    if s.head.players > 1:
        s.holder, s.face_down = changes.pop("start_card", (s.first, False))
    players = changes.pop("players", {})
    for seat in range(s.head.players):
        change_player(s, seat, dict(players.get(seat, {})), deck)
    for row, names in changes.pop("display", {}).items():
        for i, face in enumerate(sorted([deck.take(name) for name in names])):
            s.display[row - 1][i] = face
    pile = [deck.take(name) for name in changes.pop("pile")] if "pile" in changes else None
    egon = [deck.take(name) for name in changes.pop("egon", [])]
    lay_rest(s, deck.rest(), egon, pile)
    fill(&s.supply[GOODS], GOOD_SORTS, changes.pop("goods", None), words.GOOD_NAMES)
    fill(&s.supply[ANIMALS], ANIMAL_SORTS, changes.pop("animals", None), words.ANIMAL_NAMES)
    if changes:
        raise TypeError(f"no such part of a position: {', '.join(changes)}")
    if made.fault():
        raise ValueError(made.fault())
    return made


cdef void clear(Burgundy* s) noexcept:
    """Take everything up but silver and workers, and begin the turn anew."""
    cdef int i
    cdef int16_t silver, workers
    for i in range(ANIMAL_SORTS):
        s.supply[GOODS].below[i] = printed.good_copies if i < GOOD_SORTS else 0
        s.supply[ANIMALS].below[i] = printed.animal_copies
    for i in range(SEATS):
        silver, workers = s.player[i].silver, s.player[i].workers
        memset(&s.player[i], 0, sizeof(Player))
        s.player[i].silver, s.player[i].workers = silver, workers
    memset(s.open, 0, sizeof(s.open))
    memset(s.bought, 0, sizeof(s.bought))
    memset(s.display, 0, sizeof(s.display))
    memset(s.egon, 0, sizeof(s.egon))
    memset(s.pile, 0, sizeof(s.pile))
    memset(s.discarded, 0, sizeof(s.discarded))
    s.firsts = s.sevens = s.egon_shown = s.purchased = s.face_down = 0
    s.shuffles = s.dealt_in = s.pile_count = s.discard_count = 0
    s.head.shown = s.head.revealed = 0
    s.depth = 1
    s.open[0].ask = ASK_CARD
    s.open[0].why = WHY_TURN


cdef int change_player(Burgundy* s, int seat, dict player, Deck deck) except -1:
    cdef Player* p = &s.player[seat]
    cdef int i, sort
    p.silver = player.pop("silver", p.silver)
    p.workers = player.pop("workers", p.workers)
    p.points = player.pop("points", p.points)
    for name in ("goods", "sold"):
        for good, n in player.pop(name, {}).items():
            sort = words.GOOD_NAMES.index(good)
            s.supply[GOODS].below[sort] -= <uint8_t>n
            if name == "goods":
                p.goods[sort] = n
            else:
                p.sold[sort] = n
    for animal, n in player.pop("animals", {}).items():
        sort = words.ANIMAL_NAMES.index(animal)
        s.supply[ANIMALS].below[sort] -= <uint8_t>n
        p.animals[sort] = n
    for i, face in enumerate(sorted([deck.take(name) for name in player.pop("projects", [])])):
        p.project[i] = face
        p.projects += 1
    for i, names in enumerate(player.pop("princedom", [])):
        lay_stack(p, i, [deck.take(name) for name in names])
    for kind in player.pop("firsts", []):
        p.firsts |= 1 << words.KIND_NAMES.index(kind)
    s.firsts |= p.firsts
    p.seven = player.pop("seven", 0)
    s.sevens += p.seven > 0
    hand_out(s, seat, [deck.take(name) for name in player.pop("hand", [])])
    if player:
        raise TypeError(f"no such part of a player: {', '.join(player)}")
    return 0


cdef int lay_stack(Player* p, int i, list faces) except -1:
    cdef int j
    p.stacks += 1
    p.stack[i].kind = CLOISTER
    for j, face in enumerate(faces):
        p.stack[i].card[j] = face
        p.kinds |= 1 << kind_of(face)
        if kind_of(face) != CLOISTER:
            p.stack[i].kind = kind_of(face)
    return 0


cdef int hand_out(Burgundy* s, int seat, list hand) except -1:
    """The hand of a seat that has played as many cards as the turn says."""
    cdef Player* p = &s.player[seat]
    cdef int order = (seat - s.first + s.head.players) % s.head.players
    cdef int now = (s.head.to_play - s.first + s.head.players) % s.head.players
    cdef int i, made = s.turn + (order < now)
    for i in range(made, min(s.turn + 2, HAND)):
        p.held |= 1 << i
        if hand:
            p.six[i] = hand.pop(0)
    if hand:
        raise ValueError("a hand is too large")
    return 0


cdef int lay_rest(Burgundy* s, list rest, list egon, list pile) except -1:
    """Deal what no part of the position names: sixes, Egon's cards, pile or discards."""
    cdef int seat, i, first
    for seat in range(s.head.players):
        first = 0
        while not s.player[seat].held >> first & 1 and first < s.turn + 1:
            first += 1
        for i in range(first, HAND):
            if s.player[seat].six[i] == 0:
                s.player[seat].six[i] = rest.pop()
    if s.head.players == 1:
        for i in range(EGON_CARDS):
            s.egon[i] = egon[i] if i < len(egon) else rest.pop()
        lay_egon(s)
    for i, face in enumerate(rest if pile is None else pile):
        s.pile[i] = face
        s.pile_count += 1
    for face in rest if pile is not None else []:
        s.discarded[face] += 1
        s.discard_count += 1
    return 0


cdef int lay_egon(Burgundy* s) except -1:
    """Sort his open cards as `begin_round` does, but for the player's points."""
    cdef int i, size, target
    for i in range(s.round + 1):
        s.egon_shown += printed.egon_piles[i]
    for i in range(s.egon_shown):
        target = 0
        for size in range(s.player[1].stacks):
            if (s.player[1].stack[size].kind == kind_of(s.egon[i])
                    and s.player[1].stack[size].card[2] == 0):
                target = target_of(kind_of(s.egon[i]), size_of(s.player[1].stack[size].card))
        lay(s, 1, s.egon[i], target, NULL)
    return 0


cdef int fill(Supply* supply, int sorts, object stacks, tuple names) except -1:
    """Two stacks of what is left: as told, or as equal as can be with the lowest tops."""
    cdef int i, n = sum([supply.below[i] for i in range(sorts)])
    if stacks is None:
        stacks = [(None, n - n // 2), (None, n // 2)]
    for i, (top, size) in enumerate(stacks):
        supply.size[i] = size
        supply.top[i] = 0
        if size:
            sort = names.index(top) if top else [j for j in range(sorts) if supply.below[j]][0]
            supply.top[i] = sort
            supply.below[sort] -= 1
    return 0


check_build(BURGRAVE_BUILD)
RULES.evaluate = evaluate
GAME = register(&RULES, "The Castles of Burgundy: The Card Game", (), view, words.describe_move,
                tales.describe_event, pictures.draw)
