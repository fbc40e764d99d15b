# Nothing here is for Python: face.pyx registers the judgement.
