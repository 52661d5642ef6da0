"""Everything about prices in Slack, with a Slack and windows that keep what they are given."""

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.administration.exports import BookFiles
from bot.administration.imports import Imports
from bot.administration.keeping import Keeping
from bot.administration.office import Office
from bot.listeners.channels import Channels
from bot.listeners.delivery import Delivery, Kind
from bot.listeners.locales import Locales
from bot.listeners.prices.access import Access
from bot.listeners.prices.payloads import of_confirmed
from bot.listeners.prices.prices import Prices
from bot.listeners.prices.submissions import Step
from bot.replies.card import Message
from bot.replies.price_forms.state import WindowState
from bot.replies.slack import message
from bot.rights import Policy, Rights
from bot.slack_client import Spot
from pricing.base import changed
from pricing.book import EntryKind
from pricing.catalog import Mode, Offer, PriceKind
from pricing.changes import Policy as WhenTwo
from pricing.ledger import Ledger
from pricing.store import Store
from tests.bot.listeners.doubles import ME, FakeSlack
from tests.builders import a_price

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
OFFER, SECRET = "aws/plain", "aws/secret"
POLICY = Policy(contract_viewers=("U-AP", "U-EVE"), editors=("U-ED", "U-EVE"), approvers=("U-AP", "U-ED"))
FIELDS = {"source": "a letter", "why": "the list changed", "currency": "USD", "unit": "GPU-Hours"}


class Slack(FakeSlack):
    """Finds what it has said before by its mark."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: dict[tuple[str, str], str] = {}

    def post(self, spot: Spot, message: Message, mark: str, look_first: bool = False) -> str:
        if look_first and (spot.channel, mark) in self.marks:
            return self.marks[spot.channel, mark]
        super().post(spot, message, mark, look_first)
        return self.marks.setdefault((spot.channel, mark), f"{len(self.marks)}.1")

    def found(self, spot: Spot, mark: str) -> str | None:
        return self.marks.get((spot.channel, mark))

    def told(self, where: str) -> list[str]:
        """The texts of the messages in one place ("D" and a user, or "one": through a response URL)."""
        return [message.text for _, place, message in self.said if place.split("/")[0] == where]


class Views:
    """Keeps the windows that were opened and filled."""

    def __init__(self) -> None:
        self.shown: list[dict[str, Any]] = []

    def open(self, trigger: str, view: dict[str, Any]) -> str:
        self.shown.append(view)
        return "V1"

    def update(self, view_id: str, view: dict[str, Any]) -> None:
        self.shown.append(view)


class Keeper:
    """A price book with an offer at 10 USD and a contract at 7.77 USD, and who may do what with it."""

    def __init__(self, store: Store) -> None:
        self.store, self.now = store, NOW
        for offer, price, kind in ((OFFER, "10", PriceKind.LIST), (SECRET, "7.77", PriceKind.CONTRACT)):
            store.add_offers(
                [
                    Offer(
                        id=offer,
                        provider="aws",
                        name=offer,
                        gpu="H100",
                        mode=Mode.ON_DEMAND,
                        gpus_per_node=8,
                        price_kind=kind,
                    )
                ]
            )
            store.add_entries([changed(a_price(offer, price, NOW - timedelta(days=30)), currency="USD")])
        self.slack, self.views = Slack(), Views()
        slack: Any = self.slack
        slack.views = self.views
        self.ledger = Ledger(store, lambda: self.now, WhenTwo(two_persons=True))
        office = Office(self.ledger, store.book, lambda: self.now)
        imports = Imports(self.ledger, store.book, store, lambda: self.now)
        keeping = Keeping(office, imports, BookFiles(office, store), store.prove)
        rights = Rights(POLICY, ME.team, slack.lookups, self.seconds)
        access = Access(rights, Channels(self.slack.lookups.is_shared, self.seconds), False)
        self.slack.shared["C1"] = False
        locales = Locales(self.slack.lookups.locale, self.seconds)
        self.prices = Prices(keeping, access, slack, locales, message, self.seconds)

    def seconds(self) -> float:
        return self.now.timestamp()

    def handle(self, text: str = "", user: str = "U-ED", again: bool = False, **changes: Any) -> str:
        """What becomes of a command or a button."""
        common = {"kind": Kind.PRICES, "key": "k", "team": "T1", "channel": "C1", "user": user, "text": text}
        url = "https://hooks.slack.com/commands/1"
        delivery = Delivery.model_validate({**common, "private": True, "response_url": url, **changes})
        return self.prices.handle(delivery, again, None)  # type: ignore[arg-type]

    def opened(self, text: str = "", user: str = "U-ED", **changes: Any) -> dict[str, Any]:
        """The window that a command or a button opens, filled."""
        common = {"kind": Kind.PRICES_WINDOW, "key": "k", "team": "T1", "channel": "C1", "user": user, "text": text}
        delivery = Delivery.model_validate({**common, "trigger": "9.9", "private": True, **changes})
        self.prices.open(delivery, False, None)  # type: ignore[arg-type]
        return self.views.shown[-1]

    def sent(self, view: dict[str, Any], user: str = "U-ED", **fields: Any) -> Step:
        """What comes after a window that was filled in."""
        return self.prices.submissions.answer(body(view, user, **fields), self.seconds())

    def confirmed(self, step: Step, user: str = "U-ED", again: bool = False, window: str = "V1") -> str:
        """What becomes of a change that was confirmed in the window that came on top."""
        assert step.view, dict(step.errors)
        view: Any = step.view
        state = WindowState.model_validate_json(view["private_metadata"])
        delivery = of_confirmed(body({**view, "root_view_id": window}, user), state, self.seconds())
        return self.prices.handle(delivery, again, None)  # type: ignore[arg-type]

    @property
    def value(self) -> str:
        """The price of the offer as it stands."""
        return str(self.ledger.standing(EntryKind.PRICE, OFFER)[-1].value)


def body(view: dict[str, Any], user: str, **fields: Any) -> dict[str, Any]:
    """A submission as Slack sends it: the fields as they stood, but for those that are given."""
    values = {}
    for block in view["blocks"]:
        if block["type"] != "input":
            continue
        name, element = block["block_id"], block["element"]
        given = fields.get(name)
        if element["type"] == "datepicker":
            state: dict[str, Any] = {"selected_date": given or element.get("initial_date")}
        elif element["type"] == "static_select":
            chosen = {"value": given} if given else element.get("initial_option")
            state = {"selected_option": chosen}
        elif element["type"] == "checkboxes":
            state = {"selected_options": element["options"] if given else []}
        else:
            state = {"value": given or element.get("initial_value")}
        values[name] = {name: state}
    sent = {"id": "V1", **view, "state": {"values": values}}
    return {"team": {"id": "T1"}, "user": {"id": user}, "view": sent}
