"""Looking into a ZIP of XML before anybody unpacks it: how large it really is, and whether its XML is harmless."""

import io
import re
import zipfile
import zlib
from lzma import LZMAError

from pricing.imports.source import MAX_BYTES
from pricing.listings import FileRefused

MAX_UNPACKED = 100_000_000
MAX_MEMBERS = 1000
MAX_RATIO = 200
"""How many times larger than packed a member may be, once it is larger than a megabyte."""

MAX_STRETCH = 4_000_000
"""Bytes of XML without a row of a sheet or a shared text."""

_SMALL = 1_000_000
_ROW_SIGNS = (b"<row", b":row", b"<si", b":si")
_PIECE = 1 << 16
_OVERLAP = 16
_XML = (".xml", ".rels", ".vml")
_DECLARED = re.compile(rb"""^<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']""")
_ENCODINGS = {b"utf-8", b"utf8", b"us-ascii", b"ascii"}
_BROKEN = (zipfile.BadZipFile, zlib.error, LZMAError, EOFError, OSError, ValueError, RuntimeError, NotImplementedError)


def check_archive(data: bytes) -> None:
    """Unpack every member once, counting, without keeping it. Sizes that the archive states are never believed.

    Raises:
        FileRefused: `too-big` (bytes, most), `archive` for one that is damaged or encrypted, `archive-bomb` for too
            much inside (most), `archive-xml` for XML that declares its own entities or hides them.
    """
    if len(data) > MAX_BYTES:
        raise FileRefused("too-big", bytes=len(data), most=MAX_BYTES)
    if data.count(b"PK\x01\x02") > MAX_MEMBERS:  # before zipfile makes an object of each
        raise FileRefused("archive-bomb", most=MAX_MEMBERS)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            left = MAX_UNPACKED
            for member in archive.infolist():
                left -= _unpacked(archive, member, left)
    except _BROKEN:
        raise FileRefused("archive") from None


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> int:
    """Bytes in one member. Raises FileRefused as soon as there are too many."""
    size = 0
    xml = _Xml() if member.filename.lower().endswith(_XML) else None
    with archive.open(member) as stream:
        while piece := stream.read(_PIECE):
            size += len(piece)
            if size > left or (size > _SMALL and size > MAX_RATIO * member.compress_size):
                raise FileRefused("archive-bomb", most=MAX_UNPACKED)
            if xml:
                xml.look_at(piece)
    return size


class _Xml:
    """What was seen of one XML member so far."""

    def __init__(self) -> None:
        self._tail, self._since, self._first = b"", 0, True

    def look_at(self, piece: bytes) -> None:
        """Refuse what an XML parser should never get to see.

        That is a document type, whose entities could grow without end, encodings and comments that could hide one, and
        a stretch without a row: a sheet is read row by row, all else as a whole, as objects far larger than their text.
        """
        window = self._tail + piece
        if self._first:
            start = window.removeprefix(b"\xef\xbb\xbf").lstrip()
            declared = _DECLARED.match(start)
            if not start.startswith(b"<") or b"\0" in window or (declared and declared[1].lower() not in _ENCODINGS):
                raise FileRefused("archive-xml")
        if any(sign in window for sign in (b"<!DOCTYPE", b"<!ENTITY", b"<![CDATA[")):
            raise FileRefused("archive-xml")
        last = max(window.rfind(sign) for sign in _ROW_SIGNS)
        self._since = len(window) - last if last >= 0 else self._since + len(piece)
        if self._since > MAX_STRETCH:
            raise FileRefused("archive-bomb", most=MAX_STRETCH)
        self._tail, self._first = piece[-_OVERLAP:], False
