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

from libc.stdint cimport int32_t, uint32_t

cdef enum:
    NONE = -1

cdef struct Edge:
    uint32_t move
    int32_t visits
    int32_t available       # times the move was legal when the node was left
    int32_t first           # node after the move, or NONE
    double value            # rewards of the seat that moves, summed
    double promise          # the mover's lead after it as the evaluation saw it once, or UNRATED

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
