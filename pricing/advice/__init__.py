"""Questions beyond a price: when it would be done, how much of another GPU does the same. Pure functions of results."""
