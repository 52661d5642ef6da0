"""What every command of the price book's administration starts from: the book, who asks, what they may, their language.

Exit codes: 0 done, 1 refused or nothing there, 2 something is wrong with the command line or the set-up.
"""

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import click
from rapidfuzz import fuzz, process
from rich.console import Console

from bot.administration.exports import BookFiles
from bot.administration.form import NotWanted
from bot.administration.found import Line
from bot.administration.imports import Imports
from bot.administration.keeping import keeping
from bot.administration.office import Office
from bot.compose import Clock, clock, opened, warn
from bot.replies.card import Card
from bot.replies.prices.changed import not_saved_card, problems_card
from bot.replies.prices.found import unknown_card
from bot.replies.prices.sentences import file_text, impossible_text, outdated_text
from bot.replies.terminal import print_card
from bot.replies.words import joined, languages, say
from bot.rights import Policy as Lists
from bot.rights import Right, Rights, terminal_rights, terminal_user
from bot.settings import SettingsError, load
from pricing.book import EntryKind
from pricing.changes import Change, Impossible, Outdated
from pricing.errors import PricingError
from pricing.listings import FileRefused
from pricing.store import Store

REFUSED, BAD_USE = 1, 2
COMMAND = "quartermaster prices"
NEAR_ENOUGH, MOST_NEAR = 60, 5
F = TypeVar("F", bound=Callable[..., Any])

speaking = click.option("--language", type=click.Choice(languages()), default="en", help="Language of the answer.")


@dataclass(frozen=True)
class Clerk:
    """The book and its offices, for the person who runs the program. `lists`: who may what, as the settings say."""

    store: Store
    office: Office
    imports: Imports
    files: BookFiles
    now: Clock
    actor: str
    rights: Rights
    lists: Lists
    language: str

    @property
    def contracts(self) -> bool:
        """Whether this person may see contract prices."""
        return self.rights.may(self.actor, Right.CONTRACTS)

    @property
    def approvers(self) -> tuple[str, ...]:
        """Who may approve changes, as the settings list them."""
        return self.lists.approvers

    def say(self, key: str, **values: object) -> str:
        """A sentence in the language of the answer."""
        return say(self.language, key, **values)

    def show(self, card: Card) -> None:
        """Print an answer."""
        print_card(card, Console())

    def warn(self, card: Card) -> None:
        """Print something that is no answer, beside the output."""
        print_card(card, Console(stderr=True))

    def refuse(self, card: Card) -> NoReturn:
        """Say why nothing was done, and end."""
        self.warn(card)
        sys.exit(REFUSED)

    def refuse_because(self, key: str, **values: object) -> NoReturn:
        """The same with a sentence of the word file."""
        self.refuse(Card(language=self.language, verdict=self.say(key, **values)))

    def require(self, right: Right) -> None:
        """End with who may do this, unless this person may."""
        if self.rights.may(self.actor, right, fresh=True):
            return
        if right in (Right.EDIT, Right.APPROVE):
            self.office.ledger.note_refusal(self.actor, right.value, "not-listed")
        who = joined(self.language, self.lists.listed(right))
        more = (self.say("prices.who-may", who=who),) if who else ()
        self.refuse(not_saved_card((self.say(f"prices.may-not-{right}", user=self.actor), *more), self.language))

    def require_for(self, change: Change) -> None:
        """Changes of contract prices are for those only who may see them."""
        if self.office.is_confidential(change):
            self.require(Right.CONTRACTS)

    def line(self, subject: str, kind: EntryKind | None = None) -> Line:
        """The line with this id, if it is there to be seen; else ends with ids near to it."""
        line = self.office.line(subject, self.contracts, kind)
        if line is None:
            self.refuse(unknown_card(subject, self.near(subject), self.language))
        return line

    def near(self, subject: str) -> tuple[str, ...]:
        """Ids that are nearly this one, nearest first."""
        ids = {line.subject for line in self.office.lines() if self.contracts or not line.confidential}
        text = subject[:120].casefold()
        inside = [name for name in sorted(ids) if text in name.casefold()]
        close = process.extract(text, sorted(ids), scorer=fuzz.ratio, score_cutoff=NEAR_ENOUGH, limit=MOST_NEAR)
        return tuple(dict.fromkeys([*inside[:MOST_NEAR], *(name for name, _, _ in close)]))[:MOST_NEAR]

    def agree(self, question: str, refusal: str, yes: bool) -> None:
        """Ask, and end unless the answer is yes; end too where there is nobody to ask. Keys of the word file."""
        if yes:
            return
        if not is_terminal():
            self.refuse_because(refusal)
        if not click.confirm(self.say(question), err=True):
            self.refuse_because("prices.not-confirmed")


def is_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty()


def new_request() -> str:
    """A name for one act, so that all its rows are taken back together."""
    return f"terminal:{secrets.token_hex(8)}"


@contextmanager
def at_work(language: str, *needed: Right) -> Iterator[Clerk]:
    """The clerk on the configured price book, for somebody who has the rights. Says what goes wrong, and ends."""
    try:
        settings = load()
        now = clock(settings)
        with opened(settings, now, warn) as store:
            kept, lists = keeping(settings, store, now), Lists.of(settings)
            rights = terminal_rights(lists)
            one = Clerk(store, kept.office, kept.imports, kept.files, now, terminal_user(), rights, lists, language)
            for right in needed:
                one.require(right)
            with _told(language):
                yield one
    except (SettingsError, PricingError) as error:
        _end(str(error).splitlines(), BAD_USE)


@contextmanager
def _told(language: str) -> Iterator[None]:
    """What a change can meet, in words. Nothing was changed then."""
    try:
        yield
    except NotWanted as error:
        print_card(problems_card(error.problems, language), Console(stderr=True))
        sys.exit(BAD_USE)
    except Outdated as error:
        print_card(not_saved_card([outdated_text(error, language)], language), Console(stderr=True))
        sys.exit(REFUSED)
    except Impossible as error:
        print_card(not_saved_card([impossible_text(error, language)], language), Console(stderr=True))
        sys.exit(REFUSED)
    except FileRefused as error:
        print_card(not_saved_card([file_text(error, language)], language), Console(stderr=True))
        sys.exit(REFUSED)
    except (ValueError, ChildProcessError) as error:  # the tables refuse what got past all checks
        _end([str(error)], REFUSED)


def _end(lines: Sequence[str], code: int) -> NoReturn:
    for line in lines:
        click.echo(line, err=True)
    sys.exit(code)
