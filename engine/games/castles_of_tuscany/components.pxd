from libc.stdint cimport uint32_t

from engine.games.castles_of_tuscany.rules cimport (
    FIELDS, MAPS, SHAPES, SHOWN, Map, Printed)

cdef Printed printed                            # tuscany.toml
cdef Map MAP[MAPS]
cdef uint32_t NEIGHBOURS[SHAPES][FIELDS]
cdef uint32_t MARK[SHOWN]                       # what showing each adds to Head.shown
cdef int HEIGHT[SHAPES][FIELDS]                 # half hexagons from the first part's top
