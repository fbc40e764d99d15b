"""The rules of every game, compiled: values in, values out."""
