"""What is hidden, guesses of it, and many random games."""

from collections import Counter
from itertools import permutations

import pytest

from engine.playouts import playouts
from tests.engine.games.castles_of_burgundy import (
    BUY,
    END,
    GAME,
    SILVER,
    discards,
    display,
    do,
    finish_round,
    names,
    one,
    player,
    table,
    texts,
)

DEALS, GAMES = 20, 100  # first deals, and games of each; soaks play more
UNIQUE = [
    "bank 1", "bank 3", "bank 5", "church 2", "church 4", "church 6", "market 1", "market 3",
    "market 5", "town hall 2",
]  # fmt: skip


@pytest.mark.parametrize("players", range(1, 5))
def test_random_games_keep_every_invariant(players):
    for seed in range(DEALS):
        assert playouts(GAME.new(players, seed), GAMES, seed, check=True) > GAMES * 12


def test_random_solo_games_that_last_keep_every_invariant():
    for seed in range(DEALS):
        start = one(players=1, points=999).redeal(-1, seed)
        assert playouts(start, GAMES, seed, check=True) > GAMES * 60


def hand(state, seat):
    """A hand as only its owner sees it."""
    return tuple(names(player(state, seat)["hand"]))


def test_a_hand_is_seen_by_its_owner_only():
    state = GAME.new(2, 3)
    assert len(hand(state, 0)) == 2
    assert state.view(1)["players"][0]["hand"] == state.view(-1)["players"][0]["hand"] == []


def test_a_guess_keeps_the_viewers_hand_and_all_that_lies_open():
    state = GAME.new(3, 3)
    for seed in range(20):
        assert hand(state.redeal(1, seed), 1) == hand(state, 1)
    assert len({hand(state.redeal(1, seed), 0) for seed in range(20)}) > 10
    assert len({hand(state.redeal(-1, seed), 1) for seed in range(20)}) > 10


def chi_square(found, expected):
    return sum((found[each] - n) ** 2 / n for each, n in expected.items())


def test_guesses_are_uniform_over_all_that_is_possible():
    """Four unseen cards, two in the rival's hand: twelve ways, in twelve equal parts."""
    state = table(
        turn=4,
        players={0: {"hand": ["mine 1", "mine 2"]}, 1: {"hand": UNIQUE[:2]}},
        pile=UNIQUE[2:4],
    )
    n = 6000
    found = Counter(hand(state.redeal(0, seed), 1) for seed in range(n))
    expected = dict.fromkeys(permutations(UNIQUE[:4], 2), n / 12)
    assert found.keys() == expected.keys()
    assert chi_square(found, expected) < 31.3  # one in a thousand, 11 degrees of freedom


def test_guesses_weigh_a_face_by_its_copies():
    state = table(
        turn=5,
        players={0: {"hand": ["bank 1"], "silver": 3}, 1: {"hand": ["ship 3"]}},
        pile=["ship 3", "mine 4", "mine 5"],
    )
    n = 4000
    found = Counter(hand(state.redeal(0, seed), 1) for seed in range(n))
    expected = {("ship 3",): n / 2, ("mine 4",): n / 4, ("mine 5",): n / 4}
    assert found.keys() == expected.keys()
    assert chi_square(found, expected) < 13.8  # one in a thousand, 2 degrees of freedom
    for seed in range(20):
        other = state.redeal(0, seed)
        bought = names(do(other, BUY).view(-1)["bought"])
        assert sorted([*bought, *hand(other, 1)]) == ["mine 4", "mine 5", "ship 3", "ship 3"]


def test_the_own_face_down_cards_are_as_unknown_as_the_rivals():
    state = table(turn=3, players={0: {"hand": ["mine 1", "mine 2"]}}, pile=UNIQUE[:1])
    drawn = set()
    for seed in range(200):
        later = state.redeal(0, seed)
        for _ in range(2):
            later = do(later, texts(later)[0], SILVER)
        drawn.add(hand(later, 0)[-1])
    assert len(drawn) == 5  # its own last card, three of the rival's, one of the pile


def split_deal():
    """Seat 0 has its first three cards from the old draw pile, all others are shuffled ones."""
    state = finish_round(table(turn=5, players={1: {"silver": 3}}, pile=UNIQUE))
    old = set(UNIQUE) - {card for row in display(state) for card in row}
    assert len(old) == 3
    return state, old


def test_after_a_shuffle_older_cards_are_only_guessed_among_each_other():
    state, old = split_deal()
    first = state.to_play
    assert set(hand(state, 0)) < old
    for viewer in (-1, 1):
        found = Counter()
        for seed in range(300):
            other = state.redeal(viewer, seed)
            assert set(hand(other, 0)) < old
            assert not set(hand(other, 1)) & old
            found[hand(other, 0)] += 1
        assert len(found) == 6
    assert first == state.to_play


def buy_down(state, left):
    """Play a round in which all buy and use cards until so few are left in the pile."""
    begun = state.view(-1)["round"]
    while state.view(-1)["round"] == begun:
        offered = texts(state)
        use = [text for text in offered if text.startswith("Use")]
        buy = [BUY] if BUY in offered and state.view(-1)["pile"] > left else []
        silver = [text for text in (END, SILVER) if text in offered]
        state = do(state, (buy or use or silver or offered)[0])
    return state


def test_older_cards_are_guessed_after_later_shuffles_too():
    state = table(4, players={seat: {"silver": 99} for seat in range(4)})
    for _ in range(2):
        state = buy_down(state, 30)
        assert player(state, 0)["older_count"] == 2
        assert player(state, 3)["older_count"] == 0
        for viewer in (-1, 3):
            assert len({hand(state.redeal(viewer, seed), 0) for seed in range(60)}) > 30


def test_nothing_tells_which_of_two_hand_cards_was_played():
    for turn in (0, 2, 4):
        one_way, other_way = (
            one(hand, turn=turn, players_too={1: {"hand": ["mine 3", "mine 4"]}})
            for hand in ("mine 1, ship 2", "ship 2, mine 1")
        )
        for moves in ([], ["Play the 2"], [SILVER]):
            one_way, other_way = do(one_way, *moves), do(other_way, *moves)
            for viewer in (-1, 1):
                assert one_way.view(viewer) == other_way.view(viewer)
                assert one_way.redeal(viewer, 5) == other_way.redeal(viewer, 5)


def test_a_shuffle_within_a_round_leaves_the_hands_as_they_were():
    """The rival's cards were dealt before: none of the shuffled discards can be among them."""
    state = one(
        "bank 1, bank 3", turn=4, silver=3, pile=UNIQUE[2:4], players_too={1: {"hand": UNIQUE[4:6]}}
    )
    before = discards(state)
    state = do(state, BUY)
    assert sum(discards(state).values()) == 0
    for seed in range(200):
        assert set(hand(state.redeal(0, seed), 1)) == set(UNIQUE[4:6])
        assert sum(before.values()) - 1 == state.redeal(0, seed).view(-1)["pile"]


def test_egons_piles_are_guessed_among_the_cards_of_the_first_shuffle():
    state = one("bank 1, bank 3", players=1, turn=4, silver=3, pile=["mine 1", "mine 2"])
    shuffled = {name for name in discards(state) if name.split()[0] in ("bank", "market", "town")}
    assert shuffled
    state = do(state, BUY)
    pools = set()
    for seed in range(30):
        other = finish_round(do(state.redeal(0, seed), "Use a bought 1 for an action"))
        if other.to_play is None:
            continue
        stacks = other.view(-1)["egon"]["princedom"]
        egon = [card for stack in stacks for card in names(stack["cards"])]
        assert not shuffled & set(egon)
        pools.add(tuple(sorted(egon)))
    assert len(pools) > 10


def test_private_draws_reveal_but_show_nothing():
    state = table(turn=0, to_play=1)
    state = do(state, texts(state)[0])
    assert (state.shown, state.revealed) == (0, True)
    after, events = state.step(state.legal_moves()[texts(state).index(SILVER)])
    assert (after.shown, after.revealed) == (0, True)
    told = {event.audience for event in events if "draws" in GAME.describe_event(event)[0]}
    assert told == {0, 1}
    public = [GAME.describe_event(e)[0] for e in events if e.audience is None]
    assert "Seat 0 takes 1 card in hand" in public


def test_a_move_without_chance_reveals_nothing():
    state = do(table(), texts(table())[0])
    after = do(state, SILVER)
    assert (after.shown, after.revealed) == (0, False)


def test_a_new_display_is_shown():
    state = table(turn=5, to_play=1)
    state = do(state, texts(state)[0])
    shown = {do(state.redeal(1, seed), SILVER).shown for seed in range(10)}
    assert 0 not in shown
    assert len(shown) == 10
