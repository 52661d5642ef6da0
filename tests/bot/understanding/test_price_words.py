"""What is typed after `/prices` is read in English and Chinese; what is wrong with it is named."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.understanding.price_words import LONGEST, VERBS, Asked, Trouble, Verb, read

JUNE = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("", Asked(Verb.HELP)),
        ("help", Asked(Verb.HELP)),
        ("帮助", Asked(Verb.HELP)),
        ("h100 aws", Asked(Verb.FIND, "h100 aws")),
        ("find h100", Asked(Verb.FIND, "h100")),
        ("查价 h100", Asked(Verb.FIND, "h100")),
        ("“h100”", Asked(Verb.FIND, "h100")),
        ("Ｈ100　aws", Asked(Verb.FIND, "H100 aws")),
        ("h100 &amp; aws", Asked(Verb.FIND, "h100 & aws")),
        ("aws/p5.48xlarge/on-demand/us-east-1", Asked(Verb.FIND, "aws/p5.48xlarge/on-demand/us-east-1")),
        ("as of 2026-06-01 h100", Asked(Verb.FIND, "h100", JUNE)),
        ("h100 2026-06-01", Asked(Verb.FIND, "h100", JUNE)),
        ("find h100 as of 2026/6/1", Asked(Verb.FIND, "h100", JUNE)),
        ("截至2026-06-01 h100", Asked(Verb.FIND, "h100", JUNE)),
        ("2026年6月1日的h100", Asked(Verb.FIND, "h100", JUNE)),
        ("2026-06-01", Asked(Verb.FIND, "", JUNE)),
        ("history aws/x", Asked(Verb.HISTORY, "aws/x")),
        ("历史aws/x", Asked(Verb.HISTORY, "aws/x")),
        ("过期", Asked(Verb.STALE)),
        ("待生效", Asked(Verb.COMING)),
        ("待审批", Asked(Verb.PENDING)),
        ("template csv", Asked(Verb.TEMPLATE, format="csv")),
        ("模板", Asked(Verb.TEMPLATE)),
        ("export h100 as xlsx", Asked(Verb.EXPORT, "h100", format="xlsx")),
        ("导出 csv h100", Asked(Verb.EXPORT, "h100", format="csv")),
        ("change aws/x 3.5 USD", Asked(Verb.SET, "aws/x 3.5 USD")),
        ("修改 aws/x", Asked(Verb.SET, "aws/x")),
        ("撤回 aws/x", Asked(Verb.WITHDRAW, "aws/x")),
        ("更正 aws/x", Asked(Verb.CORRECT, "aws/x")),
        ("undo 12", Asked(Verb.UNDO, number=12)),
        ("撤销第12号", Asked(Verb.UNDO, number=12)),
        ("approve #7", Asked(Verb.APPROVE, number=7)),
        ("alias H100 = Hopper", Asked(Verb.ALIAS, "H100 = Hopper", thing="H100", name="Hopper")),
        ("别名 H100 = 霍珀", Asked(Verb.ALIAS, "H100 = 霍珀", thing="H100", name="霍珀")),
        ("rate usd to cny", Asked(Verb.RATE, "USD/CNY")),
        ("汇率 USD-CNY", Asked(Verb.RATE, "USD/CNY")),
        ("rate USD", Asked(Verb.RATE, "USD")),
        ("假设 utilisation", Asked(Verb.ASSUME, "utilisation")),
        ("导入", Asked(Verb.IMPORT)),
        ("审计", Asked(Verb.AUDIT)),
    ],
)
def test_a_command_says_what_is_wanted(text: str, asked: Asked) -> None:
    assert read(text) == asked


@pytest.mark.parametrize(
    ("text", "trouble", "typed"),
    [
        ("h100 2026-02-30", Trouble.NO_DAY, "2026-02-30"),
        ("as of yesterday h100", Trouble.NO_DAY, "yesterday h100"),
        ("as of", Trouble.NO_DAY, ""),
        ("undo", Trouble.NUMBER, ""),
        ("undo the last", Trouble.NUMBER, "the last"),
        ("alias H100", Trouble.NAMES, "H100"),
        ("alias = Hopper", Trouble.NAMES, "= Hopper"),
        ("x" * (LONGEST + 1), Trouble.LONG, ""),
    ],
)
def test_what_is_wrong_is_named_with_what_was_typed(text: str, trouble: Trouble, typed: str) -> None:
    asked = read(text)
    assert (asked.trouble, asked.typed) == (trouble, typed)


@pytest.mark.parametrize(("text", "near"), [("histroy aws/x", ("history",)), ("exprot csv", ("export",)), ("h100", ())])
def test_a_verb_that_is_nearly_one_is_offered(text: str, near: tuple[str, ...]) -> None:
    asked = read(text)
    assert (asked.verb, asked.near) == (Verb.FIND, near)


@given(st.text(max_size=200))
def test_any_text_is_read_as_something(text: str) -> None:
    assert read(text).verb in Verb


@given(st.sampled_from(sorted(VERBS)), st.text(max_size=50))
def test_a_verb_is_read_whatever_follows(word: str, rest: str) -> None:
    verb = read(f"{word} {rest}").verb
    assert verb is VERBS[word] or Verb.FIND in (verb, VERBS[word])
