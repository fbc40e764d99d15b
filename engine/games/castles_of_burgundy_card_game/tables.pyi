# Nothing here is for Python: the tables are shared as plain C.
