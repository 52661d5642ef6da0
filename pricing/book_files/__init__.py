"""The book as a file that people can read, edit and hand back: one row for each dated number, nothing lost."""
