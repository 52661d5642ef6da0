"""The window in which a price file is handed in, or a table is pasted."""

from bot.replies.price_forms import fields
from bot.replies.price_forms.state import Form, WindowState
from bot.replies.slack_blocks import Block

KINDS = ("csv", "tsv", "txt", "json", "xlsx", "gz", "zip")
LONGEST_PASTED = 3000


def import_view(state: WindowState) -> Block:
    """One file, or a table that is pasted; and what holds for all of its rows."""
    language = state.origin.language
    file: Block = {"type": "file_input", "filetypes": [*KINDS], "max_files": 1}
    blocks = [
        fields.field(language, "file", file, optional=True),
        fields.field(language, "pasted", fields.text("", LONGEST_PASTED, lines=True), optional=True),
        fields.field(language, "provider", fields.text(), optional=True, label="file-provider"),
        fields.field(language, "observed_on", fields.text(), optional=True, label="file-observed"),
        fields.field(language, "currency", fields.text("", 3), optional=True, label="file-currency"),
        fields.field(language, "source", fields.text("", fields.LONG), optional=True, label="file-source"),
        fields.field(language, "effective_from", fields.day(), optional=True, label="file-from"),
        fields.field(language, "feed", fields.text(), optional=True),
        fields.field(language, "add_names", fields.tick(language, "add_names"), optional=True),
        fields.field(language, "why", fields.text("", fields.LONG, lines=True), optional=True),
    ]
    title = "price-form.title-import"
    return fields.window(language, Form.IMPORT.view_id, title, blocks, state.packed(), "price-form.submit-import")
