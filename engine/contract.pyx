"""The Python face of the contract: checked, allocating, able to raise.

States are values: `play` and `redeal` return a new State and leave the old one alone.
"""

import struct
import sys
import zlib

from libc.stdlib cimport calloc, free
from libc.string cimport memcmp

from engine.errors import (
    BadBytes,
    BadPlayerCount,
    BadSeed,
    GameOver,
    IllegalMove,
    OtherRulesVersion,
    UnknownGameType,
)
from engine.events import Event as PyEvent
from engine.options import resolve

if sys.byteorder != "little":
    raise ImportError("saved states are little-endian, and so must this machine be")

# Of saved bytes: magic, checksum of the rest, rules version, length of the name.
_SAVED = struct.Struct("<4sIHH")
_MAGIC = b"BGV1"

_games = {}


cdef class Game:
    """The facts of a game, and the way to a new State of it."""

    @property
    def rules_version(self):
        return self.rules.version

    @property
    def min_players(self):
        return self.rules.min_players

    @property
    def max_players(self):
        return self.rules.max_players

    @property
    def secrets(self):
        return bool(self.rules.secrets)

    @property
    def clear_margin(self):
        return self.rules.clear_margin

    @property
    def state_size(self):
        return self.rules.state_size

    def new(self, players, seed, options=None):
        """A fresh game; the same players, seed and options always deal the same one."""
        cdef uint8_t chosen[MAX_OPTIONS]
        cdef State state
        cdef int i
        if not self.rules.min_players <= players <= self.rules.max_players:
            raise BadPlayerCount(
                f"{self.name} is for {self.rules.min_players} to {self.rules.max_players} "
                f"players, not {players}",
                game_type=self.name, field="players", players=players)
        if not 0 <= seed < 1 << 64:
            raise BadSeed(f"a seed is a number from 0 to 2**64 - 1, not {seed}",
                          field="seed", seed=seed)
        full = self.resolve_options(options or {})
        for i, option in enumerate(self.options):
            chosen[i] = option.values.index(full[option.name])
        state = State(self)
        (<Head*>state.data).rng = seed
        (<Head*>state.data).players = players
        self.rules.setup(state.data, chosen)
        return state

    def resolve_options(self, chosen):
        """Every option with its value: the chosen one or the default."""
        return resolve(self.name, self.options, chosen)

    def load(self, bytes saved not None):
        """The state whose `save` gave these bytes; only for bytes we wrote ourselves."""
        cdef State state
        cdef const char* raw
        if len(saved) < _SAVED.size or saved[:4] != _MAGIC:
            raise BadBytes("not a saved state", game_type=self.name)
        _, checksum, version, length = _SAVED.unpack_from(saved)
        if zlib.crc32(saved[8:]) != checksum:
            raise BadBytes("the saved state is damaged", game_type=self.name)
        name = saved[_SAVED.size:_SAVED.size + length].decode()
        if name != self.name:
            raise BadBytes(f"a saved state of {name}, not of {self.name}", game_type=self.name)
        if version != self.rules_version:
            raise OtherRulesVersion(
                f"saved under rules version {version} of {name}, these are {self.rules_version}",
                game_type=self.name, rules_version=version, supported=self.rules_version)
        body = saved[_SAVED.size + length:]
        if <size_t>len(body) != self.rules.state_size:
            raise BadBytes("the saved state has another size", game_type=self.name)
        state = State(self)
        raw = body
        memcpy(state.data, raw, self.rules.state_size)
        return state

    def describe_move(self, move_t move):
        """A short English sentence, and the decision as plain data."""
        return self._describe_move(move)

    def describe_event(self, event):
        """A short English sentence, and what happened as plain data."""
        return self._describe_event(event.kind, event.seat, event.values)

    def draw(self, view):
        """A picture of a view for a terminal."""
        return self._draw(view)

    def __repr__(self):
        return f"<Game {self.name}>"


cdef class State:
    """One position of one game."""

    def __cinit__(self, Game game not None):
        self.game = game
        self.data = calloc(1, game.rules.state_size)
        if self.data is NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.data)

    def __eq__(self, other):
        if not isinstance(other, State) or (<State>other).game is not self.game:
            return NotImplemented
        return memcmp(self.data, (<State>other).data, self.game.rules.state_size) == 0

    def __hash__(self):
        return hash(bytes(self))

    def __bytes__(self):
        return (<char*>self.data)[:self.game.rules.state_size]

    def __copy__(self):
        return twin(self)

    def __reduce__(self):
        return _load, (self.game.name, self.save())

    def save(self):
        """Bytes that `Game.load` turns back into this state, and refuses if anything differs."""
        name = self.game.name.encode()
        rest = struct.pack("<HH", self.game.rules_version, len(name)) + name + bytes(self)
        return _MAGIC + struct.pack("<I", zlib.crc32(rest)) + rest

    @property
    def players(self):
        return (<Head*>self.data).players

    @property
    def to_play(self):
        """The seat that must decide, or None once the game has ended."""
        cdef int seat = (<Head*>self.data).to_play
        return None if seat == OVER else seat

    @property
    def shown(self):
        """What chance has shown the table in the last move; 0 for nothing."""
        return (<Head*>self.data).shown

    @property
    def revealed(self):
        """Whether the last move drew on chance or showed a secret to anyone."""
        return bool((<Head*>self.data).revealed)

    def legal_moves(self):
        """Every legal move of the seat to play, ascending; none once the game has ended."""
        cdef move_t moves[MAX_MOVES]
        cdef int i, n = self.game.rules.legal_moves(self.data, moves)
        return [moves[i] for i in range(n)]

    def play(self, move):
        """The state after `move`, which must be legal."""
        cdef State after = twin(self)
        after.advance(move, NULL)
        return after

    def step(self, move):
        """The state after `move`, and the events that led there."""
        cdef State after = twin(self)
        cdef Log log
        cdef int i
        log.count = 0
        after.advance(move, &log)
        return after, [from_c(&log.events[i]) for i in range(log.count)]

    def play_all(self, moves):
        """The state after all of `moves`, each of which must be legal in its turn."""
        cdef State after = twin(self)
        for move in moves:
            after.advance(move, NULL)
        return after

    cdef int advance(self, object move, Log* log) except -1:
        """Play in place; raises before anything has changed."""
        cdef move_t moves[MAX_MOVES]
        cdef int i, n
        cdef move_t wanted
        if (<Head*>self.data).to_play == OVER:
            raise GameOver("the game has ended", game_type=self.game.name)
        n = self.game.rules.legal_moves(self.data, moves)
        if 0 <= move < 1 << 32:
            wanted = move
            for i in range(n):
                if moves[i] == wanted:
                    self.game.rules.play(self.data, wanted, log)
                    return 0
        raise IllegalMove(
            f"move {move} is not one of the {n} legal moves here",
            game_type=self.game.name, move_id=move, legal_moves=n)

    def redeal(self, int viewer, uint64_t seed):
        """The same to `viewer` (a seat, or -1 for a spectator), the rest guessed afresh."""
        cdef State other = twin(self)
        cdef rng_t rng = seed
        self.check_viewer(viewer)
        guess(self.game.rules, other.data, viewer, &rng)
        return other

    def view(self, int viewer):
        """What `viewer` may see, as plain data named like the API."""
        self.check_viewer(viewer)
        return self.game._view(self, viewer)

    cdef int check_viewer(self, int viewer) except -1:
        if not SPECTATOR <= viewer < (<Head*>self.data).players:
            raise ValueError(f"no seat {viewer}")
        return 0

    def scores(self):
        """Points by seat as the table counts them now, final once the game has ended."""
        cdef int32_t out[MAX_SCORES]
        cdef int i
        self.game.rules.scores(self.data, out)
        return [out[i] for i in range(self.players)]

    @property
    def rival_score(self):
        """The rival's points in a solo game, None in any other."""
        cdef int32_t out[MAX_SCORES]
        if self.players != 1:
            return None
        self.game.rules.scores(self.data, out)
        return out[1]

    def evaluate(self):
        """An estimate of everyone's final points; the present ones if the game has none.

        Only of a guess (`redeal`) is it an estimate that a seat could make.
        """
        cdef double out[MAX_SCORES]
        cdef int i
        if self.game.rules.evaluate is NULL or (<Head*>self.data).to_play == OVER:
            return [float(score) for score in self.scores()]
        self.game.rules.evaluate(self.data, out)
        return [out[i] for i in range(self.players)]

    def winners(self):
        """The seats that have won; empty until the game has ended, or if a solo game is lost."""
        if (<Head*>self.data).to_play != OVER:
            return []
        cdef uint32_t mask = self.game.rules.winners(self.data)
        return [seat for seat in range(self.players) if mask >> seat & 1]

    def fault(self):
        """The first broken invariant in words, or None."""
        cdef const char* words = self.game.rules.fault(self.data)
        return None if words is NULL else words.decode()


cdef State twin(State state):
    cdef State other = State(state.game)
    memcpy(other.data, state.data, state.game.rules.state_size)
    return other


cdef object from_c(const Event* event):
    return PyEvent(event.kind, event.seat, None if event.audience == EVERYONE else event.audience,
                   tuple([event.value[i] for i in range(EVENT_VALUES)]))


def _load(name, saved):
    return game(name).load(saved)


cdef int check_build(uint32_t build) except -1:
    if build != BURGRAVE_BUILD:
        raise ImportError("stale build: modules were compiled apart; run 'make build'")
    return 0


cdef Game register(
        const Rules* rules, str title, tuple options,
        object view, object describe_move, object describe_event, object draw):
    cdef Game game = Game.__new__(Game)
    cdef str name
    check_build(rules.build)
    name = rules.name.decode()
    if rules.state_size > MAX_STATE:
        raise ImportError(f"{name}: a state of {rules.state_size} bytes, {MAX_STATE} are allowed")
    if rules.max_players > MAX_PLAYERS or len(options) > MAX_OPTIONS:
        raise ImportError(f"{name}: more players or options than the contract allows")
    if name in _games:
        raise ImportError(f"two games are called {name}")
    game.rules = rules
    game.name = name
    game.title = title
    game.options = options
    game._view = view
    game._describe_move = describe_move
    game._describe_event = describe_event
    game._draw = draw
    _games[name] = game
    return game


def games():
    """Every registered game by name, in the order of their names."""
    return dict(sorted(_games.items()))


def game(name):
    """The game of that name."""
    try:
        return _games[name]
    except KeyError:
        raise UnknownGameType(
            f"no game type {name!r}; there are: {', '.join(games())}",
            game_type=name) from None
