"""The end, ties, and the solo game against Egon."""

import pytest

from tests.engine.games.castles_of_burgundy import (
    GAME,
    SILVER,
    asked,
    do,
    finish_round,
    happened,
    names,
    one,
    player,
    table,
    texts,
)


def last_turn(*seats, **changes):
    """The last card of the last round is due from the last seat."""
    state = table(len(seats), round=4, turn=5, to_play=len(seats) - 1,
                  players=dict(enumerate(seats)), **changes)  # fmt: skip
    return do(state, texts(state)[0])


def means(silver=0, workers=0, **more):
    return {"silver": silver, "workers": workers, **more}


@pytest.mark.parametrize(
    ("animals", "points"),
    [
        ({"hen": 1}, 0), ({"hen": 5}, 0), ({"hen": 1, "pig": 1}, 1),
        ({"hen": 1, "pig": 1, "sheep": 1}, 2), ({"hen": 1, "pig": 1, "sheep": 1, "cattle": 1}, 4),
        ({"hen": 2, "pig": 2}, 2), ({"hen": 5, "pig": 5, "sheep": 5, "cattle": 5}, 20),
        ({"hen": 2, "pig": 1, "sheep": 2, "cattle": 1}, 5),
    ],
)  # fmt: skip
def test_sets_of_different_animals_score_4_2_1(animals, points):
    assert player(table(players={1: {"animals": animals}}), 1)["score"] == points


def test_vector_3_three_sheep_two_cattle_and_a_hen_score_3():
    state = table(players={1: {"animals": {"sheep": 3, "cattle": 2, "hen": 1}}})
    assert player(state, 1)["score"] == 3


def test_the_game_ends_after_round_e_and_counts_everything():
    own = means(
        points=7, goods={"light": 2}, sold={"dark": 3}, animals={"hen": 1, "pig": 1},
        princedom=[["mine 1", "mine 3", "mine 5"]], firsts=["mine"],
    )  # fmt: skip
    state = last_turn(means(), own, start_card=(1, True))
    state, events = state.step(state.legal_moves()[texts(state).index(SILVER)])
    assert state.to_play is None
    assert state.scores() == [0, 7 + 3 + 1 + 5 + 1 + 1]
    assert state.winners() == [1]
    assert [GAME.describe_event(event)[0] for event in events][1:] == [
        "Seat 1 counts 5 points (triplets)",
        "Seat 1 counts 1 point (first triplets)",
        "Seat 1 counts 7 points (point cards)",
        "Seat 1 counts 3 points (sold goods)",
        "Seat 1 counts 1 point (animals)",
        "Seat 1 counts 1 point (start card)",
    ]


@pytest.mark.parametrize("down", [False, True])
def test_the_start_player_card_scores_1_where_it_lies_on_either_side(down):
    state = finish_round(last_turn(means(), means(), start_card=(0, down)))
    assert state.scores() == [1, 0]
    assert state.winners() == [0]


def test_all_seven_scores_at_the_end():
    kinds = [["castle 1"], ["mine 1"], ["cloister 1"], ["knowledge 1"], ["ship 1"], ["pasture 1"]]
    own = means(princedom=[*kinds, ["bank 1"]], seven=3)
    assert finish_round(last_turn(own, means(), start_card=(1, True))).scores() == [3, 1]


@pytest.mark.parametrize(
    ("more", "winners"),
    [
        (means(silver=2), [0]), (means(silver=1), [0, 1]), (means(workers=2), [0]),
        (means(goods={"dark": 2}), [0]), (means(animals={"hen": 2}), [0]),
        (means(silver=1, sold={}), [0, 1]), (means(), [1]),
    ],
)  # fmt: skip
def test_a_tie_goes_to_the_larger_store_and_is_shared_if_that_is_equal(more, winners):
    """Seat 1 takes one silver at the end, and has the start player card for a point."""
    state = finish_round(last_turn(means(points=1) | more, means(), start_card=(1, True)))
    assert state.scores() == [1, 1]
    assert state.winners() == winners


def test_animals_in_a_scored_set_are_no_longer_in_store():
    pair = means(animals={"hen": 2, "pig": 1})  # one point, one hen left over
    state = finish_round(last_turn(pair, means(), start_card=(1, True)))
    assert state.scores() == [1, 1]
    assert state.winners() == [0, 1]


def test_points_come_before_the_store():
    state = finish_round(last_turn(means(silver=9), means(points=1), start_card=(1, True)))
    assert state.winners() == [1]


def test_scores_in_play_are_what_the_table_would_count_now():
    state = table(players={0: {"animals": {"hen": 1, "pig": 1}}, 1: {"points": 4}})
    assert state.scores() == [2, 4]
    assert state.winners() == []


# ---- Egon

NO_CLOISTER = ["castle 1", "mine 1", "knowledge 1"]


def test_egon_has_piles_of_3_4_5_6_7_and_turns_one_up_each_round():
    state = one(players=1, points=99)
    seen = []
    while state.to_play is not None:
        egon = state.view(-1)["egon"]
        stacks = egon["princedom"]
        seen.append(sum(len(stack["cards"]) for stack in stacks))
        assert egon["face_down"] == sum(egon["piles"]) == 25 - seen[-1]
        state = finish_round(state)
    assert seen == [3, 7, 12, 18, 25]


def test_a_solo_player_starts_with_one_of_each_and_no_start_player_card():
    own = player(GAME.new(1, 3))
    assert (own["silver"], own["workers"]) == (1, 1)
    assert sum(own["goods"].values()) == sum(own["animals"].values()) == 1
    assert own["start_card_face_down"] is None


def test_a_solo_sale_brings_no_start_player_card():
    state = one("mine 1, mine 2", players=1, goods={"light": 2}, silver=0, egon=NO_CLOISTER)
    state = do(state, "Play the 1", "Sell all light goods")
    assert player(state)["start_card_face_down"] is None
    assert player(state)["score"] == 2


def test_the_player_gets_a_point_for_each_of_egons_cloisters():
    for seed in range(60):
        state = GAME.new(1, seed)
        kinds = [stack["kind"] for stack in state.view(-1)["egon"]["princedom"]
                 for _ in stack["cards"]]  # fmt: skip
        assert player(state)["points"] == kinds.count("KIND_CLOISTER")


def later(egon, number, **changes):
    """A solo position of a round whose open cards of Egon begin with these."""
    return one("bank 1", players=1, turn=5, round=number, egon=egon, **changes)


def test_egon_sorts_by_kind_and_never_uses_cloisters_as_jokers():
    egon = ["mine 1", "cloister 1", "mine 2", "cloister 2", "mine 3", "mine 4", "ship 1"]
    shown = later(egon, 1, points=50).view(-1)["egon"]
    stacks = [(stack["kind"], names(stack["cards"])) for stack in shown["princedom"]]
    assert stacks == [
        ("KIND_MINE", ["mine 1", "mine 2", "mine 3"]),
        ("KIND_CLOISTER", ["cloister 1", "cloister 2"]),
        ("KIND_MINE", ["mine 4"]),
        ("KIND_SHIP", ["ship 1"]),
    ]
    assert shown["score"] == 5 + 1
    assert shown["first_triplets"] == ["KIND_MINE"]


def test_a_round_lays_egons_next_pile_by_kind_cloisters_apart():
    for seed in range(30):
        state = finish_round(one(players=1, points=99).redeal(-1, seed))
        for stack in state.view(-1)["egon"]["princedom"]:
            assert {card["kind"] for card in stack["cards"]} == {stack["kind"]}


def test_egon_takes_no_first_triplet_the_player_has():
    egon = ["mine 1", "mine 2", "mine 3"]
    state = later(egon, 0, points=50, firsts=[], princedom=[["mine 4", "mine 5", "mine 6"]])
    assert state.view(-1)["egon"]["first_triplets"] == ["KIND_MINE"]
    own = {"firsts": ["mine"], "princedom": [["mine 4", "mine 5", "mine 6"]]}
    state = later(egon, 0, points=50, **own)
    assert state.view(-1)["egon"]["first_triplets"] == []
    assert state.view(-1)["egon"]["score"] == 5


SEVEN = ["castle 1", "mine 1", "cloister 1", "knowledge 1", "ship 1", "pasture 1", "bank 3"]


def test_egon_takes_the_top_all_seven_card_and_the_player_then_the_next():
    state = later(SEVEN, 1, points=50)
    assert state.view(-1)["egon"]["all_seven"] == 3
    assert state.view(-1)["all_seven"] == [1]
    stacks = [["castle 2"], ["mine 2"], ["cloister 2"], ["knowledge 2"], ["ship 2"], ["pasture 2"]]
    own = {"princedom": [*stacks, ["bank 5"]], "seven": 3}
    assert later(SEVEN, 1, points=50, **own).view(-1)["egon"]["all_seven"] == 1


def test_egon_gets_nothing_else():
    state = later(["mine 1", "bank 3", "knowledge 1"], 0)
    assert state.view(-1)["egon"]["score"] == 0


TRIPLET = ["mine 1", "mine 2", "mine 3"]  # six points to Egon


@pytest.mark.parametrize("points", [5, 6, 7])
def test_the_game_is_lost_at_once_if_egon_has_more_after_a_round(points):
    state = do(later(TRIPLET, 0, points=points), "Play the 1")
    compared = happened(state, SILVER)
    assert f"The player has {points}, Egon 6" in compared
    state = do(state, SILVER)
    if points < 6:
        assert state.to_play is None
        assert state.winners() == []
        assert state.view(0)["round"] == 1
    else:
        assert state.to_play == 0
        assert state.view(0)["round"] == 2


def test_animals_count_in_the_comparison():
    animals = {"hen": 1, "cattle": 1, "sheep": 1, "pig": 1}
    assert finish_round(later(TRIPLET, 0, points=2, animals=animals)).to_play == 0
    assert finish_round(later(TRIPLET, 0, points=2)).to_play is None


LONG = [*SEVEN, "castle 2", "castle 3", "mine 2", "mine 3", "cloister 2", "cloister 3",
        "knowledge 2", "knowledge 3", "ship 2", "ship 3", "pasture 2", "pasture 3", "bank 5",
        "market 1", "castle 4", "mine 4", "ship 4", "pasture 4"]  # fmt: skip
EGON = 4 + 5 + 6 + 4 + 3 + 4 + 3 + 7 + 3  # triplets, seven first ones, all seven kinds


@pytest.mark.parametrize(("points", "winners"), [(EGON, [0]), (EGON + 1, [0]), (EGON - 1, [])])
def test_a_solo_game_is_won_with_as_many_points_as_egon_and_lost_with_fewer(points, winners):
    state = later(LONG, 4, points=points)
    assert state.view(-1)["egon"]["score"] == EGON
    state = finish_round(state)
    assert state.to_play is None
    assert state.winners() == winners
    assert state.scores() == [points]


def test_a_whole_solo_game_is_won_by_one_far_ahead_and_lost_by_one_who_only_takes_silver():
    ahead, idle = one(players=1, points=200), one(players=1, points=0)
    for _ in range(5):
        ahead, idle = finish_round(ahead), finish_round(idle)
    assert ahead.to_play is idle.to_play is None
    assert (ahead.winners(), idle.winners()) == ([0], [])


def test_egons_cards_come_before_the_players_first_turn():
    state = later(TRIPLET, 0, points=90)
    state = do(state, "Play the 1")
    events = happened(state, SILVER)
    turned = [i for i, text in enumerate(events) if text.startswith("Egon turns up")]
    drawn = [i for i, text in enumerate(events) if text.startswith("Seat 0 draws")]
    assert len(turned) == 4
    assert max(turned) < drawn[0]
    assert asked(do(state, SILVER)) == ["hand card"]
