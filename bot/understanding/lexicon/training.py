# ruff: noqa: E501 - a table reads best with one phrase or list of words to a line
"""Words of training runs beside those of size: the text a model is trained on, and parameters that are active."""

from bot.understanding.kinds import Kind
from bot.understanding.lexicon.quantities import Entry
from bot.understanding.request import Intent

TRAINING: tuple[Entry, ...] = (
    (Kind.CORPUS, None, "text, texts, raw text, plain text, corpus, training corpus, text corpus, training data, training text, "
                        "text data, chinese text, english text, 中文语料, 中文文本, 英文语料, 英文文本, 文本, 训练文本, 文本数据, 训练数据, 训练语料, 语料库, 纯文本"),
    (Kind.ACTIVE, None, "active, activated, active per token, activated per token, 激活, 激活参数, 激活量, 每token激活"),
    (Kind.TRAIN, None, "训练一次, 训一次"),
    (Kind.TOPIC, Intent.GPU_HOURS, "how many gpu hours did that take, how many gpu hours did it take, how many gpu hours did this take, how many gpu hours is that, "
                                   "how many gpu hours is it, how many gpu hours is this, how many gpu hours does that take, how many gpu hours does it take, "
                                   "how many gpu hours would that take, how many gpu hours will that take, how many gpu hours would it take, how many gpu hours in total, "
                                   "how many gpu hours are that, how many gpu hours altogether, total gpu hours, gpu hours in total, "
                                   "要多少卡时, 需要多少卡时, 要用多少卡时, 用了多少卡时, 花了多少卡时, 是多少卡时, 一共多少卡时, 总共多少卡时, 合多少卡时, 多少卡时多少钱"),
)  # fmt: skip
