"""The language of a person: asked for seldom, and not forgotten for hours because Slack failed once."""

from bot.listeners.locales import FAILED_SECONDS, KEPT_SECONDS, Locales
from bot.slack_errors import SlackTrouble


class Asked:
    """Slack, which fails as often as told, and the time."""

    def __init__(self, failures: int) -> None:
        self.failures, self.calls, self.time = failures, 0, 0.0

    def locale(self, user: str) -> str:
        self.calls += 1
        if self.calls <= self.failures:
            raise SlackTrouble("ratelimited")
        return "zh-CN"


def test_a_locale_is_asked_for_once_in_a_while() -> None:
    slack = Asked(failures=0)
    locales = Locales(slack.locale, lambda: slack.time)
    assert [locales.language("U1") for _ in range(3)] == ["zh"] * 3
    assert slack.calls == 1
    slack.time = KEPT_SECONDS
    assert locales.language("U1") == "zh"
    assert slack.calls == 2


def test_a_failure_is_forgotten_soon() -> None:
    slack = Asked(failures=1)
    locales = Locales(slack.locale, lambda: slack.time)
    assert [locales.language("U1") for _ in range(3)] == [None] * 3
    assert slack.calls == 1
    slack.time = FAILED_SECONDS
    assert locales.language("U1") == "zh"
