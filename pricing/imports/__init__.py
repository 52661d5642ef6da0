"""Price files: one reader for each format, and the plan of what a file would change in the book."""
