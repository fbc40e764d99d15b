"""Information-set Monte-Carlo tree search over any game of the contract, without the GIL.

Each iteration guesses what the searching seat cannot know (`guess`), walks the tree by upper
confidence bounds to a position that is not ripe yet, plays on from there as the evaluation
advises, and counts the outcome along the way.  Every seat maximises its own reward (max-n).
References: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search" (2012);
Chaslot and others, "Progressive Strategies for Monte-Carlo Tree Search" (2008).
"""

from libc.math cimport INFINITY, exp
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from ai.choosing cimport Plan, best_edge, least_tried
from ai.rewards cimport lead, share, squash
from ai.tree cimport NONE, Arena, Edge, Node, find_node, new_node, open_edges
from engine.contract cimport (
    BURGRAVE_BUILD, MAX_MOVES, MAX_SCORES, MAX_STATE, OVER, Head, Rules, State, check_build, guess,
    move_t, rng_below, rng_next, rng_t)

check_build(BURGRAVE_BUILD)

cdef extern from *:
    """
    #include <time.h>
    static inline int64_t nanoseconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
    }
    #define flag_set(flag, value) __atomic_store_n(flag, value, __ATOMIC_RELAXED)
    #define flag_get(flag) __atomic_load_n(flag, __ATOMIC_RELAXED)
    #define count_set(count, value) __atomic_store_n(count, value, __ATOMIC_RELAXED)
    #define count_get(count) __atomic_load_n(count, __ATOMIC_RELAXED)
    """
    int64_t nanoseconds() noexcept nogil
    void flag_set(int* flag, int value) noexcept nogil
    int flag_get(int* flag) noexcept nogil
    void count_set(int64_t* count, int64_t value) noexcept nogil
    int64_t count_get(int64_t* count) noexcept nogil

cdef enum:
    MAX_DEPTH = 256         # of the tree, in moves
    CLOCK_EVERY = 8         # iterations between two looks at clock and stop flag
    SETTLE_EVERY = 64       # iterations between two looks at whether the choice is settled
    MAX_LINE = 12           # moves of an expected line
    FIRST_PLACES = 256      # of the index, a power of two; it grows with the tree
    EVEN_SHARE = 8          # one iteration in so many goes to the root's least tried move
    FULL = 1 << 30          # a horizon beyond every game

# The iterations that began with one move of the root, and sums over those that went on to the
# end of the game.
cdef struct Tally:
    int64_t visits
    int64_t ends
    double win[MAX_SCORES]
    double score[MAX_SCORES]
    double square[MAX_SCORES]


cdef class Stop:
    """A flag that any thread may set to end the searches that watch it."""

    cdef int flag

    def set(self):
        flag_set(&self.flag, 1)

    def is_set(self):
        return bool(flag_get(&self.flag))


cdef class Tree:
    """One thread's search of one position for one seat."""

    cdef const Rules* rules
    cdef State root
    cdef Arena arena
    cdef Plan plan
    cdef uint64_t seed
    cdef rng_t rng                  # of the iteration at hand
    cdef int viewer
    cdef int root_count
    cdef move_t root_moves[MAX_MOVES]
    cdef Tally* tallies             # by root move
    cdef int64_t done               # iterations; others may read it meanwhile
    cdef readonly int64_t plies     # simulated, in tree and playouts

    def __cinit__(self, State root not None, int viewer, uint64_t seed, size_t memory,
                  double explore, double first_play, double bias, int horizon, int picks,
                  int ripe, int whole):
        if not 0 <= viewer < root.players:
            raise ValueError(f"no seat {viewer}")
        self.rules = root.game.rules
        self.root = root.redeal(viewer, seed)   # the truth stays outside
        self.viewer = viewer
        self.seed = seed
        self.plan = Plan(
            explore, first_play, bias, self.rules.clear_margin,
            self.rules.horizon if horizon < 0 else horizon,
            self.rules.picks if picks < 0 else picks, ripe, whole)
        if self.rules.evaluate is NULL:
            self.plan.horizon = FULL
            self.plan.picks = 1
            self.plan.bias = 0
        self.root_count = self.rules.legal_moves(root.data, self.root_moves)
        self.tallies = <Tally*>calloc(max(1, self.root_count), sizeof(Tally))
        # A node takes up to four places of the index, and two more while it is widened.
        self.arena.node_room = <int32_t>(memory // 4 // (sizeof(Node) + 6 * sizeof(int32_t)))
        self.arena.edge_room = <int32_t>(memory // 4 * 3 // sizeof(Edge))
        self.arena.nodes = <Node*>malloc(self.arena.node_room * sizeof(Node))
        self.arena.edges = <Edge*>malloc(self.arena.edge_room * sizeof(Edge))
        self.arena.index = <int32_t*>calloc(FIRST_PLACES, sizeof(int32_t))
        self.arena.mask = FIRST_PLACES - 1
        if (self.tallies is NULL or self.arena.nodes is NULL or self.arena.edges is NULL
                or self.arena.index is NULL):
            raise MemoryError()
        new_node(&self.arena, NONE, 0, 0)

    def __dealloc__(self):
        with nogil:     # a full memory takes many milliseconds to give back
            free(self.tallies)
            free(self.arena.nodes)
            free(self.arena.edges)
            free(self.arena.index)

    def run(self, int64_t iterations, double seconds, Stop stop not None, bint settle=False):
        """Search until `iterations` more are done, `seconds` have passed or `stop` is set.

        With `settle`, also end when no other move can still become the most visited one.
        """
        cdef int64_t deadline, more = 0
        with nogil:
            deadline = nanoseconds() + <int64_t>(seconds * 1e9)
            while more < iterations:
                if more % CLOCK_EVERY == 0 and (
                        flag_get(&stop.flag) or nanoseconds() >= deadline):
                    break
                if settle and more % SETTLE_EVERY == 0 and self.ahead() > iterations - more:
                    break
                self.iterate()
                more += 1
                count_set(&self.done, self.done + 1)
        return more

    cdef int64_t ahead(self) noexcept nogil:
        """Visits by which the most visited move leads the next."""
        cdef int64_t first = 0, second = 0
        cdef int i
        for i in range(self.root_count):
            if self.tallies[i].visits > first:
                first, second = self.tallies[i].visits, first
            else:
                second = max(second, self.tallies[i].visits)
        return first - second

    cdef void iterate(self) noexcept nogil:
        cdef char state[MAX_STATE]
        cdef Edge* path[MAX_DEPTH]
        cdef int movers[MAX_DEPTH]
        cdef double reward[MAX_SCORES]
        cdef int depth, i
        cdef Tally* tally
        self.reseed(~self.seed, self.done)
        path[0] = self.select(<const char*>self.root.data, 0)
        # Every move of the root meets the same guesses and the same luck in the same order.
        self.reseed(self.seed, path[0].visits)
        memcpy(state, self.root.data, self.rules.state_size)
        guess(self.rules, state, self.viewer, &self.rng)
        depth = self.descend(state, path, movers)
        self.play_out(state, self.plan.horizon)
        self.reward(state, reward)
        for i in range(depth):
            path[i].visits += 1
            path[i].value += reward[movers[i]]
        tally = &self.tallies[self.root_index(path[0].move)]
        if self.plan.whole and tally.visits % self.plan.whole == 0:
            self.finish(state, tally)
        tally.visits += 1

    cdef void reseed(self, uint64_t seed, uint64_t number) noexcept nogil:
        self.rng = seed + number
        self.rng = rng_next(&self.rng)

    cdef int descend(self, char* state, Edge** path, int* movers) noexcept nogil:
        """Walk down by the root's move path[0] to a leaf, which is added, or to the end; the
        number of moves made."""
        cdef Head* head = <Head*>state
        cdef int32_t at = 0
        cdef int depth = 0
        while path[depth] is not NULL:
            movers[depth] = head.to_play
            self.rules.play(state, path[depth].move, NULL)
            at = self.arrive(at, path[depth], head.shown)
            depth += 1
            if at == NONE or head.to_play == OVER or depth == MAX_DEPTH:
                break
            if self.arena.nodes[at].visits < self.plan.ripe:
                self.arena.nodes[at].visits += 1
                break
            path[depth] = self.select(state, at)
        self.plies += depth
        return depth

    cdef Edge* select(self, const char* state, int32_t at) noexcept nogil:
        """The move to try at a node, its availability counted; NULL if the arena is full."""
        cdef move_t moves[MAX_MOVES]
        cdef int n = self.rules.legal_moves(state, moves)
        cdef Node* node = &self.arena.nodes[at]
        cdef int known = node.count
        if not open_edges(&self.arena, node, moves, n):
            return NULL
        if node.count > known and self.plan.bias:
            self.rate(state, &self.arena.edges[node.edges], node.count)
        node.visits += 1
        # Bounds alone would leave a move for good whose merit lies deep.
        if at == 0 and rng_below(&self.rng, EVEN_SHARE) == 0:
            return least_tried(&self.arena.edges[node.edges], node.count)
        return best_edge(&self.arena.edges[node.edges], node.count, moves, n, &self.plan, &self.rng)

    cdef void rate(self, const char* state, Edge* edges, int count) noexcept nogil:
        """What the edges that are new promise the seat to play."""
        cdef int i
        for i in range(count):
            if edges[i].promise == -INFINITY:
                edges[i].promise = self.lead_after(state, edges[i].move)

    cdef double lead_after(self, const char* state, move_t move) noexcept nogil:
        """The mover's lead by the evaluation, whatever chance may bring."""
        cdef char after[MAX_STATE]
        cdef double score[MAX_SCORES]
        cdef const Head* head = <const Head*>state
        memcpy(after, state, self.rules.state_size)
        (<Head*>after).rng = rng_next(&self.rng)        # what comes is not to be foreseen
        self.rules.play(after, move, NULL)
        self.plies += 1
        self.points(after, score)
        return lead(score, head.players, head.to_play)

    cdef int32_t arrive(self, int32_t parent, Edge* edge, uint32_t shown) noexcept nogil:
        """The node behind an edge with this outcome; made if there is none."""
        cdef int32_t at = edge.first
        if at != NONE and self.arena.nodes[at].shown == shown:
            return at
        at = find_node(&self.arena, parent, edge.move, shown)
        if at != NONE:
            return at
        at = new_node(&self.arena, parent, edge.move, shown)
        if at != NONE:
            self.arena.nodes[at].next = edge.first
            edge.first = at
        return at

    cdef void play_out(self, char* state, int least) noexcept nogil:
        """Play on to the end, or so many moves and then to the searcher's next turn.

        In the middle of a round some seats are a turn ahead, and no evaluation sees that well.
        """
        cdef move_t moves[MAX_MOVES]
        cdef Head* head = <Head*>state
        cdef int n, made = 0, last = head.to_play
        while head.to_play != OVER and (made < least or not self.turn_begins(last, head)):
            last = head.to_play
            n = self.rules.legal_moves(state, moves)
            self.rules.play(state, self.playout_move(state, moves, n), NULL)
            made += 1
        self.plies += made

    cdef bint turn_begins(self, int last, const Head* head) noexcept nogil:
        """Whether the searcher plays after another seat did; alone at the table, always."""
        return head.players == 1 or last != self.viewer and head.to_play == self.viewer

    cdef move_t playout_move(self, const char* state, const move_t* moves, int n) noexcept nogil:
        """The move after which the evaluation is best for its seat, of all or of a few drawn."""
        cdef int i, weighed = min(n, self.plan.picks)
        cdef move_t move, best = moves[rng_below(&self.rng, n)]
        cdef double worth, most = -INFINITY
        if weighed == 1:
            return best
        for i in range(weighed):
            move = moves[i] if n <= self.plan.picks else moves[rng_below(&self.rng, n)]
            worth = self.lead_after(state, move)
            if worth > most:
                most, best = worth, move
        return best

    cdef void reward(self, const char* state, double* reward) noexcept nogil:
        """Half a seat's share of victory, half its lead squashed."""
        cdef double score[MAX_SCORES]
        cdef double win[MAX_SCORES]
        cdef int players = (<const Head*>state).players, seat
        self.judge(state, score, win)
        for seat in range(players):
            reward[seat] = 0.5 * win[seat]
            reward[seat] += 0.5 * squash(lead(score, players, seat) / self.plan.margin)

    cdef void finish(self, char* state, Tally* tally) noexcept nogil:
        """Play on to the end and add how it was; the search itself goes on as without."""
        cdef double score[MAX_SCORES]
        cdef double win[MAX_SCORES]
        cdef int seat
        self.play_out(state, FULL)
        self.judge(state, score, win)
        tally.ends += 1
        for seat in range((<const Head*>state).players):
            tally.win[seat] += win[seat]
            tally.score[seat] += score[seat]
            tally.square[seat] += score[seat] * score[seat]

    cdef void judge(self, const char* state, double* score, double* win) noexcept nogil:
        """Points and share of victory of every seat: true at the end, estimated before."""
        cdef int seat, rivals = max(2, <int>(<const Head*>state).players)
        cdef uint32_t winners
        cdef double total = 0
        self.points(state, score)
        if (<const Head*>state).to_play == OVER:
            winners = self.rules.winners(state)
            for seat in range(rivals):
                win[seat] = share(winners, seat)
            return
        for seat in range(rivals):
            win[seat] = exp(score[seat] / self.plan.margin)
            total += win[seat]
        for seat in range(rivals):
            win[seat] /= total

    cdef void points(self, const char* state, double* score) noexcept nogil:
        cdef int32_t final[MAX_SCORES]
        cdef int seat
        if (<const Head*>state).to_play != OVER:
            self.rules.evaluate(state, score)
            return
        memset(final, 0, sizeof(final))
        self.rules.scores(state, final)
        for seat in range(MAX_SCORES):
            score[seat] = final[seat]

    cdef int root_index(self, move_t move) noexcept nogil:
        cdef int low = 0, high = self.root_count - 1, middle
        while low < high:
            middle = (low + high) // 2
            if self.root_moves[middle] < move:
                low = middle + 1
            else:
                high = middle
        return low

    def tally(self):
        """By root move: visits, games played to the end, and of those the sums of wins, scores
        and squared scores by seat."""
        cdef int i, seat, players = self.root.players
        return {
            self.root_moves[i]: (
                self.tallies[i].visits,
                self.tallies[i].ends,
                [self.tallies[i].win[seat] for seat in range(players)],
                [self.tallies[i].score[seat] for seat in range(players)],
                [self.tallies[i].square[seat] for seat in range(players)],
            )
            for i in range(self.root_count)
        }

    def line(self, move_t first):
        """`first` and the most visited moves after it."""
        cdef Edge* edge = find_edge(&self.arena, 0, first)
        cdef list moves = [first]
        cdef int32_t at
        while edge is not NULL and len(moves) < MAX_LINE:
            at = busiest_node(&self.arena, edge)
            edge = busiest_edge(&self.arena, at)
            if edge is not NULL:
                moves.append(edge.move)
        return moves

    @property
    def iterations(self):
        """Done so far; may be asked for during `run`."""
        return count_get(&self.done)

    @property
    def memory_used(self):
        return (self.arena.node_count * sizeof(Node) + self.arena.edge_count * sizeof(Edge)
                + (self.arena.mask + 1) * sizeof(int32_t))


# ---- the expected line

cdef Edge* find_edge(Arena* arena, int32_t at, move_t move) noexcept:
    cdef Node* node = &arena.nodes[at]
    cdef int j
    for j in range(node.count):
        if arena.edges[node.edges + j].move == move:
            return &arena.edges[node.edges + j]
    return NULL


cdef int32_t busiest_node(Arena* arena, const Edge* edge) noexcept:
    cdef int32_t best = NONE, at = edge.first
    while at != NONE:
        if best == NONE or arena.nodes[at].visits > arena.nodes[best].visits:
            best = at
        at = arena.nodes[at].next
    return best


cdef Edge* busiest_edge(Arena* arena, int32_t at) noexcept:
    cdef Edge* best = NULL
    cdef Edge* edge
    cdef int j
    if at == NONE:
        return NULL
    for j in range(arena.nodes[at].count):
        edge = &arena.edges[arena.nodes[at].edges + j]
        if edge.visits and (best is NULL or edge.visits > best.visits):
            best = edge
    return best
