"""Drills: what happens to the price book when many change it at once, when it is killed, and when its disk fails."""
