"""What a search promises, for every game and number of players."""

import random
import resource
import statistics
import threading

import pytest

from ai import advice
from ai.advice import WHOLE_GAMES, Knobs, Search
from ai.bots import Greedy
from ai.search import Stop
from tests.setups import MAIN_SETUPS, TABLES, walk

tables = pytest.mark.parametrize("table", TABLES, ids=str)


def positions(table, seed, count):
    """Positions with a choice, spread over a random game."""
    game = [s for s, _ in walk(table.new(seed), random.Random(seed)) if len(s.legal_moves()) > 1]
    return [game[len(game) * i // count] for i in range(count)]


def found(state, **options):
    """All that a search answers, but the time it took."""
    answer = Search(state, seed=options.pop("seed", 1), **options).run(200).advice()
    return answer.suggestions, answer.iterations


@tables
def test_the_same_search_gives_the_same_answer_with_one_thread_and_with_many(table):
    seeds_matter = False
    for state in positions(table, 1, 4):
        for threads in (1, 2, 3):
            assert found(state, threads=threads) == found(state, threads=threads)
        seeds_matter |= found(state, seed=1) != found(state, seed=2)
    assert seeds_matter


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
def test_states_alike_to_the_searcher_are_searched_alike_to_the_visit(setup):
    for state in positions(setup, 2, 8):
        answer = found(state)
        for guess in range(2):
            assert found(state.redeal(state.to_play, guess)) == answer


@tables
def test_the_state_searched_is_untouched_and_the_counts_add_up(table):
    for state in positions(table, 3, 4):
        before = bytes(state)
        answer = Search(state, seed=1, threads=2).run(301).advice()
        assert bytes(state) == before
        assert sum(s.visits for s in answer.suggestions) == answer.iterations == 301
        assert [s.move for s in sorted(answer.suggestions, key=lambda s: s.move)] == (
            state.legal_moves()
        )
        for suggestion in answer.suggestions:
            assert suggestion.line[0] == suggestion.move
            assert all(0 <= win <= 1 for win in suggestion.win)


@tables
def test_going_on_is_the_same_as_searching_at_once(table):
    (state,) = positions(table, 4, 1)
    twice = Search(state, seed=1).run(120).run(80).advice()
    assert (twice.suggestions, twice.iterations) == found(state)


@tables
def test_a_full_memory_bounds_the_tree_but_not_the_search(table, monkeypatch):
    monkeypatch.setattr(advice, "MEMORY", 1 << 17)
    (state,) = positions(table, 5, 1)
    growing = Knobs(ripe=1, picks=1)
    search = Search(state, seed=1, knobs=growing).run(20_000)
    assert search.iterations == 20_000
    assert search.memory_used <= 1 << 17
    monkeypatch.setattr(advice, "MEMORY", 1 << 24)
    unbounded = Search(state, seed=1, knobs=growing).run(20_000)
    assert unbounded.advice().suggestions != search.advice().suggestions


def choice():
    return positions(TABLES[0], 1, 1)[0]


def test_a_forced_move_is_answered_without_searching():
    for table in TABLES:
        for state, _ in walk(table.new(1), random.Random(1)):
            if len(state.legal_moves()) == 1:
                answer = Search(state, seed=1).run(10**9).advice()
                assert answer.iterations == 0
                assert answer.best == state.legal_moves()[0]
                break


def test_a_search_ends_when_it_is_stopped_and_lets_other_threads_run():
    search, stop, ticks = Search(choice(), seed=1, threads=2), Stop(), []
    running = threading.Thread(target=search.run, args=(10**12,), kwargs={"stop": stop})
    running.start()
    while search.iterations < 50_000:
        ticks.append(search.iterations)
    stop.set()
    running.join(timeout=10)
    assert not running.is_alive()
    assert len(ticks) > 1
    assert stop.is_set()


def test_a_search_ends_when_its_time_is_up():
    search = Search(choice(), seed=1, threads=2).run(10**12, seconds=0.05)
    assert 0 < search.iterations < 10**12
    assert search.advice().elapsed >= 0.05


def test_a_thousand_searches_leak_no_memory():
    def used():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # KiB, the most so far

    state = choice()
    for _ in range(100):
        Search(state, seed=1).run(50).advice()
    before = used()
    for _ in range(1000):
        Search(state, seed=1).run(50).advice()
    assert used() - before < 4096


@pytest.mark.parametrize("threads", [0, -1, 17])
def test_a_number_of_threads_out_of_range_is_refused(threads):
    with pytest.raises(ValueError, match="threads"):
        Search(choice(), seed=1, threads=threads)


def test_a_finished_game_is_refused():
    *_, (last, _) = walk(TABLES[0].new(1), random.Random(1))
    with pytest.raises(ValueError, match="finished"):
        Search(last, seed=1)


@tables
def test_scores_are_expected_as_games_end(table):
    """Greedy play is nearly the playouts' own; early evaluations are often off by far more."""
    state = positions(table, 7, 8)[1]
    (found,) = Search(state, seed=1).run(2000).advice(1).suggestions
    ends = [greedy_end(state.redeal(state.to_play, seed), found.move, seed) for seed in range(24)]
    for seat, scores in enumerate(zip(*ends, strict=True)):
        error = (statistics.variance(scores) / len(scores)) ** 0.5
        assert abs(found.score[seat] - statistics.fmean(scores)) < 5 * error + 8
    assert sum(found.win) <= 1 + 1e-9


def greedy_end(state, move, seed):
    """The scores after a move and greedy play."""
    chooser, state = random.Random(seed), state.play(move)
    while state.to_play is not None:
        state = state.play(Greedy().choose(state, chooser.getrandbits(64)))
    return state.scores()[: state.players]


@tables
def test_expectations_change_no_choice(table):
    for state in positions(table, 8, 3):
        ways = [Search(state, seed=1, knobs=Knobs(whole=whole)).run(400) for whole in (0, 3)]
        visits = [[(s.move, s.visits) for s in way.advice().suggestions] for way in ways]
        assert visits[0] == visits[1]
        assert ways[0].plies < ways[1].plies


@tables
def test_a_settled_search_makes_the_choice_of_a_whole_one(table):
    for state in positions(table, 9, 4):
        whole, settled = Search(state, seed=1), Search(state, seed=1)
        whole.run(1500)
        settled.run(1500, settle=True)
        assert settled.advice().best == whole.advice().best
        assert settled.iterations <= 1500


@tables
def test_the_plain_search_needs_no_evaluation(table):
    (state,) = positions(table, 6, 1)
    search = Search(state, seed=1, knobs=Knobs(horizon=WHOLE_GAMES, picks=1)).run(60)
    assert search.advice().iterations == 60
