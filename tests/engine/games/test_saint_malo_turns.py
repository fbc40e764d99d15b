"""What a player of Saint Malo could get wrong in a turn."""

import pytest

from engine.contract import game
from tests.engine.games.saint_malo import (
    BOTTOM,
    FIELDS,
    LEFT,
    PRINTED,
    RIGHT,
    TOP,
    at,
    city,
    full_but,
    here,
    table,
)
from tests.engine.sentences import play, texts

# ---- dice


def test_a_turn_has_three_rolls_at_most_and_may_stop_after_the_first():
    state = game("saint-malo").new(2, 3)
    assert state.view(-1)["rolls_left"] == 2
    assert play(state, "Stop rolling").view(-1)["phase"] == "PHASE_CHOOSING_SYMBOL"
    state = play(state, "Roll all five dice again")
    assert state.view(-1)["rolls_left"] == 1
    state = play(state, "Roll all five dice again")
    assert state.view(-1)["phase"] == "PHASE_CHOOSING_SYMBOL"


def test_any_dice_may_be_kept_sabres_and_dice_kept_before_included():
    state = table({"log": 2, "sabres": 3}, rolls_left=1)
    kept = [state.game.describe_move(m)[1]["keep"] for m in state.legal_moves()]
    assert [(k["log"], k["sabres"]) for k in kept] == [(n, m) for n in range(3) for m in range(4)]


def test_kept_dice_stay_and_the_others_fall_as_often_as_chance_says():
    state, faces = table({"log": 3, "wall": 2}, rolls_left=2), {}
    keep = "Keep 3 logs and roll 2 dice"
    for seed in range(6000):
        dice = play(state.redeal(-1, seed), keep).view(-1)["dice"]
        assert dice["log"] >= 3
        faces[dice["log"]] = faces.get(dice["log"], 0) + 1
    expected = {3: 6000 * 25 / 36, 4: 6000 * 10 / 36, 5: 6000 / 36}
    assert sum((faces[n] - e) ** 2 / e for n, e in expected.items()) < 13.8  # p = 0.001


def test_equal_choices_of_dice_are_one_move():
    state = table({"log": 5}, rolls_left=2)
    assert len(state.legal_moves()) == 6


# ---- symbols


def test_a_symbol_without_a_natural_die_may_be_bought():
    state = table({"log": 2, "sabres": 3}, seats={0: {"coins": 4}})
    state = play(state, "Use the cross dice")
    assert texts(state) == ["Use 1 of them", "Use 2 of them"]
    state = play(state, "Use 1 of them", here("church of 1", at(3, 3)))
    assert city(state)["coins"] == 2


def test_without_coins_only_what_lies_there_can_be_used():
    state = table({"crate": 1, "log": 2, "sabres": 2}, seats={0: {"coins": 1}})
    assert texts(state) == ["Use the crate dice", "Use no symbol"]
    assert texts(play(state, "Use the crate dice")) == ["Use 1 of them"]


def test_a_delivery_costs_two_coins_and_turned_dice_cost_on_top():
    state = table({"log": 1, "wall": 4}, seats={0: {"coins": 5}})
    state = play(state, "Use the log dice")
    assert texts(state) == ["Use 1 of them", "Use 2 of them"]
    assert city(play(state, "Use 2 of them"))["coins"] == 1


def test_a_delivery_of_five_costs_as_much_as_one_of_one():
    for used in (1, 5):
        state = play(table({"log": 5}), "Use the log dice", f"Use {used} of them")
        assert (city(state)["coins"], city(state)["logs"]) == (1, 2 + used)


def test_using_no_symbol_is_always_possible_and_still_marks_the_sabres():
    state = play(table({"sabres": 2, "log": 3}), "Use no symbol")
    assert state.view(-1)["pirates"]["boxes"] == 2
    assert state.to_play == 1


def test_crates_of_one_roll_are_connected_to_each_other_only():
    state = play(table({"crate": 2, "sabres": 3}), "Use the crate dice", "Use 2 of them")
    assert len(state.legal_moves()) == 41
    state = play(state, here("crate", at(4, 4)))
    neighbours = [at(3, 4), at(4, 3), at(4, 5), at(5, 4)]
    assert texts(state) == [here("crate", square) for square in neighbours]


def test_crates_are_offered_only_where_all_of_them_fit():
    free = [at(6, 1), at(6, 2), at(4, 4), at(4, 5), at(5, 4)]
    state = table({"crate": 4, "sabres": 1}, seats={0: full_but(*free, coins=0)})
    state = play(state, "Use the crate dice")
    assert texts(state) == ["Use 1 of them", "Use 2 of them", "Use 3 of them"]
    state = play(state, "Use 3 of them")
    assert texts(state) == [here("crate", s) for s in (at(4, 4), at(4, 5), at(5, 4))]


def test_walls_stand_on_outer_fields_in_any_order():
    state = play(table({"wall": 2, "sabres": 3}), "Use the wall dice", "Use 2 of them")
    assert len(state.legal_moves()) == 20
    assert len(play(state, here("wall", at(3, 0))).legal_moves()) == 19


def test_no_more_walls_than_free_outer_fields():
    state = table({"wall": 3, "sabres": 2}, seats={0: full_but(at(0, 3), at(3, 3))})
    assert texts(play(state, "Use the wall dice")) == ["Use 1 of them"]
    state = table({"wall": 3, "sabres": 2}, seats={0: full_but(at(3, 3))})
    assert "Use the wall dice" not in texts(state)


def test_everything_but_walls_may_stand_anywhere():
    state = play(table({"cross": 5}), "Use the cross dice", "Use 5 of them")
    assert len(state.legal_moves()) == 41


# ---- walls and towers


def tower(side, **seat):
    """A position where the next wall completes `side`."""
    squares = {"CONTENT_WALL": side[:4]}
    state = table({"wall": 1, "sabres": 1, "log": 3}, seats={0: {"squares": squares, **seat}})
    return play(state, "Use the wall dice", "Use 1 of them", here("wall", side[4]))


@pytest.mark.parametrize("side", [RIGHT, LEFT])
def test_the_right_and_left_side_bring_two_coins(side):
    assert city(tower(side))["coins"] == 5


def test_the_top_side_brings_a_person_of_at_most_three_heads_or_none():
    state = tower(TOP)
    persons = ("day labourer", "soldier", "priest", "builder", "merchant")
    declined = "Decline the tower's person"
    assert texts(state) == [*(f"Hire a {person}" for person in persons), declined]
    assert city(play(state, "Hire a soldier", here("soldier", at(3, 3))))["defence"] == 3
    assert play(state, declined).to_play == 1


def test_a_person_from_a_tower_has_all_its_effects():
    state = play(tower(TOP), "Hire a merchant", here("merchant", at(2, 2)))
    assert city(state)["coins"] == 3 + 4
    state = play(tower(TOP), "Hire a builder", here("builder", at(4, 3)), "Build 1 house")
    assert city(play(state, here("house", at(4, 4))))["points"] == 3


def test_the_person_lapses_when_no_field_is_free():
    crates = [f for f in FIELDS if f not in TOP and f not in PRINTED]
    squares = {"CONTENT_WALL": TOP[:4], "CONTENT_CRATE": crates}
    state = table({"wall": 5}, seats={0: {"squares": squares}})
    state = play(state, "Use the wall dice", "Use 1 of them", here("wall", TOP[4]))
    assert state.to_play == 1


def test_several_sides_at_once_pay_in_the_order_the_player_chooses():
    squares = {"CONTENT_WALL": TOP[:4] + RIGHT[:4]}
    state = table({"wall": 2, "sabres": 3}, seats={0: {"squares": squares}})
    state = play(state, "Use the wall dice", "Use 2 of them")
    state = play(state, here("wall", TOP[4]), here("wall", RIGHT[4]))
    assert texts(state) == ["Take the bonus of the top side", "Take the bonus of the right side"]
    state = play(state, "Take the bonus of the right side")
    assert city(state)["coins"] == 5
    state = play(state, "Decline the tower's person")
    assert state.to_play == 1


def test_bonuses_wait_until_all_walls_of_the_throw_are_drawn():
    squares = {"CONTENT_WALL": BOTTOM[:4]}
    state = table({"wall": 2, "sabres": 3}, seats={0: {"squares": squares}})
    state = play(state, "Use the wall dice", "Use 2 of them", here("wall", BOTTOM[4]))
    assert city(state)["points"] == 0
    assert city(play(state, here("wall", at(3, 0))))["points"] == 3


def test_a_side_with_anything_else_on_it_is_never_complete():
    squares = {"CONTENT_WALL": BOTTOM[:4], "CONTENT_CRATE": BOTTOM[4:]}
    state = table({"wall": 1, "sabres": 4}, seats={0: {"squares": squares}})
    state = play(state, "Use the wall dice", "Use 1 of them", here("wall", at(3, 0)))
    assert city(state)["points"] == 0
    assert city(state)["defence"] == 0
