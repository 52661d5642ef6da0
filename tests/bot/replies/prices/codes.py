"""The codes for people that stand in the code, by the group of the word files that holds their sentences."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[4]
FOLDERS = ("pricing", "bot/administration", "bot/commands")
MAKERS = {
    "Refusal": ("refusal", 1),
    "Unmatched": ("refusal", 0),
    "Unreadable": ("refusal", 0),
    "CellRefused": ("refusal", 0),
    "NotANumber": ("refusal", 0),
    "NotADay": ("refusal", 0),
    "_checked": ("refusal", 1),
    "Skipped": ("skipped", 1),
    "FileRefused": ("file", 0),
    "Impossible": ("impossible", 0),
    "Problem": ("field", 0),
    "Broken": ("audit", 1),
}
"""What is called with a code -> the group of its sentences, and which argument is the code."""
WORDED = {"_ABSENT": "refusal", "_why": "skipped"}
"""Tables and functions that give codes."""


def codes() -> set[tuple[str, str]]:
    """Group and code of everything that the code says by a code."""
    found: set[tuple[str, str]] = set()
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                found.update(_of(node))
    return found


def _of(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
        group, place = MAKERS[node.func.id]
        for code in _texts(node.args[place]) if len(node.args) > place else ():
            yield group, code
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Planned":
        for keyword in node.keywords:
            if keyword.arg == "skipped":
                yield from (("skipped", code) for code in _texts(keyword.value))
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "_ABSENT":
        for call in (one for one in ast.walk(node.value) if isinstance(one, ast.Call)):
            yield from ((WORDED["_ABSENT"], code) for code in _texts(call.args[0]))
    if isinstance(node, ast.FunctionDef) and node.name == "_why":
        for one in (one for one in ast.walk(node) if isinstance(one, ast.Return) and one.value):
            yield from ((WORDED["_why"], code) for code in _texts(one.value))


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can be, as far as they stand there."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
