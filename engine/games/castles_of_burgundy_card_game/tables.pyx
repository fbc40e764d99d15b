"""What is printed on the components, read from cards.toml and refused if it does not add up."""

import tomllib
from importlib.resources import files

from engine.contract cimport BURGRAVE_BUILD, check_build
from engine.games.castles_of_burgundy_card_game.state cimport (
    ANIMAL_SORTS, BUILDING, CARDS, EGON_CARDS, GOOD_SORTS, ROUNDS, ROWS, ROW_CARDS, SEATS)

from engine.games.castles_of_burgundy_card_game import words


def _check(bint true, str what):
    if not true:
        raise ImportError(f"cards.toml: {what}")


def _fill_cards(dict kinds, dict buildings):
    cdef int sort, number, n, total = 0
    _check([*kinds] == [*words.SORT_NAMES[:BUILDING], "building"], "other kinds")
    _check([*buildings] == [*words.SORT_NAMES[BUILDING:]], "other buildings")
    for sort, name in enumerate(words.SORT_NAMES):
        for number in range(1, ROWS + 1):
            if sort < BUILDING:
                n = kinds[name]["copies"][number - 1]
            else:
                n = buildings[name].count(number)
            _check(total + n <= CARDS, "more cards than there are")
            printed.copies[sort << 3 | number] = n
            for _ in range(n):
                printed.deck[total] = sort << 3 | number
                total += 1
    _check(total == CARDS, "fewer cards than there are")
    for sort, kind in enumerate(kinds.values()):
        printed.triplet[sort] = kind["triplet"]


def _fill_numbers(dict data):
    cdef int i, workers, number
    effects, goods, animals = data["effects"], data["goods"], data["animals"]
    actions, start, points = data["actions"], data["start"], data["points"]
    _check(goods["sorts"] == GOOD_SORTS and animals["sorts"] == ANIMAL_SORTS, "other sorts")
    printed.mine_silver, printed.bank_silver = effects["mine_silver"], effects["bank_silver"]
    printed.knowledge_workers = effects["knowledge_workers"]
    printed.watchtower_points = effects["watchtower_points"]
    printed.good_points, printed.good_silver = goods["points"], goods["silver"]
    printed.good_copies, printed.animal_copies = goods["copies"], animals["copies"]
    printed.workers, printed.silver = actions["workers"], actions["silver"]
    printed.trade, printed.price = actions["trade"], actions["price"]
    printed.start_silver, printed.solo_workers = start["silver"], start["solo_workers"]
    printed.first_points = points["first_triplet"]
    printed.start_card_points = points["start_card"]
    printed.cloister_points = points["egon_cloister"]
    for i in range(SEATS):
        printed.start_workers[i] = start["workers"][i]
    for i in range(ANIMAL_SORTS):
        printed.sets[i + 1] = animals["sets"][i]
    for number in range(1, ROWS + 1):
        printed.good_of[number] = goods["by_number"][number - 1]
        _check(printed.good_of[number] < GOOD_SORTS, "a number sells no sort of goods")
        for workers in range(4):
            for i in range(1, ROWS + 1):
                if i != number and distance(i, number) <= workers:
                    WITHIN[workers][number] |= 1 << i


def _fill_tables(dict tables, list piles, list rounds):
    cdef int i, j
    _check(sum(piles) == EGON_CARDS and len(rounds) == len(piles) == ROUNDS, "other rounds")
    for i in range(SEATS):
        for j, card in enumerate(tables["seven_kinds"][i]):
            printed.seven[i][j] = card
        printed.display[i], printed.in_rows[i] = tables["display"][i], tables["in_rows"][i]
        _check(printed.in_rows[i] // ROWS + printed.display[i] - printed.in_rows[i] < ROW_CARDS,
               "a row could overflow")
    for i in range(ROUNDS):
        printed.egon_piles[i] = piles[i]
        packed = sorted(words.pack_bonus(choice) for choice in rounds[i]["choices"])
        _check(2 <= len(set(packed)) == len(packed) <= CHOICES, "too few or too many bonuses")
        printed.choices[i] = len(packed)
        for j, choice in enumerate(packed):
            printed.choice[i][j] = choice


def _fill():
    data = tomllib.loads((files(__package__) / "cards.toml").read_text())
    _fill_cards(data["kinds"], data["buildings"])
    _fill_numbers(data)
    _fill_tables(data["tables"], data["egon"]["piles"], data["rounds"])


check_build(BURGRAVE_BUILD)
_fill()
