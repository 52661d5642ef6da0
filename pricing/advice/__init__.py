"""Questions the other way round, and what follows from an answer: pure functions of a scenario and a book."""
