"""What a player of Saint Malo could get wrong about persons, pirates and the end."""

import random

import pytest

from engine.contract import game
from engine.games.saint_malo.face import position
from engine.playouts import playouts
from tests.engine.games.saint_malo import (
    FIELDS,
    LEFT,
    PRINTED,
    at,
    city,
    final_points,
    full_but,
    here,
    table,
)
from tests.engine.sentences import events, play, texts

# ---- persons and houses


@pytest.mark.parametrize(
    ("heads", "person"),
    [
        (1, "day labourer"), (2, "soldier"), (2, "priest"), (3, "builder"), (3, "merchant"),
        (4, "jester"), (5, "noble"),
    ],
)  # fmt: skip
def test_a_person_needs_its_number_of_heads(heads, person):
    for shown in range(1, 6):
        dice = {"head": shown, "sabres": 5 - shown}
        state = play(table(dice, seats={0: {"coins": 0}}), "Use the head dice")
        assert (f"Hire a {person}" in texts(state)) == (shown >= heads)


@pytest.mark.parametrize(("person", "points"), [("day labourer", 1), ("noble", 7)])
def test_a_day_labourer_and_a_noble_score_at_once(person, points):
    state = play(table({"head": 5}), "Use the head dice", f"Hire a {person}")
    assert city(play(state, here(person, at(3, 3))))["points"] == points


def test_a_priest_scores_the_churches_around_it_then_and_never_again():
    churches = {"CONTENT_CHURCH_1": [at(2, 2), at(2, 3)], "CONTENT_CHURCH_5": [at(5, 5)]}
    state = table({"head": 2, "log": 3}, seats={0: {"squares": churches}})
    state = play(state, "Use the head dice", "Hire a priest", here("priest", at(3, 3)))
    assert city(state)["points"] == 2
    state = position(state, {"cross": 1, "log": 4}, to_play=0)
    state = play(state, "Use the cross dice", "Use 1 of them", here("church of 1", at(4, 4)))
    assert city(state)["points"] == 2


def test_towers_are_no_neighbours_and_diagonal_fields_across_a_corner_are():
    squares = {"CONTENT_CHURCH_1": [at(1, 0)]}
    state = table({"head": 2, "log": 3}, seats={0: {"squares": squares}})
    state = play(state, "Use the head dice", "Hire a priest", here("priest", at(0, 1)))
    assert city(state)["points"] == 1


def test_neighbours_do_not_wrap_around_the_edge():
    squares = {"CONTENT_CHURCH_1": [at(2, 6), at(4, 6)], "CONTENT_CHURCH_2": [at(3, 6)]}
    state = table({"head": 2, "log": 3}, seats={0: {"squares": squares}})
    state = play(state, "Use the head dice", "Hire a priest", here("priest", at(4, 0)))
    assert city(state)["points"] == 0


def test_heads_short_of_a_person_are_turned_and_paid():
    state = table({"head": 1, "log": 4}, seats={0: {"coins": 9}})
    state = play(state, "Use the head dice", "Hire a noble", here("noble", at(3, 3)))
    assert city(state)["coins"] == 1


def test_a_builder_builds_at_most_three_houses_and_no_more_than_its_logs():
    for logs, most in ((0, 0), (1, 1), (3, 3), (9, 3)):
        state = table({"head": 3, "sabres": 2}, seats={0: {"logs": logs}})
        state = play(state, "Use the head dice", "Hire a builder", here("builder", at(3, 3)))
        assert (len(texts(state)) - 1 if logs else int(state.to_play == 0)) == most


def test_houses_are_connected_and_one_of_them_touches_the_builder():
    state = table({"head": 3, "sabres": 2}, seats={0: {"logs": 3}})
    state = play(state, "Use the head dice", "Hire a builder", here("builder", at(5, 5)))
    state = play(state, "Build 3 houses", here("house", at(5, 2)))
    assert texts(state) == [here("house", at(5, 3))]
    state = play(state, here("house", at(5, 3)))
    near = {here("house", s) for s in (at(5, 4), at(4, 3), at(6, 3), at(4, 2), at(6, 2), at(5, 1))}
    assert {t for t in texts(state) if t in near} == {here("house", at(5, 4))}


def test_every_first_house_offered_can_be_completed_and_no_other():
    """Against an exhaustive search over all groups of houses, in crowded random cities."""
    for seed in range(60):
        chooser = random.Random(seed)
        free = sorted(chooser.sample([f for f in FIELDS if f not in PRINTED], 14))
        state = table({"head": 3, "sabres": 2}, seats={0: full_but(*free, logs=3, coins=0)})
        builder = chooser.choice(free)
        state = play(state, "Use the head dice", "Hire a builder", here("builder", builder))
        open_fields = set(free) - {builder}
        for houses in (1, 2, 3):
            possible = house_groups(open_fields, builder, houses)
            sentence = f"Build {houses} house{'s' if houses > 1 else ''}"
            assert (sentence in texts(state)) == bool(possible)
            if possible:
                check_all_orders(play(state, sentence), possible, frozenset())


def check_all_orders(state, possible, drawn):
    wanted = {square for group in possible if drawn <= group for square in group - drawn}
    if drawn:
        wanted = {square for square in wanted if any(touching(square, d) for d in drawn)}
    assert texts(state) == [here("house", square) for square in sorted(wanted)]
    if any(len(group) > len(drawn) + 1 for group in possible):
        for square in wanted:
            after = play(state, here("house", square))
            check_all_orders(after, possible, drawn | {square})


def touching(a, b):
    (r, c), (s, d) = divmod(a, 7), divmod(b, 7)
    return abs(r - s) + abs(c - d) == 1


def house_groups(free, builder, size):
    """Every connected group of `size` free fields with one of them around the builder."""
    groups = {frozenset([field]) for field in free}
    for _ in range(size - 1):
        groups = {g | {f} for g in groups for f in free - g if any(touching(f, o) for o in g)}
    row, column = divmod(builder, 7)
    return {
        g for g in groups
        if any(abs(f // 7 - row) <= 1 and abs(f % 7 - column) <= 1 for f in g)
    }  # fmt: skip


# ---- pirates


def test_only_a_defence_below_the_strength_loses_a_cannon():
    seats = {
        0: {"squares": {"CONTENT_WALL": LEFT, "CONTENT_SOLDIER": [at(3, 3)]}},
        1: {"squares": {"CONTENT_WALL": LEFT}},
    }
    state = table({"sabres": 1, "log": 4}, seats=seats, attacks=1, boxes=3)
    state = play(state, "Use no symbol")
    assert [city(state, seat)["cannons_struck"] for seat in (0, 1)] == [0, 1]


def test_what_was_just_drawn_defends():
    state = table({"head": 2, "sabres": 1, "log": 2}, boxes=3)
    state = play(state, "Use the head dice", "Hire a soldier", here("soldier", at(3, 3)))
    assert [city(state, seat)["cannons_struck"] for seat in (0, 1)] == [0, 1]


def test_one_throw_may_cause_two_attacks():
    state = play(table({"sabres": 5}, boxes=3), "Use no symbol")
    pirates = state.view(-1)["pirates"]
    assert (pirates["attacks"], pirates["boxes"]) == (2, 0)
    assert city(state)["cannons_struck"] == 2


@pytest.mark.parametrize(("attack", "strength"), list(enumerate((1, 3, 6, 8, 10, 12))))
def test_each_attack_has_its_strength(attack, strength):
    state = table({"sabres": 1, "log": 4}, attacks=attack, boxes=3)
    assert f"Pirates attack with strength {strength}" in events(state, "Use no symbol")


def test_after_the_sixth_attack_sabres_are_ignored_but_still_not_turned():
    state = table({"sabres": 4, "log": 1}, attacks=6, seats={0: {"coins": 20}})
    assert state.view(-1)["pirates"]["next_strength"] is None
    assert texts(play(state, "Use the wall dice")) == ["Use 1 of them"]
    state = play(state, "Use no symbol")
    assert state.view(-1)["pirates"]["boxes"] == 0
    assert city(state)["cannons_struck"] == 0


# ---- the end


@pytest.mark.parametrize(
    ("seat", "points"),
    [({"coins": 5}, 2), ({"logs": 3}, 3), ({"cannons": 2}, -10), ({"points": 31}, 31)],
)
def test_what_is_left_counts_at_the_end(seat, points):
    assert final_points(**seat) == points


def test_churches_without_a_first_are_worth_nothing():
    assert final_points(squares={"CONTENT_CHURCH_2": [at(3, 3)]}) == 0


def test_a_full_city_ends_the_game_with_the_round_and_brings_five():
    state = table({"cross": 2, "sabres": 3}, players=3, attacks=6,
                  seats={0: full_but(at(3, 3), coins=0, logs=0)})  # fmt: skip
    last = here("church of 2", at(3, 3))
    state = play(state, "Use the cross dice", "Use 2 of them")
    assert "Seat 0 has filled the city: this is the last round" in events(state, last)
    state = play(state, last)
    assert state.view(-1)["last_round"]
    state = position(state, {"log": 5}, to_play=1)
    state = play(state, "Use no symbol")
    assert state.to_play == 2
    state = play(position(state, {"log": 5}, to_play=2), "Use no symbol")
    assert state.to_play is None
    assert state.scores() == [5, 3, 3]
    assert state.winners() == [0]


def test_sabres_of_the_last_turn_still_count():
    state = table({"cross": 1, "sabres": 4}, to_play=1, seats={1: full_but(at(3, 3))})
    state = play(state, "Use the cross dice", "Use 1 of them", here("church of 1", at(3, 3)))
    assert [city(state, seat)["cannons_struck"] for seat in (0, 1)] == [1, 1]
    assert state.scores()[0] == 1 + 2 - 5


@pytest.mark.parametrize(
    ("points", "crates", "winners"),
    [((8, 0), 0, [0]), ((6, 0), 0, [0]), ((5, 0), 0, [1]), ((6, 0), 40, [0]), ((6, 0), 41, [])],
)
def test_a_tie_goes_to_more_free_fields_and_is_shared_then(points, crates, winners):
    """Seat 1 ends with 6 points and no free field, seat 0 with `points` and some."""
    free = [f for f in FIELDS if f not in PRINTED]
    seat = {"points": points[0], "coins": 0, "logs": 0}
    if crates:
        seat["squares"] = {"CONTENT_CRATE": free[:crates]}
    if crates == 41:
        seat["points"] = 1  # five come for the full city
    state = table({"cross": 1, "sabres": 4}, to_play=1, attacks=6, seats={
        0: seat, 1: full_but(at(3, 3), coins=0, logs=0),
    })  # fmt: skip
    state = play(state, "Use the cross dice", "Use 1 of them", here("church of 1", at(3, 3)))
    assert state.scores()[1] == 6
    assert state.winners() == (winners or [0, 1])


def test_after_sixty_turns_each_the_game_ends():
    state = table({"log": 5}, to_play=1, seats={0: {"turns": 60}, 1: {"turns": 59}})
    assert state.view(-1)["last_round"]
    assert play(state, "Use no symbol").to_play is None
    state = table({"log": 5}, to_play=1, seats={0: {"turns": 59}, 1: {"turns": 58}})
    assert not state.view(-1)["last_round"]
    assert play(state, "Use no symbol").to_play == 0


def test_players_who_never_draw_anything_come_to_an_end():
    state, turns = game("saint-malo").new(5, 1), 0
    while state.to_play is not None:
        state = play(state, "Stop rolling", "Use no symbol")
        turns += 1
    assert turns == 300


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_break_no_invariant(players):
    assert playouts(game("saint-malo").new(players, 1), 300, seed=players, check=True) > 0
