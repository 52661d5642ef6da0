"""Checks a stated figure against the stated figures it is made of. Knows no text and no prices: figures and units."""
