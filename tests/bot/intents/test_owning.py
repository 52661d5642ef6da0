"""Questions about owning, asked as people ask them: what the card says, on the article's prices."""

from decimal import Decimal

import pytest

from bot.intents.answers import answer, explanation, without_change
from bot.intents.replying import Context, Reply
from bot.replies.card import Card
from bot.understanding.request import Request
from bot.understanding.understand import understand
from tests.bot.understanding.adapter import TODAY, vocabulary
from tests.builders import MemoryBook, article_book

D = Decimal
QUOTE = {"en": "1024 H100 for 6 weeks", "zh": "1024张H100六周"}


def asked(text: str, language: str = "en", book: MemoryBook | None = None) -> Reply:
    """The reply to a question, and to a follow-up where parts are set apart by " / "."""
    request, reading = None, None
    for part in text.split(" / "):
        reading = understand(part, vocabulary(), TODAY, request)
        request = reading.request
    assert reading is not None
    return answer(reading, Context(book or article_book(), language, "CNY"))


def asked_request(text: str) -> Request:
    return understand(text, vocabulary(), TODAY).request


def text_of(card: Card) -> str:
    cells = [cell.text for row in (card.table.rows if card.table else ()) for cell in row]
    sections = [line for section in card.sections for line in (section.title, *section.lines)]
    return "\n".join([card.header, card.verdict, *cells, *sections, *card.notes])


class TestFinance:
    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("en", f"{QUOTE['en']} / at 8% WACC"),
            ("en", f"{QUOTE['en']} / finance it at 8%"),
            ("en", "NPV of buying 1024 H100 at 8%"),
            ("zh", f"{QUOTE['zh']} / 资金成本8%"),
            ("zh", f"{QUOTE['zh']} / 净现值按8%"),
        ],
    )
    def test_today_s_money_the_yearly_charge_and_a_gpu_hour(self, language: str, text: str) -> None:
        said = text_of(asked(text, language).card)
        assert "402,064,596.28" in said
        assert "93,099,673.29" in said
        assert "11.2260" in said

    def test_the_book_value_by_year_both_ways(self) -> None:
        table = asked(f"{QUOTE['en']} / depreciation?").card.table
        assert table is not None
        assert [row[0].text for row in table.rows] == ["0", "1", "2", "3", "4", "5", "Total"]
        assert [row[3].text for row in table.rows[:3]] == ["371,720,000", "297,376,000", "223,032,000"]

    def test_a_lease_of_36_months_at_9_percent(self) -> None:
        said = text_of(asked(f"{QUOTE['en']} / and if we lease the servers over 36 months at 9%?").card)
        assert "11,820,596.62 a month" in said

    def test_no_own_hardware_is_said(self) -> None:
        book = article_book()
        book.parts.clear()
        card = asked("NPV of buying 1024 H100", book=book).card
        assert "H100" in card.verdict
        assert card.table is None


class TestCash:
    @pytest.mark.parametrize(("language", "text"), [("en", "what leaves the bank when?"), ("zh", "每个月要付多少")])
    def test_by_month_from_the_order(self, language: str, text: str) -> None:
        card = asked(f"{QUOTE[language]} / {text}", language).card
        assert card.table is not None
        assert len(card.table.columns) == 6
        assert "371,720,000" in text_of(card)
        assert "633,333.33" in text_of(card)


class TestOneRun:
    @pytest.mark.parametrize(("language", "text"), [("en", "sell them after the run at 80%"), ("zh", "用完卖掉按80%")])
    def test_sold_at_80_percent(self, language: str, text: str) -> None:
        assert "75,218,520.55" in text_of(asked(f"{QUOTE[language]} / {text}", language).card)

    def test_the_price_of_a_sale_is_no_residual_value_of_what_is_asked_next(self) -> None:
        reply = asked(f"{QUOTE['en']} / sell them after the run at 80% / when does it pay off?")
        own = reply.comparisons[0].own
        assert own is not None
        assert own.own is not None
        assert own.own.residual == 0

    def test_six_months_of_waiting(self) -> None:
        card = asked(f"{QUOTE['en']} / what do six months of waiting cost?").card
        assert "98,304,000" in text_of(card)  # 6 x 16,384,000


class TestSupposed:
    def test_it_stands_in_the_header_and_in_the_math_as_the_asker_s(self) -> None:
        reply = asked(f"{QUOTE['en']} / residual 20%")
        assert "supposed: residual value 20%" in reply.card.header
        math = text_of(explanation(reply.comparisons[0], article_book(), "en"))
        assert "20%" in math
        assert "(yours)" in math

    def test_what_changes_no_figure_is_said(self) -> None:
        card = asked(f"{QUOTE['en']} / PUE 1.2").card
        assert any(note.startswith("No change by PUE") for note in card.notes)

    @pytest.mark.parametrize(
        ("language", "text", "wanted"),
        [
            ("en", "PUE 0.5", "from 1 to 5"),
            ("zh", "PUE按0.5", "1到5"),
            ("en", "30 such runs a year", "from 0 to 8.69"),
            ("en", "finance it at 300%", "from 0% to 100%"),
            ("en", "residual 150%", "from 0% to 100%"),
        ],
    )
    def test_out_of_range_is_refused_with_the_range(self, language: str, text: str, wanted: str) -> None:
        reply = asked(f"{QUOTE[language]} / {text}", language)
        assert wanted in reply.card.verdict
        assert not reply.comparisons

    def test_the_two_figures_of_owning_are_told_apart(self) -> None:
        reading = understand("why 9M here and 372M there?", vocabulary(), TODAY, asked_request(QUOTE["en"]))
        reply = without_change(reading, (asked_request(QUOTE["en"]),), Context(article_book(), "en", "CNY"))
        first = reply.card.sections[0]
        assert first.title == "Why the figures differ"
        assert "372M CNY" in "".join(first.lines)


class TestBreakEven:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("does owning 1024 H100 ever win at 3 years and 10% use", "At 10% use over 3 years owning never wins"),
            ("when does buying 1024 H100 pay off at 60% utilisation", "At 60% use over 5 years owning wins"),
        ],
    )
    def test_it_is_said_outright_at_the_use_that_was_asked(self, text: str, wanted: str) -> None:
        assert wanted in asked(text).card.verdict

    def test_of_several_gpus_only_the_first_is_shown_and_that_is_said(self) -> None:
        notes = asked("NPV of buying 64 H100 vs 64 A100 at 8%").card.notes
        assert any("64 × A100" in note for note in notes)
