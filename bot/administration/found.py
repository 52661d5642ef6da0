"""Finding prices by the words people have for them. Each word is used, or named as one that says nothing here."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pricing.book import Book, Entry, EntryKind
from pricing.catalog import Component, Fee, Mode, Offer, Provider
from pricing.errors import NoAssumption
from pricing.freshness import Aged, ages
from pricing.imports.names import Names

MODES = {
    **dict.fromkeys(("own", "owned", "buy", "自建", "自有", "购买"), Mode.OWNED),
    **dict.fromkeys(("on-demand", "ondemand", "demand", "按需"), Mode.ON_DEMAND),
    **dict.fromkeys(("committed", "reserved", "commitment", "预留", "包年", "包月"), Mode.COMMITTED),
    **dict.fromkeys(("spot", "preemptible", "竞价", "抢占"), Mode.SPOT),
}
KINDS = {
    **dict.fromkeys(("fee", "fees", "egress", "storage", "费用", "流量", "存储"), EntryKind.FEE),
    **dict.fromkeys(("rate", "rates", "fx", "exchange", "汇率"), EntryKind.RATE),
    **dict.fromkeys(("assumption", "assumptions", "假设"), EntryKind.ASSUMPTION),
    **dict.fromkeys(("component", "components", "tco", "成本项", "组成"), EntryKind.COMPONENT),
    **dict.fromkeys(("price", "prices", "价格"), EntryKind.PRICE),
}
IGNORED = frozenset(("the", "of", "for", "at", "in", "on", "all", "gpu", "gpus", "的", "和", "所有"))


@dataclass(frozen=True, slots=True)
class Line:
    """A priced thing and the entry in force (None: nothing is). `about`: the offer, fee or part; None for others.

    `offer`: the offer itself, or the one a part belongs to. `aged`: how old the price is, where that matters.
    """

    kind: EntryKind
    subject: str
    entry: Entry | None
    about: Offer | Fee | Component | None = None
    offer: Offer | None = None
    provider: Provider | None = None
    aged: Aged | None = None

    @property
    def confidential(self) -> bool:
        """Whether it was agreed with a seller in confidence."""
        return self.offer is not None and self.offer.is_confidential


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, and the words that say nothing here. `close`: names near to such a word."""

    lines: tuple[Line, ...]
    unknown: tuple[str, ...] = ()
    close: tuple[str, ...] = ()


def lines(book: Book, with_parts: frozenset[str]) -> Iterator[Line]:
    """Everything a book can list that has a value or could have one: prices, parts, fees.

    `with_parts`: the offers that have components; the others are not asked for any.
    """
    try:
        aged = {one.offer.id: one for one in ages(book)}
    except NoAssumption:  # the limits of age were taken out of the book, and are to be found and put back
        aged = {}
    for gpu in book.gpus:
        for offer, price in book.offers(gpu):
            provider = book.providers[offer.provider]
            parts = book.components(offer.id) if offer.id in with_parts else ()
            if price or not parts or offer.mode is not Mode.OWNED:  # what is owned costs its parts, and no price
                yield Line(EntryKind.PRICE, offer.id, price, offer, offer, provider, aged.get(offer.id))
            for part in parts:
                yield Line(EntryKind.COMPONENT, part.component.id, part.price, part.component, offer, provider)
    for provider in book.providers.values():
        for fee in book.fees(provider.id):
            yield Line(EntryKind.FEE, fee.fee.id, fee.price, fee.fee, None, provider)


def find(book: Book, words: str, all_lines: tuple[Line, ...], contracts: bool = True) -> Found:
    """Those of the lines that all words fit.

    `contracts`: whether those in confidence count; if not, the words are read as if they were not there.
    """
    names = _names(book)
    everything = tuple(line for line in all_lines if contracts or not line.confidential)
    exact = [line for line in everything if line.subject == words.strip()]
    if exact:
        return Found(tuple(exact))
    left, unknown, close = everything, [], []
    terms = _terms(words, names)
    for word in terms:
        kept = tuple(line for line in left if _fits(line, word, names))
        if kept or _means(word, names) or any(_fits(line, word, names) for line in everything):
            left = kept
        else:
            unknown.append(word)
            close += [*names.close(word), *names.close_providers(word)]
    if unknown and len(unknown) == len(terms):
        left = ()
    return Found(left, tuple(unknown), tuple(dict.fromkeys(close)))


def _terms(words: str, names: Names) -> list[str]:
    """The words, with those together that are one name ("A100 80GB", "Google Cloud")."""
    parts = [part for part in words.replace(",", " ").replace("，", " ").split() if part]
    found = []
    while parts:
        for length in (3, 2, 1):
            text = " ".join(parts[:length])
            if length == 1 or names.gpu(text) or names.provider(text):
                found.append(text)
                del parts[:length]
                break
    return [part for part in found if part.casefold() not in IGNORED]


def _fits(line: Line, word: str, names: Names) -> bool:
    key = word.casefold()
    if key in KINDS:
        return line.kind is KINDS[key]
    if key in MODES:
        return line.offer is not None and line.offer.mode is MODES[key]
    if provider := names.provider(word):
        return line.provider is not None and line.provider.id == provider
    if gpu := names.gpu(word):
        return line.offer is not None and line.offer.gpu == gpu
    return key in _text(line)


def _means(word: str, names: Names) -> bool:
    """Whether a word says something, also where there is no price of it."""
    key = word.casefold()
    return key in KINDS or key in MODES or bool(names.provider(word) or names.gpu(word))


@lru_cache(maxsize=100_000)
def _text_of(subject: str, *texts: str) -> str:
    return " ".join((subject, *texts)).casefold()


def _text(line: Line) -> str:
    offer = line.offer
    more = (offer.name, offer.region, offer.plan, offer.form) if offer else ()
    note = line.about.note if isinstance(line.about, Component | Fee) else ""
    return _text_of(line.subject, note, *more)


_KNOWN: dict[int, tuple[object, Names]] = {}


def _names(book: Book) -> Names:
    """The names of a book's catalog, made once for each."""
    known = _KNOWN.get(id(book.gpus))
    if known is None or known[0] is not book.gpus:
        _KNOWN.clear()
        known = _KNOWN[id(book.gpus)] = (book.gpus, Names(book.gpus, book.providers))
    return known[1]
