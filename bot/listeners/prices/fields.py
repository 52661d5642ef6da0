"""The fields of windows about prices, as Slack sends them. What is strange about them counts as empty."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import ValidationError

from bot.administration.form import NotWanted, Problem, Wanted
from bot.listeners.prices.payloads import Upload, of_file
from bot.replies.price_forms.fields import YES
from bot.replies.price_forms.state import Form, WindowState
from pricing.book import EntryKind
from pricing.catalog import Includes, Mode, Offer, PriceKind, Tax
from pricing.imports.days import NotADay, observed
from pricing.imports.matching import id_of
from pricing.imports.names import Names
from pricing.imports.preview import Options

MOST_GPUS = 1000
MOST_MONTHS = Decimal(240)


def typed(values: Mapping[str, Any], name: str) -> str:
    """What a field holds: a text, a day, or the value that was chosen."""
    state = _state(values, name)
    for key in ("value", "selected_date"):
        if isinstance(state.get(key), str):
            return str(state[key]).strip()
    chosen = state.get("selected_option")
    return str(chosen.get("value") or "") if isinstance(chosen, Mapping) else ""


def ticked(values: Mapping[str, Any], name: str) -> bool:
    """Whether a field is ticked."""
    chosen = _state(values, name).get("selected_options")
    options = chosen if isinstance(chosen, list) else []
    return any(isinstance(one, Mapping) and one.get("value") == YES for one in options)


def wanted(values: Mapping[str, Any], state: WindowState) -> Wanted:
    """What the fields of a window about one price say."""
    return Wanted(
        kind=state.kind,
        subject=state.subject,
        value=typed(values, "value"),
        currency=typed(values, "currency"),
        unit=typed(values, "unit"),
        effective_from=typed(values, "effective_from"),
        effective_to=typed(values, "effective_to"),
        observed_on=typed(values, "observed_on"),
        source=typed(values, "source"),
        why=typed(values, "why"),
        ends=state.form is Form.WITHDRAW,
        free=ticked(values, "free"),
        base=state.base,
    )


def wanted_new(values: Mapping[str, Any], state: WindowState, names: Names) -> Wanted:
    """What the fields of the window for a new offer say. Raises NotWanted."""
    problems: dict[str, Problem] = {}
    about = {
        "provider": _known(values, "provider", names.provider, names.close_providers, problems),
        "gpu": _known(values, "gpu", names.gpu, names.close, problems),
        "name": typed(values, "name"),
        "region": typed(values, "region"),
        "gpus_per_node": _count(typed(values, "gpus_per_node"), problems),
        "term_months": _months(typed(values, "term"), problems),
        "mode": _one_of(Mode, typed(values, "mode"), Mode.ON_DEMAND),
        "price_kind": _one_of(PriceKind, typed(values, "kind"), PriceKind.LIST),
        "includes": _one_of(Includes, typed(values, "includes"), Includes.ALL_IN),
        "tax": _one_of(Tax, typed(values, "tax"), Tax.UNKNOWN),
    }
    if about["mode"] is Mode.COMMITTED and about["term_months"] is None:
        problems.setdefault("term", Problem("missing", {}))
    if not about["name"]:
        problems["name"] = Problem("missing", {})
    if problems:
        raise NotWanted(problems)
    try:
        offer = Offer.model_validate({"id": "-", **about})
    except ValidationError as error:
        raise NotWanted({"name": Problem("refused", {"text": str(error.errors()[0]["msg"])})}) from None
    offer = offer.model_copy(update={"id": id_of(offer)})
    said = wanted(values, state.model_copy(update={"kind": EntryKind.PRICE, "subject": offer.id}))
    return said.model_copy(update={"offer": offer, "base": 0})


def upload(values: Mapping[str, Any], language: str) -> Upload:
    """The file that was handed in or the table that was pasted, and what holds for its rows. Raises NotWanted."""
    found = _state(values, "file").get("files")
    files = [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []
    pasted = typed(values, "pasted")
    if not files and not pasted:
        raise NotWanted({"file": Problem("no-file", {})})
    if files and pasted:
        raise NotWanted({"pasted": Problem("file-and-text", {})})
    seen = typed(values, "observed_on")
    try:
        seen = observed(seen)
    except NotADay as error:
        raise NotWanted({"observed_on": Problem(error.reason, error.values)}) from None
    options = Options.model_validate(
        {
            "provider": typed(values, "provider"),
            "observed_on": seen,
            "currency": typed(values, "currency").upper(),
            "source": typed(values, "source"),
            "effective_from": typed(values, "effective_from") or None,
            "feed": typed(values, "feed"),
            "add_names": ticked(values, "add_names"),
            "why": typed(values, "why"),
        }
    )
    file = of_file(files[0]) if files else Upload(pasted=pasted, name="pasted.txt")
    return file.model_copy(update={"options": options, "language": language})


def _state(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    block = values.get(name)
    found = block.get(name) if isinstance(block, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _known(values: Mapping[str, Any], name: str, find: Any, close: Any, problems: dict[str, Problem]) -> str:
    """The id of the seller or GPU that is chosen or typed."""
    text = typed(values, name)
    found = find(text) if text else None
    if not text:
        problems[name] = Problem("missing", {})
    elif found is None:
        near = ", ".join(close(text))
        problems[name] = Problem(f"unknown-{name}", {"text": text, "close": near})
    return str(found or "")


def _count(text: str, problems: dict[str, Problem]) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_GPUS):
        problems["gpus_per_node"] = Problem("not-a-count", {"text": text})
        return 1
    return int(text)


def _months(text: str, problems: dict[str, Problem]) -> Decimal | None:
    if not text:
        return None
    try:
        months = Decimal(text)
    except InvalidOperation:
        months = Decimal(0)
    if not (months.is_finite() and 0 < months <= MOST_MONTHS):
        problems["term"] = Problem("not-months", {"text": text, "most": str(MOST_MONTHS)})
        return None
    return months


def _one_of(kind: Any, text: str, usual: Any) -> Any:
    return kind(text) if text in list(kind) else usual
