"""Cards of the price book's administration: what was found, what changed, what is doubtful, what a file would do."""
