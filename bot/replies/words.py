"""The sentences of the bot, one file a language. Replies hold no sentences of their own."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

import yaml

DEFAULT_LANGUAGE = "en"
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def languages() -> tuple[str, ...]:
    """Codes of the languages there is a word file for."""
    folder = files("bot.replies").joinpath("words")
    return tuple(sorted({item.name.split(".")[0] for item in folder.iterdir() if item.name.endswith(".yaml")}))


def known(language: str) -> str:
    """`language` if there are words for it, else English."""
    return language if language in languages() else DEFAULT_LANGUAGE


@cache
def words(language: str) -> Mapping[str, str]:
    """All sentences of a language by dotted key."""
    return word_file("bot.replies", language)


def word_file(package: str, language: str) -> Mapping[str, str]:
    """The sentences in the word files of a package, by dotted key; English where there is none in this language.

    Those of a topic may stand in a file of their own: `en.budget.yaml`.
    """
    found: dict[str, str] = {}
    for item in files(package).joinpath("words").iterdir():
        if item.name.startswith(f"{known(language)}.") and item.name.endswith(".yaml"):
            found |= _flat(yaml.load(item.read_text(encoding="utf-8"), _Loader))  # noqa: S506 (the safe loader in C)
    return found


def _flat(tree: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in tree.items():
        key = f"{above}{name}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{key}.")
        else:
            yield key, str(value)


def say(language: str, key: str, **values: object) -> str:
    """The sentence `key` with its placeholders filled. Raises KeyError for an unknown key or a missing value."""
    return words(language)[key].format(**values)


def say_count(language: str, key: str, shown: str, **values: object) -> str:
    """A sentence whose form depends on a number as it is shown: "one form|other form"; `{n}` is that number."""
    one, _, other = words(language)[key].partition("|")
    sentence = one if shown == "1" or not other else other
    return sentence.format(n=shown, **values)


def name_of(language: str, group: str, name: str) -> str:
    """The word for a known name (an assumption, a currency), or the name itself, readable, when there is none."""
    return words(language).get(f"{group}.{name}", name.replace("_", " "))


def group(language: str, name: str) -> Mapping[str, str]:
    """The sentences of a group by the rest of their key."""
    begins = f"{name}."
    return {key[len(begins) :]: text for key, text in words(language).items() if key.startswith(begins)}


def joined(language: str, parts: Iterable[str], key: str = "join.list") -> str:
    """The parts in one line, separated as the language does."""
    return words(language)[key].join(parts)
