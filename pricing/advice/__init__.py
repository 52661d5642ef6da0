"""Advice on a comparison: what decides it, and what would change it. Pure functions of a comparison and a book."""
