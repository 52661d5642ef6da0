"""Longest match of many words at one place of a text, in time that depends on the length of the match alone."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

P = TypeVar("P")
_GAPS = frozenset(" -_.'’")
_LONGEST_GAP = 2
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
        depth, gaps = 0, set()
        for char in word:
            if char == " ":
                node[_GAP] = True
                gaps.add(depth)
            else:
                node = node.setdefault(char, {})
                depth += 1
        node.setdefault(_END, []).append((frozenset(gaps), payload))

    def matches(self, text: str, at: int) -> list[tuple[int, P]]:
        """Every word that starts here, with its end, the longest first."""
        found: list[tuple[int, P]] = []
        node, size = self._root, len(text)
        depth, gaps = 0, []
        while at < size:
            following = node.get(text[at])
            if following is None:
                if _GAP not in node:
                    break
                after = at
                while after < size and after - at < _LONGEST_GAP and text[after] in _GAPS:
                    after += 1
                following = node.get(text[after]) if at < after < size else None
                if following is None:
                    break
                gaps.append(depth)
                at = after
            node, at, depth = following, at + 1, depth + 1
            for allowed, payload in node.get(_END, ()):
                if allowed.issuperset(gaps):
                    found.append((at, payload))
                    break
        found.reverse()
        return found
