"""Currencies as people write them: codes, signs and names."""

import re
from collections.abc import Mapping
from functools import lru_cache

from pricing.imports.written import plain

_CODES = (
    "AED AUD BRL CAD CHF CLP CNY CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW MXN MYR NOK NZD PHP PLN RON RUB SAR SEK "
    "SGD THB TRY TWD UAH USD VND ZAR"
)
SIGNS: Mapping[str, str] = {
    **{code.casefold(): code for code in _CODES.split()},
    **dict.fromkeys(("us$", "usd$", "$us", "$", "美元", "美金", "dollars", "dollar", "us dollars"), "USD"),
    **dict.fromkeys(("¥", "cn¥", "rmb", "cnh", "元", "块", "圆", "人民币", "人民币元", "yuan"), "CNY"),
    **dict.fromkeys(("€", "欧元", "euro", "euros"), "EUR"),
    **dict.fromkeys(("£", "英镑"), "GBP"),
    **dict.fromkeys(("₹", "rs.", "rs", "卢比"), "INR"),
    **dict.fromkeys(("₩", "韩元", "원"), "KRW"),
    **dict.fromkeys(("jp¥", "円", "日元"), "JPY"),
    **dict.fromkeys(("hk$", "港元", "港币"), "HKD"),
    **dict.fromkeys(("s$", "sg$", "新加坡元"), "SGD"),
    **dict.fromkeys(("a$", "au$"), "AUD"),
    **dict.fromkeys(("c$", "ca$"), "CAD"),
    **dict.fromkeys(("nt$", "新台币"), "TWD"),
    "r$": "BRL",
    "₽": "RUB",
    "₫": "VND",
    "฿": "THB",
    "₺": "TRY",
    "₪": "ILS",
    "zł": "PLN",
}
"""What is written, in small letters, -> ISO 4217 code."""

_SHARED: Mapping[str, frozenset[str]] = {
    "$": frozenset({"USD", "AUD", "CAD", "HKD", "SGD", "TWD", "NZD", "MXN", "CLP"}),
    "¥": frozenset({"CNY", "JPY"}),
    "元": frozenset({"CNY", "HKD", "TWD", "SGD"}),
}
"""Signs of several currencies: a code beside one of them says which is meant."""

PATTERN = "|".join(
    rf"(?<![a-z]){re.escape(sign)}(?![a-z])" if sign.isascii() and sign.isalpha() else re.escape(sign)
    for sign in sorted(SIGNS, key=len, reverse=True)
)
"""Any of the signs, for text in small letters; letters only where no other letters touch them."""


@lru_cache(maxsize=4096)
def currency_of(*signs: str) -> str:
    """The one currency that signs and codes agree on; empty without any. Raises ValueError where they do not."""
    small = [sign.casefold() for sign in signs if sign]
    exact = {SIGNS.get(sign, sign.upper()) for sign in small if sign not in _SHARED}
    shared = [sign for sign in small if sign in _SHARED]
    if not exact:
        exact = {SIGNS[sign] for sign in shared}
    if len(exact) > 1:
        raise ValueError(f"two currencies: {' and '.join(sorted(exact))}")
    code = next(iter(exact), "")
    if any(code not in _SHARED[sign] for sign in shared):
        raise ValueError(f"{code} is not written {shared[0]}")
    return code


def code_of(text: str) -> str:
    """The code of a currency written alone, in any of its ways or as three letters. Raises ValueError."""
    small = plain(text).casefold()
    if small in SIGNS:
        return SIGNS[small]
    if len(small) == 3 and small.isascii() and small.isalpha():
        return small.upper()
    raise ValueError(text)
