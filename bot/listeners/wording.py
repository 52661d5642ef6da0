"""What the Slack edge puts around an answer: who asked, a remark, a button."""

from collections.abc import Sequence
from dataclasses import replace

from bot.listeners.delivery import Delivery
from bot.replies.card import Action, Message
from bot.replies.fallback import escaped
from bot.replies.plain import cut, one_line
from bot.replies.slack_blocks import Block, button, context

MAX_BLOCKS = 50
LONGEST_ECHO = 200


def is_chinese(text: str) -> bool:
    """Whether Chinese characters are in the text."""
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def without_mention(text: str, bot_user: str) -> str:
    """The text without the bot's own name; other people, links and channels stay as Slack writes them."""
    return text.replace(f"<@{bot_user}>", " ").strip()


def is_to_another(text: str, bot_user: str) -> bool:
    """Whether a message begins by calling somebody else."""
    return text.lstrip().startswith("<@") and f"<@{bot_user}" not in text


def with_question(message: Message, delivery: Delivery) -> Message:
    """The message with who asked what on top: a command itself is not shown to the channel."""
    question = cut(one_line(f"/quote {delivery.text}"), LONGEST_ECHO)
    quoted: list[Block] = [{"type": "user", "user_id": delivery.user}, {"type": "text", "text": f" {question}"}]
    asked: Block = {"type": "rich_text", "elements": [{"type": "rich_text_quote", "elements": quoted}]}
    return _with_blocks(message, f"<@{delivery.user}>: {escaped(question)}", above=asked)


def with_remark(message: Message, remark: str) -> Message:
    """The message with a sentence of ours below it."""
    return _with_blocks(message, escaped(remark), below=context(remark))


def with_buttons(message: Message, actions: Sequence[Action]) -> Message:
    """The message with a row of buttons below it; a message of text alone gets its text as a block."""
    if not actions:
        return message
    row: Block = {"type": "actions", "elements": [button(action) for action in actions]}
    blocks = message.blocks or ({"type": "section", "text": {"type": "mrkdwn", "text": message.text[:3000]}},)
    return replace(message, blocks=(*blocks, row)) if len(blocks) < MAX_BLOCKS else message


def _with_blocks(message: Message, text: str, above: Block | None = None, below: Block | None = None) -> Message:
    """The message with a line of text, and that line as a block where there are blocks and room for one more."""
    blocks = (*([above] if above else []), *message.blocks, *([below] if below else []))
    fits = message.blocks and len(blocks) <= MAX_BLOCKS
    return replace(message, text=f"{message.text}\n{text}", blocks=blocks if fits else message.blocks)
