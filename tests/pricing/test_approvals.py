"""Two persons: what waits, who may let it pass, and what becomes of it. Large changes cannot be made of small ones."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from pricing.book import EntryKind
from pricing.catalog import PriceKind
from pricing.changes import Action, Change, Impossible, NewEntry, Outdated, Policy
from pricing.ledger import Ledger
from pricing.store import Store
from pricing.units import PricingUnit
from tests.pricing.books_on_disk import TODAY, a_price, an_offer
from tests.pricing.ledgers import (
    BEGAN,
    LIST,
    SECRET,
    SETUP,
    SPOT,
    TWO,
    Clock,
    a_change,
    a_ledger,
    contents_of,
    entry_count,
    prices,
    stocked,
)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with stocked(tmp_path / "book.db") as store:
        yield store
        assert store.prove().broken is None


@pytest.fixture
def ledger(store: Store, clock: Clock) -> Ledger:
    return a_ledger(store, clock, TWO)


def kinds(ledger: Ledger, change: Change) -> list[str]:
    """Why a change waits."""
    return [reason.kind for reason in ledger.reasons(change)]


class TestWhatWaits:
    @pytest.mark.parametrize(
        ("new", "waits"),
        [
            *[("100", False), ("130", False), ("130.00", False), ("70", False), ("99.99", False)],
            *[("130.000001", True), ("69.999999", True), ("200", True), ("0", True), ("1000", True)],
        ],
    )
    def test_more_than_thirty_percent_of_the_price_in_force(self, ledger: Ledger, new: str, waits: bool) -> None:
        assert kinds(ledger, a_change(new)) == (["big-change"] if waits else [])

    def test_by_how_many_percent_is_said(self, ledger: Ledger) -> None:
        [reason] = ledger.reasons(a_change("150"))
        assert (reason.subject, reason.percent) == (LIST, Decimal(50))

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (a_change("60", SECRET), ["contract"]),
            (a_change(None, SECRET), ["contract"]),
            (a_change(None), ["ends"]),
            (a_change("100", unit=PricingUnit.GPU_HOUR), ["unit"]),
            (a_change("100", currency="CNY"), ["unit"]),
            (a_change("1", first_day=BEGAN - timedelta(days=1)), []),
            (a_change("99", first_day=date(2099, 1, 1)), []),
            (a_change("140", first_day=date(2099, 1, 1)), ["big-change"]),
        ],
    )
    def test_also(self, ledger: Ledger, change: Change, why: list[str]) -> None:
        assert kinds(ledger, change) == why

    def test_anything_of_what_was_nothing(self, ledger: Ledger) -> None:
        ledger.save(a_change("0"), approver="li")
        assert kinds(ledger, a_change("0.01")) == ["big-change"]

    def test_a_new_offer_only_where_it_was_agreed_with_the_seller(self, ledger: Ledger) -> None:
        for kind, why in ((PriceKind.LIST, []), (PriceKind.CONTRACT, ["contract"])):
            offer = an_offer("nimbus/new", price_kind=kind)
            change = a_change("1", offer.id).model_copy(update={"offers": (offer,)})
            assert kinds(ledger, change) == why

    def test_what_an_agreed_offer_costs_beside_its_price(self, ledger: Ledger) -> None:
        about = {"kind": EntryKind.COMPONENT, "unit": PricingUnit.PER_NODE}
        assert kinds(ledger, a_change("5100", SETUP, **about)) == ["contract"]

    def test_each_price_of_a_change_has_its_reason(self, ledger: Ledger) -> None:
        new = tuple(NewEntry(entry=a_price("55", subject=name)) for name in (LIST, SPOT, SECRET))
        change = Change(action=Action.IMPORTED, actor="mei", entries=new)
        assert kinds(ledger, change) == ["big-change", "big-change", "contract"]

    def test_nothing_where_one_person_is_enough(self, store: Store) -> None:
        assert a_ledger(store).reasons(a_change(None, SECRET)) == ()

    def test_the_threshold_is_that_of_the_policy(self, store: Store) -> None:
        ledger = a_ledger(store, policy=Policy(two_persons=True, threshold=Decimal(0)))
        assert kinds(ledger, a_change("100.01")) == ["big-change"]
        assert kinds(ledger, a_change("100.00")) == []

    def test_taking_back_what_changed_the_price_by_much(self, ledger: Ledger) -> None:
        ledger.save(a_change("900"), approver="li")
        assert kinds(ledger, ledger.undoing(ledger.latest(1)[0].id, "mei", "no")) == ["big-change"]

    def test_taking_back_the_only_price(self, ledger: Ledger) -> None:
        offer = an_offer("nimbus/new")
        ledger.save(a_change("1", offer.id).model_copy(update={"offers": (offer,)}))
        assert kinds(ledger, ledger.undoing(ledger.latest(1)[0].id, "li", "no")) == ["ends"]


class TestOneLargeChangeMadeOfSmallOnes:
    def test_the_second_step_is_measured_from_before_the_first(self, ledger: Ledger) -> None:
        ledger.save(a_change("125"))
        assert kinds(ledger, a_change("150")) == ["big-change"]
        assert kinds(ledger, a_change("128")) == []

    def test_going_back_is_no_change(self, ledger: Ledger) -> None:
        ledger.save(a_change("125"))
        assert kinds(ledger, a_change("100")) == []

    def test_it_does_not_help_to_begin_on_other_days(self, ledger: Ledger) -> None:
        ledger.save(a_change("125", first_day=TODAY + timedelta(days=1)))
        assert kinds(ledger, a_change("150", first_day=TODAY + timedelta(days=2))) == ["big-change"]

    def test_nor_to_take_steps_back_in_between(self, ledger: Ledger) -> None:
        ledger.save(a_change("125"))
        ledger.save(ledger.undoing(ledger.latest(1)[0].id, "mei", "no"))
        ledger.save(a_change("125"))
        assert kinds(ledger, a_change("150")) == ["big-change"]

    def test_what_another_person_wrote_is_where_the_next_begins(self, ledger: Ledger) -> None:
        ledger.save(a_change("125", actor="li"))
        assert kinds(ledger, a_change("150")) == []

    def test_so_is_what_another_person_approved(self, ledger: Ledger) -> None:
        ledger.save(a_change("900"), approver="li")
        assert kinds(ledger, a_change("950")) == []

    def test_so_is_what_is_older_than_the_days_of_the_policy(self, ledger: Ledger, clock: Clock) -> None:
        ledger.save(a_change("125"))
        clock.on(days=TWO.days, seconds=1)
        assert kinds(ledger, a_change("150")) == []

    def test_what_is_just_not_older_is_not(self, ledger: Ledger, clock: Clock) -> None:
        ledger.save(a_change("125"))
        clock.on(days=TWO.days, seconds=-1)
        assert kinds(ledger, a_change("150")) == ["big-change"]


class TestApproving:
    def test_it_is_written_as_who_proposed_it_with_who_approved_it(self, store: Store, ledger: Ledger) -> None:
        proposal = ledger.propose(a_change("900"), ledger.reasons(a_change("900")))
        assert prices(store)[LIST] == "100"
        ledger.approve(proposal.id, "li")
        assert prices(store)[LIST] == "900"
        decision, row = ledger.latest(2)
        assert (row.actor, row.approver, row.action) == ("mei", "li", "changed")
        assert (decision.actor, decision.action) == ("li", "approved")

    def test_what_waits_can_be_seen(self, ledger: Ledger) -> None:
        why = ledger.reasons(a_change("900"))
        proposal = ledger.propose(a_change("900"), why)
        [pending] = ledger.pending()
        assert pending == proposal == ledger.proposal(proposal.id)
        assert (pending.actor, pending.waiting.reasons) == ("mei", why)

    def test_the_same_request_waits_once(self, ledger: Ledger) -> None:
        one, other = (ledger.propose(a_change("900", request="r"), ()) for _ in range(2))
        assert one == other
        assert len(ledger.pending()) == 1

    def test_nobody_approves_their_own(self, store: Store, ledger: Ledger) -> None:
        proposal = ledger.propose(a_change("900"), ())
        before = contents_of(store)
        with pytest.raises(Impossible, match="own-proposal"):
            ledger.approve(proposal.id, "mei")
        assert contents_of(store) == before
        ledger.approve(proposal.id, "li")

    def test_it_is_approved_once(self, store: Store, ledger: Ledger) -> None:
        proposal = ledger.propose(a_change("900"), ())
        ledger.approve(proposal.id, "li")
        before = contents_of(store)
        with pytest.raises(Impossible) as refused:
            ledger.approve(proposal.id, "zhou")
        assert (refused.value.reason, refused.value.values["by"]) == ("already-approved", "li")
        assert contents_of(store) == before

    def test_also_at_the_same_moment(self, store: Store, ledger: Ledger) -> None:
        proposal = ledger.propose(a_change("900"), ())
        count = entry_count(store)

        def approve(who: str) -> bool:
            try:
                ledger.approve(proposal.id, who)
            except Impossible:
                return False
            return True

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(approve, ("li", "zhou", "wu", "mei"))) == 1
        assert entry_count(store) == count + 1

    def test_a_rejected_one_is_not_approved(self, store: Store, ledger: Ledger) -> None:
        proposal = ledger.propose(a_change("900"), ())
        ledger.reject(proposal.id, "li", "too much")
        with pytest.raises(Impossible, match="already-rejected"):
            ledger.approve(proposal.id, "zhou")
        assert ledger.pending() == ()
        assert (ledger.latest(1)[0].actor, ledger.latest(1)[0].why) == ("li", "too much")
        assert prices(store)[LIST] == "100"

    def test_who_proposed_it_may_take_it_back(self, ledger: Ledger) -> None:
        proposal = ledger.propose(a_change("900"), ())
        ledger.reject(proposal.id, "mei")
        assert ledger.pending() == ()

    def test_it_expires(self, store: Store, ledger: Ledger, clock: Clock) -> None:
        proposal = ledger.propose(a_change("900"), ())
        clock.on(days=TWO.days, seconds=-1)
        assert ledger.pending()
        assert ledger.expire() == ()
        clock.on(seconds=1)
        assert ledger.pending() == ()
        with pytest.raises(Impossible, match="already-expired"):
            ledger.approve(proposal.id, "li")
        assert prices(store)[LIST] == "100"

    def test_that_it_expired_is_written_down_once(self, ledger: Ledger, clock: Clock) -> None:
        proposal = ledger.propose(a_change("900"), ())
        clock.on(days=TWO.days)
        assert [one.id for one in ledger.expire()] == [proposal.id]
        assert ledger.expire() == ()
        assert [row.action for row in ledger.latest(9)] == ["expired", "proposed"]

    def test_what_was_changed_meanwhile_is_not_written_over(self, store: Store, ledger: Ledger) -> None:
        seen = ledger.newest(EntryKind.PRICE, LIST)
        assert seen is not None
        proposal = ledger.propose(a_change("900", base=seen.id), ())
        ledger.save(a_change("110", actor="zhou"))
        before = contents_of(store)
        with pytest.raises(Outdated) as refused:
            ledger.approve(proposal.id, "li")
        assert refused.value.by == "zhou"
        assert contents_of(store) == before
        assert ledger.pending() == (proposal,)

    def test_what_is_outdated_already_is_not_proposed(self, store: Store, ledger: Ledger) -> None:
        before = contents_of(store)
        with pytest.raises(Outdated):
            ledger.propose(a_change("900", base=0), ())
        assert contents_of(store) == before

    @pytest.mark.parametrize("number", [0, 1, -1, 10**9])
    def test_what_is_no_proposal_is_not_approved(self, ledger: Ledger, number: int) -> None:
        with pytest.raises(Impossible, match="no-proposal"):
            ledger.approve(number, "li")

    def test_a_new_offer_that_waits_comes_with_its_price(self, store: Store, ledger: Ledger) -> None:
        offer = an_offer("nimbus/new", price_kind=PriceKind.CONTRACT)
        change = a_change("7", offer.id, base=0).model_copy(update={"offers": (offer,)})
        proposal = ledger.propose(change, ledger.reasons(change))
        assert offer.id not in prices(store)
        ledger.approve(proposal.id, "li")
        assert prices(store)[offer.id] == "7"

    def test_one_who_approves_what_cannot_be_written_writes_nothing(self, store: Store, ledger: Ledger) -> None:
        """The offer came by another way meanwhile."""
        offer = an_offer("nimbus/new", price_kind=PriceKind.CONTRACT)
        proposal = ledger.propose(a_change("7", offer.id).model_copy(update={"offers": (offer,)}), ())
        store.add_offers([offer])
        before = contents_of(store)
        with pytest.raises(ValueError, match="refuses"):
            ledger.approve(proposal.id, "li")
        assert contents_of(store) == before
        assert ledger.pending() == (proposal,)

    def test_a_change_that_waits_is_kept_to_the_digit(self, ledger: Ledger) -> None:
        change = a_change("900.10", note='"quoted" 原价', request="r")
        proposal = ledger.propose(change, ())
        assert ledger.proposal(proposal.id).waiting.change == change
        value = ledger.proposal(proposal.id).waiting.change.entries[0].entry.value
        assert f"{value}" == "900.10"
