"""Rules: how each procurement mode and each fee is priced. `compare` asks them for every offer."""
