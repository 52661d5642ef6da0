"""Longest match of many words at one place of a text, in time that depends on the length of the match alone."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

P = TypeVar("P")
_GAPS = " -_.'’"
_Node = dict[str, Any]
_END, _GAP = "end", "gap"


class Trie(Generic[P]):
    """Words with what they stand for. A space in a word may be typed as a space, a hyphen, a dot, or left out."""

    def __init__(self, words: Iterable[tuple[str, P]]) -> None:
        self._root: _Node = {}
        for word, payload in words:
            self._add(word, payload)

    def _add(self, word: str, payload: P) -> None:
        node = self._root
        for char in word:
            if char == " ":
                node[_GAP] = True
            else:
                node = node.setdefault(char, {})
        node.setdefault(_END, payload)

    def matches(self, text: str, at: int) -> list[tuple[int, P]]:
        """Every word that starts here, with its end, the longest first."""
        found: list[tuple[int, P]] = []
        node, size = self._root, len(text)
        while at < size:
            char = text[at]
            following = node.get(char)
            if following is None:
                if _GAP not in node or char not in _GAPS or at + 1 >= size:
                    break
                at += 1
                if text[at] in _GAPS and text[at] not in node:
                    at += 1
                    if at >= size:
                        break
                following = node.get(text[at])
                if following is None:
                    break
            node, at = following, at + 1
            if _END in node:
                found.append((at, node[_END]))
        found.reverse()
        return found
