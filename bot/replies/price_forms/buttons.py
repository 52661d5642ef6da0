"""Buttons under messages about prices. What they carry is checked anew when they are pressed."""

from bot.replies.card import Action
from bot.replies.price_forms.state import PREFIX, Form
from bot.replies.words import say
from pricing.base import Frozen
from pricing.book import EntryKind
from pricing.imports.preview import Options

LONGEST_VALUE = 2000

HISTORY = f"{PREFIX}history.v1"
OPEN = f"{PREFIX}open."
"""How the ids of buttons begin that open a window; its name follows."""
EXPORT = f"{PREFIX}export.v1"
APPROVE = f"{PREFIX}approve.v1"
CONFIRM_IMPORT = f"{PREFIX}confirm-import.v1"
CONFIRM_VANISHED = f"{PREFIX}confirm-vanished.v1"
CANCEL_IMPORT = f"{PREFIX}cancel-import.v1"
REFUSED_ROWS = f"{PREFIX}refused-rows.v1"
OF_IMPORTS = (CONFIRM_IMPORT, CONFIRM_VANISHED, REFUSED_ROWS, CANCEL_IMPORT)
HELP = f"{PREFIX}help-"
"""How the ids of the help's buttons begin; what is to be typed for the same follows."""
OF_HELP = ("stale", "coming", "pending", "log")


class Pressed(Frozen):
    """What a button carries: what it is about, by kind and id, by words, or by number."""

    kind: EntryKind = EntryKind.PRICE
    subject: str = ""
    words: str = ""
    number: int = 0


class PressedImport(Frozen):
    """What a button under a preview carries: the file that is kept, what was said of it, and what was shown, when."""

    sha256: str
    name: str = ""
    options: Options = Options()
    mark: str = ""
    version: int = 0


def opens(action_id: str) -> Form | None:
    """The window that a button opens."""
    name = action_id.removeprefix(OPEN).removesuffix(".v1")
    return Form(name) if action_id.startswith(OPEN) and name in list(Form) else None


def helps(action_id: str) -> str:
    """What a button of the help asks for; empty for any other."""
    name = action_id.removeprefix(HELP).removesuffix(".v1")
    return name if action_id.startswith(HELP) and name in OF_HELP else ""


def opening(language: str, form: Form, about: Pressed | None = None, primary: bool = False) -> tuple[Action, ...]:
    """A button that opens a window."""
    return _button(language, f"{form}", f"{OPEN}{form}.v1", about or Pressed(), primary)


def of_line(language: str, kind: EntryKind, subject: str, may_edit: bool) -> tuple[Action, ...]:
    """Under one price."""
    about = Pressed(kind=kind, subject=subject)
    forms = (Form.SET, Form.SCHEDULE, Form.CORRECT, Form.WITHDRAW) if may_edit else ()
    changes = tuple(action for form in forms for action in opening(language, form, about))
    return (*_button(language, "history", HISTORY, about), *changes)


def of_found(language: str, words: str, may_edit: bool) -> tuple[Action, ...]:
    """Under several prices that were found."""
    about = Pressed(words=words)
    change = opening(language, Form.SET, about) if may_edit else ()
    return (*opening(language, Form.HISTORY, about), *change, *_button(language, "export", EXPORT, about))


def of_change(language: str, number: int, kind: EntryKind, subject: str) -> tuple[Action, ...]:
    """Under a change that was made. `number`: of its row in the trail."""
    undo = opening(language, Form.UNDO, Pressed(number=number)) if number else ()
    history = _button(language, "history", HISTORY, Pressed(kind=kind, subject=subject)) if subject else ()
    return (*undo, *history)


def of_proposal(language: str, number: int) -> tuple[Action, ...]:
    """Under a change that waits."""
    about = Pressed(number=number)
    return (*_button(language, "approve", APPROVE, about, primary=True), *opening(language, Form.REJECT, about))


def of_help(language: str, may_edit: bool) -> tuple[Action, ...]:
    """Under the help."""
    looks = tuple(a for name in OF_HELP for a in _button(language, f"{name}", f"{HELP}{name}.v1", Pressed()))
    forms = (Form.ADD, Form.IMPORT) if may_edit else ()
    return (*looks, *(action for form in forms for action in opening(language, form)))


def of_preview(language: str, about: PressedImport, writes: int, vanished: int, refused: int) -> tuple[Action, ...]:
    """Under the preview of a file."""
    actions: tuple[Action, ...] = ()
    if writes:
        actions += _button(language, "confirm-import", CONFIRM_IMPORT, about, primary=True)
    if vanished and not about.options.withdraw_vanished:
        actions += _button(language, "confirm-vanished", CONFIRM_VANISHED, about)
    if refused:
        actions += _button(language, "refused-rows", REFUSED_ROWS, about)
    return (*actions, *_button(language, "cancel-import", CANCEL_IMPORT, about))


def _button(
    language: str, name: str, action_id: str, about: Pressed | PressedImport, primary: bool = False
) -> tuple[Action, ...]:
    """A button; none when it cannot carry so much."""
    value = about.model_dump_json(exclude_defaults=True)
    if len(value) > LONGEST_VALUE:
        return ()
    return (Action(say(language, f"price-form.button-{name}"), action_id, value, primary),)
