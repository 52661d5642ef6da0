"""Understands questions, prices them through `pricing`, and answers in Slack or in a terminal."""
