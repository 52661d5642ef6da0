# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Words of training runs beside those of size: the text a model is trained on, and parameters that are active."""

from bot.understanding.kinds import Kind
from bot.understanding.lexicon.quantities import Entry

TRAINING: tuple[Entry, ...] = (
    (Kind.CORPUS, None, "text, texts, raw text, plain text, corpus, training corpus, text corpus, training data, training text, "
                        "text data, chinese text, english text, 中文语料, 中文文本, 英文语料, 英文文本, 文本, 训练文本, 文本数据, 训练数据, 训练语料, 语料库, 纯文本"),
    (Kind.ACTIVE, None, "active, activated, active per token, activated per token, 激活, 激活参数, 激活量, 每token激活"),
)  # fmt: skip
