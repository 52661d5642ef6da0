"""What a private answer ends with: it has no thread, so it says how to go on, and can be shown to the channel."""

from bot.intents.turn import Answer
from bot.listeners.delivery import Delivery
from bot.replies.actions import LONGEST_VALUE, OPEN_FORM, SHARE, FormStart, SharedQuestion
from bot.replies.card import Action
from bot.replies.words import say


def extras(delivery: Delivery, answer: Answer) -> tuple[str, tuple[Action, ...]]:
    """A remark and the buttons for the answer to a command or a form."""
    language = answer.card.language
    remark = say(language, "slack.no-thread")
    priced = any(comparison.quotes for comparison in answer.comparisons)
    actions = [_share(delivery, answer)]
    if not priced:
        actions.append(_form(delivery, language))
    return remark, tuple(action for action in actions if action)


def _share(delivery: Delivery, answer: Answer) -> Action | None:
    """Shows the channel the same answer: the same question, priced with the same book."""
    if delivery.channel.startswith("D"):
        return None
    first = answer.comparisons[0] if answer.comparisons else None
    value = SharedQuestion(
        mark=delivery.mark,
        question=delivery.text,
        day=first.day if first else None,
        book_version=first.book_version if first else None,
    )
    return _action(say(answer.card.language, "slack.share"), SHARE, value.model_dump_json(exclude_defaults=True))


def _form(delivery: Delivery, language: str) -> Action | None:
    return _action(say(language, "form.open"), OPEN_FORM, FormStart(question=delivery.text).model_dump_json())


def _action(label: str, action_id: str, value: str) -> Action | None:
    """A button; none when it cannot carry so much."""
    return Action(label, action_id, value) if len(value) <= LONGEST_VALUE else None
