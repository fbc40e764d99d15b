# What face.pyx needs of the rules.

from engine.contract cimport Rules

cdef Rules RULES
