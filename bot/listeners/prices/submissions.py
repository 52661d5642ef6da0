"""Windows that were sent. What is wrong with fields is said at the fields, and what a change would do is shown, before
the window's three seconds are over; where that takes longer, the window says so and is filled when it is known.
"""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from dataclasses import dataclass, field
from typing import Any

from bot.administration.form import NotWanted, Problem, Wanted
from bot.administration.office import Office
from bot.listeners.delivery import Delivery
from bot.listeners.payloads import storable
from bot.listeners.prices import fields
from bot.listeners.prices.access import Access, Refused
from bot.listeners.prices.payloads import form_of, of_confirmed, of_pick, of_upload, state_of
from bot.listeners.prices.windows import Windows
from bot.logs import facts
from bot.replies.plain import cut
from bot.replies.price_forms import buttons
from bot.replies.price_forms.confirm import confirm_view
from bot.replies.price_forms.small import plain_view, waiting_view
from bot.replies.price_forms.state import CONFIRM_VIEW, OF_PRICES, PICK_VIEW, Form, TooMuch, WindowState
from bot.replies.prices.sentences import field_name, impossible_text, problem_text
from bot.replies.slack_blocks import Block
from bot.replies.words import say, words
from bot.rights import Right
from bot.slack_errors import SlackTrouble
from bot.slack_views import Views
from pricing.book import EntryKind
from pricing.changes import Impossible

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
"""How long an acknowledgement may wait for its content; meanwhile others wait behind it."""
THREADS = 4
LONGEST_ERROR = 150

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """What comes after a window: another on top of it or (`instead`) in its place, errors at its fields, or (`does`)
    work and no window. `anew`: the window with what is wrong with it, for when it is too late for errors."""

    view: Block | None = None
    instead: bool = False
    errors: Mapping[str, str] = field(default_factory=dict)
    anew: Callable[[], Block] | None = None
    does: Delivery | None = None

    def response(self) -> dict[str, Any]:
        """What the acknowledgement says."""
        if self.errors:
            return {"response_action": "errors", "errors": dict(self.errors)}
        if self.view:
            return {"response_action": "update" if self.instead else "push", "view": self.view}
        return {"response_action": "clear"}


class Submissions:
    """Answers submissions. `patience`: seconds."""

    def __init__(
        self, office: Office, access: Access, windows: Windows, views: Views, patience: float = PATIENCE_SECONDS
    ) -> None:
        self._office, self._access, self._windows, self._views = office, access, windows, views
        self._patience = patience
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="price-window")

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def answer(self, body: Body, now: float) -> Step:
        """What comes after the window that was sent. `now`: seconds since 1970."""
        state = state_of(body)
        if state is None:
            return Step(plain_view("en", say("en", "price-slack.outdated-button")), instead=True)
        if body["view"].get("callback_id") == CONFIRM_VIEW:
            return Step(does=of_confirmed(body, state, now))
        work = self._threads.submit(self._guarded, body, state, now)
        try:
            return work.result(self._patience)
        except TooSlow:
            language, view_id = state.origin.language, str(body["view"]["id"])
            work.add_done_callback(lambda done: self._late(done, view_id))
            return Step(waiting_view(language), instead=True)

    def _late(self, done: "Future[Step]", view_id: str) -> None:
        """Fill the window with what came too late for the acknowledgement."""
        try:
            step = done.result()
            view = step.anew() if step.anew else step.view
            if view:
                self._views.update(view_id, view)
        except SlackTrouble as trouble:
            log.warning("a window stays as it is", extra=facts(code=trouble.code))
        except Exception:
            log.exception("a window could not be filled")

    def _guarded(self, body: Body, state: WindowState, now: float) -> Step:
        language = state.origin.language
        ref = f"w-{str(body['view'].get('root_view_id') or body['view']['id'])[-6:]}"
        try:
            return self._next(body, state, now, ref)
        except Refused as refused:
            return Step(plain_view(language, refused.text(language)), instead=True)
        except Impossible as impossible:
            return Step(plain_view(language, impossible_text(impossible, language)), instead=True)
        except Exception:
            log.exception("a window could not be answered", extra=facts(ref=ref))
            return Step(plain_view(language, say(language, "slack.failed", ref=ref)), instead=True)

    def _next(self, body: Body, state: WindowState, now: float, ref: str) -> Step:
        user, values = str(body["user"]["id"]), _values(body)
        self._access.insist_on(user, Right.VIEW, ref)
        if body["view"].get("callback_id") == PICK_VIEW:
            return self._picked(body, state, now, user, ref)
        form = form_of(body)
        if form is not Form.REJECT:
            self._access.insist_on(user, Right.EDIT, ref, fresh=True)
        if form is Form.IMPORT:
            return self._uploaded(body, state, values, now)
        if form in (Form.UNDO, Form.REJECT, Form.ALIAS):
            said = Wanted(why=fields.typed(values, "why"))
            if not said.why:
                return _errors(body, state, {"why": Problem("missing", {})}, None)
            return Step(does=of_confirmed(body, state.model_copy(update={"wanted": said}), now))
        if form in OF_PRICES or form is Form.ADD:
            return self._checked(body, state, values, user, ref)
        return Step(plain_view(state.origin.language, say(state.origin.language, "price-slack.outdated-button")))

    def _picked(self, body: Body, state: WindowState, now: float, user: str, ref: str) -> Step:
        """One of several prices was chosen."""
        language = state.origin.language
        kind, _, subject = fields.typed(_values(body), "subject").partition(":")
        contracts = self._shows_contracts(user, state)
        line = self._office.line(subject, contracts, EntryKind(kind)) if kind in list(EntryKind) else None
        if line is None:
            return Step(errors={"subject": say(language, "prices.unknown-id", id=cut(subject, 80) or "–")})
        if state.form is Form.HISTORY:
            about = buttons.Pressed(kind=line.kind, subject=line.subject).model_dump_json(exclude_defaults=True)
            return Step(does=of_pick(body, state.origin, now, buttons.HISTORY, about))
        self._access.insist_on(user, Right.EDIT, ref)
        return Step(self._windows.of_line(state, line), instead=True)

    def _uploaded(self, body: Body, state: WindowState, values: Mapping[str, Any], now: float) -> Step:
        try:
            file = fields.upload(values, state.origin.language)
        except NotWanted as wrong:
            return _errors(body, state, wrong.problems, None)
        return Step(does=of_upload(body, state.origin, file, now))

    def _checked(self, body: Body, state: WindowState, values: Mapping[str, Any], user: str, ref: str) -> Step:
        """What the change would do, or what is wrong with the fields."""
        language, line = state.origin.language, None
        contracts = self._shows_contracts(user, state)
        if state.form is not Form.ADD:
            line = self._office.line(state.subject, contracts, state.kind)
            if line is None:
                return Step(plain_view(language, say(language, "prices.unknown-id", id=state.subject)), instead=True)
        said = None
        try:
            said = self._said(state, values)
            if said.offer and said.offer.is_confidential:
                self._access.insist_on_contracts(user, ref, fresh=True)
            if state.form is Form.SCHEDULE and said.effective_from <= self._office.today().isoformat():
                raise NotWanted({"effective_from": Problem("not-later", {"day": self._office.today().isoformat()})})
            prepared = self._office.prepare(said, user, request_of(body))
            asking = state.model_copy(update={"wanted": said, "subject": said.subject})
            return Step(confirm_view(asking, line, prepared, self._office.ledger.reasons(prepared.change)))
        except NotWanted as wrong:
            problems = wrong.problems
        except TooMuch:
            problems = {"why": Problem("too-much", {})}
        kept = state.model_copy(update={"wanted": said or fields.wanted(values, state)})

        def anew() -> Block:
            lines = [_problem(name, problem, language) for name, problem in problems.items()]
            return self._windows.of_line(kept, line, "", lines) if line else self._windows.adding(kept, lines)

        return _errors(body, state, problems, anew)

    def _said(self, state: WindowState, values: Mapping[str, Any]) -> Wanted:
        if state.form is Form.ADD:
            return fields.wanted_new(values, state, self._windows.names())
        said = fields.wanted(values, state)
        if not said.effective_from:  # what is confirmed is what was shown, also after midnight
            return said.model_copy(update={"effective_from": self._office.today().isoformat()})
        return said

    def _shows_contracts(self, user: str, state: WindowState) -> bool:
        return self._access.may_see_contracts(user) and not self._access.is_shared(state.origin.channel)


def request_of(body: Mapping[str, Any]) -> str:
    """What makes two submissions of one window, or of a window on top of it, the same request."""
    view = body["view"]
    return f"view:{view.get('root_view_id') or view['id']}"


def _values(body: Body) -> Mapping[str, Any]:
    """The fields as they were sent, without halves of surrogate pairs."""
    found = (body["view"].get("state") or {}).get("values")
    return _cleaned(found) if isinstance(found, Mapping) else {}


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {key: _cleaned(item) for key, item in value.items()}
    return [_cleaned(item) for item in value] if isinstance(value, list) else value


def _errors(body: Body, state: WindowState, problems: Mapping[str, Problem], anew: Callable[[], Block] | None) -> Step:
    """Each problem at its field; one that has no field in this window at the last, which all windows have."""
    language, errors = state.origin.language, {}
    shown = {block.get("block_id") for block in body["view"].get("blocks") or () if block.get("type") == "input"}
    for name, problem in problems.items():
        if name in shown:
            errors[name] = cut(_wrong(problem, language), LONGEST_ERROR)
        else:
            errors["why"] = cut(_problem(name, problem, language), LONGEST_ERROR)
    return Step(errors=errors, anew=anew)


def _problem(name: str, problem: Problem, language: str) -> str:
    return say(language, "prices.in-field", field=field_name(name, language), text=_wrong(problem, language))


def _wrong(problem: Problem, language: str) -> str:
    """What is wrong with a field: what only windows can have wrong, or what anything can."""
    sentence = words(language).get(f"price-form.wrong-{problem.reason}")
    return sentence.format(**problem.values) if sentence else problem_text(problem, language)
