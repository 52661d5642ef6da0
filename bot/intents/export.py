"""An answer as a file: of a thread's question, of a button's scenario, or of comparisons at hand."""

from collections.abc import Sequence

from pydantic import ValidationError

from bot.exports.files import ExportFile, Format, exported
from bot.intents.answers import answer, claims_of
from bot.intents.replying import Books, Context
from bot.replies.actions import ButtonState
from bot.understanding.reading import Action, Reading
from bot.understanding.request import Request
from bot.understanding.resolve import to_ask
from pricing.book import Book
from pricing.compare import compare
from pricing.costs import Comparison


def wanted_format(text: str) -> Format:
    """The format a message asks for: CSV where it says so, else a workbook."""
    return "csv" if "csv" in text.casefold() else "xlsx"


def request_file(request: Request, context: Context, format: Format = "xlsx") -> ExportFile | None:
    """The answer to a request as a file, from the context's book and in its language; None where nothing is priced.

    For a thread: its last request, and the book on the day and at the version it was answered with.
    """
    reply = answer(Reading(Action.SET, request, context.language, ask=to_ask(request)), context)
    return comparisons_file(reply.comparisons, context.book, context.language, format)


def button_file(value: str, language: str, books: Books, format: Format = "xlsx") -> ExportFile | None:
    """What a button's answer shows as a file, from the prices its message was made with; None for a button that is
    outdated, or where nothing is priced."""
    try:
        state = ButtonState.model_validate_json(value)
    except ValidationError:
        return None
    book = books(state.day, state.book_version)
    return comparisons_file([compare(state.scenario, book)], book, language, format)


def comparisons_file(
    comparisons: Sequence[Comparison], book: Book, language: str, format: Format = "xlsx"
) -> ExportFile | None:
    """Comparisons as a file, with what sellers claim in `book`; None where no option has a price."""
    if not any(comparison.quotes for comparison in comparisons):
        return None
    claims = {offer: stated for one in comparisons for offer, stated in claims_of(one, book, all_rows=True).items()}
    return exported(comparisons, language, format, claims)
