"""What Slack sends: typed, acknowledged, written down, answered."""
