"""Questions about training runs, as people ask them, on the seeded book."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.desk import Desk
from bot.intents.turn import Answer, Asking, ThreadState
from pricing.store import Store

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
RUN = "train 70B on 15T tokens in 30 days on H100"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    path: Path = tmp_path_factory.mktemp("book") / "book.db"
    with Store.open(path, now=NOW) as store:
        yield Desk(store.book, NOW.date, "CNY")


def asked(desk: Desk, *texts: str) -> Answer:
    state: ThreadState | None = None
    for text in texts:
        answer = desk.ask(Asking(text, "U1", state=state))
        state = answer.state or state
    return answer


def lead(answer: Answer) -> str:
    return " ".join(answer.card.lead)


def workings(answer: Answer) -> str:
    return "\n".join(answer.card.sections[0].lines)


def fleet(answer: Answer) -> int:
    return answer.comparisons[0].scenario.gpu_count


def days(answer: Answer) -> float:
    return float(answer.comparisons[0].hours / 24)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "175B on 300B tokens on 1024 A100",
            "175B parameters on 300B tokens take 701,122 GPU-hours of A100 at 40% MFU (assumed). "
            "On 1,024 GPUs it takes 28.5 days.",
        ),
        (
            "175B on 300B tokens on 1024 H100",
            "175B parameters on 300B tokens take 221,183 GPU-hours of H100 at 40% MFU (assumed). "
            "On 1,024 GPUs it takes 9 days.",
        ),
        (RUN, "For 30 days that is 6,144 GPUs, done in 30 days."),
        ("1750亿参数，3000亿token，1024张A100", "1,750亿参数、3,000亿 token，按MFU 40%（假设）需要701,122 A100卡时。"),
    ],
)
def test_it_is_sized(desk: Desk, text: str, said: str) -> None:
    answer = asked(desk, text)
    assert said in lead(answer)
    assert answer.card.table


def test_what_is_priced_is_the_time_it_takes(desk: Desk) -> None:
    answer = asked(desk, "175B on 300B tokens on 1024 A100")
    [comparison] = answer.comparisons
    assert round(comparison.hours * 1024) == 701_122


def test_every_step_is_shown_with_its_source(desk: Desk) -> None:
    lines = workings(asked(desk, "175B on 1.2 TB text, 1024 A100"))
    assert "1.2 TB ÷ 4 bytes a token = 300B (assumed, " in lines
    assert "Chinese 1.5 to 5" in lines
    assert "6 × 175B parameters × 300B tokens = 3.15 × 10^23 FLOP" in lines
    assert "3.15 × 10^23 FLOP ÷ (312 × 10^12 FLOP/s × 40% × 3,600 s) = 701,122" in lines
    assert "701,122 GPU-hours ÷ 1,024 GPUs = 684.7 h = 28.53 days" in lines
    assert "Peak of A100: 312 TFLOP/s, dense BF16 (" in lines
    assert "MFU 40%: assumed, " in lines


def test_show_the_math_shows_the_sizing_too(desk: Desk) -> None:
    assert "3.15 × 10^23 FLOP" in workings(asked(desk, "175B on 300B tokens on 1024 A100", "show the math"))


@pytest.mark.parametrize(
    "text", ["175B on 1.2 TB text at 3 bytes a token, 1024 A100", "175B模型，1.2TB文本，1024张A100，每token 3字节"]
)
def test_bytes_a_token_can_be_said(desk: Desk, text: str) -> None:
    answer = asked(desk, text)
    assert "÷ 3" in workings(answer).replace("每token ", "")
    assert round(answer.comparisons[0].hours * 1024) == 934_829  # 701,122 x 4/3


@pytest.mark.parametrize(
    "text", ["671B MoE 37B active on 15T tokens, 2048 H800", "671B模型激活37B，15T token，2048张H800"]
)
def test_of_a_mixture_of_experts_the_active_parameters_count(desk: Desk, text: str) -> None:
    answer = asked(desk, text)
    assert "671" in workings(answer) or "6,710" in workings(answer)
    alone = asked(desk, "37B on 15T tokens, 2048 H800")
    assert answer.comparisons[0].hours == alone.comparisons[0].hours


class TestAThread:
    def test_mfu(self, desk: Desk) -> None:
        answer = asked(desk, RUN, "our MFU is 35%")
        assert "at 35% MFU. For 30 days that is 7,024 GPUs" in lead(answer)

    @pytest.mark.parametrize("text", ["on H200", "换H200"])
    def test_another_gpu(self, desk: Desk, text: str) -> None:
        assert asked(desk, RUN, text).comparisons[0].scenario.gpu == "H200"

    def test_another_time(self, desk: Desk) -> None:
        assert fleet(asked(desk, RUN, "in 60 days")) == 3072

    def test_other_tokens(self, desk: Desk) -> None:
        assert fleet(asked(desk, RUN, "10T tokens")) == 4096

    @pytest.mark.parametrize("text", ["with 256 cards how long, how much?", "256张要跑多久、多少钱？"])
    def test_fewer_gpus_take_longer(self, desk: Desk, text: str) -> None:
        answer = asked(desk, RUN, text)
        assert fleet(answer) == 256
        assert round(days(answer)) == 720

    def test_a_number_that_does_not_meet_the_time(self, desk: Desk) -> None:
        assert "512 GPUs are not done in 30 days: they take 360 days; 6,144 GPUs would be." in lead(
            asked(desk, RUN, "512 GPUs")
        )


@pytest.mark.parametrize("text", ["with 256 cards how long, how much?", "256张要跑多久、多少钱？"])
def test_the_same_work_on_fewer_gpus(desk: Desk, text: str) -> None:
    """As many GPU-hours as before: 1,024 for 6 weeks are 256 for 24."""
    answer = asked(desk, "1024 H100 for 6 weeks", text)
    assert fleet(answer) == 256
    assert days(answer) == 24 * 7


def test_neither_gpus_nor_time_gives_a_choice(desk: Desk) -> None:
    answer = asked(desk, "train 70B on 15T tokens on H100")
    assert answer.card.table
    assert [row[1].text for row in answer.card.table.rows] == ["6,144", "3,072", "2,048"]
    small = asked(desk, "train 7B on 10B tokens on H100")
    assert small.card.table
    assert [row[1].text for row in small.card.table.rows] == ["8", "16", "32"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("train 7B on 1T tokens on Ascend 910B in 30 days", "is not known, so the run cannot be sized on it"),
        ("train 405B on 15T tokens in 1 day on A100", "no more than 1,000,000 GPUs are priced"),
        ("train 405B on 15T tokens on 8 A100", "no more than 20 years are priced"),
        ("175B on 1.2 TB text at 50 bytes a token, H100", "must be from 0.5 to 16; you said 50"),
    ],
)
def test_what_cannot_be_sized_says_why_and_what_to_say_instead(desk: Desk, text: str, said: str) -> None:
    card = asked(desk, text).card
    assert said in card.verdict
    assert card.notes
    assert card.private


def test_less_than_an_hour_is_remarked(desk: Desk) -> None:
    notes = asked(desk, "train 7B on 100M tokens on 64 H100").card.notes
    assert any(note.startswith("It is done in less than an hour") for note in notes)


def test_a_budget_beside_a_run_is_not_ignored(desk: Desk) -> None:
    answer = asked(desk, "train 70B on 15T tokens in 30 days on H100, budget $5M")
    assert any("of the options of this GPU on show is within your 5.00M USD" in line for line in answer.card.lead)
    assert answer.comparisons[0].currency == "USD"


def test_what_is_not_counted_with_is_said(desk: Desk) -> None:
    notes = asked(desk, "70B, 15T tokens, H100, 30 days, at 3 bytes a token").card.notes
    assert any("3 bytes a token change nothing" in note for note in notes)


def test_a_budget_said_later_leaves_it_a_run(desk: Desk) -> None:
    answer = asked(desk, RUN, "our budget is $5M")
    assert "GPU-hours of H100" in lead(answer)
    assert "within your 5.00M USD" in lead(answer)
