"""Cuts a text into sections, lines, table cells, sentences and clauses, so that figures know what stands near them."""

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.understanding.claims.words import HEADING, NUMBERED
from pricing.claims.figure import Place

_SENTENCE_END = re.compile(r"[!?]|\.(?=\s|$)|\n")
_CLAUSE_END = re.compile(r"[,:](?!\d)|[,;:](?=\s)|;|--+|\(|\)")
_RULE = re.compile(r"^[\s|:+-]*$")
_FULL_STOP = "。"


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause or a table cell: `text[start:end]` and where it stands. `heading`: the heading of its column,
    `label`: the first cell of its row, which is at `row_name`. `lead`: the
    clause before, where it ends in a colon or a bracket."""

    start: int
    end: int
    place: Place
    heading: str = ""
    label: str = ""
    row_name: tuple[int, int] = (0, 0)
    lead: str = ""


@dataclass(slots=True)
class _Counters:
    section: int = 0
    sentence: int = 0
    clause: int = 0


def pieces(text: str, original_at: list[str]) -> list[Piece]:
    """The clauses and cells of a plain text, in order. `original_at`: the character each one was typed as."""
    found: list[Piece] = []
    at, counters, headings, row = 0, _Counters(), list[str](), -1
    lines = text.split("\n")
    begins = _headings(lines)
    for number, line in enumerate(lines):
        cells = _cells(line)
        if cells and _RULE.match(line):
            pass
        elif cells:
            row = row + 1 if row >= 0 else 0
            headings = [line[start:end] for start, end in cells] if row == 0 else headings
            counters.sentence += 1
            found += _row(line, at, cells, headings, number, row, counters)
        else:
            row = -1
            counters.section += number in begins
            found += _clauses(text, at, at + len(line), original_at, number, counters)
        at += len(line) + 1
    return found


def _headings(lines: list[str]) -> set[int]:
    """The lines that begin a section. One of several numbered lines in a row is an item of a list, and begins none."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    numbered = {number for number in filled if NUMBERED.match(lines[number])}
    beside = {number for one, two in pairwise(filled) if {one, two} <= numbered for number in (one, two)}
    return {number for number in filled if HEADING.match(lines[number])} | (numbered - beside)


def _cells(line: str) -> list[tuple[int, int]]:
    """Where the cells of a table line are; none for a line of prose."""
    sign = "|" if line.count("|") >= 2 else "\t" if line.count("\t") >= 1 else ""
    if not sign:
        return []
    cells, start = [], 0
    for part in line.split(sign):
        cells.append((start, start + len(part)))
        start += len(part) + 1
    if not line[: cells[0][1]].strip():
        cells = cells[1:]
    return cells


def _row(
    line: str, at: int, cells: list[tuple[int, int]], headings: list[str], number: int, row: int, counters: _Counters
) -> list[Piece]:
    result = []
    for column, (start, end) in enumerate(cells):
        counters.clause += 1
        place = Place(counters.section, number, counters.sentence, counters.clause, row, column)
        heading = headings[column] if row and column < len(headings) else ""
        label = line[cells[0][0] : cells[0][1]] if column else ""
        name = (at + cells[0][0], at + cells[0][1]) if column else (0, 0)
        result.append(Piece(at + start, at + end, place, heading, label, name))
    return result


def _clauses(text: str, start: int, end: int, typed: list[str], number: int, counters: _Counters) -> list[Piece]:
    result: list[Piece] = []
    counters.sentence += 1
    counters.clause += 1
    begin = here = start
    while here < end:
        stop = _SENTENCE_END.match(text, here)
        full = typed[here] == _FULL_STOP or (stop is not None and not _is_decimal(text, here))
        if full or _CLAUSE_END.match(text, here):
            result.append(Piece(begin, here, Place(counters.section, number, counters.sentence, counters.clause)))
            begin = here + 1
            counters.sentence += full
            counters.clause += 1
        here += 1
    result.append(Piece(begin, end, Place(counters.section, number, counters.sentence, counters.clause)))
    result = [
        replace(piece, lead=text[result[at - 1].start : result[at - 1].end])
        if at and text[piece.start - 1] in ":("
        else piece
        for at, piece in enumerate(result)
    ]
    return [piece for piece in result if text[piece.start : piece.end].strip()]


def _is_decimal(text: str, at: int) -> bool:
    """Whether a full stop is a decimal point, or belongs to i.e."""
    return text[at] == "." and (text[at + 1 : at + 2].isdigit() or text[max(0, at - 3) : at] in ("i.e", "e.g", " ca"))
