"""The worked examples of the rulebook, by number."""

import pytest

from engine.games.saint_malo.face import position
from tests.engine.games.saint_malo import BOTTOM, TOP, at, city, final_points, here, table
from tests.engine.sentences import events, play, texts


def test_vector_1_churches_form_runs():
    churches = {1: 3, 2: 2, 3: 1, 4: 1, 5: 2}
    spots = iter(range(at(4, 0), at(6, 0)))
    squares = {f"CONTENT_CHURCH_{n}": [next(spots) for _ in range(k)] for n, k in churches.items()}
    assert final_points(squares=squares) == 25


def test_vector_2_a_merchant_counts_crates_around_and_never_uses_them_up():
    around = [at(4, 1), at(4, 2), at(4, 3), at(5, 1), at(5, 3), at(6, 1), at(6, 3)]
    state = table({"head": 3, "log": 2}, seats={0: {"squares": {"CONTENT_CRATE": around}}})
    state = play(state, "Use the head dice", "Hire a merchant", here("merchant", at(5, 2)))
    assert city(state)["coins"] == 3 + 7
    state = position(state, {"head": 3, "log": 2}, to_play=0)
    state = play(state, "Use the head dice", "Hire a merchant", here("merchant", at(6, 2)))
    assert city(state)["coins"] == 3 + 7 + 4


def test_vector_3_a_jester_counts_kinds_of_persons():
    squares = {
        "CONTENT_MERCHANT": [at(3, 2)],
        "CONTENT_BUILDER": [at(3, 4), at(4, 3)],
        "CONTENT_SOLDIER": [at(4, 4)],
    }
    state = table({"head": 4, "log": 1}, seats={0: {"squares": squares}})
    state = play(state, "Use the head dice", "Hire a jester", here("jester", at(3, 3)))
    assert city(state)["points"] == 6
    state = position(state, {"head": 4, "log": 1}, to_play=0)
    state = play(state, "Use the head dice", "Hire a jester", here("jester", at(4, 2)))
    assert city(state)["points"] == 12


def test_vector_4_a_builder_turns_the_last_logs_into_houses():
    state = table({"head": 4, "wall": 1})
    state = play(state, "Use the head dice", "Hire a builder", here("builder", at(3, 3)))
    assert texts(state) == ["Build no house", "Build 1 house", "Build 2 houses"]
    state = play(state, "Build 2 houses", here("house", at(4, 4)), here("house", at(5, 4)))
    assert (city(state)["points"], city(state)["logs"]) == (6, 0)


def test_vector_5_other_dice_may_be_turned_but_never_sabres():
    state = table({"crate": 2, "wall": 1, "head": 1, "sabres": 1}, seats={0: {"coins": 20}})
    state = play(state, "Use the crate dice")
    assert texts(state) == [f"Use {n} of them" for n in (1, 2, 3, 4)]
    state = play(state, "Use 4 of them", *(here("crate", at(3, c)) for c in (2, 3, 4, 5)))
    assert city(state)["coins"] == 20 - 2 * 2
    assert state.view(-1)["pirates"]["boxes"] == 1


def test_vector_6_walls_are_drawn_before_the_attack_and_boxes_run_on():
    state = table({"wall": 1, "head": 1, "sabres": 3}, players=4, attacks=2, boxes=7)
    state = play(state, "Use the wall dice", "Use 2 of them")
    state = play(state, here("wall", at(0, 1)))
    last = here("wall", at(0, 2))
    assert "Pirates attack with strength 6" in events(state, last)
    state = play(state, last)
    assert city(state)["coins"] == 1
    assert [city(state, seat)["cannons_struck"] for seat in range(4)] == [1, 1, 1, 1]
    pirates = state.view(-1)["pirates"]
    assert (pirates["attacks"], pirates["boxes"], pirates["next_strength"]) == (3, 2, 8)


def test_vector_7_defence_is_soldiers_and_twice_the_complete_sides():
    squares = {"CONTENT_SOLDIER": [at(3, 3)], "CONTENT_WALL": TOP}
    assert city(table(seats={0: {"squares": squares}}))["defence"] == 3


def test_vector_8_a_wall_finished_at_the_bottom_scores_at_once():
    state = table({"wall": 1, "log": 4}, seats={0: {"squares": {"CONTENT_WALL": BOTTOM[:4]}}})
    state = play(state, "Use the wall dice", "Use 1 of them", here("wall", BOTTOM[4]))
    assert city(state)["points"] == 3
    assert city(state)["complete_sides"] == ["SIDE_BOTTOM"]


@pytest.mark.parametrize(("largest", "points"), [(1, 1), (2, 4), (3, 8), (4, 13), (5, 20)])
def test_vector_9_a_run_of_churches_is_worth_more_the_longer_it_is(largest, points):
    squares = {f"CONTENT_CHURCH_{n}": [at(4, n)] for n in range(1, largest + 1)}
    assert final_points(squares=squares) == points


def test_vector_10_three_crosses_are_one_church():
    state = play(table({"cross": 3, "sabres": 2}), "Use the cross dice")
    assert texts(state) == ["Use 1 of them", "Use 2 of them", "Use 3 of them"]
    state = play(state, "Use 2 of them", here("church of 2", at(3, 3)))
    assert state.to_play == 1
    assert city(state)["free_fields"] == 40


def test_vector_11_four_heads_hire_one_person_of_at_most_four():
    state = play(table({"head": 4, "sabres": 1}), "Use the head dice")
    persons = ("day labourer", "soldier", "priest", "builder", "merchant", "jester")
    assert texts(state) == [f"Hire a {person}" for person in persons]
    state = play(state, "Hire a soldier", here("soldier", at(3, 3)))
    assert state.to_play == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_vector_12_a_row_has_two_boxes_a_player(players):
    state = table({"sabres": 1, "log": 4}, players, boxes=2 * players - 1)
    state = play(state, "Use no symbol")
    assert state.view(-1)["pirates"]["attacks"] == 1
    assert state.view(-1)["pirates"]["boxes"] == 0


def test_vector_13_logs_delivered_are_added_and_built_away():
    state = table({"log": 3, "head": 2})
    state = play(state, "Use the log dice", "Use 3 of them")
    assert (city(state)["logs"], city(state)["coins"]) == (5, 1)
