"""Prices compute: a scenario and a dated book of prices become a comparison. Knows nothing of Slack."""
