"""A seller's text as figures: each number with what it is, what the words near it speak of, and where it stands."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.understanding.claims import words
from bot.understanding.claims.columns import currency_of_column, is_money_column
from bot.understanding.claims.cues import cues
from bot.understanding.claims.digits import Written
from bot.understanding.claims.each import priced_each
from bot.understanding.claims.layout import Piece, pieces
from bot.understanding.claims.numbers import written
from bot.understanding.kinds import Kind
from bot.understanding.names import Names, names_of
from bot.understanding.text import plain
from bot.understanding.vocabulary import Vocabulary
from pricing.claims.figure import Figure
from pricing.claims.units import LENGTHS, PLAIN, Unit, unit

MAX_LENGTH = 10_000
MOST_FIGURES = 300
_WORD_START = re.compile(r"(?<![a-z0-9])[a-z]|(?<=\dx)[a-z]|(?<=\d )[a-z]|(?<=[\u3400-\u9fff])[a-z]")
_LETTERED = re.compile(
    r"(?<![a-z0-9$€£¥])(?!(?:x|usd|rmb|cny|eur)\d)[a-z][a-z\-]*\.?\d[a-z0-9.\-]*|\d{4}-\d{2}(?:-\d{2})?|24/7|7\*24"
    r"|(?<![\d.,$€£¥-])20[1-3]\d(?=\s*年)"  # a year, and no number of years
    r"|(?<![\d.,$€£¥-])20[2-3]\d(?![\d.]|,\d|\s*(?:[元万亿张卡台天小*x/+=%]|美元|usd|gpu|node|hour|day|gb|tb|kw|mw))"
)
_LIST_NUMBER = re.compile(r"(?m)^\s*(?:\d{1,2}[.)](?=\s|\D))")
_ARTICLE = re.compile(r"a \d")  # a 10,000-GPU cluster is no A10
_LINK = re.compile(r"\(?(?:www\.|https?:)\S+")
_LABEL = 16
_IN_WORD = re.compile(r"[\w$€£¥.,]{2}", re.ASCII)
_REST_OF_WORD = re.compile(r"^[\w.,'%/-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Text:
    """What was read: the plain text with names of models blanked, the figures, and the models with their places.
    `length`: characters of the original that were read."""

    text: str
    figures: tuple[Figure, ...]
    models: tuple[tuple[int, str], ...]
    language: str
    length: int


def read(original: str, vocabulary: Vocabulary) -> Text:
    """The figures of a text. Never raises; what is beyond 10,000 characters or 300 figures is not read."""
    prepared = plain(original[:MAX_LENGTH].replace("\t", "|"))
    names = names_of(vocabulary)
    models = _models(prepared.text, names)
    blank = _blanked(prepared.text, models)
    typed = [prepared.original[at] for at in prepared.starts]
    found: list[Figure] = []
    for piece in pieces(blank, typed):
        last = piece.start
        for number in written(blank, piece.start, piece.end):
            if len(found) == MOST_FIGURES:
                break
            shown = prepared.typed(number.start, number.end).strip()
            label = _label(
                prepared.typed(piece.start, number.start), prepared.typed(*piece.row_name) if piece.row_name[1] else ""
            )
            found.append(replace(_figure(len(found), shown, number, piece, blank, models, last), label=label))
            last = number.end
        if half := words.HALF.search(blank, piece.start, piece.end):
            found.append(_half(len(found), prepared.typed(*half.span()), half.start(), piece))
    return Text(
        blank,
        tuple(priced_each(found, blank)),
        tuple((at, gpu) for at, _, gpu, _ in models),
        language_of(prepared.text),
        min(len(original), MAX_LENGTH),
    )


def _label(before: str, row: str) -> str:
    """The words that stand before a figure, or the name of its row."""
    said = " ".join((row or before.rsplit("\n", 1)[-1]).replace("|", " ").split()).strip(" –-:：,，、。(（=≈~约→")
    if len(said) <= _LABEL:
        return said
    tail = said[-_LABEL:]
    if _IN_WORD.match(said[-_LABEL - 1 :]):  # no half of a word or of a number
        tail = _REST_OF_WORD.sub("", tail) or tail
    return "…" + tail.strip(" –-:：,，、。(（")


_ENGLISH_WORD = re.compile(r"(?<![a-z])[a-z]{3,}(?![a-z])", re.IGNORECASE)


def language_of(text: str) -> str:
    """The language most of a text is in."""
    han = sum("\u3400" <= char <= "\u9fff" for char in text)
    words = len(_ENGLISH_WORD.findall(text))
    return "zh" if han and han >= words * 2 else "en"


Model = tuple[int, int, str, bool]
_SYSTEM = re.compile(r"dgx|hgx")


def _models(text: str, names: Names) -> list[Model]:
    """Where GPU models and instance types are named, which GPU each is, and whether it is a whole machine."""
    folded, found, here = names.fold(text), list[Model](), 0
    for match in _WORD_START.finditer(text):
        if match.start() < here:
            continue
        if _ARTICLE.match(text, match.start()):
            continue
        name = names.at(text, folded, match.start())
        if name and name[1].kind in (Kind.GPU, Kind.INSTANCE, Kind.FAMILY):
            value = name[1].value
            gpu = value[0] if isinstance(value, tuple) else getattr(value, "gpu", "")
            end = match.start() + len(text[match.start() : name[0]].rstrip())
            here = end
            system = name[1].kind is not Kind.GPU or bool(_SYSTEM.match(text, match.start()))
            found.append((match.start(), end, str(gpu), system))
    return found


def _blanked(text: str, models: list[Model]) -> str:
    """The text with model names, other names with digits, days and list numbers where no number is looked for."""
    chars = list(text)
    for start, end, _, system in models:
        chars[start:end] = "\0" * (end - start)
        if system:
            chars[end - 1] = "\x03"
    blank = "".join(chars)
    for pattern in (_LINK, _LETTERED, _LIST_NUMBER):
        blank = pattern.sub(lambda match: re.sub(r"[^\n|#]", "\1", match.group()), blank)
    return blank


def _figure(index: int, shown: str, number: Written, piece: Piece, text: str, models: list[Model], last: int) -> Figure:
    said = text[piece.start : piece.end]
    lead = piece.lead if not text[piece.start : number.start].strip() else ""
    around = f"{piece.heading} {piece.label} {lead} {said}"
    tags = frozenset(name for name, pattern in words.TAGS.items() if pattern.search(around))
    tags = (tags - {"result", "weak"}) | cues(text, number, piece, last)
    if text[piece.start - 1 : piece.start] == "(":
        tags |= {"aside"}
    if {"gpu", "node"} & number.powers.keys():
        tags |= {"of-one"}
    if piece.place.column >= 0 and is_money_column(piece.heading):
        tags |= {"column"}
    gpu = _nearest(number, piece, models)
    return Figure(
        index=index,
        text=shown,
        amount=number.amount,
        units=_units(number, text, piece, tags),
        step=number.step,
        place=piece.place,
        at=number.start,
        end=number.end,
        loose=number.loose,
        bound=number.bound,
        high=number.high,
        scaled=number.scaled,
        tags=tags,
        gpu=gpu,
    )


def _half(index: int, shown: str, at: int, piece: Piece) -> Figure:
    """ "Half the price", 腰斩: fifty percent off, roughly."""
    fifty, tags = Decimal(50), frozenset({"saving", "half"})
    return Figure(index, shown, fifty, (unit(percent=1),), Decimal(5), piece.place, at, at, loose=True, tags=tags)


def _nearest(number: Written, piece: Piece, models: list[Model]) -> str:
    """The model named nearest to a number in its clause, or before the colon that leads to it."""
    begin = piece.start - len(piece.lead) - 1 if piece.lead else piece.start
    here = [model for model in models if begin <= model[0] < piece.end]
    near = min(here, key=lambda model: max(model[0] - number.end, number.start - model[1]), default=None)
    return near[2] if near else ""


def _units(number: Written, text: str, piece: Piece, tags: frozenset[str]) -> tuple[Unit, ...]:
    """What a number may be, the likeliest first."""
    powers = dict(number.powers)
    if not powers and (currency := currency_of_column(piece)):
        return (unit(**{currency: 1}),)
    if not powers:
        return (PLAIN, unit(node=1), unit(gpu=1))
    if not number.currency:
        each = (
            tuple(unit(**powers, **{thing: -1}) for thing in ("node", "gpu")) if powers in ({"kW": 1}, {"W": 1}) else ()
        )
        return (unit(**powers), *each, *number.others)
    if len(powers) == 1 and number.amount < _SMALL_PRICE and _PRICED.search(text[piece.start : number.start]):
        return (unit(**powers), *(unit(**powers, **{thing: -1, "hour": -1}) for thing in ("gpu", "node")))
    if len(powers) == 1:
        return _amount_units(number.currency, _period_before(text, piece, number))
    period = next((name for name in powers if name in LENGTHS and powers[name] < 0), "")
    if len(powers) == 2 and period:
        return _rate_units(powers, _thing_before(text, piece, number))
    return (unit(**powers),)


_SMALL_PRICE = 1000
_PRICED = re.compile(r"(?:\bat|@|单价|charges?|按)\s*(?:us\$|[$€£¥])?\s*$")


def _period_before(text: str, piece: Piece, number: Written) -> str:
    """月费12.8万, 单月成本 320,000: an amount for each of what its words say."""
    lead = piece.lead if not text[piece.start : number.start].strip() else ""
    near = f"{piece.heading} {lead} {text[max(piece.start, number.start - 24) : number.start]}"
    return next((name[4:] for name in ("per-month", "per-year", "per-hour") if words.TAGS[name].search(near)), "")


def _amount_units(currency: str, period: str) -> tuple[Unit, ...]:
    whole = unit(**{currency: 1})
    if not period:
        return (whole,)
    each = unit(**{currency: 1, period: -1})
    return (each, unit(**{currency: 1, period: -1, "node": -1}), whole)


def _rate_units(powers: dict[str, int], thing: str) -> tuple[Unit, ...]:
    """A price of a month or an hour, of what stands before it; of anything where nothing does."""
    per_node, per_gpu = unit(**powers, node=-1), unit(**powers, gpu=-1)
    bare = unit(**powers)
    if thing == "node":
        return (per_node, bare)
    return (per_gpu, bare) if thing == "gpu" else (bare, per_node, per_gpu)


_BEHIND_SUM = re.compile(r"^.*(?:[*@+]|(?<![a-z])x(?![a-z])).*(?:=|\bis\b|comes? to)(?=[^=]*$)")
"""Up to the sign behind a sum: what it comes to is that of all that was multiplied, and of no GPU or node."""
_FEW_GPUS = re.compile(r"(?<!\d)(?:4|8|16)\s*(?:x|\*|卡|张|-?gpus?)\s*(?:nvidia )?#")


def _thing_before(text: str, piece: Piece, number: Written) -> str:
    """The last of "node" and "GPU" that is named before a price in its clause."""
    said = _BEHIND_SUM.sub("", text[piece.start : number.start])
    before = f"{piece.heading} {piece.label} {said}".replace("\0", "#")
    if (gpus_ := list(_FEW_GPUS.finditer(before))) and not words.NODE_WORD.search(before, gpus_[-1].start()):
        return ""  # 8x H100 at $24/h: of the eight, or of each
    nodes, gpus = list(words.NODE_WORD.finditer(before)), list(words.GPU_WORD.finditer(before))
    if not nodes and not gpus:
        return ""
    return "node" if nodes and (not gpus or nodes[-1].end() >= gpus[-1].end()) else "gpu"
