"""Whether a text says that tax is inside a price."""

import re

from pricing.catalog import Tax

_RATE = r"(?:[0-9]+(?:[.,][0-9]+)?\s*%\s*)?"
_NAME = r"(?:vat|sales tax|tax(?:es)?|gst|mwst|ust|iva|tva|btw)\b\.?"
_EXCLUDED = re.compile(
    rf"(?:不含|未含|未|不包含|不包括){_RATE}(?:增值)?税价?|税前|\bnet\b"
    rf"|(?:\b(?:excluding|excl|exclusive of|exclusive|ex|plus|before|without|w/o|zzgl|hors)\b\.?|\+)\s*{_RATE}{_NAME}"
)
_INCLUDED = re.compile(
    rf"(?:含|包含|包括){_RATE}(?:增值)?税价?|税后|\bgross\b"
    rf"|\b(?:including|incl|inclusive of|inclusive|inc|with|after|inkl)\b\.?\s*(?:of\s*)?{_RATE}{_NAME}"
)
_EMPTY = re.compile(r"[(\[]\s*[)\]]")


def without_tax(small: str) -> tuple[Tax, str]:
    """What a text in small letters says of tax, and the text without those words."""
    for tax, words in ((Tax.EXCLUDED, _EXCLUDED), (Tax.INCLUDED, _INCLUDED)):
        rest, times = words.subn("", small)
        if times:
            return tax, _EMPTY.sub("", rest).strip(" ,;")
    return Tax.UNKNOWN, small
