"""The office that keeps the price book: what can be looked up, changed, approved and taken back, by whoever may.

Who may is decided by the caller; here it is only said what a person may see (`contracts`). Everything is asked of the
newest book, so that a change is seen by the next question.
"""

from collections.abc import Callable
from datetime import date, datetime
from functools import lru_cache

from bot.administration import found
from bot.administration.done import Done
from bot.administration.form import NotWanted, Prepared, Problem, Wanted, change_of, entry_of
from bot.administration.found import Found, Line
from pricing.approvals import Proposal
from pricing.audit import NAMES
from pricing.base import changed
from pricing.book import Book, Entry, EntryKind
from pricing.catalog import Offer
from pricing.changes import Action, Aliasing, Change, Impossible, Saved
from pricing.checks.checking import check
from pricing.checks.market import Market
from pricing.checks.numbers import number_findings
from pricing.findings import Candidate, Finding, FindingKind
from pricing.freshness import Aged, Coming, Subjects, coming, stale, undated
from pricing.imports.names import Names
from pricing.ledger import Ledger
from pricing.trail import Recorded

Books = Callable[[date, int | None], Book]


class Office:
    """See the module. `books`: the book on a day, at a version. `now`: the clock, whose zone decides what is today."""

    def __init__(self, ledger: Ledger, books: Books, now: Callable[[], datetime]) -> None:
        self.ledger, self._books, self._now = ledger, books, now
        self._market = lru_cache(maxsize=1)(Market)
        self._lines = lru_cache(maxsize=4)(self._listed)

    def today(self) -> date:
        """The day it is."""
        return self._now().date()

    def book(self, day: date | None = None) -> Book:
        """The newest book, on a day (None: today)."""
        return self._books(day or self.today(), None)

    # looking

    def lines(self) -> tuple[Line, ...]:
        """Everything that has a value today or could have one, contract prices too."""
        return self._lines(self.book())

    def find(self, words: str, contracts: bool, day: date | None = None) -> Found:
        """The prices that all words fit, on a day (None: today)."""
        book = self.book(day)
        return found.find(book, words, self._lines(book), contracts)

    def line(self, subject: str, contracts: bool, kind: EntryKind | None = None) -> Line | None:
        """The one line with this id, if it is there to be seen. `kind`: where ids of several kinds are the same."""
        same = (line for line in self.lines() if line.subject == subject)
        for line in self._visible(tuple(same), contracts):
            if kind in (None, line.kind):
                return line
        return self._unlisted(subject, kind)

    def history(self, line: Line) -> tuple[Recorded, ...]:
        """What was ever done about a line, oldest first."""
        return self.ledger.history(line.kind, line.subject)

    def stale(self, contracts: bool) -> tuple[tuple[Aged, ...], tuple[Aged, ...]]:
        """The offers that are too old, the oldest first, and those of which nobody knows how old they are."""
        book = self.book()
        old, unknown = stale(book), undated(book)
        return self._shown(old, contracts), self._shown(unknown, contracts)

    def coming(self, contracts: bool) -> tuple[Coming, ...]:
        """What will change, by day."""
        book = self.book()
        changes = coming(self.ledger.beginning_after(book.day), book, book.day)
        return tuple(one for one in changes if contracts or not one.may_be_contract)

    def latest(self, most: int, contracts: bool) -> tuple[tuple[Recorded, ...], int]:
        """Those of the newest acts that may be seen, newest first, and how many of them may not."""
        rows = self.ledger.latest(most)
        if contracts:
            return rows, 0
        lines = [line for line in self.lines() if not line.confidential]
        public = {(line.kind.value, line.subject) for line in lines}
        public |= {("offer", line.offer.id) for line in lines if line.offer}
        shown = tuple(row for row in rows if self._is_public(row, public))
        return shown, len(rows) - len(shown)

    def pending(self, contracts: bool) -> tuple[Proposal, ...]:
        """What waits for a second person, oldest first."""
        return tuple(one for one in self.ledger.pending() if contracts or not is_secret(one))

    def is_confidential(self, change: Change) -> bool:
        """Whether a change is about contract prices."""
        if any(offer.is_confidential for offer in change.offers):
            return True
        subjects = {(new.entry.kind, new.entry.subject) for new in change.entries}
        return any(line.confidential for line in self.lines() if (line.kind, line.subject) in subjects)

    # changing

    def prepare(self, wanted: Wanted, actor: str, request: str) -> Prepared:
        """The change that the fields make, with what stands there now and what is doubtful about it.

        Raises:
            NotWanted: with every field that is wrong.
        """
        if wanted.kind is EntryKind.RATE:
            wanted = changed(wanted, subject=wanted.subject.upper())
        line = self.line(wanted.subject, contracts=True, kind=wanted.kind)
        if wanted.offer is not None:
            self._insist_on_names(wanted.offer)
        if line is None and wanted.offer is None:
            raise NotWanted({"subject": Problem("unknown", {"text": wanted.subject})})
        if line is not None and wanted.offer is not None:
            raise NotWanted({"subject": Problem("exists", {"text": wanted.subject})})
        standing = self.ledger.standing(wanted.kind, wanted.subject)
        like = line.entry if line and line.entry else (standing[-1] if standing else None)
        entry, ends = entry_of(wanted, like, actor, self._now())
        before = [one for one in standing if one.effective_from <= entry.effective_from]
        old = before[-1] if before and before[-1].value is not None else None
        if wanted.ends and old is None:
            raise NotWanted({"effective_from": Problem("not-in-force", {"day": entry.effective_from.isoformat()})})
        later = tuple(one for one in standing if one.effective_from > entry.effective_from)
        offer = wanted.offer or (line.offer if line and line.kind is EntryKind.PRICE else None)
        change = change_of(wanted, entry, ends, actor, request, self.today())
        return Prepared(change, entry, old, later, self._findings(wanted, entry, offer, old, later, ends), offer)

    def submit(self, change: Change) -> Done:
        """Make the change, or let it wait for a second person where that is asked for.

        Raises:
            Outdated, Impossible: nothing was changed.
            BookError: the file cannot be written.
        """
        done = self.ledger.submit(change)
        if isinstance(done, Saved):
            return Done(saved=done)
        return Done(proposal=done, reasons=done.waiting.reasons)

    def undo(self, number: int, actor: str, why: str, request: str) -> Done:
        """Take back the act that a row of the trail belongs to. Raises like `submit`."""
        return self.submit(self.ledger.undoing(number, actor, why, request))

    def alias(self, aliasing: Aliasing, actor: str, why: str, request: str) -> Done:
        """Give or take a name. Raises like `submit`; Impossible too for a name that already means something else."""
        if aliasing.add:
            book = self.book()
            names = Names(book.gpus, book.providers)
            meant = names.gpu(aliasing.alias) if aliasing.table == "gpu" else names.provider(aliasing.alias)
            if aliasing.table in ("gpu", "provider") and meant not in (None, aliasing.id):
                raise Impossible("alias-taken", alias=aliasing.alias, id=meant)
        return self.submit(Change(action=Action.NAMED, actor=actor, why=why, request=request, aliases=(aliasing,)))

    # inside

    def _insist_on_names(self, offer: Offer) -> None:
        """Raises NotWanted for an offer of a seller or GPU that the book does not know."""
        book = self.book()
        known = {"provider": offer.provider in book.providers, "gpu": offer.gpu in book.gpus}
        unknown = {
            field: Problem("unknown", {"text": getattr(offer, field)}) for field, is_in in known.items() if not is_in
        }
        if unknown:
            raise NotWanted(unknown)

    def _findings(
        self,
        wanted: Wanted,
        entry: Entry,
        offer: Offer | None,
        old: Entry | None,
        later: tuple[Entry, ...],
        ends: date | None,
    ) -> tuple[Finding, ...]:
        """What is doubtful: by the checks of prices or of other numbers, and what is to come later."""
        found_here: list[Finding] = []
        if entry.value is not None and offer is not None:
            priced = Candidate(offer=offer, entry=entry, effective_to=ends, free=wanted.free)
            book = self.book()
            found_here += check(priced, self._market(book))
        else:
            found_here += number_findings(entry, old)
        kinds = {finding.kind for finding in found_here}
        inside = [one for one in later if ends is None or one.effective_from < ends]
        if inside and FindingKind.OVERLAP not in kinds:
            first = inside[0]
            found_here.append(Finding(FindingKind.OVERLAP, {"from": first.effective_from, "other": first.entered_by}))
        return tuple(found_here)

    def _listed(self, book: Book) -> tuple[Line, ...]:
        return (*found.lines(book, self.ledger.with_parts()), *self._others(book))

    def _others(self, book: Book) -> tuple[Line, ...]:
        """Exchange rates and assumptions, which a book finds only by name."""
        subjects = Subjects(book)
        rates = (
            Line(EntryKind.RATE, pair, subjects.find(EntryKind.RATE, pair).price)
            for pair in self.ledger.subjects(EntryKind.RATE)
        )
        assumed = (
            Line(EntryKind.ASSUMPTION, name, subjects.find(EntryKind.ASSUMPTION, name).price)
            for name in self.ledger.subjects(EntryKind.ASSUMPTION)
        )
        return (*rates, *assumed)

    def _unlisted(self, subject: str, kind: EntryKind | None) -> Line | None:
        """A fee or a part that has no value, or a pair of currencies that has no rate yet."""
        if kind in (EntryKind.FEE, EntryKind.COMPONENT):
            about = self.ledger.about(kind, subject)
            return Line(kind, subject, None, about) if about else None
        pair = subject.upper().split("/")
        is_pair = len(pair) == 2 and all(len(code) == 3 and code.isascii() and code.isalpha() for code in pair)
        return Line(EntryKind.RATE, "/".join(pair), None) if kind in (None, EntryKind.RATE) and is_pair else None

    def _is_public(self, row: Recorded, public: set[tuple[str, str]]) -> bool:
        """Whether a row of the trail is about no contract price; what the book does not know may be about one."""
        if row.kind in NAMES or row.kind == "import":
            return True
        if row.kind in ("proposal", "decision"):
            number = row.id if row.kind == "proposal" else int(row.subject)
            return not is_secret(self.ledger.proposal(number))
        return (row.kind, row.subject) in public

    def _visible(self, lines: tuple[Line, ...], contracts: bool) -> tuple[Line, ...]:
        return lines if contracts else tuple(line for line in lines if not line.confidential)

    def _shown(self, aged: tuple[Aged, ...], contracts: bool) -> tuple[Aged, ...]:
        return tuple(one for one in aged if contracts or not one.offer.is_confidential)


def is_secret(proposal: Proposal) -> bool:
    """Whether a proposal is about contract prices."""
    return any(reason.kind == "contract" for reason in proposal.waiting.reasons)
