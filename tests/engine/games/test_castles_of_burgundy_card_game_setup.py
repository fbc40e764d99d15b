"""Components, set-up, rounds and turn order."""

from collections import Counter

import pytest

from engine.games.castles_of_burgundy_card_game import words
from tests.engine.games.castles_of_burgundy import (
    BUY,
    END,
    GAME,
    SILVER,
    discards,
    display,
    do,
    finish_round,
    happened,
    one,
    player,
    table,
    texts,
)

COPIES = {"castle": 2, "mine": 2, "cloister": 2, "knowledge": 3, "ship": 3, "pasture": 3}
NUMBERS = {
    "carpenter": (1, 3, 5), "market": (1, 3, 5), "bank": (1, 3, 5), "warehouse": (1, 3, 5),
    "church": (2, 4, 6), "watchtower": (2, 4, 6), "boarding house": (2, 4, 6),
    "town hall": (2, 4, 6),
}  # fmt: skip
by_count = pytest.mark.parametrize("players", range(1, 5))


def copies(name):
    """How many cards of this name there are: so many can be laid out, and no more."""
    n = 0
    while n < 6:
        try:
            table(display={row: [name] for row in range(1, n + 2)})
        except ValueError as error:
            assert "is left" in str(error)
            break
        n += 1
    return n


def test_there_are_114_cards_with_these_numbers():
    found = {
        f"{sort} {number}": copies(f"{sort} {number}")
        for sort in [*COPIES, *NUMBERS]
        for number in range(1, 7)
    }
    assert found == {
        f"{sort} {number}": COPIES.get(sort, int(number in NUMBERS.get(sort, ())))
        for sort in [*COPIES, *NUMBERS]
        for number in range(1, 7)
    }
    assert sum(found.values()) == 114


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"goods": [("light", 3), ("dark", 2)]}, "stacks and their cards differ"),
        ({"players": {0: {"silver": -1}}}, "a negative stock"),
        ({"players": {0: {"hand": ["mine 1"] * 2 + ["mine 2"]}}}, "a hand is too large"),
        ({"players": {0: {"princedom": [["mine 1", "ship 1"]]}}}, "a stack of two kinds"),
        ({"players": {0: {"firsts": ["mine"]}, 1: {"firsts": ["mine"]}}}, "given twice"),
        ({"players": {0: {"seven": 3}}}, "an all-seven card without all kinds"),
    ],
)
def test_an_impossible_position_is_told_apart(wrong, why):
    with pytest.raises(ValueError, match=why):
        table(**wrong)


@by_count
def test_everyone_starts_with_a_good_an_animal_a_silver_and_workers_by_seat(players):
    view = GAME.new(players, 4).view(-1)
    for seat in view["players"]:
        assert sum(seat["goods"].values()) == sum(seat["animals"].values()) == seat["silver"] == 1
    workers = [[1], [0, 1], [0, 1, 1], [0, 1, 1, 2]][players - 1]
    assert [seat["workers"] for seat in view["players"]] == workers


@by_count
def test_goods_and_animals_lie_in_two_stacks_as_equal_as_can_be(players):
    view = GAME.new(players, 4).view(-1)
    goods, animals = 18 - players, 20 - players
    assert [stack["size"] for stack in view["goods_stacks"]] == [goods - goods // 2, goods // 2]
    assert [stack["size"] for stack in view["animals_stacks"]] == [
        animals - animals // 2,
        animals // 2,
    ]


def test_the_players_first_good_and_animal_are_random():
    starts = [player(GAME.new(2, seed)) for seed in range(60)]
    assert len({tuple(start["goods"].values()) for start in starts}) == 3
    assert len({tuple(start["animals"].values()) for start in starts}) == 4


@by_count
def test_six_cards_each_two_of_them_in_hand(players):
    state = GAME.new(players, 4)
    for seat in range(players):
        own = player(state, seat)
        assert (own["hand_count"], len(own["hand"]), own["stock_count"]) == (2, 2, 4)
        assert state.view(-1)["players"][seat]["hand"] == []
    egon = 25 if players == 1 else 0
    laid = [7, 7, 10, 13][players - 1]
    assert state.view(-1)["pile"] == 114 - 6 * players - laid - egon


@by_count
def test_the_display_by_number_of_players_each_card_beyond_the_rows_by_its_number(players):
    size, rows = [(7, 1), (7, 1), (10, 1), (13, 2)][players - 1]
    strays = 0
    for seed in range(40):
        laid = display(GAME.new(players, seed))
        assert sum(map(len, laid)) == size
        for number, row in enumerate(laid, start=1):
            assert len(row) >= rows
            own = sum(card.endswith(str(number)) for card in row)
            assert own >= len(row) - rows
            strays += len(row) - own
    assert strays > 20 * 6 * rows


def test_vector_8_with_three_players_six_lie_in_rows_and_four_by_their_number():
    laid = display(GAME.new(3, 11))
    extra = [len(row) - 1 for row in laid]
    assert sum(extra) == 4
    for number, (row, more) in enumerate(zip(laid, extra, strict=True), start=1):
        assert sum(card.endswith(str(number)) for card in row) >= more


@pytest.mark.parametrize(
    ("players", "cards"), [(1, [3, 1]), (2, [3, 1]), (3, [4, 2, 1]), (4, [4, 3, 2, 1])]
)
def test_the_all_seven_cards_by_number_of_players(players, cards):
    view = GAME.new(players, 4).view(-1)
    assert view["all_seven"] == cards
    assert len(view["first_triplets"]) == 7


def test_seat_0_starts_the_first_round_and_holds_the_start_player_card_face_up():
    state = GAME.new(3, 4)
    assert state.to_play == state.view(-1)["start_player"] == 0
    assert [p["start_card_face_down"] for p in state.view(-1)["players"]] == [False, None, None]


def test_every_seat_draws_when_all_have_had_their_turn():
    state = do(one(players=3), "Play the 1", SILVER)
    assert [player(state, seat)["hand_count"] for seat in range(3)] == [1, 2, 2]
    while state.to_play:
        state = do(state, texts(state)[0])
        state = do(state, SILVER) if SILVER in texts(state) else state
    assert [player(state, seat)["hand_count"] for seat in range(3)] == [2, 2, 2]
    assert [player(state, seat)["stock_count"] for seat in range(3)] == [3, 3, 3]


def test_the_sixth_turn_is_played_from_one_card():
    state = table(turn=5)
    assert len(texts(state)) == 1
    assert player(state)["hand_count"] == 1
    assert player(state)["stock_count"] == 0


@by_count
def test_six_turns_a_round_and_five_rounds(players):
    cards = Counter()
    state = GAME.new(players, 5)
    if players == 1:  # Egon must not win before the end
        state = one(players=1, points=90)
    while state.to_play is not None:
        here = state.view(-1)
        offered = texts(state)
        if offered[0].startswith("Play"):
            cards[here["round"], state.to_play] += 1
            assert here["turn"] == cards[here["round"], state.to_play]
        wanted = [text for text in (END, SILVER) if text in offered] or offered
        state = do(state, wanted[0])
    assert cards == {(n, seat): 6 for n in range(1, 6) for seat in range(players)}


def test_the_display_is_not_refilled_within_a_round_and_goes_at_its_end():
    state = one("mine 1, mine 2", turn=0, display={1: ["castle 3"], 4: ["ship 4"]})
    state = do(state, "Play the 1", "Take the castle 3 from row 1")
    assert display(state) == [[], [], [], ["ship 4"], [], []]
    before = discards(state)
    state = finish_round(state)
    assert before == {"mine 1": 1}
    assert discards(state)["ship 4"] >= 1
    assert sum(map(len, display(state))) == 7


def test_a_start_player_card_face_up_moves_one_seat_on():
    state = table(3, turn=5, first=2, to_play=1, start_card=(2, False))
    state = finish_round(state)
    assert state.to_play == state.view(-1)["start_player"] == 0
    assert player(state, 0)["start_card_face_down"] is False


def test_the_holder_of_the_face_down_card_starts_the_next_round():
    state = table(3, turn=5, first=2, to_play=1, start_card=(2, True))
    state = finish_round(state)
    assert state.to_play == state.view(-1)["start_player"] == 2
    assert player(state, 2)["start_card_face_down"] is False


def test_a_sale_does_not_change_the_order_of_the_running_round():
    state = one("mine 1, mine 2", 3, turn=2, goods={"light": 1}, first=0)
    state = do(state, "Play the 1", "Sell all light goods")
    assert state.to_play == 1
    assert state.view(-1)["start_player"] == 0
    assert finish_round(state).to_play == 0


def test_rounds_go_clockwise_from_their_start_player():
    state, order = table(4, first=2), []
    for _ in range(5):
        order.append(state.to_play)
        state = do(state, texts(state)[0], SILVER)
    assert order == [2, 3, 0, 1, 2]


def test_the_discards_are_shuffled_only_when_the_pile_is_used_up():
    pile = ["castle 1", "castle 2", "castle 3"]
    state = one(silver=3, pile=pile)
    before = sum(discards(state).values())
    state = do(state, BUY)
    assert state.view(-1)["pile"] == 0
    assert sum(discards(state).values()) == before
    assert "discards become" not in str(happened(one(silver=3, pile=pile), BUY))


def test_a_purchase_turns_up_the_last_cards_and_then_some_of_the_shuffled_discards():
    state = one(silver=3, pile=["castle 1", "castle 2"])
    before = sum(discards(state).values())
    state = do(state, BUY)
    names_up = [words.named(card) for card in state.view(-1)["bought"]]
    assert {"castle 1", "castle 2"} <= set(names_up)
    assert state.view(-1)["pile"] == before - 1
    assert discards(state) == {}


def test_a_new_round_shuffles_the_discards_when_needed():
    state = table(2, turn=5, pile=["castle 1"] * 2)
    before = sum(discards(state).values())
    state = finish_round(state)
    assert discards(state) == {}
    assert state.view(-1)["pile"] == before + 2 + 2 - 7 - 12


def test_if_cards_run_short_the_sixes_come_first_and_the_display_is_shorter():
    sorts = ("knowledge", "ship", "pasture")
    stacks = [[f"{sort} {n}", f"{sort} {n}", f"{sort} {n}"] for sort in sorts for n in range(1, 7)]
    more = [[f"castle {n}", f"castle {n}"] for n in range(1, 7)]
    seats = {
        0: {"princedom": stacks[:9]}, 1: {"princedom": stacks[9:]},
        2: {"princedom": more[:3], "projects": ["bank 1", "bank 3", "bank 5"]},
        3: {"princedom": more[3:]},
    }  # fmt: skip
    # 114 - 54 - 12 - 3 are 45 cards for the sixes and 13 for the display.
    assert sum(map(len, display(finish_round(table(4, turn=5, to_play=0, players=seats))))) == 13
    seats[2]["princedom"] = more[:3] + [[f"mine {n}", f"mine {n}"] for n in range(1, 7)]
    seats[3]["princedom"] = [*more[3:], ["church 2", "church 4", "church 6"]]
    state = finish_round(table(4, turn=5, to_play=0, players=seats))
    # Twelve mines and three churches fewer: 30 cards, of which 24 are dealt.
    assert sum(map(len, display(state))) == 6
    assert state.view(-1)["pile"] == 0
    assert [player(state, seat)["stock_count"] for seat in range(4)] == [4, 4, 4, 4]
