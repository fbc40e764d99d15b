# Nothing here is for Python: the rules call it.
