"""What every game promises, for every number of players and every option."""

import copy
import json
import pickle
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import errors
from engine.contract import State
from tests.setups import TABLES, Setup, any_setup, seeds, somewhere, walk

HEAD_RNG = 8  # bytes: the generator stands first in every state
HEAD_SIZE = 16  # bytes: generator, what was shown, and whose turn it is

tables = pytest.mark.parametrize("table", TABLES, ids=str)
few = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
some = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def viewers(state: State) -> range:
    return range(-1, state.players)


@tables
@few
@given(data=st.data(), seed=seeds, choice=st.integers())
def test_moves_are_sorted_distinct_and_present_until_the_game_ends(table, data, seed, choice):
    setup = data.draw(any_setup(table))
    for state, move in walk(setup.new(seed), random.Random(choice)):
        moves = state.legal_moves()
        assert moves == sorted(set(moves))
        assert state.fault() is None
        assert (move is None) == (moves == []) == (state.to_play is None)
        if move is not None:
            assert 0 <= state.to_play < state.players
            assert state.winners() == []
    assert state.winners() or state.players == 1
    assert len(state.scores()) == state.players


@tables
@few
@given(data=st.data(), seed=seeds, choice=st.integers())
def test_earlier_states_never_change_and_a_replay_gives_the_same_bytes(table, data, seed, choice):
    setup = data.draw(any_setup(table))
    game = [(s, bytes(s), move) for s, move in walk(setup.new(seed), random.Random(choice))]
    replayed = setup.new(seed)
    for state, raw, move in game:
        assert bytes(state) == raw == bytes(replayed)
        if move is not None:
            replayed = replayed.play(move)
    moves = [move for _, _, move in game if move is not None]
    assert setup.new(seed).play_all(moves) == game[-1][0]


@tables
@some
@given(data=st.data(), seed=seeds, choice=st.integers())
def test_copies_are_equal_and_independent(table, data, seed, choice):
    state = somewhere(data.draw(any_setup(table)), seed, random.Random(choice))
    twin = copy.copy(state)
    assert twin == state
    assert twin is not state
    if state.to_play is not None:
        assert twin.play(state.legal_moves()[0]) != state
        assert twin == state


@tables
@some
@given(data=st.data(), seed=seeds, choice=st.integers(), wrong=st.integers(-1, 2**33))
def test_an_illegal_move_is_refused_and_changes_nothing(table, data, seed, choice, wrong):
    state = somewhere(data.draw(any_setup(table)), seed, random.Random(choice))
    moves, raw = state.legal_moves(), bytes(state)
    refused = errors.IllegalMove if moves else errors.GameOver
    for move in {wrong, *(m + step for m in moves for step in (-1, 1))} - set(moves):
        for attempt in (state.play, state.step, lambda m: state.play_all([m])):
            with pytest.raises(refused):
                attempt(move)
    assert bytes(state) == raw


@tables
@some
@given(data=st.data(), seed=seeds, choice=st.integers())
def test_saved_bytes_give_the_state_back(table, data, seed, choice):
    state = somewhere(data.draw(any_setup(table)), seed, random.Random(choice))
    saved = state.save()
    assert state.game.load(saved) == state == pickle.loads(pickle.dumps(state))
    spot = data.draw(st.integers(0, len(saved) - 1))
    damaged = bytearray(saved)
    damaged[spot] ^= data.draw(st.integers(1, 255))
    for bad in (bytes(damaged), saved[:-1], saved + b"\0", b""):
        with pytest.raises((errors.BadBytes, errors.OtherRulesVersion)):
            state.game.load(bad)


@tables
@some
@given(data=st.data(), seed=seeds, choice=st.integers(), guess=seeds)
def test_a_redeal_keeps_what_the_viewer_sees(table, data, seed, choice, guess):
    state = somewhere(data.draw(any_setup(table)), seed, random.Random(choice))
    raw = bytes(state)
    for viewer in viewers(state):
        other = state.redeal(viewer, guess)
        assert other.view(viewer) == state.view(viewer)
        assert other.view(-1) == state.view(-1)
        assert other.to_play == state.to_play
        assert other.scores() == state.scores()
        assert other.winners() == state.winners()
        assert other.fault() is None
        assert (other.shown, other.revealed) == (state.shown, state.revealed)
        if viewer == state.to_play:
            assert other.legal_moves() == state.legal_moves()
        if not state.game.secrets:
            assert bytes(other)[HEAD_RNG:] == raw[HEAD_RNG:]
    assert bytes(state) == raw


@tables
@some
@given(data=st.data(), seed=seeds, choice=st.integers(), guess=seeds, again=seeds)
def test_states_alike_to_a_viewer_are_redealt_alike(table, data, seed, choice, guess, again):
    state = somewhere(data.draw(any_setup(table)), seed, random.Random(choice))
    for viewer in viewers(state):
        alike = state.redeal(viewer, guess)
        assert alike.redeal(viewer, again) == state.redeal(viewer, again)


@tables
@some
@given(data=st.data(), seed=seeds, choice=st.integers(), guess=seeds)
def test_histories_alike_to_a_viewer_are_redealt_alike(table, data, seed, choice, guess):
    """Play a position and a guess of it on by the same moves, as long as the viewer sees no
    difference: what happened out of its sight must leave no trace in its redeals."""
    chooser = random.Random(choice)
    first = somewhere(data.draw(any_setup(table)), seed, chooser)
    viewer = chooser.randrange(-1, first.players)
    other = first.redeal(viewer, guess)
    for _ in range(30):
        common = sorted(set(first.legal_moves()) & set(other.legal_moves()))
        if first.to_play != other.to_play or not common:
            return
        move = chooser.choice(common)
        (first, events), (other, others) = first.step(move), other.step(move)
        if first.view(viewer) != other.view(viewer) or first.shown != other.shown:
            return
        if seen_by(viewer, events) != seen_by(viewer, others):
            return
        assert first.redeal(viewer, seed) == other.redeal(viewer, seed)


@tables
@few
@given(data=st.data(), seed=seeds, choice=st.integers())
def test_every_move_leads_somewhere(table, data, seed, choice):
    for state, move in walk(data.draw(any_setup(table)).new(seed), random.Random(choice)):
        if move is not None:
            after = state.play(move)
            changed = bytes(after)[HEAD_SIZE:] != bytes(state)[HEAD_SIZE:]
            assert changed or after.to_play != state.to_play


@tables
@few
@given(data=st.data(), seed=seeds, choice=st.integers())
def test_a_redeal_replaces_future_chance_and_whatever_is_hidden(table, data, seed, choice):
    setup = data.draw(any_setup(table))
    start = setup.new(seed)
    for viewer in viewers(start):
        others = [start.redeal(viewer, guess) for guess in range(8)]
        assert len({bytes(other)[:HEAD_RNG] for other in [start, *others]}) == 9
        changed = {bytes(other)[HEAD_RNG:] for other in others} != {bytes(start)[HEAD_RNG:]}
        assert changed == setup.game.secrets


@tables
@few
@given(data=st.data(), seed=seeds, choice=st.integers(), guess=seeds)
def test_what_a_move_shows_is_told_by_shown_and_revealed(table, data, seed, choice, guess):
    """From guesses of one position, one move leads to equal tables if and only if `shown` is
    equal; and a move that revealed nothing looks the same to the mover in every guess."""
    chooser = random.Random(choice)
    for state, move in walk(data.draw(any_setup(table)).new(seed), chooser):
        if move is None or chooser.random() > 0.1:
            continue
        seat = state.to_play
        after, events = state.step(move)
        other, other_events = state.redeal(seat, guess).step(move)
        assert (after.view(-1) == other.view(-1)) == (after.shown == other.shown)
        assert after.shown == 0 or after.revealed
        assert after.revealed == other.revealed
        if not after.revealed:
            assert after.view(seat) == other.view(seat)
            assert seen_by(seat, events) == seen_by(seat, other_events)


def seen_by(viewer, events):
    return [event for event in events if event.visible_to(viewer)]


@tables
@few
@given(data=st.data(), seed=seeds, choice=st.integers())
def test_every_move_and_event_has_its_own_words_and_data(table, data, seed, choice):
    setup = data.draw(any_setup(table))
    chooser = random.Random(choice)
    for state, move in walk(setup.new(seed), chooser):
        if move is None or chooser.random() > 0.2:
            continue
        described = [setup.game.describe_move(m) for m in state.legal_moves()]
        assert len({text for text, _ in described}) == len(described)
        assert len({json.dumps(detail) for _, detail in described}) == len(described)
        for text, detail in described + [setup.game.describe_event(e) for e in state.step(move)[1]]:
            assert text[0].isupper()
            assert not text.endswith(".")
            assert len(detail) == 1
    for viewer in viewers(state):
        view = state.view(viewer)
        assert json.loads(json.dumps(view)) == view
        assert setup.game.draw(view)


def test_a_setup_out_of_range_is_refused():
    for game in {table.game for table in TABLES}:
        for players in (game.min_players - 1, game.max_players + 1, -1, 1000):
            with pytest.raises(errors.BadPlayerCount):
                game.new(players, 1)
        for seed in (-1, 2**64):
            with pytest.raises(errors.BadSeed):
                game.new(game.min_players, seed)
        for options in ({"no such": "x"}, {o.name: "no such" for o in game.options}):
            if options:
                with pytest.raises(errors.BadOption):
                    game.new(game.min_players, 1, options)


def test_every_game_folder_is_registered_and_small_enough():
    from pathlib import Path

    import engine.games

    folders = {
        path.name
        for path in Path(engine.games.__path__[0]).iterdir()
        if path.is_dir() and (path / "__init__.py").exists()
    }
    registered = {table.game.name.replace("-", "_") for table in TABLES}
    assert folders == registered
    assert all(table.game.state_size <= 2048 for table in TABLES)


def test_every_compiled_module_has_a_stub():
    from pathlib import Path

    compiled = [path for layer in ("engine", "ai") for path in Path(layer).rglob("*.pyx")]
    assert compiled
    assert [path for path in compiled if not path.with_suffix(".pyi").exists()] == []


def test_a_viewer_must_be_a_seat_or_a_spectator():
    state = Setup(TABLES[0].game, TABLES[0].players).new(1)
    for viewer in (-2, state.players):
        with pytest.raises(ValueError, match="no seat"):
            state.view(viewer)
        with pytest.raises(ValueError, match="no seat"):
            state.redeal(viewer, 1)
