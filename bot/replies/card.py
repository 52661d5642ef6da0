"""A card: the content of a reply, before it becomes Slack blocks or a terminal page."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell. Plain text: nothing in it is ever parsed as markup."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column heading; numbers are right-aligned."""

    title: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A grid: every row as long as `columns`."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A titled list of plain lines (workings, sources)."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """One line or set of bars: a value for each category of the chart."""

    name: str
    values: tuple[Decimal, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture and the same in words (`text`), which stands wherever the picture cannot. `kind`: line or bar.

    `positions`: where the categories of a line chart lie on its x axis.
    """

    kind: str
    title: str
    series: tuple[Series, ...]
    categories: tuple[str, ...]
    x_label: str
    y_label: str
    text: str
    positions: tuple[Decimal, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """A button: its label, the action it names, and compact versioned state (at most 2,000 characters)."""

    label: str
    action_id: str
    value: str
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """One reply. `header`: the scenario as understood. `lead`: what a follow-up changed. `verdict`: one line. `notes`:
    explanations of marks and warnings. `context`: small print (assumptions, dates). `hints`: how to go on. `private`:
    for the asker only."""

    language: str
    header: str = ""
    lead: tuple[str, ...] = ()
    verdict: str = ""
    table: Table | None = None
    charts: tuple[Chart, ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    hints: tuple[str, ...] = ()
    private: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent to Slack: `text` always carries the figures; `blocks` may be left out when Slack refuses them."""

    text: str
    blocks: tuple[dict[str, object], ...] = ()
    private: bool = False
