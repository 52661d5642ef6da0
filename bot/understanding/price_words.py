"""What somebody types after `/prices`, in English or Chinese: what they want done, about what, as of which day."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from html import unescape
from typing import Literal

from rapidfuzz import fuzz, process

LONGEST = 1000
"""Characters that are read; no command is longer."""
NEAR = 75
MOST_NEAR = 2

Format = Literal["csv", "xlsx"]


class Verb(StrEnum):
    """What is to be done."""

    HELP = "help"
    FIND = "find"
    HISTORY = "history"
    STALE = "stale"
    COMING = "coming"
    PENDING = "pending"
    TEMPLATE = "template"
    EXPORT = "export"
    ADD = "add"
    SET = "set"
    SCHEDULE = "schedule"
    WITHDRAW = "withdraw"
    CORRECT = "correct"
    UNDO = "undo"
    ALIAS = "alias"
    UNALIAS = "unalias"
    RATE = "rate"
    ASSUME = "assume"
    IMPORT = "import"
    LOG = "log"
    AUDIT = "audit"
    APPROVE = "approve"
    REJECT = "reject"


WINDOWS = frozenset(
    {
        *(Verb.ADD, Verb.SET, Verb.SCHEDULE, Verb.WITHDRAW, Verb.CORRECT, Verb.UNDO, Verb.ALIAS, Verb.UNALIAS),
        *(Verb.RATE, Verb.ASSUME, Verb.IMPORT, Verb.REJECT),
    }
)
"""What is done in a window, which has to open within three seconds."""
OF_NUMBERS = frozenset((Verb.UNDO, Verb.APPROVE, Verb.REJECT))
"""What is done to a numbered act or proposal."""

_WORDS: dict[Verb, str] = {
    Verb.HELP: "help ? 帮助 幫助 怎么用 用法",
    Verb.FIND: "find search show list 查价 查價 查询 查詢 查 搜索 价格 價格",
    Verb.HISTORY: "history 历史 歷史 记录 沿革",
    Verb.STALE: "stale old outdated 过期 過期 陈旧 失效",
    Verb.COMING: "coming upcoming next 待生效 将生效 即将生效 預定",
    Verb.PENDING: "pending waiting approvals 待审批 待審批 待批 待审",
    Verb.TEMPLATE: "template 模板 范本",
    Verb.EXPORT: "export download 导出 導出 下载 下載",
    Verb.ADD: "add new 新增 添加 增加",
    Verb.SET: "set change edit update 修改 改价 改價 更改 设为 调价 变更",
    Verb.SCHEDULE: "schedule plan 预定 预约 排期 定时 计划",
    Verb.WITHDRAW: "withdraw end remove 撤回 下架 停用 终止",
    Verb.CORRECT: "correct fix 更正 纠正 订正 改正",
    Verb.UNDO: "undo revert 撤销 撤銷 撤消 回滚",
    Verb.ALIAS: "alias 别名 別名",
    Verb.UNALIAS: "unalias 删除别名 取消别名",
    Verb.RATE: "rate rates fx 汇率 匯率",
    Verb.ASSUME: "assume assumption assumptions 假设 假設",
    Verb.IMPORT: "import upload 导入 導入 上传",
    Verb.LOG: "log changes 日志 动态",
    Verb.AUDIT: "audit verify 审计 審計 核验",
    Verb.APPROVE: "approve 批准 同意 通过",
    Verb.REJECT: "reject refuse 驳回 拒绝 駁回",
}
VERBS: dict[str, Verb] = {word: verb for verb, words in _WORDS.items() for word in words.split()}
_CHINESE = sorted((word for word in VERBS if not word.isascii()), key=len, reverse=True)
# A Chinese verb may be written together with what follows: 历史aws/…, 撤销12.
_GLUED = re.compile(f"({'|'.join(map(re.escape, _CHINESE))})[:：]?\\s*(.*)", re.DOTALL)
_DAY = re.compile(
    r"(?:(?:^|(?<=\s))(?:as\s+of|as\s+at|on)\s+|截至\s*|截止\s*)?"
    r"(?<![A-Za-z0-9_/-])([0-9]{4})(?:-([0-9]{1,2})-([0-9]{1,2})|/([0-9]{1,2})/([0-9]{1,2})"
    r"|年([0-9]{1,2})月([0-9]{1,2})[日号]?)(?![A-Za-z0-9_/-])(?:\s*(?:时|的))?"
)
_AS_OF = re.compile(r"(?:^|(?<=\s))(?:as\s+of|as\s+at)(?=\s|$)|截至")
_LINK = re.compile(r"<[^<>|\s]{1,400}(?:\|([^<>]{0,400}))?>")
_QUOTES = dict.fromkeys(map(ord, "“”„\"'‘’「」《》"), " ")
_EQUALS = re.compile(r"\s*(?:=|＝|→|->|是|等于)\s*|\s+(?:is|as|means|to|for)\s+")
_FORMATS: dict[str, Format] = {"csv": "csv", "xlsx": "xlsx", "excel": "xlsx", "表格": "xlsx", "xls": "xlsx"}


class Trouble(StrEnum):
    """What is wrong with a command: `price-slack.trouble-<name>` in the word files."""

    NO_DAY = "no-day"  # text: no day of the calendar
    WHICH = "which"  # verb: it does not say which price
    NUMBER = "number"  # verb: it does not say the number
    NAMES = "names"  # verb: it does not say what name is given to what
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is wanted. `words`: what is left of the text. `day`: of the book. `number`: of an act or a proposal.

    `name`, `thing`: for aliases, the name and what it means. `near`: verbs that the first word is nearly.
    `trouble`: why nothing can be done; `typed`: the piece of the text that is to blame.
    """

    verb: Verb
    words: str = ""
    day: date | None = None
    number: int | None = None
    format: Format | None = None
    name: str = ""
    thing: str = ""
    near: tuple[str, ...] = ()
    trouble: Trouble | None = None
    typed: str = ""


def read(text: str) -> Asked:
    """What a command says. Words it does not know are left for whoever looks prices up by them."""
    if len(text) > LONGEST:
        return Asked(Verb.HELP, trouble=Trouble.LONG)
    plain = normal(text)
    verb, rest = _verb(plain)
    if verb is None:
        return _finding(plain)
    if verb is Verb.FIND:
        return _finding(rest)
    if verb in OF_NUMBERS:
        return _numbered(verb, rest)
    if verb in (Verb.ALIAS, Verb.UNALIAS):
        return _naming(verb, rest)
    if verb in (Verb.TEMPLATE, Verb.EXPORT):
        return _file(verb, rest)
    if verb is Verb.RATE:
        return Asked(verb, _pair(rest))
    return Asked(verb, rest)


def normal(text: str) -> str:
    """The text in one line, half width, without quotation marks and the markup that Slack adds."""
    unmarked = _LINK.sub(lambda link: link[1] or " ", text)
    wide = unicodedata.normalize("NFKC", unescape(unmarked).replace("，", " ").replace("。", " "))
    return " ".join(wide.translate(_QUOTES).replace("\u200b", "").replace("`", " ").split())


def _verb(plain: str) -> tuple[Verb | None, str]:
    """The verb at the beginning, and what follows; for nothing at all, help."""
    if not plain:
        return Verb.HELP, ""
    first, _, rest = plain.partition(" ")
    known = VERBS.get(first.casefold().rstrip(":"))
    if known:
        return known, rest.strip()
    glued = _GLUED.fullmatch(plain)
    return (VERBS[glued[1]], glued[2].strip()) if glued else (None, plain)


def _finding(text: str) -> Asked:
    """A look-up, as of the day that stands in it."""
    found = _DAY.search(text)
    if not found:
        said = _AS_OF.search(text)
        if said:
            return Asked(Verb.FIND, text, trouble=Trouble.NO_DAY, typed=text[said.end() :].strip()[:40])
        return Asked(Verb.FIND, text, near=_near(text))
    parts = [int(part) for part in found.groups() if part]
    words = " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())
    try:
        day = date(*parts)
    except ValueError:
        return Asked(Verb.FIND, words, trouble=Trouble.NO_DAY, typed=found[0].strip())
    verb, rest = _verb(words)
    return Asked(Verb.FIND, rest if verb in (Verb.FIND, Verb.HELP) else words, day, near=_near(words))


def _pair(text: str) -> str:
    """ "USD/CNY" out of "usd to cny", "USD-CNY" and the like; else the text as it is."""
    codes = re.findall(r"\b[A-Za-z]{3}\b", text)
    others = re.sub(r"\b[A-Za-z]{3}\b|\bto\b|\bin\b|[/:>兑对-]|\s", "", text)
    return "/".join(codes).upper() if len(codes) == 2 and not others else text


def _near(text: str) -> tuple[str, ...]:
    """Verbs of the same script that the first word is nearly."""
    first = text.partition(" ")[0].casefold()
    if len(first) < 3 or not first.isalpha() or not first.isascii():
        return ()
    english = [word for word in VERBS if word.isascii()]
    found = process.extract(first, english, scorer=fuzz.ratio, limit=MOST_NEAR, score_cutoff=NEAR)
    return tuple(word for word, _, _ in found)


def _numbered(verb: Verb, rest: str) -> Asked:
    number = re.fullmatch(r"(?:no\.?|nr\.?|number|第)?\s*#?([0-9]{1,12})\s*(?:号|条)?", rest.casefold())
    if not number:
        return Asked(verb, trouble=Trouble.NUMBER, typed=rest)
    return Asked(verb, number=int(number[1]))


def _naming(verb: Verb, rest: str) -> Asked:
    """ "H100 = Hopper": the thing, and the name that is given to it or taken away."""
    parts = [part.strip() for part in _EQUALS.split(rest, maxsplit=1)]
    if len(parts) != 2 or not all(parts):
        return Asked(verb, rest, trouble=Trouble.NAMES, typed=rest)
    return Asked(verb, rest, thing=parts[0], name=parts[1])


def _file(verb: Verb, rest: str) -> Asked:
    """A file in a format, of the prices that the other words fit."""
    words, format = [], None
    for word in rest.split():
        known = _FORMATS.get(word.casefold().removeprefix("."))
        if known and format is None:
            format = known
        else:
            words.append(word)
    return Asked(
        verb, " ".join(word for word in words if word.casefold() not in ("as", "in", "a", "an")), format=format
    )
