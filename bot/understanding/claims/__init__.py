"""Reads a seller's text for the figures it states: numbers, units, how exactly they are written, where they stand."""
