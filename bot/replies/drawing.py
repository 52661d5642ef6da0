"""Charts drawn: as a native Slack block, and in a terminal."""

from collections.abc import Sequence
from decimal import Decimal

from rich.cells import cell_len

from bot.replies.card import Chart
from bot.replies.plain import cut, one_line
from pricing.money import rounded

LONGEST_TITLE = 50
LONGEST_LABEL = 20
MOST_SERIES = 6
MOST_CATEGORIES = 20
MARKS = "ox+*#="


def block(chart: Chart) -> dict[str, object] | None:
    """Slack's `data_visualization` block; None for a chart without anything to draw.

    Its numbers are for the eye only, so floating point does no harm here.
    """
    categories = distinct(chart.categories[:MOST_CATEGORIES])
    names = distinct([one.name for one in chart.series[:MOST_SERIES]])
    if not categories or not names or any(len(one.values) < len(categories) for one in chart.series):
        return None
    series = [
        {
            "name": name,
            "data": [
                {"label": label, "value": round(float(value), 3)}
                for label, value in zip(categories, one.values, strict=False)
            ],
        }
        for name, one in zip(names, chart.series, strict=False)
    ]
    axes: dict[str, object] = {"categories": categories}
    for key, label in (("x_label", chart.x_label), ("y_label", chart.y_label)):
        if shown := cut(one_line(label), LONGEST_TITLE):
            axes[key] = shown
    return {
        "type": "data_visualization",
        "title": cut(one_line(chart.title), LONGEST_TITLE) or "–",
        "chart": {"type": chart.kind, "series": series, "axis_config": axes},
    }


def distinct(names: Sequence[str]) -> list[str]:
    """The names cut to what a chart can show, told apart by a number where they become alike."""
    found: list[str] = []
    for name in names:
        whole = one_line(name) or "–"
        short, number = cut(whole, LONGEST_LABEL), 2
        while short in found:
            end = f" {number}"
            short, number = cut(whole, LONGEST_LABEL - len(end)) + end, number + 1
        found.append(short)
    return found


def drawn(chart: Chart, width: int) -> str:
    """The chart in characters, without colour, at most `width` columns wide."""
    return _lines(chart, width) if chart.kind == "line" else _bars(chart, width)


def _lines(chart: Chart, width: int) -> str:
    import plotext  # late: it takes a while to load, and most answers need none of it

    plotext.clear_figure()
    plotext.theme("clear")
    plotext.plotsize(width, 16)
    plotext.title(f"{chart.title} ({chart.y_label})")
    positions = [float(position) for position in chart.positions]
    for one, mark in zip(chart.series, MARKS, strict=False):
        plotext.plot(positions, [float(value) for value in one.values], label=one.name, marker=mark)
    plotext.xlabel(chart.x_label)
    return "\n".join(line.rstrip() for line in plotext.uncolorize(plotext.build()).splitlines())


def _bars(chart: Chart, width: int) -> str:
    """A row of marks for each category, another mark for each series: told apart without colour."""
    totals = [sum((one.values[i] for one in chart.series), Decimal(0)) for i in range(len(chart.categories))]
    longest = max(cell_len(name) for name in chart.categories)
    room = max(width - longest - 12, 10)
    most = max(totals, default=Decimal(0)) or Decimal(1)
    key = "  ".join(f"{mark} {one.name}" for mark, one in zip(MARKS, chart.series, strict=False))
    rows = [f"{chart.title} ({chart.y_label})", key]
    for i, name in enumerate(chart.categories):
        bar = "".join(
            mark * round(room * max(one.values[i], Decimal(0)) / most)
            for mark, one in zip(MARKS, chart.series, strict=False)
        )
        rows.append(f"{name}{' ' * (longest - cell_len(name))} |{bar or '.'} {rounded(totals[i], Decimal('0.1')):,}")
    return "\n".join(rows)
