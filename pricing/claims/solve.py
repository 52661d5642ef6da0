"""Checks every derived figure of a text: finds what it is made of among the other figures, and what that gives."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from pricing.claims import relations, written
from pricing.claims.additions import additions, share_before
from pricing.claims.candidates import Candidates
from pricing.claims.figure import Figure
from pricing.claims.findings import Finding, Need, Verdict
from pricing.claims.formula import Formula, Kind, Match, Outcome, check, match
from pricing.claims.lifetime import running_costs
from pricing.claims.units import USUAL, dimension, is_length, unit
from pricing.claims.unstated import unstated

_PERCENT, _FOLD = unit(percent=1), unit(fold=1)
_SMALL = Decimal("0.001")


def findings(figures: Sequence[Figure], links: Sequence[str]) -> tuple[Finding, ...]:
    """The findings on all figures that are derived from others, in the order of the text, each figure once."""
    return _Solver(tuple(figures), tuple(links)).solve()


class _Solver:
    def __init__(self, figures: tuple[Figure, ...], links: tuple[str, ...]) -> None:
        self.figures, self.links = figures, links
        self.found: dict[int, Finding] = {}
        self.better: dict[int, Decimal] = {}
        self.doubts: dict[int, Decimal] = {}

    def solve(self) -> tuple[Finding, ...]:
        self._written()
        choices = Candidates(self.figures, self.found)
        given = {taken.figure.index for one in self.found.values() if one.formula for taken in one.formula.inputs}
        for figure in self.figures:
            if figure.index not in self.found and figure.index not in given and (one := self._finding(figure, choices)):
                self._keep(choices.told_of(one))
        for figure in self.figures:  # sums of what is known by now
            if figure.index not in self.found and "total" in figure.tags and figure.currency:
                total = self._sum(figure, choices)
                self._keep(choices.told_of(total) if total else choices.uncheckable(figure))
        self._spread_corrections(choices)
        return self._once(choices)

    def _keep(self, finding: Finding | None) -> None:
        if finding is None:
            return
        self.found[finding.figure.index] = finding
        if finding.verdict is Verdict.HOLDS and finding.value is not None and finding.convention is USUAL:
            self.better[finding.figure.index] = finding.value
            if finding.formula:
                self.doubts[finding.figure.index] = finding.formula.spread(USUAL, self.doubts)

    def _written(self) -> None:
        for line in written.lines(self.figures, self.links):
            if line.result.index in self.found or line.result.unit in (_FOLD,):
                continue
            if written.mixes_currencies(line):
                self._keep(Finding(line.result, Verdict.OPEN, need=Need.CURRENCY))
                continue
            ways = written.formulas(line)
            if ways:
                found = self._best(line.result, ways)
                self._keep(self._of_wrong_thing(line, found) or found)

    def _of_wrong_thing(self, line: written.Line, found: Finding | None) -> Finding | None:
        """A sum that holds only because the price of a node was taken for that of a GPU, or the other way round."""
        if found is None or found.verdict is not Verdict.HOLDS or found.formula is None:
            return None
        sizes = [one for one in self.figures if ("gpu", 1) in one.unit and ("node", -1) in one.unit]
        right = written.with_node_size(line, sizes)
        value = right.value({}, USUAL) if right else None
        if right is None or value is None:
            return None
        return replace(found, verdict=Verdict.WRONG, formula=right, value=value, match=Match.NONE, convention=None)

    def _best(self, figure: Figure, ways: Sequence[Formula], sure: bool = True) -> Finding | None:
        """The first way that gives the stated figure; where none does, the first of all, if it is sure."""
        outcomes = [one for way in ways if (one := check(figure, way, self.better, self.doubts))]
        if not outcomes:
            return None
        usual = next((one for one in outcomes if one.convention is USUAL), None)
        right = usual or next((one for one in outcomes if one.match is not Match.NONE), None)
        if right is not None:
            return _finding_of(figure, Verdict.HOLDS, right)
        if not sure:
            return None
        others = tuple((one.formula, one.value) for one in outcomes[1:] if not one.formula.raw)
        return replace(_finding_of(figure, Verdict.WRONG, outcomes[0]), others=others[:2])

    def _finding(self, figure: Figure, choices: Candidates) -> Finding | None:
        if figure.unit == _PERCENT or (figure.unit == _FOLD and {"saving", "dearer"} & figure.tags):
            return self._percent(figure, choices)
        if is_length(figure.unit) and "stretch" in figure.tags:
            return self._stretch(figure, choices)
        if "gain" in figure.tags and figure.is_total:
            gaps = relations.differences(figure, choices.sentence(figure))
            if gaps and (one := self._best(figure, gaps, sure=len(gaps) == 1)):
                return one
        if not choices.is_derived(figure):
            return None
        found = None
        tried: list[list[Figure]] = []
        for scope, sure, divided in choices.scopes(figure):
            if scope in tried:
                continue
            tried.append(scope)
            ways = choices.products(figure, scope, divided)
            one = self._best(figure, ways, sure) or None
            if (one is None or one.verdict is not Verdict.HOLDS) and figure.currency:
                plain = choices.discounted(figure)
                one = self._best(figure, [*plain, *choices.shares_of(figure, scope)], sure=bool(plain)) or one
            if one and one.verdict is Verdict.HOLDS:
                return one if one.convention is USUAL else self._usual_sum(figure, choices) or one
            found = found or one
        if (share := share_before(figure, self.figures)) and (found is None or found.verdict is not Verdict.HOLDS):
            found = self._best(figure, additions(figure, share, choices.section(figure), self.figures)) or found
        if "total" in figure.tags and figure.currency:
            total = self._sum(figure, choices)
            if total and (
                found is None
                or total.verdict is Verdict.HOLDS
                or len(choices.parts(figure)) > 1
                or total.is_longer(found)
            ):
                behind = any(taken.figure.index > figure.index for taken in choices.parts(figure))
                return None if behind else total  # a heading is looked at when its parts have been
        if found is None and "egress" in figure.tags and figure.currency:
            found = self._best(figure, choices.egress(figure))
        return found or self._open(figure, choices)

    def _usual_sum(self, figure: Figure, choices: Candidates) -> Finding | None:
        """A total as the sum of its parts, where it is one as months are usually counted: no other month is needed."""
        total = self._sum(figure, choices) if "total" in figure.tags and figure.currency else None
        return total if total and total.verdict is Verdict.HOLDS and total.convention is USUAL else None

    def _open(self, figure: Figure, choices: Candidates) -> Finding | None:
        """A derived figure whose parts are not stated; a figure of a total may yet be the sum of others."""
        if "total" in figure.tags and figure.currency and choices.parts(figure):
            return None
        if "total" not in figure.tags or not figure.is_total or figure.place.row >= 0:
            return None
        return Finding(figure, Verdict.OPEN, need=choices.need(figure))

    def _sum(self, figure: Figure, choices: Candidates) -> Finding | None:
        parts = choices.parts(figure)
        implied = choices.implied(figure, parts)
        ways = [relations.total_of(figure, parts)] if len(parts) >= 2 else []
        if implied and len(parts) + len(implied) >= 2:
            whole = relations.total_of(figure, parts, implied)
            small = all(("request", -1) in way.inputs[0].unit for way in implied)
            ways.insert(0 if small else len(ways), whole)
        running = running_costs(figure, choices.sentence(figure), choices.section(figure))
        if running and len(parts) + len(running) >= 2:
            ways.insert(0, relations.total_of(figure, parts, running))
        return self._best(figure, ways) if ways else None

    def _percent(self, figure: Figure, choices: Candidates) -> Finding | None:
        near = choices.sentence(figure)
        if "loss" in figure.tags or ("applies" in figure.tags and "versus" not in figure.tags):
            return None
        if {"saving", "dearer", "half"} & figure.tags:
            ways = relations.savings(figure, near)
            found = self._best(figure, ways)
            if found is None or found.verdict is not Verdict.HOLDS:
                wider = relations.savings(figure, choices.nearby(figure))
                priced = [one for one in wider if one.inputs[0].figure.is_price]
                found = self._best(figure, wider, sure=False) or found or self._best(figure, priced, len(priced) == 1)
            if found is None and "half" not in figure.tags:
                return Finding(figure, Verdict.OPEN, need=Need.BASE)
            return found
        if "share" in figure.tags:
            return self._best(figure, relations.shares(figure, near))
        return None

    def _stretch(self, figure: Figure, choices: Candidates) -> Finding | None:
        loss = next((f for f in choices.sentence(figure) if f.unit == _PERCENT and "loss" in f.tags), None)
        if loss is None or not 0 < loss.amount < 100:
            return None
        ways = relations.stretches(figure, loss, choices.around(figure))
        ways.sort(key=lambda way: abs((way.value({}, USUAL) or 0) - figure.amount))  # the kindest reading first
        return self._best(figure, ways)

    def _spread_corrections(self, choices: Candidates) -> None:
        """Give every figure its right value from right parts; those that were right from wrong ones follow."""
        amounts = dict(self.better)
        causes: dict[int, Figure] = {}
        for index, finding in sorted(self.found.items(), key=lambda item: item[1].order):
            if finding.formula is None:
                continue
            for taken in finding.formula.inputs:
                self._carry(taken.figure, amounts, causes, choices)
            value = finding.formula.value(amounts, USUAL)
            used = tuple(
                (t.figure.index, amounts[t.figure.index]) for t in finding.formula.inputs if t.figure.index in amounts
            )
            wrong = [t.figure for t in finding.formula.inputs if t.figure.index in causes]
            if value is None:
                continue
            if finding.verdict is Verdict.WRONG and wrong and match(finding.figure, value) is not Match.NONE:
                cause = causes[wrong[0].index]  # right, though a part of it is stated wrong
                self.found[index] = replace(finding, verdict=Verdict.HOLDS, right=value, used=used, cause=cause)
            elif finding.verdict is Verdict.WRONG:
                amounts[index], causes[index] = value, finding.figure
                self.found[index] = replace(
                    finding, right=value, used=used, cause=causes[wrong[0].index] if wrong else None
                )
            elif finding.verdict is Verdict.HOLDS and not wrong:
                self.found[index] = replace(finding, right=value)
            elif wrong and match(finding.figure, value) is Match.NONE:
                amounts[index], causes[index] = value, finding.figure
                cause = causes[wrong[0].index]
                self.found[index] = replace(finding, verdict=Verdict.FOLLOWS, right=value, used=used, cause=cause)

    def _carry(
        self, figure: Figure, amounts: dict[int, Decimal], causes: dict[int, Figure], choices: Candidates
    ) -> None:
        """A figure that repeats a corrected one is corrected with it."""
        if figure.index in amounts or figure.index in self.found:
            return
        for other in choices.same(figure):
            if other.index in causes:
                amounts[figure.index], causes[figure.index] = amounts[other.index], causes[other.index]

    def _once(self, choices: Candidates) -> tuple[Finding, ...]:
        """Each quantity once: where it is stated again, the first finding that tells most stands for all."""
        kept: list[Finding] = []
        for finding in sorted(self.found.values(), key=lambda one: one.figure.index):
            twin = next((k for k in kept if choices.repeats(k.figure, finding.figure)), None)
            if twin is None:
                kept.append(finding)
            elif finding.weight > twin.weight:
                kept[kept.index(twin)] = finding
        return tuple(sorted((*kept, *unstated(self.figures, self.found)), key=lambda one: one.figure.index))


def _finding_of(figure: Figure, verdict: Verdict, outcome: Outcome) -> Finding:
    return Finding(
        figure, verdict, outcome.formula, value=outcome.value, match=outcome.match, convention=outcome.convention
    )


__all__ = ["Kind", "dimension", "findings"]
