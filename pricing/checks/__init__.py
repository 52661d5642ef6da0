"""What is asked before a price is written down: one function for each check."""
