"""The word files say the same things in every language, and say everything that can happen."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
import yaml

from bot.replies.actions import View
from bot.replies.words import languages, say, say_count, words
from bot.understanding.reading import Action
from bot.understanding.request import Way
from pricing.book import EntryKind
from pricing.catalog import FeeKind, Mode, PriceKind, ProviderKind, Tax
from pricing.costs import Due, FactorUnit, LineKind
from pricing.flags import FlagKind
from pricing.units import PricingUnit, TimeUnit

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "bot" / "replies" / "words"
OTHERS = [language for language in languages() if language != "en"]
NAMED_BY_VALUE: dict[str, list[str]] = {
    "flag": list(FlagKind),
    "line": list(LineKind),
    "due": list(Due),
    "entry": list(EntryKind),
    "mode": list(Mode),
    "kind": list(ProviderKind),
    "price-kind": list(PriceKind),
    "fee": list(FeeKind),
    "period": list(TimeUnit),
    "unit": [unit for unit in FactorUnit if unit not in (FactorUnit.PRICE,)],
    "priced-per": list(PricingUnit),
    "button": list(View),
}
GROUPS = {key.partition(".")[0] for key in words("en")}
LOOKED_UP = {
    *("asked.", "currency.", "priced-per.", "assumption.", "column.", "help.", "button.", "line.", "entry."),
    "template.",
}


def placeholders(sentence: str) -> set[str]:
    """Names in braces."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_keys(language: str) -> None:
    assert set(words("en")) == set(words(language)), "a sentence stands in one word file only"


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_placeholders(language: str) -> None:
    differing = {
        key: (placeholders(sentence), placeholders(words(language)[key]))
        for key, sentence in words("en").items()
        if placeholders(sentence) != placeholders(words(language)[key])
    }
    assert differing == {}


@pytest.mark.parametrize("language", languages())
def test_both_forms_of_a_counted_sentence_have_the_same_placeholders(language: str) -> None:
    for key, sentence in words(language).items():
        one, bar, other = sentence.partition("|")
        if bar and "{n}" in sentence:
            assert placeholders(one) == placeholders(other), key


@pytest.mark.parametrize("language", languages())
def test_no_key_is_given_twice(language: str) -> None:
    text = (FOLDER / f"{language}.yaml").read_text(encoding="utf-8")
    assert list(_doubled(yaml.compose(text))) == []


def _doubled(node: yaml.Node | None) -> Iterator[str]:
    if isinstance(node, yaml.MappingNode):
        names = [key.value for key, _ in node.value]
        yield from {name for name in names if names.count(name) > 1}
        for _, value in node.value:
            yield from _doubled(value)


@pytest.mark.parametrize("group", NAMED_BY_VALUE)
def test_everything_that_can_happen_has_its_words(group: str) -> None:
    missing = [f"{group}.{member}" for member in NAMED_BY_VALUE[group] if f"{group}.{member}" not in words("en")]
    assert missing == []


def test_taxes_ways_and_notices_have_their_words() -> None:
    wanted = [f"context.tax-{tax}{place}" for tax in Tax for place in ("", "-at")]
    wanted += [f"asked.way-{way}" for way in Way]
    wanted += [f"notice.{action.value}" for action in (Action.NONE, Action.RESET, Action.EXPORT)]
    assert [key for key in wanted if key not in words("en")] == []


def named_keys() -> Iterator[tuple[str, bool]]:
    """Keys the code names ("ready.now"), and the beginnings of those it builds ("period." of f"period.{unit}")."""
    for path in sorted((ROOT / "bot").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for built, key in re.findall(r'(f?)"([a-z]+(?:-[a-z]+)*(?:\.[a-z][^"\n]*|\.\{[^"\n]*)?)"', text):
            if key.partition(".")[0] in GROUPS:
                yield key.partition("{")[0], "{" in key and built == "f"


def test_every_key_the_code_names_is_there() -> None:
    known = set(words("en"))
    missing = {
        name
        for name, built in named_keys()
        if not (any(key.startswith(name) for key in known) if built else name in known | GROUPS)
    }
    assert missing == set()


def test_every_sentence_is_used() -> None:
    whole = {name for name, built in named_keys() if not built}
    begun = {name for name, built in named_keys() if built} | LOOKED_UP
    unused = [key for key in words("en") if key not in whole and not key.startswith(tuple(begun))]
    assert unused == []


def test_a_missing_key_or_value_is_a_fault() -> None:
    with pytest.raises(KeyError):
        say("en", "no.such.key")
    with pytest.raises(KeyError):
        say("en", "context.hours")


def test_counted_sentences_choose_their_form() -> None:
    assert say_count("en", "period.week", "1") == "1 week"
    assert say_count("en", "period.week", "6") == "6 weeks"
    assert say_count("zh", "period.week", "1") == "1周"


def test_user_text_is_never_taken_for_a_template() -> None:
    assert "{name}" in say("en", "problem.unknown-gpu", word="{name}")


@pytest.mark.parametrize("language", languages())
def test_an_unknown_language_gets_english(language: str) -> None:
    assert words("xx") == words("en")
