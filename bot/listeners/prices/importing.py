"""Price files in Slack: fetched, previewed in a direct message, and written once somebody says so there."""

import contextlib
from collections.abc import Callable
from dataclasses import replace

from pydantic import ValidationError

from bot.administration.done import Done
from bot.administration.imports import Imports, request_of
from bot.administration.office import Office
from bot.listeners.delivery import Delivery
from bot.listeners.prices.access import Access
from bot.listeners.prices.approving import Approving
from bot.listeners.prices.paper import Paper
from bot.listeners.prices.payloads import Upload
from bot.listeners.prices.teller import Teller
from bot.replies import figures
from bot.replies.card import Card, Message
from bot.replies.price_forms import buttons
from bot.replies.price_forms.buttons import PressedImport
from bot.replies.price_forms.state import Form
from bot.replies.prices.changed import not_saved_card
from bot.replies.prices.preview import imported_card, preview_card
from bot.replies.prices.sentences import file_text, impossible_text, refusal_text
from bot.replies.words import say
from bot.rights import Right
from bot.slack_client import Slack
from bot.slack_errors import SlackTrouble
from bot.slack_files import NotAFile
from pricing.changes import Action as Act
from pricing.changes import Impossible
from pricing.importing import PreviewChanged
from pricing.imports.preview import Options, Outcome, Preview
from pricing.imports.source import MAX_BYTES, Source
from pricing.listings import FileRefused

REMEMBERED = 4


class Importing:
    """Does imports step by step. `now` is in seconds."""

    def __init__(
        self,
        imports: Imports,
        office: Office,
        slack: Slack,
        access: Access,
        teller: Teller,
        approving: Approving,
        now: Callable[[], float],
    ) -> None:
        self._imports, self._office, self._slack = imports, office, slack
        self._access, self._teller, self._approving, self._now = access, teller, approving, now
        self._known: dict[str, Preview] = {}  # imports go on one at a time

    def uploaded(self, delivery: Delivery, again: bool) -> str:
        """Fetch a file and show what it would change; the outcome. Raises Refused."""
        upload = Upload.model_validate_json(delivery.value)
        language = upload.language or self._teller.language(delivery)
        self._insist(delivery)
        paper = self._paper(delivery, language, again)
        try:
            source = self._source(upload)
        except NotAFile as trouble:
            text = say(language, f"price-slack.download-{trouble.reason}", name=upload.name, **trouble.values)
            paper.write(not_saved_card([text], language))
            return f"no file: {trouble.reason}"
        return self._previewed(delivery, paper, source, upload.options)

    def confirmed(self, delivery: Delivery, again: bool) -> str:
        """Write a file that was previewed; the outcome. Raises Refused."""
        del again  # the request is the same, and it is written once
        self._insist(delivery)
        about, paper = self._pressed(delivery)
        source = self._kept(about, paper)
        if about is None or source is None:
            return "outdated"
        language = paper.language
        request = request_of(delivery.user, about.mark, about.version)
        try:
            preview = self._known.get(about.mark) or self._seen(delivery, source, about.options, paper)
            self._insist_on_secrets(delivery, preview)
            done = self._imports.confirm(
                source, about.options, about.mark, delivery.user, request, paper.progress(self._now)
            )
        except PreviewChanged as changed:
            self._insist_on_secrets(delivery, changed.preview)
            self._offer(paper, source, changed.preview, say(language, "prices.book-changed"))
            return "the book changed"
        except FileRefused as refused:
            paper.write(not_saved_card([file_text(refused, language)], language))
            return f"refused file: {refused.reason}"
        except Impossible as impossible:
            paper.write(not_saved_card([impossible_text(impossible, language)], language))
            return f"impossible: {impossible.reason}"
        return self._imported(paper, preview, done)

    def with_vanished(self, delivery: Delivery, again: bool) -> str:
        """Show what the file would do if what vanished were withdrawn too; the outcome. Raises Refused."""
        del again
        self._insist(delivery)
        about, paper = self._pressed(delivery)
        source = self._kept(about, paper)
        if about is None or source is None:
            return "outdated"
        return self._previewed(delivery, paper, source, about.options.model_copy(update={"withdraw_vanished": True}))

    def cancelled(self, delivery: Delivery, again: bool) -> str:
        """Leave a file alone; the outcome. Raises Refused."""
        del again
        self._access.insist(delivery, Right.VIEW)
        about, paper = self._pressed(delivery)
        if about and self._is_settled(request_of(delivery.user, about.mark, about.version)):
            return "too late"
        paper.write(Card(paper.language, verdict=say(paper.language, "prices.not-confirmed"), private=True))
        return "cancelled"

    def refused_rows(self, delivery: Delivery, again: bool) -> str:
        """Send the rows that could not be read, with why, as a file; the outcome. Raises Refused."""
        self._insist(delivery)
        about, paper = self._pressed(delivery)
        source = self._kept(about, None)
        if about is None or source is None:
            return "outdated"
        language = paper.language
        preview = self._seen(delivery, source, about.options, None)
        rows = [row.refusal for row in preview.rows.get(Outcome.REFUSED, ()) if row.refusal]
        lines = [refusal_text(refusal, language) for refusal in rows]
        left = preview.counts.get(Outcome.REFUSED, 0) - len(lines)
        if left > 0:
            lines.append(say(language, "price-slack.more-refused", n=figures.number(language, left)))
        content = ("\n".join(lines) + "\n").encode("utf-8-sig")
        note = say(language, "price-slack.file-refused", name=preview.name)
        name = f"refused-rows.{delivery.ref}.txt"
        self._slack.files.upload(paper.channel, None, delivery.since, name, content, note, note, look_first=again)
        return "refused rows"

    # inside

    def _is_settled(self, request: str) -> bool:
        """Whether an import was written, or waits for a second person."""
        return any(self._office.ledger.done(request, act) for act in (Act.IMPORTED, Act.PROPOSED))

    def _insist(self, delivery: Delivery) -> None:
        self._access.insist(delivery, Right.VIEW, fresh=True)
        self._access.insist(delivery, Right.EDIT, fresh=True)

    def _paper(self, delivery: Delivery, language: str, again: bool) -> Paper:
        """Begin the message of an import; where it was asked for elsewhere, say so there."""
        text = Message(say(language, "price-slack.import-begun"))
        channel, ts = self._teller.write(delivery.user, text, delivery.mark, delivery.since, again)
        if delivery.channel != channel and delivery.response_url:
            with contextlib.suppress(SlackTrouble):
                self._slack.respond(delivery.response_url, Message(say(language, "price-slack.import-elsewhere")))
        return Paper(self._teller, delivery.user, channel, ts, language)

    def _pressed(self, delivery: Delivery) -> tuple[PressedImport | None, Paper]:
        """What a button under a preview carries, and the message it stands under."""
        paper = Paper(self._teller, delivery.user, delivery.channel, delivery.ts, self._teller.language(delivery))
        try:
            return PressedImport.model_validate_json(delivery.value), paper
        except ValidationError:
            return None, paper

    def _kept(self, about: PressedImport | None, paper: Paper | None) -> Source | None:
        """The file that was kept, with what was said of it."""
        source = self._imports.kept(about.sha256) if about else None
        if source is None and paper:
            paper.write(not_saved_card([say(paper.language, "price-slack.outdated-button")], paper.language))
        return replace(source, name=about.name or source.name) if about and source else None

    def _source(self, upload: Upload) -> Source:
        """The file itself. Raises NotAFile."""
        if upload.size > MAX_BYTES:
            raise NotAFile("too-big", most=MAX_BYTES)
        data = upload.pasted.encode() if upload.pasted else self._slack.files.download(upload.url, MAX_BYTES)
        return Source(name=upload.name, data=data)

    def _previewed(self, delivery: Delivery, paper: Paper, source: Source, options: Options) -> str:
        language = paper.language
        try:
            preview = self._seen(delivery, source, options, paper)
        except FileRefused as refused:
            paper.write(not_saved_card([file_text(refused, language)], language))
            return f"refused file: {refused.reason}"
        self._imports.keep(source, delivery.user)
        self._offer(paper, source, preview)
        return "previewed"

    def _seen(self, delivery: Delivery, source: Source, options: Options, paper: Paper | None) -> Preview:
        """The preview, if it may be seen by whoever asks: contract prices are for some only.

        Raises:
            Refused: it holds some, and they may not.
            FileRefused: it cannot be read.
        """
        if paper:
            preview = self._imports.preview(source, options, delivery.user, paper.progress(self._now))
        else:
            preview = self._imports.preview(source, options, delivery.user)
        self._insist_on_secrets(delivery, preview)
        self._known[preview.mark] = preview
        while len(self._known) > REMEMBERED:
            self._known.pop(next(iter(self._known)), None)
        return preview

    def _insist_on_secrets(self, delivery: Delivery, preview: Preview) -> None:
        if preview.confidential and not self._access.may_see_contracts(delivery.user):
            self._access.insist_on_contracts(delivery.user, delivery.ref, fresh=True)

    def _offer(self, paper: Paper, source: Source, preview: Preview, remark: str = "") -> None:
        """Show a preview with the buttons to go on."""
        card = preview_card(preview, paper.language)
        card = replace(card, lead=(remark,)) if remark else card
        about = PressedImport(
            sha256=preview.sha256,
            name=source.name[:255],
            options=preview.options,
            mark=preview.mark,
            version=preview.version,
        )
        vanished, refused = (preview.counts.get(one, 0) for one in (Outcome.VANISHED, Outcome.REFUSED))
        paper.write(card, buttons.of_preview(paper.language, about, preview.writes, vanished, refused))

    def _imported(self, paper: Paper, preview: Preview, done: Done) -> str:
        asked = self._approving.ask(done.proposal) if done.proposal else ()
        row = done.row
        undo = buttons.opening(paper.language, Form.UNDO, buttons.Pressed(number=row)) if row else ()
        paper.write(imported_card(preview, done, paper.language, row, who=self._access.name, approvers=asked), undo)
        return "proposed" if done.proposal else "imported"
