"""Amounts as people write them, exact. What may mean two things is refused, unless its column settles it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from pricing.base import MAX_WHOLE_DIGITS
from pricing.catalog import Tax
from pricing.imports import currencies, taxes
from pricing.imports.unit_words import ONE, SCALES, WrittenUnit, written_unit
from pricing.imports.written import plain
from pricing.units import PricingUnit, TimeUnit


class NotANumber(ValueError):
    """A cell that holds no amount. `reason`: `refusal.<reason>` in the word files; `values` hold the `text` at least.

    Reasons: `not-a-number`, `ambiguous-number`, `not-finite`, `scientific`, `percent`, `negative`, `too-large` (most),
    `range` (low, high), `approximate`, `two-currencies`, `unit-unknown` (unit), `not-available`, `on-request`,
    `free-word`, `sold-out`.
    """

    def __init__(self, reason: str, **values: str) -> None:
        super().__init__(f"{reason} {values}")
        self.reason, self.values = reason, values


class Style(StrEnum):
    """Which sign a column puts before the fraction. MIXED: both, so that `1,024` and `3.350` there mean nothing."""

    UNKNOWN = "unknown"
    POINT = "point"
    COMMA = "comma"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount and what its cell says about it. `value` None: the cell is blank, which is never zero.

    `unit` None: not said, or only the `time` it is for (`/hr`). `per`: how many requests the amount is for; else 1.
    `least`: a "from" price, what is paid is this or more.
    """

    value: Decimal | None = None
    currency: str = ""
    unit: PricingUnit | None = None
    time: TimeUnit | None = None
    per: Decimal = ONE
    tax: Tax = Tax.UNKNOWN
    least: bool = False


BLANK = Amount()
MAX_LENGTH = 80
"""Characters. What is longer is no amount, and would keep the patterns busy."""


def _all(reason: str, *words: str) -> dict[str, str]:
    return dict.fromkeys(words, reason)


_ABSENT = {
    **_all(
        "not-available", "n/a", "na", "n.a.", "-", "--", "—", "——", "–", "/", "none", "null", "nil", "?", "tbd", "tba"
    ),
    **_all("not-available", "tbd", "tba", "not available", "unavailable", "无", "暂无", "不支持", "未知", "待定"),
    **_all(
        "on-request", "contact sales", "contact us", "contact", "call", "on request", "upon request", "custom", "ask"
    ),
    **_all("on-request", "custom", "ask", "price on request", "poa", "por", "talk to sales", "request a quote"),
    **_all("on-request", "面议", "询价", "咨询", "咨询客服", "联系销售", "联系客服", "电询"),
    **_all("free-word", "free", "gratis", "complimentary", "included", "免费", "赠送"),
    **_all("sold-out", "sold out", "out of stock", "waitlist", "售罄", "已售罄", "缺货", "无货"),
}
_PLAIN_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]{1,2}|\.[0-9]{4,})?|0\.[0-9]+")
_NUMBER = re.compile(
    r"(?P<space>[0-9]{1,3}(?:[ '][0-9]{3})+)(?:[.,](?P<after>[0-9]+))?"
    r"|(?P<point>[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]+|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?)"
    r"|(?P<comma>[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+)"
    r"|(?P<points>[0-9]{1,3}(?:\.[0-9]{3}){2,})|(?P<commas>[0-9]{1,3}(?:,[0-9]{3}){2,})"
    r"|(?P<either>[1-9][0-9]{0,2}[.,][0-9]{3})"
    r"|(?P<short>[0-9]*[.,][0-9]+)|(?P<whole>[0-9]+)"
)
_FROM = re.compile(r"^(?:from|starting (?:at|from)|starts (?:at|from)|as low as|低至|最低)\s*:?\s*|\s*(?:起步|起|\+)$")
_SCIENTIFIC = re.compile(r"[0-9]\s?e[+\-]?[0-9]")
_ENDLESS = re.compile(r"[+\-]?\s?(?:s?nan|inf|infinity|∞)(?![a-z])")
_APPROXIMATE = re.compile(r"^(?:~|≈|约|大约|ca\.?(?![a-z$])|approx\.?|about|around)|左右|上下$")
_RANGE = re.compile(
    rf"^(?P<low>.*[0-9].*?)\s*(?:[-–—~〜至到]+|\bto\b|\band\b)\s*(?P<high>(?:{currencies.PATTERN})?\s*[0-9].*)$"
)
_HEAD = re.compile(
    rf"^(?P<minus>-)?\s*(?P<before>{currencies.PATTERN})?\s*(?P<minus2>-)?\s*(?P<number>[0-9., ']*[0-9])\s*"
    rf"(?P<scale>百万|千万|万|亿|千|k(?![a-z]))?\s*(?P<after>{currencies.PATTERN})?(?P<rest>.*)$"
)


def amount(text: str, style: Style = Style.UNKNOWN, known: str = "") -> Amount:
    """The amount in a cell, with the currency, unit and tax it names. `style`: of its column.

    `known`: the currency that the row names elsewhere, which settles what `$` and `¥` mean; it is not added.

    Raises:
        NotANumber: with a reason code.
    """
    if _PLAIN_NUMBER.fullmatch(text) and len(text) <= MAX_WHOLE_DIGITS:
        return Amount(Decimal(text))
    small = plain(text).casefold()
    if not small:
        return BLANK
    if len(small) > MAX_LENGTH:
        raise NotANumber("not-a-number", text=text.strip()[:MAX_LENGTH])
    _refuse_words(text, small)
    tax, small = taxes.without_tax(small)
    least = bool(_FROM.search(small))
    small = _FROM.sub("", small).strip()
    _refuse_forms(text, small, style)
    return _read(text, small, (style, known), tax, least)


def _refuse_words(text: str, small: str) -> None:
    if small in _ABSENT:
        raise NotANumber(_ABSENT[small], text=text.strip())
    if _ENDLESS.match(small):
        raise NotANumber("not-finite", text=text.strip())
    if _APPROXIMATE.search(small):
        raise NotANumber("approximate", text=text.strip())


def _refuse_forms(text: str, small: str, style: Style) -> None:
    if "%" in small:
        raise NotANumber("percent", text=text.strip())
    if _SCIENTIFIC.search(small):
        raise NotANumber("scientific", text=text.strip())
    if ends := _RANGE.match(small):
        try:
            low, high = amount(ends["low"], style), amount(ends["high"], style)
        except NotANumber:
            return  # no range of two amounts: refused for what it is
        if low.value is not None and high.value is not None:
            raise NotANumber("range", text=text.strip(), low=f"{low.value:f}", high=f"{high.value:f}")


def _read(text: str, small: str, told: tuple[Style, str], tax: Tax, least: bool) -> Amount:
    head = _HEAD.match(small)
    if not head:
        raise NotANumber("not-a-number", text=text.strip())
    if head["minus"] or head["minus2"]:
        raise NotANumber("negative", text=text.strip())
    value = _scaled(text, number(head["number"], told[0]), SCALES.get(head["scale"] or "", 0))
    unit = _unit(text, head["rest"])
    signs = [sign for sign in (head["before"], head["after"], unit.sign) if sign]
    try:
        currency = currencies.currency_of(*signs, told[1]) if signs else ""
    except ValueError:
        raise NotANumber("two-currencies", text=text.strip()) from None
    return Amount(value, currency, unit.unit, unit.time, unit.per, tax, least)


def _unit(text: str, rest: str) -> WrittenUnit:
    """What stands behind the amount: a unit, perhaps after a currency (`2.95 $ USD/GPU/hr`)."""
    try:
        unit = written_unit(rest)
    except ValueError:
        unit = WrittenUnit(scale=1)
    if unit.scale:
        raise NotANumber("unit-unknown", text=text.strip(), unit=rest.strip())
    return unit


def _scaled(text: str, value: Decimal, power: int) -> Decimal:
    """`value` times a power of ten, in plain digits: 1.2 with 4 is 12000."""
    scaled = Decimal(f"{value.scaleb(power):f}") if power else value
    if scaled.adjusted() >= MAX_WHOLE_DIGITS:
        raise NotANumber("too-large", text=text.strip(), most=str(MAX_WHOLE_DIGITS))
    return scaled


def number(text: str, style: Style = Style.UNKNOWN) -> Decimal:
    """A number alone, with or without groups of digits. Raises NotANumber."""
    found = _NUMBER.fullmatch(plain(text)) if len(text) <= MAX_LENGTH else None
    if not found:
        raise NotANumber("not-a-number", text=text.strip()[:MAX_LENGTH])
    if found["either"] and style is Style.MIXED:
        raise NotANumber("ambiguous-number", text=text.strip())
    return _scaled(text, Decimal(_digits(found, style)), 0)


def _digits(found: re.Match[str], style: Style) -> str:
    written = found[0]
    match found.lastgroup:
        case "space" | "after":
            return re.sub(r"[ ']", "", written).replace(",", ".")
        case "point" | "commas":
            return written.replace(",", "")
        case "comma":
            return written.replace(".", "").replace(",", ".")
        case "points":
            return written.replace(".", "")
        case "either" if style is Style.COMMA:
            return written.replace(".", "").replace(",", ".")
        case "either":
            return written.replace(",", "")
    return written.replace(",", ".")


def decimal_style(cells: Iterable[str]) -> Style:
    """Which sign a column puts before the fraction, by those of its cells that can be read in one way only."""
    seen = {style for cell in cells if (style := _shown(cell))}
    if len(seen) == 2:
        return Style.MIXED
    return seen.pop() if seen else Style.UNKNOWN


def _shown(cell: str) -> Style | None:
    """The style one cell proves, if it does."""
    if _PLAIN_NUMBER.fullmatch(cell):
        return Style.POINT if "." in cell else None
    if len(cell) > MAX_LENGTH or ("," not in cell and "." not in cell and "，" not in cell):
        return None
    for written in re.findall(r"[0-9][0-9., ']*[0-9]", plain(cell)):
        found = _NUMBER.fullmatch(written.strip())
        match found and found.lastgroup:
            case "point" | "commas":
                return Style.POINT
            case "comma" | "points":
                return Style.COMMA
            case "short" | "after":
                return Style.COMMA if "," in written else Style.POINT
    return None
