"""Single values in both languages: numbers, lengths of time, money, shares, data, days."""

from datetime import date
from typing import Any

import pytest

from tests.bot.understanding.adapter import value

TUESDAY = date(2026, 12, 1)

NUMBERS: list[tuple[str, float | None]] = [
    ("1,024", 1024),
    ("1 024", 1024),
    ("1'024", 1024),
    ("1_024", 1024),
    ("1.5k", 1500),
    ("2.5 million", 2_500_000),
    ("3mm", 3_000_000),
    ("7B", 7e9),
    ("1e3", 1000),
    (".5", 0.5),
    ("3/4", 0.75),
    ("-12", -12),
    ("minus twelve", -12),
    ("seventeen", 17),
    ("ninety-six", 96),
    ("two hundred and fifty-six", 256),
    ("five thousand one hundred", 5100),
    ("twelve hundred", 1200),
    ("a hundred", 100),
    ("a dozen", 12),
    ("half a dozen", 6),
    ("half a million", 500_000),
    ("two and a half million", 2_500_000),
    ("a couple of hundred", 200),
    ("10.000.000", 10_000_000),
    ("1.234,5", 1234.5),
    ("1,5", 1.5),
    ("the other one", None),
    ("H200", None),
    ("p5.48xlarge", None),
    ("一千零二十四", 1024),
    ("五百一十二", 512),
    ("两千", 2000),
    ("一万五", 15_000),
    ("三千二", 3200),
    ("十六", 16),
    ("廿四", 24),
    ("28万", 280_000),
    ("1.5亿", 150_000_000),
    ("2亿3千万", 230_000_000),
    ("1,100万", 11_000_000),
    ("两千八百万", 28_000_000),
    ("一点五", 1.5),
    ("千卡", 1000),
    ("三分之一", 1 / 3),
    ("叁佰贰拾", 320),
    ("３２０", 320),
    ("负八", -8),
    ("一起", None),
    ("万一", None),
    ("三亚", None),
]
DURATIONS: list[tuple[str, tuple[float, str] | None]] = [
    ("6w", (6, "week")),
    ("6 wks", (6, "week")),
    ("six weeks", (6, "week")),
    ("6-week", (6, "week")),
    ("a fortnight", (2, "week")),
    ("ninety days", (90, "day")),
    ("36h", (36, "hour")),
    ("2.5 mos", (2.5, "month")),
    ("half a year", (0.5, "year")),
    ("a month and a half", (1.5, "month")),
    ("two and a half months", (2.5, "month")),
    ("1 year 6 months", (18, "month")),
    ("6 weeks and 3 days", (45, "day")),
    ("a full quarter", (1, "quarter")),
    ("for months", None),
    ("several weeks", None),
    ("per month", None),
    ("6周", (6, "week")),
    ("六个星期", (6, "week")),
    ("一个半月", (1.5, "month")),
    ("两个半月", (2.5, "month")),
    ("半年", (0.5, "year")),
    ("三年半", (3.5, "year")),
    ("一年零三个月", (15, "month")),
    ("一个季度", (1, "quarter")),
    ("10个月", (10, "month")),
    ("俩月", (2, "month")),
    ("10月", None),
    ("一季度", None),
    ("每月", None),
    ("几天", None),
]
MONEY: list[tuple[str, tuple[float, str] | None]] = [
    ("$2M", (2e6, "$")),
    ("2 mil USD", (2e6, "USD")),
    ("USD 1,500", (1500, "USD")),
    ("€1.2m", (1.2e6, "EUR")),
    ("three thousand dollars", (3000, "$")),
    ("HK$500", (500, "HKD")),
    ("3.350 USD", (3.35, "USD")),
    ("10 dollars 50 cents", (10.5, "$")),
    ("5k$", (5000, "$")),
    ("in USD", None),
    ("28万元", (280_000, "CNY")),
    ("28w", (280_000, "CNY")),
    ("2.87亿", (287_000_000, "CNY")),
    ("RMB 300万", (3_000_000, "CNY")),
    ("五百万美元", (5_000_000, "USD")),
    ("9块5", (9.5, "CNY")),
    ("¥99", (99, "CNY")),
    ("用欧元", None),
]
SHARES: list[tuple[str, float | None]] = [
    ("30%", 30),
    ("forty percent", 40),
    ("12.5 pct", 12.5),
    ("half off", 50),
    ("0.7 utilisation", 70),
    ("百分之六十", 60),
    ("七成", 70),
    ("七成五", 75),
    ("八五折", 85),
    ("7.5折", 75),
    ("percent", None),
    ("打折", None),
]
SIZES: list[tuple[str, tuple[float, str] | None]] = [
    ("20TB", (20, "TB")),
    ("half a petabyte", (0.5, "PB")),
    ("64 GiB", (64, "GiB")),
    ("1.5k GB", (1500, "GB")),
    ("100 Gbps", None),
    ("20Tb", None),
    ("8T数据", (8, "TB")),
    ("五十TB", (50, "TB")),
    ("6.4万GB", (64_000, "GB")),
]
DAYS: list[tuple[str, tuple[str, str] | None]] = [
    ("2027-01-15", ("2027-01-15", "day")),
    ("15/01/2027", ("2027-01-15", "day")),
    ("1/15/2027", ("2027-01-15", "day")),
    ("Jan 15", ("2027-01-15", "day")),
    ("15th of January 2028", ("2028-01-15", "day")),
    ("March", ("2027-03-01", "month")),
    ("mid-March", ("2027-03-15", "day")),
    ("end of February", ("2027-02-28", "day")),
    ("tomorrow", ("2026-12-02", "day")),
    ("next Monday", ("2026-12-07", "day")),
    ("Friday", ("2026-12-04", "day")),
    ("next quarter", ("2027-01-01", "quarter")),
    ("Q3", ("2027-07-01", "quarter")),
    ("Q2'28", ("2028-04-01", "quarter")),
    ("H2 2027", ("2027-07-01", "half-year")),
    ("in two weeks", ("2026-12-15", "day")),
    ("two months from now", ("2027-02-01", "day")),
    ("2027", ("2027-01-01", "year")),
    ("Feb 30", None),
    ("someday", None),
    ("2027年1月15日", ("2027-01-15", "day")),
    ("1月15号", ("2027-01-15", "day")),
    ("10月", ("2027-10-01", "month")),
    ("明年3月", ("2027-03-01", "month")),
    ("下周三", ("2026-12-09", "day")),
    ("下季度", ("2027-01-01", "quarter")),
    ("明年下半年", ("2027-07-01", "half-year")),
    ("月底", ("2026-12-31", "day")),
    ("后天", ("2026-12-03", "day")),
    ("十天后", ("2026-12-11", "day")),
    ("2月30日", None),
]


def same(got: Any, wanted: Any) -> bool:
    if isinstance(got, float) and isinstance(wanted, int | float):
        return abs(got - wanted) < 1e-9 * max(1, abs(wanted))
    if isinstance(got, tuple) and isinstance(wanted, tuple):
        return all(same(one, other) for one, other in zip(got, wanted, strict=True))
    return bool(got == wanted)


def check(kind: str, text: str, wanted: Any) -> None:
    got = value(kind, "en" if text.isascii() else "zh", text, TUESDAY)
    assert same(got, wanted), f"{text!r}: got {got}, wanted {wanted}"


@pytest.mark.parametrize(("text", "wanted"), NUMBERS)
def test_a_number_is_read(text: str, wanted: float | None) -> None:
    check("number", text, None if wanted is None else (float(wanted), None))


@pytest.mark.parametrize(("text", "wanted"), DURATIONS)
def test_a_length_of_time_is_read(text: str, wanted: tuple[float, str] | None) -> None:
    check("duration", text, wanted)


@pytest.mark.parametrize(("text", "wanted"), MONEY)
def test_money_is_read(text: str, wanted: tuple[float, str] | None) -> None:
    check("money", text, wanted)


@pytest.mark.parametrize(("text", "wanted"), SHARES)
def test_a_share_is_read(text: str, wanted: float | None) -> None:
    check("percent", text, None if wanted is None else (float(wanted), "%"))


@pytest.mark.parametrize(("text", "wanted"), SIZES)
def test_an_amount_of_data_is_read(text: str, wanted: tuple[float, str] | None) -> None:
    check("datasize", text, wanted)


@pytest.mark.parametrize(("text", "wanted"), DAYS)
def test_a_day_is_read(text: str, wanted: tuple[str, str] | None) -> None:
    check("date", text, wanted)
