"""Answers that advise: what matters most, what money buys, which term to take. One module for each kind of question."""
