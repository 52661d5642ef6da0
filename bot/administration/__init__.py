"""Keeping the price book right: looking up, changing, approving, importing and exporting. Knows nothing of Slack."""
