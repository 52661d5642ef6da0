"""A pasted claim is answered with its verdicts, in its language, through the same desk as every question."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.replies.words import words
from bot.understanding.request import Intent
from bot.understanding.understand import understand
from tests.bot.understanding.adapter import TODAY, vocabulary

NODE = "8x H100 node at $24/h, 128 nodes for 6 weeks comes to $30.9M"
CARDS = "64卡H200每卡时23元，3个月合计32.2万，对吗？"
ARTICLE = (
    "我们算清三本账。自建：1024 张 H100，每张 28 万元，合计 2.87 亿元；配套 0.85 亿元；机房与五年电费、运维 0.38 亿元。"
    "五年总成本 2.1 亿元。\n"
    + "云上训练不必排队，也不必立项采购，按需租用即可。" * 16
    + "\n8 卡 A100 节点月费 12.8 万元。"
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("book") / "book.db"


def run(book: Path, *arguments: str, text: str | None = None) -> tuple[int, str]:
    settings = {"QUARTERMASTER_DATABASE": str(book), "COLUMNS": "200"}
    result = CliRunner().invoke(main, [*arguments], input=text, env=settings)
    return result.exit_code, result.output


def test_the_slip_comes_first_with_what_it_should_be(book: Path) -> None:
    _, said = run(book, "ask", NODE)
    assert "The one checked figure does not add up" in said
    assert "3,096,576 USD" in said
    assert "$24/h × 128 nodes × 6 weeks" in said
    assert "3.00 USD a GPU-hour of H100 (8 GPUs a node)" in said


def test_chinese_is_answered_in_chinese(book: Path) -> None:
    _, said = run(book, "ask", CARDS)
    assert "唯一的推算数字对不上" in said
    assert "3,223,680元" in said


def test_a_long_text_of_figures_is_taken_as_one_to_check_and_says_so(book: Path) -> None:
    _, said = run(book, "ask", ARTICLE)
    assert "409,720,000元" in said or "410,000,000元" in said
    assert "仅电费就约" in said
    assert words("zh")["claims.note.taken"] in said


def test_unlike_gpus_in_equal_number_are_named(book: Path) -> None:
    _, said = run(book, "ask", "check this quote: own 1024 H100 = $40M, rent 128 x A100 8-GPU nodes = $9M")
    assert "Not like for like" in said
    assert "3.17 A100" in said


def test_a_file_is_checked_from_the_command_line(book: Path, tmp_path: Path) -> None:
    file = tmp_path / "quote.csv"
    file.write_text('Item,Qty,Unit price,Amount\nNode,16,"$310,000","$4,960,000"\nSwitch,12,"$36,000","$342,000"\n')
    code, said = run(book, "check", str(file))
    assert code == 0
    assert "432,000 USD" in said
    assert run(book, "check", "-", text=NODE)[0] == 0


@pytest.mark.parametrize("name", ["missing.txt", "picture.bin", "broken.xlsx"])
def test_a_file_that_cannot_be_read_is_one_clear_line(book: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    if name != "missing.txt":
        file.write_bytes(b"\x00\x01\xff\xfe\x00\x00")
    code, said = run(book, "check", str(file))
    assert code == 2
    assert len(said.strip().splitlines()) == 1


def test_a_thread_goes_on_after_a_check(book: Path) -> None:
    _, said = run(book, "chat", text=f"{NODE}\nshow the math\n1024 H100 for 6 weeks\n")
    assert said.count("3,096,576 USD") >= 2
    assert "371,720,000" in said


@pytest.mark.parametrize(
    "text",
    [
        "1024 H100 for 6 weeks",
        "how much is 64 H100 for 3 months at $2.10 per GPU-hour?",
        "共计128张H100，分16台，6周",
        "vendor quoted us 1.95 USD/gpu/hr on H200, so 80 of them for 13 weeks?",
        "预算 300 万元，能租多少 H100？",
        "is this right?",
    ],
)
def test_a_question_about_a_need_is_not_taken_for_a_claim(text: str) -> None:
    assert understand(text, vocabulary(), TODAY).request.intent is not Intent.CLAIM


@pytest.mark.parametrize(
    "text",
    [
        NODE,
        CARDS,
        "saves 60% vs $3.9/h at $2.2/h",
        "100 TB egress at $0.09/GB costs $900",
        "10 MW x 8760 h x $0.08 = $7.0M",
        "5-year TCO of $50M is $1M a month",
        "2,048 GPUs x 700 W = 1.4 MW",
        "the vendor says a 5-year TCO of 2.1亿 for 1024 H100, right?",
        "帮我核对：128 台，每台每月 26 万，每月 3328 万",
    ],
)
def test_claims_are_taken_as_claims(text: str) -> None:
    assert understand(text, vocabulary(), TODAY).request.intent is Intent.CLAIM


def test_both_languages_say_the_same_things() -> None:
    english = {key for key in words("en") if key.startswith("claims.")}
    chinese = {key for key in words("zh") if key.startswith("claims.")}
    assert english == chinese
