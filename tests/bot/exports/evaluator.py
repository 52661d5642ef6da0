"""Works out the few kinds of formulas the workbook holds, in decimals, from whatever stands in its cells."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

Value = Decimal | str | bool | None
Read = Callable[[str, str], tuple[Value, str]]
"""What stands in a cell of a sheet ("Lines", "E5"): its value, and its formula without "=" if it has one."""

TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+(?:\.\d+)?(?:E[+-]?\d+)?)|(?P<text>"[^"]*")|(?P<name>[A-Z]+(?=\())"""
    r"""|(?P<place>(?:'[^']+'!)?\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?)|(?P<sign><=|>=|<>|[-+*/(),<>=]))"""
)
PLACE = re.compile(r"(?:'([^']+)'!)?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?")


class Evaluator:
    """Works out cells, each once."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._known: dict[tuple[str, str], Value] = {}

    def cell(self, sheet: str, place: str) -> Value:
        """What a cell comes to."""
        key = (sheet, place)
        if key not in self._known:
            value, formula = self._read(sheet, place)
            self._known[key] = _Formula(self, sheet, formula).value() if formula else value
        return self._known[key]

    def span(self, sheet: str, text: str) -> list[Value]:
        """What the cells of one column come to."""
        match = PLACE.fullmatch(text)
        assert match
        other, column, first, last_column, last = match.groups()
        assert last_column in (None, column), "spans of one column only"
        return [self.cell(other or sheet, f"{column}{row}") for row in range(int(first), int(last or first) + 1)]


class _Formula:
    """Recursive descent over comparisons, sums, products and functions. IF works out only the branch it takes."""

    def __init__(self, cells: Evaluator, sheet: str, text: str) -> None:
        self._cells, self._sheet = cells, sheet
        self._tokens = list(_tokens(text))
        self._at = 0

    def value(self) -> Value:
        found = self._comparison()
        assert self._at == len(self._tokens), self._tokens[self._at :]
        return found

    def _peek(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _take(self) -> tuple[str, str]:
        self._at += 1
        return self._tokens[self._at - 1]

    def _comparison(self) -> Value:
        left = self._sum()
        if self._peek() not in ("<", "<=", ">", ">=", "=", "<>"):
            return left
        sign, right = self._take()[1], self._sum()
        assert isinstance(left, Decimal)
        assert isinstance(right, Decimal)
        return {
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
            "=": left == right,
            "<>": left != right,
        }[sign]

    def _sum(self) -> Value:
        found = self._product()
        while self._peek() in ("+", "-"):
            sign, other = self._take()[1], _number(self._product())
            found = _number(found) + (other if sign == "+" else -other)
        return found

    def _product(self) -> Value:
        found = self._atom()
        while self._peek() in ("*", "/"):
            sign, other = self._take()[1], _number(self._atom())
            found = _number(found) * other if sign == "*" else _number(found) / other
        return found

    def _atom(self) -> Value:
        kind, text = self._take()
        match kind:
            case "number":
                return Decimal(text)
            case "text":
                return text[1:-1]
            case "place":
                return self._cells.span(self._sheet, text)[0]
            case "name":
                return self._function(text)
        if text == "-":
            return -_number(self._atom())
        assert text == "(", text
        found = self._comparison()
        assert self._take()[1] == ")"
        return found

    def _function(self, name: str) -> Value:
        texts = self._arguments()
        match name:
            case "IF":
                return self._part(texts[1] if self._part(texts[0]) else texts[2])
            case "ABS":
                return abs(_number(self._part(texts[0])))
            case "SUMSQ":
                spans = [self._cells.span(self._sheet, text) for text in texts]
                return sum((value**2 for span in spans for value in span if isinstance(value, Decimal)), Decimal(0))
            case "SUMIFS":
                columns = [self._cells.span(self._sheet, text) for text in (texts[0], *texts[1::2])]
                wanted = [self._part(text) for text in texts[2::2]]
                rows = zip(*columns, strict=True)
                return sum((_number(row[0]) for row in rows if [*row[1:]] == wanted), Decimal(0))
        raise AssertionError(f"no function {name}")

    def _part(self, text: str) -> Value:
        return _Formula(self._cells, self._sheet, text).value()

    def _arguments(self) -> list[str]:
        """The arguments of a function as text, up to its closing bracket."""
        assert self._take()[1] == "("
        depth, found = 1, [""]
        while depth:
            text = self._take()[1]
            depth += {"(": 1, ")": -1}.get(text, 0)
            if text == "," and depth == 1:
                found.append("")
            elif depth:
                found[-1] += text
        return found


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match, text[at:]
        at = match.end()
        yield match.lastgroup or "", match[match.lastgroup or 0]


def _number(value: Value) -> Decimal:
    """A number; an empty cell counts as nothing, as in a spreadsheet."""
    if value is None:
        return Decimal(0)
    assert isinstance(value, Decimal), value
    return value
