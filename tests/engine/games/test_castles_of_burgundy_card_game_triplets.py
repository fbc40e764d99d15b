"""Stacks, jokers, triplets, and the bonuses they bring."""

import pytest

from tests.engine.games.castles_of_burgundy import (
    BUY,
    END,
    SILVER,
    asked,
    do,
    finish_round,
    happened,
    one,
    player,
    princedom,
    table,
    texts,
)

POINTS = {
    "castle": 4, "mine": 5, "cloister": 6, "knowledge": 4, "ship": 3, "pasture": 4, "building": 3,
}  # fmt: skip
ROUNDS = [
    ["3 points", "2 goods", "2 animals", "3 silver", "3 workers"],
    ["2 points", "1 good and 1 animal", "3 silver", "3 workers"],
    ["1 point", "1 good", "1 animal", "2 silver", "2 workers"],
    ["2 silver", "2 workers", "1 silver and 1 worker"],
    ["1 silver", "1 worker"],
]


def triplet(kind):
    if kind == "building":
        return ["watchtower 2", "bank 3", "watchtower 4"]
    return [f"{kind} {n}" for n in (1, 3, 5)]


def bonus(words):
    return f"Take {words} as the round's bonus"


def place(card, stacks, **changes):
    """After the card, of number 2, was chosen to be placed beside these stacks."""
    state = one("pasture 2, pasture 2", projects=[card], princedom=stacks, **changes)
    return do(state, "Play the 2", f"Place the {card}")


@pytest.mark.parametrize("kind", POINTS)
def test_only_complete_triplets_score_and_each_kind_has_its_points(kind):
    def score(n):
        state = table(players={1: {"princedom": [triplet(kind)[:n]]}})
        return player(state, 1)["score"]

    assert [score(n) for n in (1, 2, 3)] == [0, 0, POINTS[kind]]


def test_vector_5_three_buildings_3_three_pastures_4_three_cloisters_6():
    stacks = [triplet(kind) for kind in ("building", "pasture", "cloister")]
    state = table(players={1: {"princedom": stacks}})
    assert player(state, 1)["score"] == 3 + 4 + 6
    assert player(state, 1)["triplets"] == 3


def test_buildings_of_any_types_are_one_kind():
    state = place("watchtower 2", [["bank 1"]])
    assert princedom(state) == [("building", ["bank 1", "watchtower 2"])]


def test_a_card_goes_on_the_incomplete_stack_of_its_kind():
    assert princedom(place("mine 2", [["ship 1"], ["mine 1"]])) == [
        ("ship", ["ship 1"]), ("mine", ["mine 1", "mine 2"]),
    ]  # fmt: skip


def test_the_fourth_card_of_a_kind_begins_a_new_stack_that_scores_again():
    state = place("mine 2", [triplet("mine")])
    assert princedom(state)[1] == ("mine", ["mine 2"])
    state = table(players={1: {"princedom": [triplet("mine"), ["mine 2", "mine 4", "mine 6"]]}})
    assert player(state, 1)["score"] == 10


# ---- jokers


def test_a_cloister_goes_on_any_incomplete_stack_and_is_of_that_kind():
    state = place("cloister 2", [["ship 1"], ["mine 1", "mine 3"], triplet("castle")])
    assert texts(state) == [
        "Begin a new stack", "Lay it on the mine stack of 2", "Lay it on the ship stack of 1",
    ]  # fmt: skip
    after = do(state, "Lay it on the ship stack of 1")
    assert princedom(after)[0] == ("ship", ["ship 1", "cloister 2"])
    after = do(state, "Lay it on the mine stack of 2", bonus("3 points"))
    assert princedom(after)[1] == ("mine", ["mine 1", "mine 3", "cloister 2"])
    assert player(after)["first_triplets"] == ["KIND_MINE"]
    assert player(after)["silver"] == 1  # no effect of a mine


def test_a_second_cloister_begins_no_second_stack():
    state = place("cloister 2", [["cloister 1"], ["ship 1"]])
    assert texts(state) == ["Lay it on the cloister stack of 1", "Lay it on the ship stack of 1"]


def test_a_card_on_cloisters_turns_them_into_its_kind_and_has_its_effect():
    state = place("mine 2", [["cloister 1"]], silver=0)
    assert texts(state) == ["Begin a new stack", "Lay it on the cloister stack of 1"]
    state = do(state, "Lay it on the cloister stack of 1")
    assert princedom(state) == [("mine", ["cloister 1", "mine 2"])]
    assert player(state)["silver"] == 2


def test_two_cloisters_and_a_card_are_a_triplet_of_its_kind():
    state = place("mine 2", [["cloister 1", "cloister 3"]], silver=0)
    state = do(state, "Lay it on the cloister stack of 2", bonus("3 workers"))
    assert player(state)["score"] == 5 + 1 + 1  # triplet, first one, start player card
    assert player(state)["first_triplets"] == ["KIND_MINE"]


def test_with_an_own_stack_the_card_goes_there_or_on_cloisters_by_choice():
    state = place("ship 2", [["ship 1"], ["cloister 1"]])
    assert texts(state) == ["Lay it on the cloister stack of 1", "Lay it on the ship stack of 1"]
    state = do(state, "Lay it on the cloister stack of 1")
    assert princedom(state) == [("ship", ["ship 1"]), ("ship", ["cloister 1", "ship 2"])]


def test_stacks_of_one_kind_and_two_sizes_are_two_choices():
    state = place("ship 2", [["ship 1"], ["cloister 1", "ship 4"], ["cloister 3"]])
    assert texts(state) == [
        "Lay it on the cloister stack of 1",
        "Lay it on the ship stack of 1",
        "Lay it on the ship stack of 2",
    ]
    assert asked(do(state, "Lay it on the ship stack of 2"))[-1] == "bonus"


def test_stacks_of_one_kind_and_size_are_one_choice():
    stacks = [["ship 1", "ship 3"], ["cloister 1", "ship 4"]]
    state = place("ship 2", stacks)
    assert asked(state)[-1] == "bonus"
    assert princedom(state)[0] == ("ship", ["ship 1", "ship 3", "ship 2"])


# ---- bonuses


@pytest.mark.parametrize("kind", POINTS)
def test_the_first_triplet_of_each_kind_in_the_game_is_worth_1_point(kind):
    last = "watchtower 6" if kind == "building" else f"{kind} 2"
    hand = "pasture 6, pasture 6" if kind == "building" else "pasture 2, pasture 2"
    for taken in (False, True):
        firsts = {"players_too": {1: {"firsts": [kind]}}} if taken else {}
        state = one(hand, princedom=[triplet(kind)[:2]], projects=[last], **firsts)
        state = do(state, f"Play the {last[-1]}", f"Place the {last}")
        assert player(state)["score"] == POINTS[kind] + (not taken) + 1
        assert (f"KIND_{kind.upper()}" in state.view(-1)["first_triplets"]) is False
        assert player(state)["first_triplets"] == ([] if taken else [f"KIND_{kind.upper()}"])


@pytest.mark.parametrize("number", range(5))
def test_each_round_card_has_its_choices(number):
    state = place("mine 2", [["mine 1", "mine 3"]], round=number, silver=0)
    assert asked(state) == ["nothing yet", "bonus"]
    assert sorted(texts(state)) == sorted(bonus(choice) for choice in ROUNDS[number])


@pytest.mark.parametrize(
    ("number", "choice"), [(n, choice) for n in range(5) for choice in ROUNDS[n]]
)
def test_every_bonus_brings_what_it_says(number, choice):
    state = place("mine 2", [["mine 1", "mine 3"]], round=number, silver=0, workers=0)
    state = do(state, bonus(choice))
    while asked(state)[-1] in ("good", "animal"):
        state = do(state, texts(state)[0])
    got = player(state)
    gains = {
        "point": got["points"],
        "good": sum(got["goods"].values()),
        "animal": sum(got["animals"].values()),
        "silver": got["silver"] - 2,  # of the mine
        "worker": got["workers"],
    }
    wanted = dict.fromkeys(gains, 0)
    for part in choice.split(" and "):
        n, noun = part.split()
        wanted[noun.removesuffix("s")] = int(n)
    assert gains == wanted


def test_vector_4_the_bonuses_of_rounds_a_and_d():
    a = place("mine 2", [["mine 1", "mine 3"]], round=0)
    assert {"3 points", "2 goods", "2 animals", "3 silver", "3 workers"} == set(ROUNDS[0])
    assert set(texts(a)) == {bonus(choice) for choice in ROUNDS[0]}
    d = place("mine 2", [["mine 1", "mine 3"]], round=3)
    assert set(texts(d)) == {bonus(c) for c in ("2 silver", "2 workers", "1 silver and 1 worker")}


def test_every_triplet_brings_a_bonus_not_only_the_first_of_its_kind():
    stacks = [triplet("mine"), ["mine 4", "mine 6"]]
    state = place("mine 2", stacks, players_too={1: {"firsts": ["mine"]}})
    assert asked(state)[-1] == "bonus"


def test_two_goods_of_a_bonus_are_taken_one_after_the_other_from_either_stack():
    state = table(
        players={
            0: {"hand": ["pasture 2", "pasture 2"], "projects": ["cloister 2"],
                "princedom": [["cloister 1", "cloister 3"]]},
            1: {"sold": {"light": 5, "medium": 5, "dark": 5}},
        },
        goods=[("light", 1), ("dark", 2)],
    )  # fmt: skip
    state = do(state, "Play the 2", "Place the cloister 2", bonus("2 goods"))
    assert state.view(-1)["open"][-1]["amount"] == 2
    state = do(state, "Take the light good from the first stack")
    assert state.view(-1)["open"][-1]["amount"] == 1
    assert state.view(-1)["open"][-1]["why"] == "WHY_TRIPLET"
    state = do(state, "Take the dark good from the second stack")
    assert player(state)["goods"] == {"light": 1, "medium": 0, "dark": 1}


def test_a_bonus_may_be_chosen_even_if_less_is_there():
    state = table(
        players={
            0: {"hand": ["pasture 2", "pasture 2"], "projects": ["cloister 2"],
                "princedom": [["cloister 1", "cloister 3"]]},
            1: {"sold": {"light": 5, "medium": 6, "dark": 6}},
        },
        goods=[("light", 1), (None, 0)],
    )  # fmt: skip
    state = do(state, "Play the 2", "Place the cloister 2", bonus("2 goods"))
    assert player(state)["goods"]["light"] == 1
    assert state.to_play == 1


def test_bonus_cards_and_the_rounds_bonus_come_before_the_cards_own_effect():
    state = one("pasture 2, pasture 2", projects=["mine 2"], princedom=[["mine 1", "mine 3"]])
    state = do(state, "Play the 2")
    assert happened(state, "Place the mine 2") == [
        "Seat 0 places the mine 2, 3 of 3 on a mine stack",
        "Seat 0 completes a mine triplet worth 5",
        "Seat 0 has the first mine triplet for 1 point",
    ]
    state = do(state, "Place the mine 2")
    assert player(state)["silver"] == 1
    assert happened(state, bonus("3 silver"))[:2] == [
        "Seat 0 gets 3 silver (round bonus)",
        "Seat 0 gets 2 silver (mine)",
    ]


def test_a_purchase_while_the_bonus_is_open():
    state = place("mine 2", [["mine 1", "mine 3"]], silver=3, pile=["bank 1", "bank 3", "bank 5"])
    state = do(state, BUY, "Make the bought bank 1 a project", bonus("3 points"))
    assert state.to_play == 1
    assert player(state)["silver"] == 2


# ---- all seven kinds

SIX = [[f"{kind} 1"] for kind in ("castle", "mine", "knowledge", "ship", "cloister")] + [["bank 1"]]


@pytest.mark.parametrize(("players", "cards"), [(2, [3, 1]), (3, [4, 2, 1]), (4, [4, 3, 2, 1])])
def test_vector_7_the_seventh_kind_takes_the_top_all_seven_card(players, cards):
    kinds = ["castle", "mine", "knowledge", "ship", "cloister"]
    numbers = range(1, players + 1)
    halls = ["bank 1", "bank 3", "bank 5", "church 2"]
    seats = {
        n - 1: {
            "hand": ["pasture 6" if n < 4 else "ship 6"],
            "projects": [f"pasture {n}"],
            "workers": 3,
            "silver": 0,
            "princedom": [
                *([f"{kind} {(n + 2 if kind in ('castle', 'mine') else n)}"] for kind in kinds),
                [halls[n - 1]],
            ],
        }
        for n in numbers
    }
    state = table(players, turn=5, players=seats, display={})
    for seat in range(players):
        state = do(state, "Play the 6")
        state = do(state, f"Pay workers to turn the number into {seat + 1}")
        state = do(state, f"Place the pasture {seat + 1}", "Begin a new stack")
        shown = state.view(-1)
        assert shown["players"][seat]["all_seven"] == cards[seat]
        assert shown["all_seven"] == cards[seat + 1 :]
        if seat < players - 1:
            while state.to_play == seat:
                state = do(state, texts(state)[0])


def test_a_cloister_counts_as_a_cloister_wherever_it_lies():
    stacks = [["castle 1"], ["mine 1"], ["knowledge 1"], ["ship 1", "cloister 1"], ["bank 1"]]
    state = one("pasture 2, ship 2", projects=["pasture 2"], princedom=stacks)
    state = do(state, "Play the 2", "Place the pasture 2")
    assert player(state)["all_seven"] == 3
    assert len(player(state)["kinds"]) == 7


def test_all_seven_is_given_once_a_player():
    stacks = [*SIX, ["pasture 1"]]
    state = one("ship 2, ship 2", projects=["knowledge 2"], princedom=stacks, seven=3)
    state = do(state, "Play the 2", "Place the knowledge 2", *placing_on("knowledge"))
    assert player(state)["all_seven"] == 3
    assert state.view(-1)["all_seven"] == [1]


def placing_on(kind):
    return [f"Lay it on the {kind} stack of 1"]


def test_the_seventh_kind_brings_its_card_with_a_triplet_in_one_placement():
    stacks = [*SIX[:4], ["cloister 1", "cloister 3"], ["bank 1"]]
    state = one("ship 4, ship 4", projects=["pasture 4"], princedom=stacks)
    state = do(state, "Play the 4", "Place the pasture 4", "Lay it on the cloister stack of 2")
    assert player(state)["score"] == 4 + 1 + 3 + 1


def test_rounds_bonuses_follow_the_round():
    state = finish_round(table(turn=5))
    assert len(state.view(-1)["bonuses"]) == len(ROUNDS[1])
    assert END not in texts(state)
    assert SILVER in texts(do(state, texts(state)[0]))
