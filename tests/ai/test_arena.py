"""Tournaments: luck cancels out, and every game can be played again."""

import itertools
import random

import pytest

from ai import elo
from ai.arena import Pairing, Result, blocks, play, result, tournament
from tests.setups import TABLES

GAME = "saint-malo"


def test_a_block_has_one_deal_and_every_rotation_of_the_seats():
    schedule = blocks(GAME, ["random", "greedy"], 3, {}, first_seed=1)
    for block in itertools.islice(schedule, 3):
        assert len({pairing.seed for pairing in block}) == 1
        first = block[0].seats
        assert [p.seats for p in block] == [first[k:] + first[:k] for k in range(3)]
    seeds = {block[0].seed for block in itertools.islice(schedule, 10)}
    assert len(seeds) == 10


def test_every_pair_of_several_bots_meets():
    schedule = blocks(GAME, ["random", "greedy", "level-1"], 2, {}, first_seed=1)
    met = {frozenset(block[0].seats) for block in itertools.islice(schedule, 3)}
    assert len(met) == 3


def test_with_a_reach_only_neighbours_meet():
    bots = ["random", "greedy", "level-1", "level-2"]
    schedule = blocks(GAME, bots, 2, {}, first_seed=1, reach=1)
    met = [block[0].seats for block in itertools.islice(schedule, 6)]
    assert met == [*itertools.pairwise(bots)] * 2


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_is_the_same_whenever_it_is_played(table):
    pairing = Pairing(table.game.name, ("random",) * table.players, 7)
    assert play(pairing) == play(pairing)
    assert result(pairing).moves == len(play(pairing).moves)


def test_a_tournament_gives_whole_blocks_in_order_and_stops():
    expected = list(itertools.islice(blocks(GAME, ["random", "greedy"], 2, {}, 1), 3))
    played = list(tournament(blocks(GAME, ["random", "greedy"], 2, {}, 1), 6, workers=2))
    assert [[r.pairing for r in block] for block in played] == expected
    assert played[0][0] == result(expected[0][0])


@pytest.mark.parametrize(
    ("scores", "winners", "points"),
    [((9, 5), (0,), 1), ((5, 9), (1,), 0), ((5, 5), (0, 1), 0.5), ((5, 5), (1,), 0)],
)
def test_points_of_a_game(scores, winners, points):
    played = Result(Pairing(GAME, ("a", "b"), 1), scores, winners, 10)
    assert played.points() == {("a", "b"): points, ("b", "a"): 1 - points}


def test_elo_is_what_the_share_of_points_means():
    assert elo.difference(0.5) == pytest.approx(0)
    assert elo.difference(10 / 11) == pytest.approx(400)
    for difference in (-300, 0, 120):
        assert elo.difference(elo.expected(difference)) == pytest.approx(difference)
    rating = elo.of_shares([1, 0.5, 1, 0.5, 0.5, 1, 0, 1])
    assert rating.low < rating.elo < rating.high
    assert elo.of_shares([1, 1, 1]).low < 200


def test_a_ladder_explains_the_results():
    blocks_played = [{("b", "a"): 1.5, ("a", "b"): 0.5, ("c", "b"): 1.5, ("b", "c"): 0.5}] * 60
    ratings = elo.ladder(["a", "b", "c"], blocks_played)
    assert ratings["a"].elo == 0
    assert ratings["b"].elo == pytest.approx(elo.difference(0.75), abs=5)
    assert ratings["c"].elo == pytest.approx(2 * elo.difference(0.75), abs=10)
    unanimous = elo.ladder(["a", "b"], [{("b", "a"): 2.0, ("a", "b"): 0.0}] * 2)["b"]
    assert unanimous.low < unanimous.elo < unanimous.high


def test_the_sequential_test_decides_either_way_and_waits_in_between():
    test = elo.SequentialTest(0, 50)
    assert test.verdict([0.5]) is None
    assert test.verdict([1, 0.5, 1, 0] * 2) is None
    assert test.verdict([1, 0.5, 1, 0.5] * 40) == "passed"
    assert test.verdict([0, 0.5, 0.5, 0] * 40) == "failed"


@pytest.mark.parametrize("truth", [0, 200])
def test_the_sequential_test_errs_as_seldom_as_it_says(truth):
    test, chooser, wrong = elo.SequentialTest(0, 200), random.Random(1), 0
    for _ in range(200):
        shares, verdict = [], None
        while verdict is None:
            won = [chooser.random() < elo.expected(truth) for _ in range(2)]
            shares.append(sum(won) / 2)
            verdict = test.verdict(shares)
        wrong += verdict == ("failed" if truth else "passed")
    assert wrong <= 0.06 * 200
