"""Turns what people type into a reading. Knows names and units, no prices."""
