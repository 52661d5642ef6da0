"""A follow-up is the request so far changed by what was said. It uses the same draft as a fresh question."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bot.understanding import quantities
from bot.understanding.draft import Draft
from bot.understanding.intents import is_break_even, is_comparison
from bot.understanding.kinds import Kind, Number, Token
from bot.understanding.reading import Action
from bot.understanding.refusals import Refusal
from bot.understanding.request import Amount, Count, Intent, Period, Request, Way
from bot.understanding.resolve import checked_count, resolved, to_ask
from pricing.units import TimeUnit

_TALK = (Kind.EXPLAIN, Kind.EXPORT, Kind.UNDO, Kind.RESET)
_ACTIONS = {Kind.EXPLAIN: Action.EXPLAIN, Kind.EXPORT: Action.EXPORT, Kind.UNDO: Action.UNDO, Kind.RESET: Action.RESET}
_CUED = (Kind.CHANGE, Kind.SAME, Kind.MORE, Kind.FEWER, Kind.GROW, Kind.SHRINK, Kind.FACTOR, Kind.IT, Kind.ONLY)
_DROPPABLE = {
    Kind.EGRESS: ("egress_tb", "egress_per"),
    Kind.STORAGE: ("storage_tb",),
    Kind.OFF: ("discount",),
    Kind.UTIL: ("utilisation",),
    Kind.MFU: ("mfu",),
    Kind.COMMIT: ("commit",),
    Kind.BUDGET: ("budget",),
    Kind.TCO: ("tco_years",),
    Kind.POWER: ("power_price",),
    Kind.START: ("start_date",),
    Kind.PRICE: ("unit_price",),
    Kind.PLACE: ("region",),
    Kind.SUPPLIER: ("providers", "exclude_providers"),
}
_CARRIED = (
    "region",
    "start_date",
    "utilisation",
    "mfu",
    "discount",
    "currency",
    "egress_tb",
    "egress_per",
    "storage_tb",
    "tco_years",
    "power_price",
    "unit_price",
    "budget",
    "model_params",
    "tokens",
    "commit",
    "per",
    "item",
)


@dataclass(frozen=True, slots=True)
class Followed:
    """What a follow-up does, and the request after it."""

    action: Action
    request: Request
    refusal: Refusal | None = None


def follow(found: Draft, previous: Request, history: tuple[Request, ...]) -> Followed:
    """The request after a follow-up."""
    if not _has_content(found):
        return _talk(found, previous, history)
    if _is_explanation(found):
        return Followed(Action.EXPLAIN, previous)
    fresh, refusal = resolved(found)
    if previous.intent in (Intent.HELP, Intent.UNKNOWN) or found.has(Kind.RESET) or _stands_alone(found, fresh):
        return Followed(Action.NEW, fresh, refusal)
    change = _Change(found, previous, history, fresh)
    if refusal:
        return Followed(Action.SET, previous, refusal)
    change.apply()
    if change.refusal:
        return Followed(Action.SET, previous, change.refusal)
    after = Request(**{name: value for name, value in change.values.items() if value is not None})
    spoken_of = after != previous or change.touched or found.has(Kind.NEAR)
    return Followed(Action.SET if spoken_of else Action.NONE, after)


def _has_content(found: Draft) -> bool:
    """Whether anything was said that could change a request."""
    return bool(
        found.said
        or found.gpus
        or found.providers
        or found.ways
        or found.without_ways
        or found.without_providers
        or found.bad_name
        or found.has(Kind.NUM, Kind.FACTOR, Kind.FORM, Kind.SIZE)
        or (found.has(Kind.NOT, Kind.ALL, Kind.FULL) and found.has(*_DROPPABLE))
        or (found.has(Kind.MORE, Kind.FEWER) and found.has(Kind.UNIT, Kind.MOON))
        or found.has(Kind.BREAK_EVEN, Kind.COMPARE, Kind.NEAR, Kind.NAMELIKE)
    )


def _talk(found: Draft, previous: Request, history: tuple[Request, ...]) -> Followed:
    for kind in _TALK:
        if found.has(kind):
            action = _ACTIONS[kind]
            if action is Action.RESET:
                return Followed(action, Request(intent=Intent.QUOTE))
            if action is Action.UNDO:
                return Followed(action, next((state for state in reversed(history) if state != previous), previous))
            return Followed(action, previous)
    return Followed(Action.NONE, previous)


def _is_explanation(found: Draft) -> bool:
    """ "why is own so expensive?": asks about a way or a provider, changes nothing."""
    changes = found.said.keys() - {"currency"}
    return found.has(Kind.EXPLAIN) and not changes and not found.has(Kind.NUM, Kind.NOT, Kind.ONLY, *_CUED)


def _stands_alone(found: Draft, fresh: Request) -> bool:
    """A whole question of its own: nothing is missing and no word leans on what was said before."""
    if found.has(*_CUED) or not fresh.gpus or to_ask(fresh) or fresh.intent is Intent.PRICE_LOOKUP:
        return False
    return not (found.words and found.words[0].kind in (Kind.AND, Kind.OR, Kind.COMPARE))


class _Change:
    """One follow-up being applied. `values` are the fields of the request; `touched` those that were spoken of."""

    def __init__(self, found: Draft, previous: Request, history: tuple[Request, ...], fresh: Request) -> None:
        self.found, self.previous, self.history, self.fresh = found, previous, history, fresh
        self.values: dict[str, Any] = dict(previous)
        self.touched: set[str] = set()
        self.refusal: Refusal | None = None
        self.asked = to_ask(previous)

    def apply(self) -> None:
        for step in (
            self._names,
            self._counts,
            self._lengths,
            self._others,
            self._bare_values,
            self._factor,
            self._dropped,
            self._intent,
        ):
            step()

    def _set(self, name: str, value: object) -> None:
        self.values[name] = value
        self.touched.add(name)

    # names

    def _names(self) -> None:
        found, fresh = self.found, self.fresh
        adds = found.has(Kind.MORE, Kind.COMPARE, Kind.AND) and not found.has(Kind.ONLY)
        for token in found.replaced:
            name = {Kind.GPU: "gpus", Kind.PROVIDER: "providers", Kind.WAY: "ways"}.get(token.kind)
            if name:
                self._take(name, token.value if isinstance(token.value, tuple) else (token.value,))
        if fresh.gpus:
            first = found.words[0].kind is Kind.AND and found.words[1].kind is Kind.GPU
            together = (
                (first or found.has(Kind.COMPARE, Kind.MORE)) and len(fresh.gpus) == 1 and not found.has(Kind.ONLY)
            )
            self._set("gpus", _joined(self.previous.gpus, fresh.gpus) if together else fresh.gpus)
            if not fresh.instance and self.values["instance"] and not together:
                self.values["instance"] = None
        elif found.has(Kind.FORM) or found.has(Kind.BYTES):
            self._variant()
        if fresh.instance:
            self._set("instance", fresh.instance)
        if fresh.providers:
            self._set("providers", _joined(self.previous.providers, fresh.providers) if adds else fresh.providers)
            self._take("exclude_providers", fresh.providers)
        ways = found.ways if not ("commit" in found.said and Way.COMMITTED in self.previous.ways) else []
        if ways or "commit" in found.said:
            ways = list(fresh.ways)
            adds = adds or (found.has(Kind.COMMIT) and bool(self.previous.ways))
            self._set("ways", _joined(self.previous.ways, tuple(ways)) if adds else tuple(ways))
            self._take("exclude_ways", tuple(ways))
        self._without("providers", "exclude_providers", tuple(found.without_providers))
        self._without("ways", "exclude_ways", tuple(found.without_ways))

    def _variant(self) -> None:
        """80GB version, PCIe: the same model in another memory or form."""
        if len(self.previous.gpus) != 1 or self.previous.gpus[0] not in self.found.names.gpus:
            return
        for token in self.found.tokens:
            if token.kind in (Kind.FORM, Kind.SIZE):
                model = self.found.names.variant(self.previous.gpus[0], token.value)
                if model:
                    self._set("gpus", (model,))
                    self.found.mark("gpus", token)

    def _take(self, name: str, items: tuple[Any, ...]) -> None:
        self.values[name] = tuple(item for item in self.values[name] if item not in items)

    def _without(self, name: str, excluded: str, items: tuple[Any, ...]) -> None:
        """Named before: no longer shown. Else left out from now on."""
        for item in items:
            if item in self.values[name]:
                self._set(name, tuple(other for other in self.values[name] if other != item))
            else:
                self._set(excluded, _joined(self.values[excluded], (item,)))

    # how many

    def _counts(self) -> None:
        said = self.found.said
        if "gpus_per_node" in said or "system_gpus" in said:
            self._set("gpus_per_node", self.fresh.gpus_per_node)
        if "nodes" in said and self.fresh.nodes is not None:
            self._nodes_of(self.fresh.nodes)
        elif "gpu_count" in said and self.fresh.gpu_count is not None:
            self._count_of(self.fresh.gpu_count)
        elif "gpus_per_node" in said and self.values["nodes"]:
            self._nodes(self.values["nodes"])
        if "gpu_hours" in said:
            self._set("gpu_hours", self.fresh.gpu_hours)
            self.values["duration"] = None

    def _nodes_of(self, said: int) -> None:
        """So many nodes, or so many more or fewer than now."""
        now, sign = self.previous.nodes, self._sign()
        self._nodes(now + sign * said if sign and now else said)

    def _nodes(self, nodes: int) -> None:
        self._set("nodes", nodes)
        each = self.values["gpus_per_node"]
        self.values["gpu_count"] = None
        if each:
            self.refusal = self.refusal or checked_count(nodes * each)
            self._set("gpu_count", Count(low=nodes * each, high=nodes * each))
        self.refusal = self.refusal or checked_count(nodes)

    def _count_of(self, said: Count) -> None:
        """So many GPUs, or so many more or fewer than now."""
        now, sign = self.previous.gpu_count, self._sign()
        if sign and now:
            said = Count.model_construct(low=now.low + sign * said.low, high=now.high + sign * said.low)
        self._cards(_changed_to(now, said))

    def _cards(self, count: Count) -> None:
        self.refusal = self.refusal or checked_count(count.low) or checked_count(count.high)
        self._set("gpu_count", count)
        self.values["nodes"] = None

    def _sign(self) -> int:
        """+1 for "8 more", -1 for "8 fewer", 0 for a new value."""
        words = self.found.words
        for at, token in enumerate(words):
            to = any(word.kind in (Kind.TO, Kind.BECOME) for word in words[at + 1 : at + 4])
            ends_in_to = self.found.lower(token).endswith(("到", "至", "成"))
            if token.kind is Kind.MORE or (token.kind is Kind.GROW and not to and not ends_in_to):
                return 0 if to else 1
            if token.kind is Kind.FEWER or (token.kind is Kind.SHRINK and not to and not ends_in_to):
                return 0 if to else -1
            if token.kind is Kind.PLUS:
                return 1
        return 0

    # how long

    def _lengths(self) -> None:
        period: Period | None = self.found.said.get("duration")
        if period is None:
            return
        now = self.previous.duration
        sign = self._sign()
        if sign and now:
            period = _moved(now, period, sign)
        elif self.previous.tco_years and now is None and period.unit is TimeUnit.YEAR and "duration" not in self.asked:
            self._set("tco_years", period.low)
            return
        if period.low <= 0:
            self.refusal = Refusal("non_positive_duration")
            return
        self._set("duration", period)
        self.values["gpu_hours"] = None

    # everything else

    def _others(self) -> None:
        for name in _CARRIED:
            value = getattr(self.fresh, name)
            if value is not None and name in self.found.said:
                self._set(name, value)
        if self.fresh.mfu is not None and "mfu" not in self.found.said:
            self._set("mfu", self.fresh.mfu)
        if "utilisation" in self.found.said and self.previous.intent is Intent.SIZE:
            self.values["utilisation"] = self.previous.utilisation
            self._set("mfu", self.found.said["utilisation"])
        if "budget" in self.touched and self.previous.unit_price and self.previous.intent is not Intent.BUDGET:
            price = self.previous.unit_price
            amount: Amount = self.values["budget"]
            if amount.amount < 20 * price.amount and not self.found.has(Kind.BUDGET):
                self.values["budget"] = self.previous.budget
                self._set("unit_price", price.model_copy(update={"amount": amount.amount, "currency": amount.currency}))

    def _bare_values(self) -> None:
        """A number or a share alone answers what was asked, else it goes to the field of its kind."""
        for at, token in enumerate(self.found.tokens):
            if self.found.is_marked(token) or self.found.is_replaced(at):
                continue
            if token.kind is Kind.PERCENT:
                self._share(token)
            elif token.kind is Kind.NUM and not token.value.bad:
                self._number(token)

    def _share(self, token: Token) -> None:
        name = self._last_of(("utilisation", "mfu", "discount")) or (
            "mfu" if self.previous.intent is Intent.SIZE else ""
        )
        if name:
            self._set(name, token.value)
            self.found.mark(name, token)

    def _last_of(self, names: tuple[str, ...]) -> str:
        """Of these fields the one that is set; of several, the one that changed last."""
        present = [name for name in names if getattr(self.previous, name) is not None]
        later = self.previous
        for state in reversed(self.history):
            for name in present:
                if getattr(state, name) != getattr(later, name):
                    return name
            later = state
        return present[0] if present else ""

    def _number(self, token: Token) -> None:
        number: Number = token.value
        name, value = self._meaning(number)
        if not name:
            return
        self.found.mark(name, token)
        if name in ("nodes", "gpu_count") and not number.whole:
            self.refusal = Refusal("fractional_count")
        elif name == "nodes":
            self._nodes_of(int(number.low))
        elif name == "gpu_count":
            self._count_of(Count.model_construct(low=int(number.low), high=int(number.high)))
        else:
            self._set(name, value)

    def _meaning(self, number: Number) -> tuple[str, object]:
        """The field a bare number goes to, and its value there."""
        value = quantities.applied(number).low
        previous = self.previous
        if number.suffix in ("b", "bn", "t", "tn"):
            if previous.model_params and number.suffix in ("b", "bn"):
                return "model_params", value
            return ("tokens", value) if previous.tokens or "tokens" in self.asked else ("", None)
        large = bool(number.scale or number.suffix) or value >= 5000
        if large and previous.gpu_hours is not None:
            return "gpu_hours", value
        of_budget = previous.intent is Intent.BUDGET or "budget" in self.asked
        if large and of_budget and not self.found.has(Kind.CARD, Kind.NODE):
            yuan = number.scale in ("万", "亿") or self.found.language == "zh"
            currency = previous.budget.currency if previous.budget else "CNY" if yuan else "USD"
            return "budget", Amount(amount=value, currency=currency)
        if number.suffix or ("gpu_count" in self.touched or "nodes" in self.touched):
            return "", None
        return ("nodes" if self._means_nodes(value) else "gpu_count"), value

    def _means_nodes(self, value: Decimal) -> bool:
        """Whether a bare number counts nodes: where they were counted, and their number is the nearer one."""
        nodes, cards = self.previous.nodes, self.previous.gpu_count
        if not nodes or "gpu_count" in self.asked or self.found.has(Kind.CARD):
            return False
        if cards is None or self.found.has(Kind.IT) or value <= 0 or self._sign():
            return True
        return max(value / nodes, nodes / value) <= max(value / cards.low, cards.low / value)

    def _factor(self) -> None:
        """double it, halve the nodes, 时间翻倍."""
        token = next((word for word in self.found.words if word.kind is Kind.FACTOR), None)
        if token is None or self.touched & {"nodes", "gpu_count", "duration", "gpu_hours", "budget"}:
            return
        factor: Decimal = token.value
        long = any(self.found.lower(word) == "long" for word in self.found.words)
        has: Callable[..., bool] = self.found.has
        self.found.mark("gpu_count", token)
        if (has(Kind.LENGTH, Kind.UNIT, Kind.HOW_LONG) or long) and self.values["duration"]:
            now: Period = self.values["duration"]
            self._set("duration", Period(low=now.low * factor, high=now.high * factor, unit=now.unit))
        elif has(Kind.BUDGET) and self.values["budget"]:
            self._set(
                "budget", Amount(amount=self.values["budget"].amount * factor, currency=self.values["budget"].currency)
            )
        elif self.values["nodes"] and not has(Kind.CARD):
            self._scaled(self.values["nodes"] * factor, self._nodes)
        elif self.values["gpu_count"]:
            count: Count = self.values["gpu_count"]
            self._scaled(
                count.low * factor,
                lambda low: self._cards(Count.model_construct(low=low, high=int(count.high * factor))),
            )
        elif self.values["gpu_hours"]:
            self._set("gpu_hours", self.values["gpu_hours"] * factor)

    def _scaled(self, value: Decimal, put: Callable[[int], None]) -> None:
        if value == value.to_integral_value():
            put(int(value))
        else:
            self.refusal = Refusal("fractional_count")

    def _dropped(self) -> None:
        """forget the egress, 流量不要了, any region."""
        found = self.found
        if not found.has(Kind.NOT, Kind.ALL, Kind.FULL):
            return
        for token in found.words:
            for name in _DROPPABLE.get(token.kind, ()):
                any_will_do = found.has(Kind.NOT) or token.kind in (Kind.PLACE, Kind.SUPPLIER)
                if any_will_do and name not in self.touched and self.values[name]:
                    self._set(name, () if isinstance(self.values[name], tuple) else None)
                    found.mark(name, token)

    def _intent(self) -> None:
        previous, fresh, found = self.previous, self.fresh, self.found
        intent = previous.intent
        if is_break_even(found):
            intent = Intent.BREAK_EVEN
            if Way.OWN not in self.values["ways"]:
                self._set("ways", (Way.OWN, *self.values["ways"]))
        elif fresh.budget and "budget" in self.touched:
            intent = Intent.BUDGET
            if found.has(Kind.HOW_MANY) and fresh.gpu_count is None:
                self.values["gpu_count"] = self.values["nodes"] = None
            if found.has(Kind.HOW_LONG) and fresh.duration is None:
                self.values["duration"] = None
        elif intent in (Intent.QUOTE, Intent.PRICE_LOOKUP) and is_comparison(found):
            intent = Intent.COMPARE
        elif "per" in found.said and intent is Intent.QUOTE and "unit_price" not in self.touched:
            intent = Intent.PRICE_LOOKUP
            self._set("per", found.said["per"])
        elif fresh.tokens and (fresh.model_params or previous.model_params):
            intent = Intent.SIZE
        elif intent is Intent.PRICE_LOOKUP and self.touched & {"gpu_count", "nodes", "duration", "gpu_hours"}:
            intent = Intent.QUOTE
            self.values["per"] = None
        elif intent is Intent.COMPARE and self.touched & {"gpus", "ways", "providers"} and not is_comparison(found):
            values = self.values
            left = len(values["ways"]) + len(values["providers"])
            before = len(previous.ways) + len(previous.providers)
            if (
                len(values["gpus"]) < 2
                and left < 2
                and (found.has(Kind.ONLY) or left < before or len(previous.gpus) > 1)
            ):
                intent = Intent.QUOTE
        self.values["intent"] = intent


def _changed_to(now: Count | None, said: Count) -> Count:
    """ "from 64 to 128" when it was 64: not a range but the new value."""
    if now is not None and now.low == now.high == said.low < said.high:
        return Count.model_construct(low=said.high, high=said.high)
    return said


def _joined(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*one, *(item for item in other if item not in one))


def _moved(now: Period, by: Period, sign: int) -> Period:
    """A length made longer or shorter."""
    if now.unit is by.unit:
        low, high = now.low + sign * by.low, now.high + sign * by.low
        return Period.model_construct(low=low, high=high, unit=now.unit)
    together = quantities.added(now, Period(low=sign * by.low, high=sign * by.low, unit=by.unit))
    return together or now
