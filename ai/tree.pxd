# The tree of one search thread, and the memory it lives in.
#
# A node is a position as the searching seat knows it, reached by moves and by what chance
# showed the table.  An edge is a move from a node; behind it hang the nodes that the move
# led to, one for each outcome shown:
#
#   node ──edges──> [move 3][move 7][move 9]...      one block, ascending by move
#                      │
#                      └──first──> node (shown 17) ──next──> node (shown 4) ──> ...
#
# A move can have many thousands of outcomes: an index by parent, move and outcome finds the
# node without walking the chain.
#
# Nodes and blocks of edges are carved from two arrays that never move.  When either is
# full the tree stops growing and goes on counting.

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from engine.contract cimport move_t

cdef enum:
    NONE = -1

cdef struct Edge:
    uint32_t move
    int32_t visits
    int32_t available       # times the move was legal when the node was left
    int32_t first           # node after the move, or NONE
    double value            # rewards of the seat that moves, summed
    double promise          # the mover's lead after it as the evaluation saw it once, or -INFINITY

cdef struct Node:
    int32_t parent          # node before, or NONE
    uint32_t move           # that led from there to here
    uint32_t shown          # what chance showed the table on the way
    int32_t next            # sibling with another outcome, or NONE
    int32_t visits
    int32_t edges           # index of its block, or NONE while it is a leaf
    int32_t count           # edges in use
    int32_t room            # edges in the block

cdef struct Arena:
    Node* nodes
    Edge* edges
    int32_t* index          # open addressing; number of a node + 1, or 0
    uint32_t mask           # size of the index - 1
    int32_t node_count
    int32_t edge_count
    int32_t node_room
    int32_t edge_room


cdef inline uint32_t place_of(
        const Arena* arena, int32_t parent, uint32_t move, uint32_t shown) noexcept nogil:
    """Where the node stands in the index, or would stand."""
    cdef uint64_t key = (<uint64_t>move << 32 | shown) + <uint64_t>parent * 0x9E3779B97F4A7C15U
    cdef const Node* node
    cdef uint32_t place
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9U
    place = <uint32_t>(key >> 32) & arena.mask
    while arena.index[place]:
        node = &arena.nodes[arena.index[place] - 1]
        if node.parent == parent and node.move == move and node.shown == shown:
            break
        place = (place + 1) & arena.mask
    return place


cdef inline int32_t find_node(
        const Arena* arena, int32_t parent, uint32_t move, uint32_t shown) noexcept nogil:
    return arena.index[place_of(arena, parent, move, shown)] - 1


cdef inline int32_t new_node(
        Arena* arena, int32_t parent, uint32_t move, uint32_t shown) noexcept nogil:
    """A node that is not there yet; NONE if the arena is full."""
    cdef Node* node
    if arena.node_count == arena.node_room:
        return NONE
    if 2 * <uint32_t>arena.node_count > arena.mask and not widen(arena):
        return NONE
    arena.index[place_of(arena, parent, move, shown)] = arena.node_count + 1
    node = &arena.nodes[arena.node_count]
    node.parent = parent
    node.move = move
    node.shown = shown
    node.next = NONE
    node.visits = 0
    node.edges = NONE
    node.count = 0
    node.room = 0
    arena.node_count += 1
    return arena.node_count - 1


cdef inline bint widen(Arena* arena) noexcept nogil:
    """Double the index; False if there is no memory."""
    cdef uint32_t places = 2 * (arena.mask + 1)
    cdef int32_t* index = <int32_t*>calloc(places, sizeof(int32_t))
    cdef int32_t at
    cdef Node* node
    if index is NULL:
        return False
    free(arena.index)
    arena.index = index
    arena.mask = places - 1
    for at in range(arena.node_count):
        node = &arena.nodes[at]
        arena.index[place_of(arena, node.parent, node.move, node.shown)] = at + 1
    return True


cdef inline bint open_edges(Arena* arena, Node* node, const move_t* moves, int n) noexcept nogil:
    """Give the node an edge for each of the moves; False if the arena has no room."""
    cdef int missing, i, j = 0
    cdef Edge* edges
    if node.edges == NONE:
        return grow(arena, node, n) and fill(arena, node, moves, n)
    edges = &arena.edges[node.edges]
    missing = 0
    for i in range(n):
        while j < node.count and edges[j].move < moves[i]:
            j += 1
        if j == node.count or edges[j].move != moves[i]:
            missing += 1
    if missing == 0:
        return True
    if node.count + missing > node.room and not grow(arena, node, node.count + missing):
        return False
    return fill(arena, node, moves, n)


cdef inline bint grow(Arena* arena, Node* node, int needed) noexcept nogil:
    """Move the node's edges to a block with room for as many; the old block is given up."""
    cdef int room = needed if node.edges == NONE else needed + needed // 2
    if arena.edge_count + room > arena.edge_room:
        return False
    if node.count:
        memcpy(&arena.edges[arena.edge_count], &arena.edges[node.edges],
               node.count * sizeof(Edge))
    node.edges = arena.edge_count
    node.room = room
    arena.edge_count += room
    return True


cdef inline bint fill(Arena* arena, Node* node, const move_t* moves, int n) noexcept nogil:
    """Insert an edge for each move that has none, keeping the block sorted."""
    cdef Edge* edges = &arena.edges[node.edges]
    cdef int i, j, last
    for i in range(n):
        j = node.count
        while j > 0 and edges[j - 1].move > moves[i]:
            j -= 1
        if j > 0 and edges[j - 1].move == moves[i]:
            continue
        for last in range(node.count, j, -1):
            edges[last] = edges[last - 1]
        memset(&edges[j], 0, sizeof(Edge))
        edges[j].move = moves[i]
        edges[j].first = NONE
        edges[j].promise = -INFINITY
        node.count += 1
    return True
