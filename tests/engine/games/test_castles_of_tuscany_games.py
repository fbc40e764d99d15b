"""Whole games: at random, and by players who build what they can."""

import random
from collections import Counter

import pytest

from engine.contract import State
from engine.games.castles_of_tuscany import GAME
from engine.playouts import playouts
from tests.engine.games.castles_of_tuscany import realm

EVENTS = {
    "arranged", "unveiled", "bonus", "drew", "drew_cards", "shuffled", "took", "dropped", "laid",
    "cleared", "emptied_stack", "paid", "placed", "completed_region", "filled_colour", "gained",
    "yielded", "scored", "spent_marble", "extra_round", "passage_ended",
}  # fmt: skip
REASONS = {
    "REGION", "COLOUR", "PRODUCE", "STORE_FIELD", "YIELD", "NO_ROOM", "PASSAGE", "TILES",
    "HEXAGONS", "MARBLE", "WORKERS", "CARDS",
}  # fmt: skip
LIKED = {"place": 30, "build": 30, "spend_marble": 6, "draw": 4, "take": 2, "no_building": 0.1}


def keen(state: State, chooser: random.Random) -> int:
    """A move of a player who would rather place than take: first a kind, then one of it."""
    kinds: dict[str, list[int]] = {}
    for move in state.legal_moves():
        kinds.setdefault(next(iter(GAME.describe_move(move)[1])), []).append(move)
    names = list(kinds)
    weights = [LIKED.get(name, 1) for name in names]
    return chooser.choice(kinds[chooser.choices(names, weights)[0]])


def keen_game(players: int, seed: int):
    """Every state of a keen game with the events that led to it."""
    chooser = random.Random(seed)
    state, told = GAME.new(players, seed), []
    yield state, told
    while state.to_play is not None:
        state, told = state.step(keen(state, chooser))
        yield state, told


@pytest.mark.parametrize("players", (2, 3, 4))
@pytest.mark.parametrize("draw", ("2", "3"))
def test_ten_thousand_random_games_break_no_invariant(players, draw):
    for seed in range(200):
        start = GAME.new(players, seed, {"draw": draw})
        assert playouts(start, 50, seed, check=True) > 0


def test_keen_games_break_no_invariant_and_show_all_there_is():
    seen: Counter = Counter()
    for seed in range(60):
        for state, told in keen_game(2 + seed % 3, seed):
            assert state.fault() is None
            assert len(state.legal_moves()) <= 200
            for event in told:
                ((name, data),) = GAME.describe_event(event)[1].items()
                seen[name] += 1
                if name == "scored":
                    seen[data["reason"].removeprefix("REASON_")] += 1
    assert seen.keys() >= EVENTS | REASONS


def points_told(players: int, seed: int):
    """Points by seat and track as the events tell them, and the last state."""
    points: Counter = Counter()
    game = list(keen_game(players, seed))
    for event in [event for _, told in game for event in told]:
        data = GAME.describe_event(event)[1]
        if "scored" in data:
            points[event.seat, data["scored"]["track"]] += data["scored"]["points"]
    return points, game[-1][0]


@pytest.mark.parametrize("seed", range(12))
def test_events_tell_of_every_point(seed):
    players = 2 + seed % 3
    points, state = points_told(players, seed)
    for seat in range(players):
        assert realm(state, seat)["green"] == points[seat, "TRACK_GREEN"]
        assert realm(state, seat)["red"] == points[seat, "TRACK_RED"] == state.scores()[seat]


@pytest.mark.parametrize("seed", range(12))
def test_events_tell_of_every_card_and_tile(seed):
    """Hands, discards and display can be followed by what is told."""
    players = 2 + seed % 3
    hands: list[Counter] = []
    display: Counter = Counter()
    for state, told in keen_game(players, seed):
        if not hands:
            hands = [Counter(realm(state, seat)["hand"]) for seat in range(players)]
        for event in told:
            follow(event.seat, GAME.describe_event(event)[1], hands, display)
        for seat in range(players):
            assert +hands[seat] == +Counter(realm(state, seat)["hand"])
        assert +display == Counter(state.view(-1)["display"])


def follow(seat: int, data: dict, hands: list[Counter], display: Counter) -> None:
    ((name, what),) = data.items()
    if name == "drew_cards":
        hands[seat] += Counter(what)
    elif name == "paid" and "worker" not in what:
        ((kind, colour),) = what.items()
        hands[seat][colour.removeprefix("COLOUR_").lower()] -= 2 if kind == "pair" else 1
    elif name == "laid":
        display[what["tile"]] += 1
    elif name == "took":
        display[what] -= 1
    elif name == "cleared":
        for tile in [tile for tile in display if colour_of(tile) == what["colour"]]:
            del display[tile]


def colour_of(tile: str) -> str:
    kinds = {
        "CASTLE": "DARK_GREEN", "CITY": "RED", "ESTATE": "TURQUOISE", "QUARRY": "GREY",
        "VILLAGE": "ORANGE", "CLOISTER": "YELLOW", "CARRIAGE": "BEIGE", "FARM": "LIGHT_GREEN",
    }  # fmt: skip
    return f"COLOUR_{kinds[tile.split('_')[1]]}"


@pytest.mark.parametrize("seed", range(9))
def test_guesses_hold_in_keen_games_too(seed):
    """The contract's promises where hands are large, payments long and castles chained."""
    chooser = random.Random(seed)
    for state, _ in keen_game(2 + seed % 3, seed):
        if state.to_play is None or chooser.random() > 0.2:
            continue
        for viewer in range(-1, state.players):
            guess = state.redeal(viewer, seed)
            assert guess.view(viewer) == state.view(viewer)
            assert guess.fault() is None
            assert guess.legal_moves()
            assert guess.redeal(viewer, 7) == state.redeal(viewer, 7)
        seat, move = state.to_play, keen(state, chooser)
        after, other = state.play(move), state.redeal(seat, seed).play(move)
        assert (after.view(-1) == other.view(-1)) == (after.shown == other.shown)
        assert after.revealed == other.revealed
        assert after.revealed or after.view(seat) == other.view(seat)
