"""Training runs: text as data, bytes a token, active parameters; number and time in a thread; GPU-hours asked for."""

from decimal import Decimal

import pytest

from bot.understanding.request import Count, Intent, Period, Request
from bot.understanding.understand import understand
from bot.understanding.write import written
from pricing.units import TimeUnit
from tests.bot.understanding.adapter import TODAY, vocabulary

BILLION = Decimal(10) ** 9


def read(*texts: str) -> Request:
    """The request after the messages of a thread; every word of them is understood."""
    request: Request | None = None
    history: tuple[Request, ...] = ()
    for text in texts:
        reading = understand(text, vocabulary(), TODAY, request, history)
        assert not reading.unknown, reading.unknown
        assert reading.reject is None
        history = history if request is None else (*history, request)
        request = reading.request
    assert request is not None
    return request


@pytest.mark.parametrize(
    ("text", "corpus_tb"),
    [
        ("175B on 1.2 TB text, 1024 H100", "1.2"),
        ("175B on 1.2TB of text, 1024 H100", "1.2"),
        ("train 175B on a 1.2 TB dataset with 512 H100", "1.2"),
        ("train 7B on 500 GB, 64 H100", "0.5"),
        ("175B模型，1.2TB文本，1024张A100", "1.2"),
        ("用1.2TB语料训练175B，H100 1024张", "1.2"),
        ("175B参数，1.2TB中文语料，H100，30天", "1.2"),
    ],
)
def test_text_to_train_on(text: str, corpus_tb: str) -> None:
    request = read(text)
    assert (request.intent, request.corpus_tb, request.storage_tb) == (Intent.SIZE, Decimal(corpus_tb), None)


@pytest.mark.parametrize("text", ["64 H100 on AWS for 6 weeks with 8 TB storage", "64 H100, 8TB dataset, 6 weeks"])
def test_data_of_no_run_is_storage(text: str) -> None:
    assert (read(text).corpus_tb, read(text).storage_tb) == (None, Decimal(8))


@pytest.mark.parametrize("text", ["at 3 bytes a token", "3 bytes/token", "3 bytes per token", "每token 3字节"])
def test_bytes_a_token(text: str) -> None:
    assert read("175B on 1.2 TB text, 1024 H100", text).bytes_per_token == 3
    assert not read("175B on 1.2 TB text, 1024 H100", text).providers  # 字节 is no company there


@pytest.mark.parametrize(
    "text",
    [
        "671B MoE 37B active on 15T tokens, 2048 H800",
        "671B MoE with 37B active parameters, 15T tokens on 2048 H800",
        "671B模型，激活37B，15T token，2048张H800",
        "671B模型，激活参数370亿，15T token，2048张H800",
    ],
)
def test_active_parameters(text: str) -> None:
    request = read(text)
    assert (request.model_params, request.active_params) == (671 * BILLION, 37 * BILLION)


class TestAThread:
    RUN = "train 70B on 15T tokens in 30 days on H100"

    def test_tokens_and_text_replace_each_other(self) -> None:
        request = read(self.RUN, "1.2 TB of text")
        assert (request.tokens, request.corpus_tb) == (None, Decimal("1.2"))
        request = read(self.RUN, "1.2 TB of text", "10T tokens")
        assert (request.tokens, request.corpus_tb) == (Decimal(10) ** 13, None)

    @pytest.mark.parametrize("text", ["with 256 cards how long, how much?", "256张要跑多久、多少钱？"])
    def test_how_long_drops_the_time_of_a_run(self, text: str) -> None:
        request = read(self.RUN, text)
        assert (request.gpu_count, request.duration) == (Count(low=256, high=256), None)

    def test_a_time_drops_the_number(self) -> None:
        request = read("train 70B on 15T tokens on 512 H100", "in 60 days")
        assert request.gpu_count is None
        assert request.duration == Period(low=Decimal(60), high=Decimal(60), unit=TimeUnit.DAY)

    @pytest.mark.parametrize("text", ["with 256 cards how long, how much?", "256张要跑多久、多少钱？"])
    def test_how_long_on_fewer_keeps_the_gpu_hours_of_a_need(self, text: str) -> None:
        request = read("1024 H100 for 6 weeks", text)
        assert request.duration == Period(low=Decimal(24), high=Decimal(24), unit=TimeUnit.WEEK)

    def test_a_number_alone_keeps_the_time(self) -> None:
        assert read("1024 H100 for 6 weeks", "256 GPUs").duration == read("1024 H100 for 6 weeks").duration

    @pytest.mark.parametrize("text", ["how many GPU hours did that take, in dollars?", "训练一次要多少卡时、多少钱？"])
    @pytest.mark.parametrize("before", [RUN, "1024 H100 for 6 weeks"])
    def test_gpu_hours(self, before: str, text: str) -> None:
        assert read(before, text).intent is Intent.GPU_HOURS


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_written_reads_back(language: str) -> None:
    request = read("671B MoE 37B active on 1.2 TB text at 3 bytes a token, 2048 H800")
    text = written(request, language, vocabulary())
    assert read(text) == request
