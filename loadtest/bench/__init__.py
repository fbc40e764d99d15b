"""The benchmarks: modules of measures, each a function that yields rows, and one report."""
