# Nothing here is for Python: the judgement calls it.
