"""Windows and the Home tab: opened once, filled as often as it takes."""

from typing import Any

from bot.slack_calls import Calls, called

View = dict[str, Any]


class Views:
    """Every method raises a `SlackTrouble` when Slack says no."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def open(self, trigger: str, view: View) -> str:
        """Open a window for whoever did what the trigger stands for; its id.

        A trigger is good once, for three seconds, so there is no second try: raises `TooLate` when it is over, and
        `Unsure` when nobody knows whether the window is open.
        """
        return str(called(lambda: self._calls.web.views_open(trigger_id=trigger, view=view))["view"]["id"])

    def update(self, view_id: str, view: View) -> None:
        """Fill an open window."""
        self._calls.persistently(lambda: called(lambda: self._calls.web.views_update(view_id=view_id, view=view)))

    def publish(self, user: str, view: View) -> None:
        """Show this on the user's Home tab."""
        self._calls.persistently(lambda: called(lambda: self._calls.web.views_publish(user_id=user, view=view)))
