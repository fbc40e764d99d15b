"""What seats cannot know is guessed uniformly, and so that it fits what they know."""

import itertools
from collections import Counter

import pytest

from engine.games.castles_of_tuscany import GAME
from tests.engine.games.castles_of_tuscany import (
    COLOURS,
    OWN_TILES,
    all_but,
    fields_of,
    offers,
    pay,
    place,
    play,
    realm,
    table,
)

CARDS = dict(zip(COLOURS, (12, 12, 10, 16, 20, 16, 16, 20), strict=True))
GUESSES = 6000


def surprise(seen: Counter, weights: dict) -> float:
    """Chi squared of what was seen against what is possible; must see nothing else."""
    assert not seen.keys() - weights.keys()
    whole, number = sum(weights.values()), sum(seen.values())
    expected = {each: number * weight / whole for each, weight in weights.items()}
    return sum((seen[each] - n) ** 2 / n for each, n in expected.items())


def limit(weights: dict) -> float:
    """What chi squared stays below but for one time in about ten thousand."""
    freedom = len(weights) - 1
    return freedom + 4 * (2 * freedom) ** 0.5 + 10


def unseen(**cards: int) -> dict[str, int]:
    """The hand of a seat that holds all cards but these."""
    return {colour: n - cards.get(colour, 0) for colour, n in CARDS.items()}


def hand_of(state, seat: int) -> tuple[str, ...]:
    counts = realm(state, seat, seat)["hand"]
    return tuple(sorted(Counter(counts).elements()))


def all_hands(pool: dict[str, int], *sizes: int) -> Counter:
    """Every way to deal hands of these sizes, by what they show, with its weight."""
    cards = list(Counter(pool).elements())
    found: Counter = Counter()
    for deal in itertools.permutations(range(len(cards)), sum(sizes)):
        hands, start = [], 0
        for size in sizes:
            hands.append(tuple(sorted(cards[i] for i in deal[start : start + size])))
            start += size
        found[tuple(hands)] += 1
    return found


def test_a_hand_is_guessed_uniformly_from_the_unseen_cards():
    pool = {"red": 2, "grey": 2, "orange": 1}
    state = table(realms={0: {"hand": unseen(**pool)}, 1: {"hand": {"red": 1, "grey": 1}}})
    weights = all_hands(pool, 2)
    seen = Counter((hand_of(state.redeal(0, seed), 1),) for seed in range(GUESSES))
    assert surprise(seen, weights) < limit(weights)


def test_discards_are_not_among_the_unseen_cards():
    held = unseen(red=2, grey=2, orange=3)
    state = table(realms={0: {"hand": held}, 1: {"hand": {"red": 2}}}, discards={"orange": 3})
    weights = all_hands({"red": 2, "grey": 2}, 2)
    seen = Counter((hand_of(state.redeal(0, seed), 1),) for seed in range(GUESSES))
    assert surprise(seen, weights) < limit(weights)


def test_several_hands_are_guessed_together():
    pool = {"red": 2, "grey": 2, "orange": 1}
    hands = {0: {"hand": unseen(**pool)}, 1: {"hand": {"red": 2}}, 2: {"hand": {"grey": 2}}}
    state = table(3, realms=hands)
    weights = all_hands(pool, 2, 2)
    guesses = (state.redeal(0, seed) for seed in range(GUESSES))
    seen = Counter((hand_of(guess, 1), hand_of(guess, 2)) for guess in guesses)
    assert surprise(seen, weights) < limit(weights)


def test_a_spectator_guesses_every_hand():
    state = table(realms={0: {"hand": {"red": 12}}, 1: {"hand": {"grey": 12}}})
    guess = state.redeal(-1, 5)
    assert len(set(hand_of(guess, 0))) > 1
    assert len(set(hand_of(guess, 1))) > 1


def test_states_that_differ_in_what_is_hidden_are_guessed_alike():
    one = table(realms={1: {"hand": {"red": 3}}})
    two = table(realms={1: {"hand": {"grey": 2, "yellow": 1}}})
    assert one != two
    assert one.view(0) == two.view(0)
    assert all(one.redeal(0, seed) == two.redeal(0, seed) for seed in range(50))


# ---- a seat that pays can pay


def worth(hand: tuple[str, ...], colour: str, lowest: str | None = None) -> int:
    """Units the hand can pay; `lowest` is the pair paid before, below which none may be."""
    counts = Counter(hand)
    pairs = [c for c in COLOURS[COLOURS.index(lowest or COLOURS[0]) :] if c != colour]
    return sum(counts[c] // 2 for c in pairs) + (0 if lowest else counts[colour])


def paying(pool: dict[str, int], hand: dict[str, int], *others: dict[str, int]):
    """Seat 1 pays for a city; seat 0 has seen all cards but the pool."""
    field = fields_of("red")[0]
    here = all_but([field]) | {"hand": hand, "store": ["TILE_CITY"]}
    realms = {0: {"hand": unseen(**pool)}, 1: here}
    realms |= {seat: {"hand": other} for seat, other in enumerate(others, 2)}
    state = table(len(realms), realms=realms, to_play=1)
    return place(state, "TILE_CITY", field)


def test_who_has_chosen_to_place_a_tile_is_thought_able_to_pay():
    pool = {"red": 2, "grey": 3, "orange": 2}
    state = paying(pool, {"red": 1, "grey": 2, "orange": 1})
    weights = {h: n for h, n in all_hands(pool, 4).items() if worth(h[0], "red") >= 2}
    assert len(weights) < len(all_hands(pool, 4))
    seen = Counter((hand_of(state.redeal(0, seed), 1),) for seed in range(GUESSES))
    assert surprise(seen, weights) < limit(weights)


def test_the_other_hands_are_guessed_together_with_one_that_can_pay():
    pool = {"red": 2, "grey": 2, "orange": 1}
    state = paying(pool, {"red": 1, "grey": 2}, {"orange": 1})
    weights = {h: n for h, n in all_hands(pool, 3, 1).items() if worth(h[0], "red") >= 2}
    guesses = (state.redeal(0, seed) for seed in range(GUESSES))
    seen = Counter((hand_of(guess, 1), hand_of(guess, 2)) for guess in guesses)
    assert surprise(seen, weights) < limit(weights)


def test_who_has_paid_a_unit_is_thought_able_to_pay_the_other():
    pool = {"red": 1, "turquoise": 2, "grey": 4, "orange": 2}
    state = pay(paying(pool, {"grey": 3, "orange": 2}), "grey*")
    rest = pool | {"grey": 2}
    weights = {h: n for h, n in all_hands(rest, 3).items() if worth(h[0], "red", "grey") >= 1}
    seen = Counter((hand_of(state.redeal(0, seed), 1),) for seed in range(GUESSES))
    assert surprise(seen, weights) < limit(weights)
    assert all(offers(state.redeal(viewer, 9), "pay") for viewer in (-1, 0, 1))


def test_workers_that_pay_alone_tell_nothing_of_the_hand():
    pool = {"red": 1, "grey": 1, "orange": 2}
    field = fields_of("red")[0]
    here = all_but([field]) | {"hand": {"grey": 1}, "store": ["TILE_CITY"], "workers": 2}
    state = table(realms={0: {"hand": unseen(**pool)}, 1: here}, to_play=1)
    state = place(state, "TILE_CITY", field)
    weights = all_hands(pool, 1)
    seen = Counter((hand_of(state.redeal(0, seed), 1),) for seed in range(GUESSES))
    assert surprise(seen, weights) < limit(weights)


# ---- what lies face down


def test_the_next_cards_drawn_are_any_of_the_pile():
    pool = {"red": 2, "grey": 2, "light_green": 1}
    state = table(realms={0: {"hand": unseen(**pool)}, 1: {"hand": {}}})
    weights = all_hands(pool, 2)
    seen: Counter = Counter()
    for seed in range(GUESSES):
        drawn = Counter(hand_of(play(state.redeal(0, seed), "draw"), 0))
        seen[(tuple(sorted((drawn - Counter(hand_of(state, 0))).elements())),)] += 1
    assert surprise(seen, weights) < limit(weights)


def test_the_next_tile_of_a_stack_is_any_of_those_not_yet_laid():
    unlaid = [*OWN_TILES[:4], *OWN_TILES[-3:], "TILE_QUARRY"]
    state = table(realms={0: {"stack": unlaid}})
    weights = dict(Counter(unlaid))
    for viewer in (0, 1):
        seen: Counter = Counter()
        for seed in range(GUESSES // 2):
            guess = state.redeal(viewer, seed)
            assert realm(guess)["unlaid"] == realm(state)["unlaid"]
            after = guess.play(guess.legal_moves()[1])
            seen += Counter(unlaid) - Counter(realm(after)["unlaid"])
        assert surprise(seen, weights) < limit(weights)


def test_the_next_yield_card_is_any_of_the_pile():
    field = fields_of("beige")[0]
    here = all_but([field]) | {"workers": 2, "store": ["TILE_CARRIAGE"]}
    pile = {"red_points": 3, "green_points": 1, "marble": 2}
    state = table(realms={0: here}, yield_pile=pile)
    state = pay(place(state, "TILE_CARRIAGE", field), "worker")
    seen: Counter = Counter()
    for seed in range(GUESSES // 2):
        after = play(state.redeal(0, seed), "pay", {"worker": {}})
        shown = Counter(after.view(-1)["yield_discards"])
        seen += shown - Counter(state.view(-1)["yield_discards"])
    assert surprise(seen, pile) < limit(pile)


# ---- maps before they are shown


def arranging(seat: int, step: int, players: int = 3):
    state = GAME.new(players, 11)
    for _ in range(7 * seat + step):
        state = state.play(state.legal_moves()[-1])
    assert state.to_play == seat
    return state


def arrangement(state, seat: int) -> str:
    return repr(realm(state, seat, seat)["arrangement"])


@pytest.mark.parametrize("viewer, number", ((-1, 288), (1, 288), (2, 288)))
def test_a_map_that_is_not_yet_shown_is_guessed_from_all_there_are(viewer, number):
    state = arranging(1, 3)
    seen = Counter(arrangement(state.redeal(viewer, seed), 0) for seed in range(2 * GUESSES))
    assert len(seen) == number
    weights = dict.fromkeys(seen, 1)
    assert surprise(seen, weights) < limit(weights)


def test_half_an_arrangement_is_guessed_as_far_as_it_is_made():
    state = arranging(1, 4)
    for viewer in (-1, 0, 2):
        seen = Counter(arrangement(state.redeal(viewer, seed), 1) for seed in range(GUESSES))
        assert len(seen) == 3 * 2**3
        weights = dict.fromkeys(seen, 1)
        assert surprise(seen, weights) < limit(weights)


def test_a_seat_knows_its_own_map_and_all_know_it_once_it_is_shown():
    state = arranging(1, 4)
    for seed in range(20):
        assert arrangement(state.redeal(1, seed), 1) == arrangement(state, 1)
        assert arrangement(state.redeal(0, seed), 0) == arrangement(state, 0)
    while state.view(-1)["phase"] == "PHASE_ARRANGING":
        state = state.play(state.legal_moves()[0])
    for seat in range(3):
        assert arrangement(state.redeal(-1, 3), seat) == arrangement(state, seat)
