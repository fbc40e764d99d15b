from engine.contract cimport Rules

cdef Rules RULES
