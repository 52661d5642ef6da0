"""What a follow-up changed: in the question, and in what the leading option and own hardware cost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from bot.replies import context, figures, header, labels, supposed, supposed_prices, times
from bot.replies.shown import Shown, shown
from bot.replies.words import joined, say_count, words
from pricing.book import Entry
from pricing.costs import Comparison, Quote
from pricing.decision import decide
from pricing.scenario import Scenario
from pricing.units import Duration


def change_note(before: Comparison, after: Comparison, language: str) -> tuple[str, ...]:
    """One line on what changed in the question, and one on how much the costs moved. None where nothing changed."""
    pair = _Pair(shown(before, language), shown(after, language))
    changed = [*_what(pair), *_prices(pair)]
    if not changed:
        return ()
    said = pair.new.say("change.said", parts=joined(pair.language, changed))
    moved = _moved(pair)
    return (said, moved) if moved else (said,)


@dataclass(frozen=True, slots=True)
class _Pair:
    """The rows before and after."""

    old: Shown
    new: Shown

    @property
    def language(self) -> str:
        return self.new.language

    @property
    def scenarios(self) -> tuple[Scenario, Scenario]:
        return self.old.comparison.scenario, self.new.comparison.scenario

    def arrow(self, old: str, new: str) -> str:
        """ "6 → 12"; only what it is now where there was nothing."""
        return self.new.say("change.arrow", old=old, new=new) if old else new


Part = Callable[[_Pair], Iterator[str]]


def _what(pair: _Pair) -> Iterator[str]:
    for part in PARTS:
        yield from part(pair)


def _gpus(pair: _Pair) -> Iterator[str]:
    """ "H100 → H200", "1,024 → 512 GPUs", "8 → 4 GPUs in a node"."""
    old, new = pair.scenarios
    if old.gpu != new.gpu:
        yield pair.arrow(labels.shortened(old.gpu), labels.shortened(new.gpu))
    if old.gpu_count != new.gpu_count:
        counts = (figures.number(pair.language, count) for count in (old.gpu_count, new.gpu_count))
        yield say_count(pair.language, "unit.gpus", pair.arrow(*counts))
    yield from _amount(pair, "node-size", old.gpus_per_node, new.gpus_per_node)


def _time(pair: _Pair) -> Iterator[str]:
    """ "6 → 12 weeks", "6 weeks → 2 months", "from 2027-03-01"."""
    old, new = pair.scenarios
    if old.duration != new.duration:
        yield _length(pair, old.duration, new.duration)
    if old.start != new.start:
        yield pair.new.say("header.start", day=new.start.isoformat()) if new.start else pair.new.say("change.no-start")


def _length(pair: _Pair, old: Duration | None, new: Duration | None) -> str:
    if old and new and old.unit is new.unit:
        amounts = (times.amount(pair.language, length.value) for length in (old, new))
        return say_count(pair.language, f"period.{new.unit}", pair.arrow(*amounts))
    return pair.arrow(header.period(pair.old), header.period(pair.new))


def _currency(pair: _Pair) -> Iterator[str]:
    old, new = (scenario.currency for scenario in pair.scenarios)
    if old != new:
        yield pair.arrow(old, new)


def _ways(pair: _Pair) -> Iterator[str]:
    """ "without spot", "with spot again", "only AWS", "all ways again"."""
    old, new = pair.scenarios
    if added := [selector for selector in new.without if selector not in old.without]:
        yield pair.new.say("header.without", what=header.selected(pair.new, added))
    if removed := [selector for selector in old.without if selector not in new.without]:
        yield pair.new.say("change.with-again", what=header.selected(pair.new, removed))
    if old.only != new.only:
        what = header.selected(pair.new, new.only)
        yield pair.new.say("header.only", what=what) if new.only else pair.new.say("change.no-only")


def _terms(pair: _Pair) -> Iterator[str]:
    """Region, commitment, discount, and a price the asker was quoted."""
    old, new = pair.scenarios
    say = pair.new.say
    if old.region != new.region:
        region = labels.shortened(new.region or "")
        yield say("header.region", region=region) if region else say("change.no-region")
    if old.commitment != new.commitment:
        term = times.duration(pair.language, new.commitment) if new.commitment else ""
        yield say("header.commitment", term=term) if term else say("change.no-commitment")
    if old.discount != new.discount:
        shares = [figures.percent(pair.language, share) if share else "" for share in (old.discount, new.discount)]
        yield say("header.discount", share=pair.arrow(*shares)) if new.discount else say("change.no-discount")
    if old.price != new.price:
        yield header.asked_price(pair.new, new.price) if new.price else say("change.no-price")


def _data(pair: _Pair) -> Iterator[str]:
    """Volumes of data and requests."""
    old, new = pair.scenarios
    yield from _amount(pair, "egress", _terabytes(old.egress_gb), _terabytes(new.egress_gb))
    yield from _amount(pair, "storage", _terabytes(old.storage_gb), _terabytes(new.storage_gb))
    yield from _amount(pair, "requests", old.requests, new.requests)


def _terabytes(gigabytes: Decimal | None) -> Decimal | None:
    return None if gigabytes is None else gigabytes / header.GB_PER_TB


def _amount(pair: _Pair, name: str, old: Decimal | int | None, new: Decimal | int | None) -> Iterator[str]:
    if old == new:
        return
    if new is None:
        yield pair.new.say(f"change.no-{name}")
        return
    shown_ = ["" if one is None else figures.number(pair.language, one, 3, trim=True) for one in (old, new)]
    yield pair.new.say(f"change.{name}", quantity=pair.arrow(*shown_))


def _assumptions(pair: _Pair) -> Iterator[str]:
    """Assumptions that were replaced, or are no longer: "own hardware 70% → 80% used"."""
    old, new = (dict(scenario.overrides) for scenario in pair.scenarios)
    for name in dict.fromkeys([*old, *new]):
        if old.get(name) == new.get(name):
            continue
        values = [_value(pair.language, sheet.comparison.assumptions, name) for sheet in (pair.old, pair.new)]
        shown_ = pair.arrow(*values)
        key = f"assumption.{name}"
        if key in words(pair.language):
            if shown_:  # else nothing here rests on it
                yield say_count(pair.language, key, shown_)
        else:
            yield pair.new.say("assumption-other", name=name.replace("_", " "), value=shown_)


def _value(language: str, entries: tuple[Entry, ...], name: str) -> str:
    entry = next((entry for entry in entries if entry.subject == name), None)
    return context.assumption_value(language, entry) if entry else ""


def _supposed(pair: _Pair) -> Iterator[str]:
    """What is supposed now, or no longer: "PUE 1.2", and prices."""
    old, new = (scenario.what_if for scenario in pair.scenarios)
    yield from supposed.changed(pair.language, old, new)
    yield from _supposed_prices(pair)


def _supposed_prices(pair: _Pair) -> Iterator[str]:
    """Prices that are supposed now, and those that are no longer."""
    old, new = pair.scenarios
    yield from (header.supposed_price(pair.new, one) for one in new.supposed if one not in old.supposed)
    now = {supposed_prices.about(one) for one in new.supposed}
    for one in old.supposed:
        if supposed_prices.about(one) not in now:
            yield pair.new.say("change.no-supposed", what=header.supposed_price(pair.old, one))


PARTS: tuple[Part, ...] = (_gpus, _time, _currency, _ways, _terms, _data, _assumptions, _supposed)


def _prices(pair: _Pair) -> Iterator[str]:
    """Another day, or other prices on the same day."""
    old, new = pair.old.comparison, pair.new.comparison
    if old.day != new.day:
        yield pair.new.say("change.day", days=pair.arrow(old.day.isoformat(), new.day.isoformat()))
    if old.book_version != new.book_version:
        yield pair.new.say("change.book", versions=pair.arrow(str(old.book_version), str(new.book_version)))


def _moved(pair: _Pair) -> str:
    """What the leading option and own hardware cost before and now."""
    lengths = [scenario.duration for scenario in pair.scenarios]
    if any(lengths) and not all(lengths):
        return ""  # a share of a life and the whole of it do not compare
    old, new = decide(pair.old.comparison), decide(pair.new.comparison)
    moves = [_move(pair, old.rental, new.rental), _move(pair, old.own, new.own)]
    parts = joined(pair.language, [move for move in moves if move], "join.items")
    key = "change.cost" if all(lengths) else "change.life-cost"
    return pair.new.say(key, parts=parts) if parts else ""


def _move(pair: _Pair, old: Quote | None, new: Quote | None) -> str:
    """ "StarVerse on demand 22.6M → 45.2M CNY, 22.6M CNY more (+100% of 22.6M CNY)"."""
    if old is None or new is None:
        return ""
    was, now = old.effective_cost, new.effective_cost
    old_name, name = pair.old.name(old), pair.new.name(new)
    if old.offer.id == new.offer.id:
        old_name = name
    before, after = pair.old.comparison.currency, pair.new.comparison.currency
    if before != after:
        return _moved_from(pair, (old_name, pair.old.short(was)), (name, pair.new.short(now)))
    if was == now and old_name == name:
        return pair.new.say("change.unmoved", name=name, cost=pair.new.short(now))
    moved = _moved_from(pair, (old_name, figures.short(pair.language, was, before)), (name, pair.new.short(now)))
    if old.is_substitute != new.is_substitute:
        return moved  # not the same work
    return pair.new.say("change.by", moved=moved, difference=figures.difference(pair.language, was, now, after))


def _moved_from(pair: _Pair, old: tuple[str, str], new: tuple[str, str]) -> str:
    """From one name and cost to another; a name that stays is said once."""
    start = old[1] if old[0] == new[0] else pair.old.say("change.name-and-cost", name=old[0], cost=old[1])
    end = new[1] if old[0] == new[0] else pair.new.say("change.name-and-cost", name=new[0], cost=new[1])
    moved = pair.arrow(start, end)
    return pair.new.say("change.name-and-cost", name=new[0], cost=moved) if old[0] == new[0] else moved
