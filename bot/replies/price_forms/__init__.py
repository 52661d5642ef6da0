"""The windows in which prices are changed: their fields, and what a change would do before it is done."""
