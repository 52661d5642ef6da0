"""Which figures may be what another is made of: those of its sentence or row, of its section, of the whole text."""

from collections.abc import Iterator, Mapping, Sequence

from pricing.claims import relations
from pricing.claims.derivation import Derivation, is_rate
from pricing.claims.figure import Figure
from pricing.claims.findings import Finding, Need, Verdict
from pricing.claims.formula import Formula, Taken
from pricing.claims.products import at_compared, lengths, products, row_products
from pricing.claims.shares import discounted, is_share, of_another, with_shares
from pricing.claims.units import dimension, is_length, unit

_NEAR_LINES = 3
_MOST_WAYS = 24


def _may_apply(share: Figure, result: Figure) -> bool:
    """Whether a share was said before a result, or in its clause."""
    return share.index < result.index or share.place.clause == result.place.clause


def _reach(way: Formula) -> tuple[int, int]:
    """How far the counts of a product stand from its price, those behind it further; more factors first."""
    price, *rest = (taken.figure.index for taken in way.inputs)
    return (-min(len(rest), 2), sum(price - at if at < price else (at - price) * 4 for at in rest))


def _is_list_of_one_price(result: Figure, before: Sequence[Figure]) -> bool:
    """Whether the lines before a result, and its own, hold one price, and no count or length twice."""
    prices = [one for one in before if one.currency and one.index != result.index]
    counts = [dimension(one.unit) for one in before if one.unit and not one.currency]
    return len(prices) == 1 and prices[0].is_price and len(counts) == len(set(counts))


class Candidates(Derivation):
    """The figures of a text, and what has been found of them so far."""

    def __init__(self, figures: tuple[Figure, ...], found: Mapping[int, Finding]) -> None:
        super().__init__(figures)
        self.found = found

    def scopes(self, figure: Figure) -> Iterator[tuple[list[Figure], bool, bool]]:
        """Figures to try, from near to far, whether a mismatch with them is an error, and whether quotients count."""
        place = figure.place
        strong = bool({"result", "total"} & figure.tags) or place.column >= 0
        yield self.sentence(figure), True, True
        if place.row >= 0:
            return
        line = [one for one in self.figures if one.place.line == place.line]
        yield line, strong and ("total" not in figure.tags or len(self.parts(figure)) < 2), True
        before = [one for one in self.section(figure) if 0 <= place.line - one.place.line <= _NEAR_LINES]
        written_off = self.is_written_off(figure)
        sums = {one.amount for one in before if one.is_total and one.index < figure.index}
        alone = "total" in figure.tags and len(self.parts(figure)) < 2
        listed = strong and _is_list_of_one_price(figure, before)
        yield before, alone or listed or (written_off and len(sums) == 1), written_off
        yield self.section(figure), False, False

    def products(self, figure: Figure, scope: Sequence[Figure], divided: bool = True) -> list[Formula]:
        """Products for a figure, with the percentages of its sentence as they are and taken off or put on."""
        usable = [one for one in scope if not {"stretch", "trial"} & one.tags]
        rows = row_products(figure, scope) if figure.place.row > 0 else []
        plain = products(figure, usable, self.found, divided)[:_MOST_WAYS]
        shares = [
            more for way in plain[:3] for more in with_shares(way, [one for one in scope if _may_apply(one, figure)])
        ]
        bare = [way for way in shares if way.inputs[0].figure.currency and not way.inputs[-1].unit]
        first = [way for way in shares if way not in bare]
        ways, own = [*rows, *first, *plain, *bare, *at_compared(plain[:4], scope)], self.measured(figure)
        return [way for way in ways if own in (taken.figure for taken in way.inputs)] if own else ways

    def shares_of(self, figure: Figure, scope: Sequence[Figure]) -> list[Formula]:
        """A share of another amount: 8% of what was paid, the yearly price less a discount."""
        return of_another(figure, scope)

    def discounted(self, figure: Figure) -> list[Formula]:
        """What an amount comes to less a discount, where both stand right before a result: 100万打七折是60万."""
        pair = self.figures[max(0, figure.index - 2) : figure.index]
        said = {"result", "weak"} & figure.tags and all(one.place.clause == figure.place.clause for one in pair)
        return discounted(figure, pair) if said and figure.is_total else []

    def nearby(self, figure: Figure) -> list[Figure]:
        """The figures of its section and the one before."""
        return [one for one in self.figures if 0 <= figure.place.section - one.place.section <= 1]

    def around(self, figure: Figure) -> list[Figure]:
        """All figures of the text."""
        return [one for one in self.figures if one.index != figure.index]

    def section(self, figure: Figure) -> list[Figure]:
        """The figures of its section."""
        return [one for one in self.figures if one.place.section == figure.place.section]

    def parts(self, figure: Figure) -> list[Taken]:
        """The amounts that a total is the sum of: those of its section or column before it, each once."""
        place = figure.place
        if place.row >= 0:
            pool = [
                one
                for one in self.section(figure)
                if one.place.column == place.column and 0 < one.place.row < place.row
            ]
            return [Taken(one, one.unit) for one in pool if one.currency == figure.currency]
        pool = [one for one in self.section(figure) if one.place.row < 0 and one.index < figure.index]
        if not self._amounts(figure, pool):
            pool = self._listed_behind(figure)
        return self._amounts(figure, pool)

    def _listed_behind(self, figure: Figure) -> list[Figure]:
        """What a total is said to be of behind it: behind the colon that ends its clause, else in the lines below."""
        behind = [one for one in self.section(figure) if one.place.row < 0 and one.index > figure.index]
        listed = [one for one in behind if one.place.sentence == figure.place.sentence]
        listed = [one for one in listed if one.place.clause != figure.place.clause]
        if listed and "behind-colon" in listed[0].tags:
            return listed
        return [one for one in behind if one.place.line > figure.place.line]

    def _amounts(self, figure: Figure, pool: Sequence[Figure]) -> list[Taken]:
        consumed = self._consumed(figure)
        kept: list[Taken] = []
        for one in pool:
            as_unit = self._as_part(one, figure)
            if as_unit is None or one.amount <= 0 or one.index in consumed or self._same_amount(one, figure):
                continue
            if not any(self._same_amount(one, other.figure) for other in kept):
                kept.append(Taken(one, as_unit))
        return kept

    def _as_part(self, one: Figure, total: Figure) -> tuple[tuple[str, int], ...] | None:
        """An amount as part of a total: of the same kind; for a total of a month, also a sum paid in it."""
        if one.currency != total.currency or one.high is not None or {"trial", "aside"} & one.tags:
            return None
        if one.is_total:
            return total.unit
        things = {name for name, _ in total.unit if name in ("gpu", "node")}
        for each in total.units:
            alike = dimension(each) == dimension(one.unit) and {n for n, _ in each if n in ("gpu", "node")} == things
            if alike and not total.is_total:
                return total.unit
        return None

    def _consumed(self, total: Figure) -> set[int]:
        """Amounts that other stated amounts of the text are made of."""
        return {
            taken.figure.index
            for index, finding in self.found.items()
            if finding.formula
            and index != total.index
            and self.figures[index].currency
            and not is_share(finding.formula)
            for taken in finding.formula.inputs
        }

    def implied(self, figure: Figure, parts: Sequence[Taken]) -> list[Formula]:
        """Products of a price and a quantity whose result is not stated, as parts of a total."""
        found = []
        used = self._consumed(figure) | {taken.figure.index for taken in parts}
        for price in self.section(figure):
            if price.index > figure.index or price.index in used or not price.is_price or price.place.row >= 0:
                continue
            if price.currency != figure.currency:
                continue
            ways: list[Formula] = []
            for lines in ((price.place.line,), (price.place.line, figure.place.line)):
                scope = [one for one in self.figures if one.place.line in lines and not one.is_total]
                found_ = products(figure, scope)
                ways = ways or [way for way in found_ if way.inputs[0].figure.index == price.index]
            if ways:
                found.append(min(ways[:_MOST_WAYS], key=_reach))
        return found

    def egress(self, figure: Figure) -> list[Formula]:
        """Data times its price anywhere in the text; for the length of a run where the data is that of a period."""
        prices = [one for one in self.figures if one.currency == figure.currency and ("GB", -1) in dimension(one.unit)]
        found: list[Formula] = []
        for price in prices:
            line = [one for one in self.figures if one.place.sentence == price.place.sentence]
            costs = [way for way in products(figure, line) if way.inputs[0].figure.index == price.index]
            if not costs:
                costs = products(
                    figure, [price, *line, *(o for o in self.section(price) if ("GB", 1) in dimension(o.unit))]
                )
            for cost in costs[:1]:
                found += [*self._for_run(figure, cost, line), cost]
        return found

    def _for_run(self, figure: Figure, cost: Formula, line: Sequence[Figure]) -> list[Formula]:
        periods = lengths(line)
        heads = lengths(one for one in self.section(figure) if one.place.row == 0 and figure.place.row > 0)
        nodes = [one for one in self.sentence(figure) if ("node", 1) in one.unit]
        if not (periods and heads):
            return []
        ways = [relations.rescaled(figure, cost, heads[0], periods[0], None)]
        if nodes:
            ways.append(relations.rescaled(figure, cost, heads[0], periods[0], nodes[0]))
        return ways

    def same(self, figure: Figure) -> list[Figure]:
        """Figures that state the same amount of the same kind."""
        return [one for one in self.figures if one.index != figure.index and self._same_amount(one, figure)]

    def _same_amount(self, one: Figure, other: Figure) -> bool:
        if one.amount != other.amount:
            return False
        kind = one.currency if one.currency else dimension(one.unit)
        return bool(kind) and kind == (other.currency or dimension(other.unit))

    def repeats(self, one: Figure, other: Figure) -> bool:
        """Whether two figures state one quantity twice, and not the same of two things."""
        same = self._same_amount(one, other) and bool(one.currency)
        return same and (one.place.row < 0 or other.place.row < 0)

    def told_of(self, finding: Finding) -> Finding:
        """What can be said of a figure: of a total that its parts do not give, with amounts of other currencies before
        it, only that it cannot be checked, for parts of different currencies are never added."""
        if finding.verdict in (Verdict.HOLDS, Verdict.OPEN) and finding.need is not Need.PARTS:
            return finding
        return self.uncheckable(finding.figure) or finding

    def uncheckable(self, figure: Figure) -> Finding | None:
        """The finding on a total with amounts of another currency before it; None for any other."""
        mixed = "total" in figure.tags and any(self._is_of_other_currency(one, figure) for one in self.section(figure))
        return Finding(figure, Verdict.OPEN, need=Need.CURRENCY) if mixed else None

    def _is_of_other_currency(self, one: Figure, total: Figure) -> bool:
        """Whether an amount is one that would be part of a total, were it of its currency; not the same said twice."""
        if not (one.is_total or is_rate(one.unit)) or one.currency == total.currency or one.index > total.index:
            return False
        same_column = one.place.row > 0 and one.place.column == total.place.column
        return (one.place.row < 0 or same_column) and not {"restated", "aside", "trial", "versus"} & one.tags

    def need(self, figure: Figure) -> Need:
        """What would have to be stated to check it."""
        near = [*self.sentence(figure), *self.section(figure)]
        priced = any(
            one.is_price and not {"result", "weak"} & one.tags and one.currency == figure.currency for one in near
        )
        if not priced:
            return Need.PARTS
        if not any(is_length(one.unit) for one in near):
            return Need.LENGTH
        counted = any(one.unit in (unit(gpu=1), unit(node=1)) for one in near)
        return Need.PARTS if counted else Need.COUNT
