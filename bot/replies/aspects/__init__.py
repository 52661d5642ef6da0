"""Answers to questions about an answer, one function for each aspect: a sheet, what was asked and the book in, lines
out. What the book does not know is said to be not known."""
