"""Replies: pure functions from a result to what a person reads."""
