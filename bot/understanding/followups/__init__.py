"""Follow-ups: the request so far changed by what was said, by one step for each group of fields."""
