"""What placing a card brings: kinds, buildings, stacks of goods and animals, chains."""

import pytest

from tests.engine.games.castles_of_burgundy import (
    BUY,
    SILVER,
    asked,
    do,
    names,
    one,
    player,
    princedom,
    table,
    texts,
)

ONE_OF_EACH = {
    1: ["castle 1", "bank 1"], 2: ["mine 1"], 3: ["cloister 1"], 4: ["knowledge 1"],
    5: ["ship 1", "town hall 2"], 6: ["pasture 1"],
}  # fmt: skip


def placed(card, **changes):
    """The position after a card was placed with its own number, nothing else lying there."""
    number = card[-1]
    state = one(f"pasture {number}, pasture {number}", projects=[card, *changes.pop("more", [])],
                **changes)  # fmt: skip
    return do(state, f"Play the {number}", f"Place the {card}")


def test_a_mine_brings_2_silver():
    assert player(placed("mine 2", silver=0))["silver"] == 2


def test_knowledge_brings_2_workers_beyond_any_limit():
    assert player(placed("knowledge 2", workers=0))["workers"] == 2
    assert player(placed("knowledge 2", workers=5))["workers"] == 7


def test_a_bank_brings_3_silver_and_a_watchtower_1_point():
    assert player(placed("bank 3", silver=0))["silver"] == 3
    assert player(placed("watchtower 4"))["points"] == 1


def test_a_cloister_has_no_effect():
    before = player(one("mine 2, mine 2"))
    state = placed("cloister 2")
    assert state.to_play == 1
    after = player(state)
    for name in ("silver", "workers", "points", "goods", "animals"):
        assert after[name] == before[name]


def stacked(card, goods=((), ()), animals=((), ()), **own):
    """After placing a card of number 2, with stacks as listed and seat 1 holding the rest."""
    sold = dict.fromkeys(("light", "medium", "dark"), 6)
    held = dict.fromkeys(("hen", "cattle", "sheep", "pig"), 5)
    for left, stacks in ((sold, goods), (held, animals)):
        for sort in [sort for stack in stacks for sort in stack]:
            left[sort] -= 1
    state = table(
        players={
            0: {"hand": ["mine 2", "mine 2"], "projects": [card], **own},
            1: {"sold": sold, "animals": held},
        },
        goods=[(stack[0] if stack else None, len(stack)) for stack in goods],
        animals=[(stack[0] if stack else None, len(stack)) for stack in animals],
    )
    return do(state, "Play the 2", f"Place the {card}")


def sizes(state, name):
    return [stack["size"] for stack in state.view(-1)[f"{name}_stacks"]]


def test_a_ship_takes_the_top_good_of_either_stack():
    state = stacked("ship 2", goods=(["light", "dark"], ["medium", "dark", "dark"]))
    assert asked(state) == ["good"]
    assert state.view(-1)["open"][0]["why"] == "WHY_PLACED_CARD"
    assert texts(state) == [
        "Take the light good from the first stack",
        "Take the medium good from the second stack",
    ]
    state = do(state, "Take the medium good from the second stack")
    assert player(state)["goods"] == {"light": 0, "medium": 1, "dark": 0}
    assert sizes(state, "goods") == [2, 2]
    assert state.view(-1)["goods_stacks"][1]["good"] == "GOOD_DARK"
    assert state.shown
    assert state.revealed


def test_a_pasture_takes_the_top_animal_of_either_stack():
    state = stacked("pasture 2", animals=(["hen", "pig"], ["sheep", "pig", "pig"]))
    assert asked(state) == ["animal"]
    assert texts(state) == [
        "Take the hen from the first stack",
        "Take the sheep from the second stack",
    ]
    state = do(state, "Take the hen from the first stack")
    assert player(state)["animals"] == {"hen": 1, "cattle": 0, "sheep": 0, "pig": 0}
    assert state.view(-1)["animals_stacks"][0]["animal"] == "ANIMAL_PIG"


def test_a_boarding_house_takes_the_top_of_any_of_the_four_stacks():
    state = stacked(
        "boarding house 2", goods=(["light"], ["dark"]), animals=(["hen"], ["sheep", "pig"])
    )
    assert texts(state) == [
        "Take the light good from the first stack",
        "Take the dark good from the second stack",
        "Take the hen from the first stack",
        "Take the sheep from the second stack",
    ]
    assert player(do(state, "Take the sheep from the second stack"))["animals"]["sheep"] == 1
    assert player(do(state, "Take the dark good from the second stack"))["goods"]["dark"] == 1


def test_stacks_of_one_top_and_size_are_one_choice():
    state = stacked("ship 2", goods=(["light", "dark"], ["light", "dark"]), silver=3)
    assert texts(state) == ["Take the light good from the first stack", BUY]
    state = stacked("ship 2", goods=(["light", "dark"], ["light"]), silver=3)
    assert len(texts(state)) == 3


@pytest.mark.parametrize(("other", "split"), [(5, [2, 3]), (4, [2, 2]), (3, [1, 2]), (2, [1, 1])])
def test_an_emptied_stack_gets_the_lower_half_of_the_other(other, split):
    state = stacked("ship 2", goods=(["light"], ["medium"] + ["dark"] * (other - 1)))
    state = do(state, "Take the light good from the first stack")
    assert sizes(state, "goods") == split
    tops = [stack["good"] for stack in state.view(-1)["goods_stacks"]]
    assert tops == ["GOOD_DARK", "GOOD_MEDIUM"]


def test_the_second_stack_is_split_off_the_first_likewise():
    state = stacked("pasture 2", animals=(["hen", "pig", "pig", "pig", "pig"], ["sheep"]))
    state = do(state, "Take the sheep from the second stack")
    assert sizes(state, "animals") == [3, 2]


def test_a_single_card_is_not_split():
    state = stacked("ship 2", goods=(["light"], ["medium"]))
    state = do(state, "Take the light good from the first stack")
    assert sizes(state, "goods") == [0, 1]
    assert state.view(-1)["goods_stacks"][0]["good"] is None


def test_where_nothing_is_left_nothing_is_taken():
    for card in ("ship 2", "pasture 2", "boarding house 2"):
        state = stacked(card)
        assert state.to_play == 1
        assert sum(player(state)["goods"].values()) == 0


def test_what_can_be_taken_must_be_taken():
    state = stacked("ship 2", goods=(["light"], ["medium"]), silver=0)
    assert len(texts(state)) == 2
    state = stacked("ship 2", goods=(["light"], []), silver=0)
    assert state.to_play == 1
    assert player(state)["goods"]["light"] == 1


# ---- buildings that may be declined


@pytest.mark.parametrize(
    ("building", "kinds"),
    [
        ("carpenter 3", ["bank 1", "knowledge 1", "town hall 2"]),
        ("church 2", ["castle 1", "mine 1", "cloister 1"]),
        ("market 3", ["ship 1", "pasture 1"]),
    ],
)
def test_carpenter_church_and_market_may_fetch_their_kinds_from_any_row(building, kinds):
    state = placed(building, display=ONE_OF_EACH)
    assert asked(state) == ["fetch"]
    offered = [text.split(" from ")[0].removeprefix("Take the ") for text in texts(state)[:-1]]
    assert sorted(offered) == sorted(kinds)
    assert texts(state)[-1] == f"Do without the {building[:-2]}"
    assert do(state, texts(state)[-1]).to_play == 1
    state = do(state, texts(state)[0])
    assert len(player(state)["projects"]) == 1
    assert state.to_play == 1


@pytest.mark.parametrize("building", ["carpenter 3", "church 2", "market 3"])
def test_they_go_without_if_no_such_card_lies_there_even_with_silver_to_buy(building):
    lying = {"carpenter 3": "mine 1", "church 2": "ship 1", "market 3": "bank 1"}[building]
    state = placed(building, display={1: [lying]}, silver=3)
    assert asked(state) == ["end of turn"]


def test_a_fetched_card_needs_room_too():
    state = placed("church 2", display=ONE_OF_EACH, more=["ship 3", "ship 4"])
    state = do(state, "Take the mine 1 from row 2")
    assert len(player(state)["projects"]) == 3
    full = one("mine 2, mine 2", projects=["castle 2", "church 4", "ship 4"], silver=3,
               display=ONE_OF_EACH, pile=["castle 3", "castle 4", "castle 5"])  # fmt: skip
    full = do(full, "Play the 2", "Place the castle 2", "Place the church 4",
              BUY, "Make the bought castle 3 a project", "Take the mine 1 from row 2")  # fmt: skip
    assert len(player(full)["projects"]) == 3


def test_a_warehouse_may_sell_one_sort_of_choice_as_action_3_does():
    state = one(
        "mine 3, mine 3", to_play=1, projects=["warehouse 3"], goods={"light": 2, "dark": 1},
        silver=0,
    )  # fmt: skip
    state = do(state, "Play the 3", "Place the warehouse 3")
    assert texts(state) == [
        "Sell all light goods", "Sell all dark goods", "Do without the warehouse",
    ]  # fmt: skip
    state = do(state, "Sell all light goods")
    assert player(state, 1)["silver"] == 2
    assert player(state, 1)["start_card_face_down"] is True
    assert player(state, 1)["score"] == 2 + 1


def test_a_warehouse_without_goods_is_lost_unless_something_can_be_bought_first():
    assert placed("warehouse 3", silver=2).to_play == 1
    state = placed("warehouse 3", silver=3)
    assert texts(state) == ["Do without the warehouse", BUY]


def test_a_town_hall_may_place_one_more_project_of_any_number():
    state = placed("town hall 2", more=["mine 5", "ship 6"])
    assert texts(state) == ["Place the mine 5", "Place the ship 6", "Do without the town hall"]
    state = do(state, "Place the mine 5")
    assert player(state)["silver"] == 1 + 2
    assert state.to_play == 1 or asked(state) == ["end of turn"]


def test_a_town_hall_without_a_project_is_lost_unless_one_can_be_bought_first():
    assert placed("town hall 2", silver=2).to_play == 1
    state = placed("town hall 2", silver=3, pile=["bank 1", "bank 3", "bank 5"])
    assert texts(state) == ["Do without the town hall", BUY]
    state = do(state, BUY, "Make the bought bank 5 a project", "Place the bank 5")
    assert player(state)["silver"] == 3


# ---- castles and chains


def test_a_castle_gives_an_action_with_any_number():
    state = placed("castle 2", display=ONE_OF_EACH, more=["mine 5"])
    assert asked(state) == ["action"]
    assert state.view(-1)["open"][0]["number"] is None
    offered = texts(state)
    assert sum(" from row " in text for text in offered) == 8
    assert "Place the mine 5" in offered
    assert SILVER in offered
    assert not [text for text in offered if "turn the number" in text]
    assert not [text for text in offered if text.startswith("Do without")]


def test_a_castles_action_may_sell_any_sort():
    state = one("mine 2, mine 2", projects=["castle 2"], goods={"light": 1, "dark": 2})
    state = do(state, "Play the 2", "Place the castle 2")
    assert [text for text in texts(state) if "Sell" in text] == [
        "Sell all light goods", "Sell all dark goods",
    ]  # fmt: skip


def test_castle_in_town_hall_in_castle():
    state = placed("castle 2", more=["town hall 4", "castle 5"], display={6: ["ship 1"]})
    state = do(state, "Place the town hall 4")
    assert asked(state) == ["place"]
    state = do(state, "Place the castle 5")
    assert asked(state) == ["action"]
    state = do(state, "Take the ship 1 from row 6")
    assert state.to_play == 1
    assert names(player(state)["projects"]) == ["ship 1"]
    assert princedom(state) == [("castle", ["castle 2", "castle 5"]), ("building", ["town hall 4"])]


def test_vector_6_a_purchase_while_a_castles_action_is_open():
    state = placed(
        "castle 2", silver=3, pile=["castle 4", "mine 1", "mine 3"], display={5: ["castle 6"]}
    )
    state = do(state, BUY)
    assert asked(state) == ["action", "bought card"]
    state = do(state, "Make the bought castle 4 a project")
    assert asked(state) == ["action"]
    state = do(state, "Place the castle 4")
    assert asked(state) == ["action"]
    state = do(state, "Take the castle 6 from row 5")
    assert names(player(state)["projects"]) == ["castle 6"]
    assert princedom(state) == [("castle", ["castle 2", "castle 4"])]
    assert state.to_play == 1


def test_a_bought_action_comes_before_the_effect_that_is_open():
    state = placed("ship 2", silver=3, pile=["bank 1", "bank 3", "bank 5"])
    state = do(state, BUY, "Use a bought 5 for an action")
    assert asked(state) == ["good", "action"]
    state = do(state, SILVER)
    assert state.to_play == 1
    assert sum(player(state)["goods"].values()) == 1


def test_effects_three_and_four_deep_are_done_from_the_top():
    state = one(
        "mine 2, mine 2", silver=3, round=1, pile=["bank 1", "bank 3", "bank 5"],
        projects=["castle 2", "town hall 4", "ship 5"],
        princedom=[["castle 1", "castle 3"], ["ship 1", "ship 3"]],
    )  # fmt: skip
    state = do(state, "Play the 2", "Place the castle 2")
    assert asked(state) == ["nothing yet", "bonus"]
    state = do(state, BUY, "Use a bought 5 for an action")
    assert asked(state) == ["nothing yet", "bonus", "action"]
    assert [frame["why"] for frame in state.view(-1)["open"]] == [
        "WHY_PLACED_CARD", "WHY_TRIPLET", "WHY_BOUGHT_CARD",
    ]  # fmt: skip
    state = do(state, "Place the ship 5")
    assert asked(state) == ["nothing yet", "bonus", "nothing yet", "bonus"]
    state = do(state, "Take 1 good and 1 animal as the round's bonus")
    assert asked(state) == ["nothing yet", "bonus", "good"]
    assert sum(player(state)["goods"].values()) == sum(player(state)["animals"].values()) == 1
    state = do(state, texts(state)[0], "Take 2 points as the round's bonus")
    assert asked(state) == ["action"]
    assert sum(player(state)["goods"].values()) == 2
    state = do(state, "Place the town hall 4")
    assert state.to_play == 1
