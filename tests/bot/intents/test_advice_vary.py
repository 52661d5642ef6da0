"""What matters, target prices, terms and blends, as they are asked: fresh and in a thread, in both languages."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.desk import Desk
from bot.intents.answers import pressed
from bot.intents.turn import Answer, Asking, ThreadState
from bot.replies import actions
from bot.replies.card import Card
from bot.replies.slack import message
from bot.replies.words import group, languages
from pricing.store import Store
from tests.bot.replies.slack_limits import breaches

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
MOST_COLUMNS = 6
Ask = Callable[..., Answer]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    folder: Path = tmp_path_factory.mktemp("book")
    return Store.open(folder / "book.db", now=NOW)


@pytest.fixture(scope="module")
def ask(store: Store) -> Ask:
    desk = Desk(store.book, lambda: NOW.date(), "CNY")

    def asked(*texts: str) -> Answer:
        state: ThreadState | None = None
        for text in texts:
            answer = desk.ask(Asking(text, "U1", state=state))
            state = answer.state or state
        return answer

    return asked


def column(card: Card, place: int) -> list[str]:
    assert card.table is not None
    return [row[place].text for row in card.table.rows]


def text(card: Card) -> str:
    lines = [card.verdict, *card.notes, *(line for section in card.sections for line in section.lines)]
    return "\n".join(lines)


QUESTIONS = (
    ("what matters most for 1024 H100 for 6 weeks", "Most rests on utilisation: 56% to 84%"),
    ("1024张H100跑6周，哪个参数影响最大", "影响最大的是利用率：56%到84%"),
    ("1024 H100 for 2 years: at what cloud price does owning lose?", "owning wins while CUDO on demand costs more"),
    ("1024张H100两年，云价到多少自建就不划算", "时自建划算"),
    ("which term is best for 64 H200 for a year", "Neysa committed 1 year"),
    ("64张H200用一年，签多久", "Neysa 包1年"),
    ("1024 H100 for a year, 256 reserved, the rest on demand", "256 GPUs"),
    ("1024张H100一年，256张包年，其余按需", "256张"),
    ("between 256 and 1024 H100 for a year, own the base, rent the peak", "cheapest split"),
    ("平时256张H100，高峰1024张8周，一年", "最便宜的配比"),
)


@pytest.mark.parametrize(("question", "verdict"), QUESTIONS)
def test_a_fresh_question_is_answered(ask: Ask, question: str, verdict: str) -> None:
    card = ask(question).card
    assert verdict in card.verdict
    assert card.table is not None
    assert len(card.table.columns) <= MOST_COLUMNS
    assert all(len(row) == len(card.table.columns) for row in card.table.rows)
    assert breaches(message(card)) == []


THREADS = (
    (("1024 H100 for 6 weeks", "what matters most?"), "Most rests on"),
    (("1024张H100跑6周", "哪个参数影响最大？"), "影响最大"),
    (("1024 H100 for 6 weeks", "at what price does AWS lose?"), "AWS on demand"),
    (("1024张H100跑6周", "云价到多少自建就不划算？"), "自建划算"),
    (("64 H200 for a year", "which term is best?", "if it may end after 3 months"), "If it ends after 3 months"),
    (("64 H200 for a year", "which term is best?", "and if we use half of it?"), "If only 50% of it is used"),
    (("64张H200用一年", "签多久", "3个月后可能结束"), "如果3个月后结束"),
    (("64张H200用一年", "签多久", "只用一半呢"), "如果只用50%"),
    (("1024 H100 for a year", "256 reserved, the rest on demand"), "256 GPUs"),
    (("1024张H100用一年", "基线自建、峰值租用"), "最便宜的配比"),
    (("1024 H100 for a year", "256 reserved, the rest on demand", "what matters most?"), "Most rests on"),
)


@pytest.mark.parametrize(("texts", "verdict"), THREADS)
def test_a_follow_up_is_answered(ask: Ask, texts: tuple[str, ...], verdict: str) -> None:
    assert verdict in ask(*texts).card.verdict


def test_another_length_keeps_the_kind_of_question(ask: Ask) -> None:
    card = ask("1024 H100 for 6 weeks", "what matters most?", "12 weeks?").card
    assert "12 weeks" in card.header
    assert "Most rests on" in card.verdict


def test_what_is_assumed_is_shown_at_both_ends(ask: Ask) -> None:
    card = ask("what matters most for 1024 H100 for 6 weeks").card
    place = column(card, 0).index("utilisation")
    assert column(card, 1)[place] == "70%"
    assert column(card, 2)[place] == "56%: -3.03M"
    assert column(card, 3)[place] == "84%: 2.59M"
    assert column(card, 5)[place] == "−20%: owning dearer"
    assert card.charts


def test_workings_of_what_matters_hold_as_printed(ask: Ask) -> None:
    (section,) = ask("what matters most for 1024 H100 for 6 weeks").card.sections
    assert section.lines
    for line in section.lines:
        left, _, difference = line.rpartition(" = ")
        rent, _, own = left.rpartition(": ")[2].partition(" − ")
        numbers = [round(float(part.replace(",", "")), 4) for part in (rent, own, difference)]
        assert round(numbers[0] - numbers[1], 2) == pytest.approx(numbers[2], abs=0.006)


def test_the_button_under_a_quote_gives_the_same_card(ask: Ask, store: Store) -> None:
    quote = ask("1024 H100 for 6 weeks").card
    button = next(action for action in quote.actions if action.action_id == actions.WHAT_MATTERS)
    card = pressed(button.action_id, button.value, "en", store.book)
    assert card.verdict == ask("what matters most for 1024 H100 for 6 weeks").card.verdict


def test_a_target_price_is_checked_by_pricing_again(ask: Ask) -> None:
    card = ask("1024 H100 for 2 years: at what cloud price does owning lose?").card
    assert "234,125,714.29 effective; Own, 70% used: 234,125,714.29" in text(card)


def test_the_worked_example_of_a_commitment(ask: Ask) -> None:
    """p5 for three years: 79,983,033 USD owed for a job of 7,101,481 on demand, worth it from 43.2% of the term."""
    card = ask("which term is best for 1024 H100 for 6 weeks in USD, only AWS").card
    assert "79,983,032.83 ÷ 7,045.12 an hour on demand = 11,353 h of 26,280 h = 43.2%" in text(card)
    assert column(card, 3)[-1] == "43.2% of its term (15.6 months)"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("1024 H100 for a year, what does leaving early cost?", "not in these price rows"),
        ("1024张H100用一年，中途退租违约金多少", "违约金不明"),
    ],
)
def test_what_leaving_early_costs_is_said_to_be_unknown(ask: Ask, question: str, said: str) -> None:
    assert said in text(ask(question).card)


def test_parts_of_a_blend_add_up_as_printed(ask: Ask) -> None:
    card = ask("1024 H100 for a year, 256 reserved, the rest on demand").card
    sums = [line for section in card.sections for line in section.lines if " + " in line]
    assert sums
    for line in sums:
        parts, _, total = line.rpartition(": ")[2].partition(" = ")
        amounts = [float(part.replace(",", "")) for part in parts.split(" + ")]
        assert sum(amounts) == pytest.approx(float(total.replace(",", "")), abs=0.006)


@pytest.mark.parametrize(
    "question",
    ["2000 H100 reserved, the rest on demand, 1024 H100 for a year", "256 H100 always, 1024 for 60 weeks, over a year"],
)
def test_numbers_that_contradict_each_other_are_refused(ask: Ask, question: str) -> None:
    answer = ask(question)
    assert answer.comparisons == ()
    assert answer.card.table is None
    assert ">" in answer.card.verdict


def test_a_cheaper_seller_without_terms_is_named(ask: Ask) -> None:
    card = ask("which term is best for 64 H100 for a year").card
    assert "A seller without terms is cheaper for it: CUDO on demand, 7.50M CNY." in card.verdict


def test_of_several_needs_the_first_is_looked_at_and_that_is_said(ask: Ask) -> None:
    card = ask("what matters most for 64 H100 or H200 for 6 weeks").card
    assert any("Only the first is looked at" in note for note in card.notes)


def test_a_gpu_that_nobody_sells_by_the_term(ask: Ask) -> None:
    card = ask("which term is best for 8 L4 for a year, only AWS").card
    assert card.verdict


@pytest.mark.parametrize(
    "topic", ["knob", "turn", "turn-short", "sensitivity", "target", "commitment", "blend", "advice"]
)
def test_both_languages_have_the_same_sentences(topic: str) -> None:
    keys = [set(group(language, topic)) for language in languages()]
    assert keys[0]
    assert all(one == keys[0] for one in keys)
