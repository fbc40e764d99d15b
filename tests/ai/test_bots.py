"""Bots by name, and what each promises."""

import random

import pytest

from ai.bots import Bot, Greedy, Random, Searcher, UnknownBot, bot, levels
from tests.setups import TABLES, walk


class First:
    """A bot from outside: the lowest move."""

    def choose(self, state, seed):
        return state.legal_moves()[0]


NOT_A_BOT = object()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("random", Random),
        ("greedy", Greedy),
        ("level-1", Searcher),
        ("search,iterations=50,explore=0.5", Searcher),
        (f"{__name__}:First", First),
    ],
)
def test_a_bot_is_found_by_its_name_and_plays_legal_moves(name, kind):
    found = bot(name)
    assert isinstance(found, Bot)
    assert type(found).__name__ == kind.__name__
    for table in TABLES:
        for state, _ in list(walk(table.new(1), random.Random(1)))[:-1:40]:
            move = found.choose(state, 5)
            assert move in state.legal_moves()
            assert found.choose(state, 5) == move


@pytest.mark.parametrize(
    "name",
    [
        "", "nobody", "level-0", "level-9", "level-x", "random,iterations=3", "search,depth=1",
        "search,iterations=many", "no.such.module:Bot", f"{__name__}:Nothing",
        f"{__name__}:NOT_A_BOT",
    ],
)  # fmt: skip
def test_an_unknown_bot_is_refused(name):
    with pytest.raises(UnknownBot):
        bot(name)


def test_levels_grow_in_iterations_and_stray_less():
    by_number = [levels()[number] for number in sorted(levels())]
    assert sorted(levels()) == list(range(1, 9))
    iterations = [each.iterations for each in by_number]
    temperatures = [each.temperature for each in by_number]
    assert iterations == sorted(set(iterations))
    assert temperatures == sorted(temperatures, reverse=True)
    assert temperatures[-1] == 0


def test_greedy_takes_what_the_evaluation_likes():
    """A move that ends the game with a victory is worth more than one that does not."""
    wins = plays = 0
    for table in TABLES:
        if table.players != 2:
            continue
        for seed in range(6):
            state, chooser = table.new(seed), random.Random(seed)
            while state.to_play is not None:
                player = Greedy() if state.to_play == seed % 2 else Random()
                guess = state.redeal(state.to_play, chooser.getrandbits(64))
                state = state.play(player.choose(guess, chooser.getrandbits(64)))
            wins += seed % 2 in state.winners()
            plays += 1
    assert wins > 0.75 * plays
