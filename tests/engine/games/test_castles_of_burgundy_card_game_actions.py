"""The six actions, workers, and the silver purchase."""

import pytest

from tests.engine.games.castles_of_burgundy import (
    BUY,
    END,
    SILVER,
    asked,
    discards,
    display,
    do,
    happened,
    names,
    one,
    player,
    table,
    texts,
)


def test_the_played_card_goes_to_the_discards_and_the_other_stays():
    state = do(one("mine 1, ship 2"), "Play the 2")
    assert discards(state) == {"ship 2": 1}
    assert names(player(state)["hand"]) == ["mine 1"]
    assert state.view(-1)["open"] == [
        {
            "ask": "ASK_ACTION",
            "why": "WHY_HAND_CARD",
            "card": {"kind": "KIND_SHIP", "building": None, "number": 2},
            "number": 2,
            "amount": None,
        }
    ]


def test_two_hand_cards_of_one_number_are_one_move_and_the_one_held_longer_goes():
    for hand in ("ship 2, mine 2", "mine 2, ship 2"):
        state = one(hand)
        assert texts(state) == ["Play the 2"]
        assert names(player(do(state, "Play the 2"))["hand"]) == [hand.split(", ")[1]]


def test_action_1_takes_any_card_of_the_row_of_the_number():
    state = one(display={2: ["ship 5", "bank 3", "ship 5"], 3: ["mine 2"]})
    state = do(state, "Play the 2")
    assert [text for text in texts(state) if "from row" in text] == [
        "Take the ship 5 from row 2",
        "Take the bank 3 from row 2",
    ]
    state = do(state, "Take the ship 5 from row 2")
    assert names(player(state)["projects"]) == ["ship 5"]
    assert display(state) == [[], ["ship 5", "bank 3"], ["mine 2"], [], [], []]
    assert state.to_play == 1


def test_a_fourth_project_needs_one_of_the_three_old_ones_discarded():
    state = one(display={1: ["ship 5"]}, projects=["mine 3", "mine 4", "mine 3"], silver=5)
    state = do(state, "Play the 1", "Take the ship 5 from row 1")
    assert asked(state) == ["discard"]
    assert texts(state) == ["Discard the project mine 3", "Discard the project mine 4"]
    state = do(state, "Discard the project mine 3")
    assert names(player(state)["projects"]) == ["mine 3", "mine 4", "ship 5"]
    assert discards(state)["mine 3"] == 1


def test_action_2_places_a_project_of_the_number():
    state = do(one(projects=["mine 2", "ship 3", "mine 1"]), "Play the 2")
    assert [text for text in texts(state) if text.startswith("Place")] == ["Place the mine 2"]
    state = do(state, "Place the mine 2")
    assert names(player(state)["projects"]) == ["mine 1", "ship 3"]


@pytest.mark.parametrize(
    ("number", "sort"),
    [(1, "light"), (2, "light"), (3, "medium"), (4, "medium"), (5, "dark"), (6, "dark")],
)
def test_action_3_sells_all_goods_of_the_sort_of_the_number(number, sort):
    goods = {"light": 3, "medium": 2, "dark": 4}
    state = one(f"mine {number}, mine {number}", goods=goods, silver=0, workers=0)
    state = do(state, f"Play the {number}")
    assert [text for text in texts(state) if text.startswith("Sell")] == [f"Sell all {sort} goods"]
    before = player(state)
    state = do(state, f"Sell all {sort} goods")
    if END in texts(state):
        state = do(state, END)
    after = player(state)
    assert after["silver"] == goods[sort]
    assert after["goods"] == goods | {sort: 0}
    assert after["sold"][sort] == goods[sort]
    assert after["score"] == before["score"] + goods[sort]


def test_a_sale_needs_a_good_to_sell():
    state = do(one("mine 1, mine 6", goods={"light": 2}), "Play the 6")
    assert not [text for text in texts(state) if text.startswith("Sell")]


def test_a_seller_takes_the_start_player_card_face_down():
    state = one("mine 1, mine 2", 3, goods={"light": 1}, to_play=1)
    state = do(state, "Play the 1", "Sell all light goods")
    assert [p["start_card_face_down"] for p in state.view(-1)["players"]] == [None, True, None]


@pytest.mark.parametrize("workers", [0, 1])
def test_action_4_brings_the_workers_up_to_2(workers):
    state = do(one(workers=workers), "Play the 2", "Bring the workers up to 2")
    assert player(state)["workers"] == 2


@pytest.mark.parametrize("workers", [2, 3])
def test_action_4_is_not_for_those_who_have_2_workers(workers):
    assert "Bring the workers up to 2" not in texts(do(one(workers=workers), "Play the 2"))


def test_action_5_takes_1_silver_with_any_number():
    for number in range(1, 7):
        state = do(one(f"mine {number}, ship 1", silver=0), f"Play the {number}", SILVER)
        assert player(state)["silver"] == 1


def test_vector_1_five_workers_and_one_silver_returned_give_2_points():
    state = do(one(workers=5, silver=1), "Play the 2", "Return workers and silver for 2 points")
    assert (player(state)["points"], player(state)["workers"], player(state)["silver"]) == (2, 0, 0)


def test_action_6_returns_any_mixture_three_for_a_point():
    state = do(one(workers=4, silver=4), "Play the 2")
    assert [text for text in texts(state) if "silver for" in text] == [
        "Return workers and silver for 1 point",
        "Return workers and silver for 2 points",
    ]
    state = do(state, "Return workers and silver for 2 points")
    assert asked(state) == ["return"]
    assert texts(state) == [f"Return {n} workers, the rest in silver" for n in (2, 3, 4)]
    state = do(state, "Return 3 workers, the rest in silver")
    assert (player(state)["points"], player(state)["workers"], player(state)["silver"]) == (2, 1, 1)


def test_two_workers_and_silver_are_too_few_for_a_point():
    state = do(one(workers=1, silver=1), "Play the 2")
    assert not [text for text in texts(state) if "silver for" in text]


def test_an_action_is_never_skipped():
    state = do(one(silver=9, workers=2), "Play the 2")
    assert END not in texts(state)
    assert not [text for text in texts(state) if text.startswith("Do without")]
    assert SILVER in texts(state)


def changes(state):
    return [int(text[-1]) for text in texts(state) if "turn the number" in text]


@pytest.mark.parametrize(
    ("workers", "numbers"),
    [(0, []), (1, [1, 3]), (2, [1, 3, 4, 6]), (3, [1, 3, 4, 5, 6]), (9, [1, 3, 4, 5, 6])],
)
def test_each_worker_moves_the_number_by_one_around_the_corner(workers, numbers):
    assert changes(do(one(workers=workers), "Play the 2")) == numbers


def test_vector_2_two_workers_turn_a_2_into_a_6():
    state = one(workers=3, display={6: ["castle 1"]})
    state = do(state, "Play the 2", "Pay workers to turn the number into 6")
    assert player(state)["workers"] == 1
    state = do(state, "Take the castle 1 from row 6")
    assert names(player(state)["projects"]) == ["castle 1"]


def test_a_number_once_changed_is_changed_again_only_after_a_purchase():
    state = one(workers=3, silver=3, pile=["mine 3", "mine 4", "mine 5"])
    state = do(state, "Play the 2", "Pay workers to turn the number into 3")
    assert changes(state) == []
    state = do(state, BUY, "Make the bought mine 3 a project")
    assert changes(state) == [1, 2, 4, 5]
    state = do(state, "Pay workers to turn the number into 4", SILVER)
    assert player(state)["workers"] == 1


# ---- the purchase

PILE = ["castle 3", "mine 5", "mine 5"]


def test_a_purchase_costs_3_silver_and_turns_up_three_cards_for_all_to_see():
    state = one(silver=4, pile=PILE)
    assert BUY in texts(state)
    assert BUY not in texts(one(silver=2, pile=PILE))
    after = do(state, BUY)
    assert player(after)["silver"] == 1
    assert names(after.view(-1)["bought"]) == ["castle 3", "mine 5", "mine 5"]
    assert after.shown != 0
    assert after.revealed
    assert texts(after) == [
        "Make the bought castle 3 a project",
        "Make the bought mine 5 a project",
        "Use a bought 3 for an action",
        "Use a bought 5 for an action",
    ]


def test_a_bought_card_becomes_a_project_and_the_others_are_discarded():
    start = one(silver=3, pile=PILE)
    state = do(start, BUY, "Make the bought mine 5 a project")
    assert names(player(state)["projects"]) == ["mine 5"]
    before = discards(start)
    assert discards(state) == before | {
        "castle 3": before.get("castle 3", 0) + 1,
        "mine 5": before.get("mine 5", 0) + 1,
    }
    assert asked(state) == ["hand card"]


def test_a_bought_card_used_gives_an_action_and_the_hand_cards_action_is_still_due():
    state = one(silver=3, workers=0, pile=PILE, display={3: ["ship 1"]})
    state = do(state, BUY, "Use a bought 3 for an action")
    assert asked(state) == ["hand card", "action"]
    assert state.view(-1)["open"][1]["why"] == "WHY_BOUGHT_CARD"
    state = do(state, "Take the ship 1 from row 3")
    assert state.to_play == 0
    assert state.view(-1)["bought"] == []
    assert do(state, "Play the 1", SILVER).to_play == 1


def test_workers_change_the_number_of_a_bought_card_too():
    state = do(one(silver=3, workers=1, pile=PILE), BUY, "Use a bought 3 for an action")
    assert changes(state) == [2, 4]


def test_one_purchase_a_turn():
    state = do(one(silver=9, pile=PILE), BUY, "Make the bought mine 5 a project")
    assert BUY not in texts(state)
    state = do(state, "Play the 1")
    assert BUY not in texts(state)
    assert do(state, SILVER).to_play == 1


def test_a_purchase_after_the_action_and_a_new_one_next_turn():
    state = do(one(silver=2, pile=PILE), "Play the 1", SILVER)
    assert (asked(state), texts(state)) == (["end of turn"], [BUY, END])
    assert do(state, END).to_play == 1
    state = do(state, BUY, "Use a bought 5 for an action")
    assert asked(state) == ["action"]
    state = do(state, SILVER)
    assert state.to_play == 1
    assert not state.view(-1)["purchase_made"]


def test_buying_with_three_projects_discards_one_of_the_old_ones():
    state = one(silver=6, projects=["ship 1", "ship 2", "ship 3"], pile=PILE)
    state = do(state, BUY, "Make the bought castle 3 a project")
    assert texts(state) == [f"Discard the project ship {n}" for n in (1, 2, 3)]
    state = do(state, "Discard the project ship 2")
    assert names(player(state)["projects"]) == ["castle 3", "ship 1", "ship 3"]


def test_no_purchase_between_taking_a_card_and_discarding_a_project_for_it():
    state = one(
        silver=6, projects=["ship 1", "ship 2", "ship 3"], pile=PILE, display={1: ["bank 1"]}
    )
    state = do(state, "Play the 1")
    assert BUY in texts(state)
    assert BUY not in texts(do(state, "Take the bank 1 from row 1"))


def test_no_purchase_within_a_trade_or_while_a_place_is_chosen():
    state = one(workers=3, silver=6, projects=["cloister 2"], princedom=[["ship 1"]])
    state = do(state, "Play the 2")
    assert BUY not in texts(do(state, "Return workers and silver for 1 point"))
    assert BUY not in texts(do(state, "Place the cloister 2"))


def few(spare):
    """Seat 0 with silver, and only so many cards in pile and discards together."""
    sorts = ("knowledge", "ship", "pasture")
    stacks = [[f"{sort} {n}"] * 3 for sort in sorts for n in range(1, 7)]
    pairs = [[f"{sort} {n}"] * 2 for sort in ("castle", "mine", "cloister") for n in range(1, 7)]
    seats = {
        0: {"princedom": pairs, "silver": 3, "hand": ["bank 1"]},
        1: {"princedom": stacks, "hand": ["bank 3"]},
    }
    # 22 of the buildings are left.
    rows = ["carpenter 1", "carpenter 3", "carpenter 5", "market 1", "market 3", "market 5"]
    rows += ["church 2", "church 4", "church 6", "watchtower 2", "watchtower 4", "watchtower 6"]
    rows += ["warehouse 1", "warehouse 3", "warehouse 5", "town hall 2", "town hall 4"]
    rows += ["town hall 6", "boarding house 2", "boarding house 4", "boarding house 6", "bank 5"]
    shown = rows[: 22 - spare]
    laid = {row: shown[row - 1 :: 6] for row in range(1, 7)}
    return table(turn=5, players=seats, display=laid)


def test_a_purchase_needs_three_cards_in_pile_and_discards_together():
    assert BUY in texts(few(3))
    assert BUY not in texts(few(2))
    state = few(2)
    assert BUY in texts(do(state, "Play the 1"))


def test_events_tell_of_a_purchase():
    state = one(silver=3, pile=PILE)
    assert happened(state, BUY) == [
        "Seat 0 pays 3 silver (purchase)",
        "Seat 0 turns up castle 3, mine 5, mine 5",
    ]
    assert happened(do(state, BUY), "Use a bought 5 for an action") == [
        "Seat 0 uses the bought mine 5",
        "Seat 0 discards castle 3, mine 5",
    ]
