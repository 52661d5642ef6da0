"""Bots that benchmarks compare with."""
