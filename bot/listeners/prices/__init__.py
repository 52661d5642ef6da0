"""`/prices` in Slack: who may do what is asked here, everything else is done by the office and told by the cards."""
