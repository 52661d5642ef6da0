"""Kinds of token, and the token: what the reader sees instead of characters."""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any


class Kind(Enum):
    """What a word, sign or name is for the grammar. A comment says what `Token.value` holds."""

    # numbers and signs
    NUM = "a number"  # Number
    NEGATIVE = "minus"
    SCALE = "million behind a currency"  # Decimal
    HALF = "half, 半"
    A = "a, an, 一个"
    TIMES = "x between a number and a thing"
    BETWEEN = "between"
    TO = "between the ends of a range"
    DASH = "-"
    SLASH = "/"
    COLON = ":"
    COMMA = "comma, line break"
    STOP = "other punctuation"
    OPEN = "("
    CLOSE = ")"
    PLUS = "+"
    # names
    GPU = "a GPU model"  # tuple of ids
    INSTANCE = "an instance type or system"  # Instance
    FAMILY = "a family of instance types"  # Family
    PROVIDER = "a provider"  # id
    REGION = "a region"  # id
    FORM = "SXM, PCIe, NVL"  # form
    NEAR = "a word near to the name of a GPU"
    NAMELIKE = "letters and digits, no known name"
    WORD = "a word nobody knows"
    # units
    UNIT = "a unit of time"  # TimeUnit
    SECOND = "seconds"
    CLOCK = "钟: the end of 五分半钟"
    MOON = "月: the end of a month's name"
    NTH = "号: a day of the month"
    FORTNIGHT = "two weeks"
    CARD = "card, GPU"
    NODE = "node, server, rack"
    GE = "the measure word 个"
    CUR = "a currency"  # ISO code, "$" or "£" for the bare sign
    CENT = "a hundredth or tenth of a currency"  # Decimal
    US_CENT = "cents, 美分: money of their own"  # Decimal
    PCT = "percent"
    POINT = "percentage point"
    ZHE = "折: tenths that are paid"
    CHENG = "成: tenths"
    BYTES = "a unit of data"  # unit
    BITRATE = "bits per second"
    KWH = "kilowatt hour"
    GPU_TIME = "GPU-hours, 卡时"  # TimeUnit
    NODE_TIME = "node hours"  # TimeUnit
    HALF_PRICE = "half off, 半价"
    TOKENS = "tokens of text"
    PARAMS = "parameters"
    MODEL = "a model"
    CORPUS = "text to train on"
    ACTIVE = "active: the experts of a model that work on a token"
    # small words
    OF = "of, 的"
    AND = "and"
    OR = "or"
    FOR = "for"
    IN = "in"
    AT = "at, by the rate of"
    ON = "on"
    WITH = "with"
    FROM = "from"
    BY = "by, until"
    PER = "per, 每"  # TimeUnit when it is an adverb such as monthly
    EACH = "each, per node"  # "node" where it says so
    FULL = "full, whole, 整"
    APPROX = "about"
    BOUND = "up to, at least"
    VAGUE = "some, a few"
    # time
    MONTH = "a named month"  # number
    PART_OF_MONTH = "early, mid, end of"  # day, or 31 for the last
    WEEKDAY = "a day of the week"  # 0 = Monday
    DAY = "today, tomorrow"  # days from today
    PERIOD = "Q1, H1"  # months it starts with and lasts
    ORDINAL = "first, 21st"  # number
    HENCE = "hence, from now, 后"
    NEXT = "next"  # how many periods on
    AFTER_NEXT = "after next"
    LAST = "last"
    YEAR = "a year counted from this one: 后年"  # years ahead
    AFTER = "after, 过"
    THIS = "this"
    START = "starting"
    DATE = "a date as digits"  # Day
    # what a quantity is about
    EGRESS = "egress"
    STORAGE = "storage"
    REQUESTS = "API requests, files, objects"
    UTIL = "utilisation"  # "idle" where it says the opposite
    MFU = "model FLOPs utilisation"
    OFF = "off, discount"
    BUDGET = "budget"
    COMMIT = "commitment"
    TCO = "total cost of ownership, depreciation"
    POWER = "price of electricity"
    PRICE = "price, rate"
    PUE = "power usage effectiveness"
    CAPITAL = "cost of capital"
    MAINTAIN = "maintenance"
    RESIDUAL = "residual value"
    COLO = "colocation"  # "with power" where the rate holds it
    LEASE = "a lease of hardware"
    STAFF = "engineers"
    RUNS = "runs a year"  # Decimal where the word says how many
    COUNT = "count, quantity"
    LENGTH = "duration"
    TOTAL = "in all"
    SUPPLIER = "provider, vendor"
    PLACE = "region, location"  # "any" where it says that
    # ways, and what is done with them
    WAY = "a way to procure"  # tuple of Way
    BUY = "buy, 买: owning, or what money can get"
    OWN = "own, after my or our: perhaps not the hardware"
    NOT = "no, without, except"
    EXCEPTED = "excluded, 除外: what was named before"
    INSTEAD_OF = "instead of"
    BUT = "but, 而是"
    ONLY = "only"
    ALL = "all, any"
    # what is asked
    COMPARE = "compare, versus"  # "between" where it stands between two things
    BREAK_EVEN = "break even"  # True where the word alone is enough
    TOPIC = "a question of advice"  # the Intent
    BASIS = "what equal work is measured by"  # its name
    ASPECT = "what is asked about the answer"  # its name
    OFTEN = "once a day"  # Decimal, hours between two
    ENDS = "may end early"
    ALWAYS = "all the time"
    TRAIN = "train a model"
    QUOTE = "quote"
    ASKS_WHEN = "when, at what"
    HOW_MANY = "how many"
    HOW_LONG = "how long"
    AFFORD = "what money can buy"  # ways it names, or None
    HELP = "help"
    HELLO = "hello"
    SET = "set a price"
    BECOME = "to, 改成"
    THEN = "then"
    # follow-ups
    SAME = "same"
    CHANGE = "make it, what about"
    GROW = "extend, increase: by, unless to"
    SHIFT = "postpone, earlier: the start"  # 1 later, -1 earlier
    SHRINK = "shorten, reduce: by, unless to"
    MORE = "more"
    ALSO = "also, as well: beside what was named"
    FEWER = "fewer"
    FACTOR = "double, halve"  # Decimal
    IT = "it, them"
    EXPLAIN = "show the math"
    EXPORT = "export"
    UNDO = "undo"
    REPRICE = "at today's prices"
    RESET = "start over"
    THANKS = "thanks, chatter"
    FILLER = "a word that changes nothing"
    # prices that are supposed to be other than they are
    SUPPOSE = "suppose, assumption, 假设"
    DEARER = "dearer, 贵"  # 1 dearer, -1 less dear
    # being told of changes
    MOVES = "changes, 变化"
    UNWATCH = "stop watching, 别盯了"
    PIECE = "a piece that was taken out whole"
    # built by the grammar
    DURATION = "a length of time"  # Period
    MONEY = "an amount of money"  # Money as said
    PERCENT = "a share"  # Decimal, 0.3 for 30%
    SIZE = "an amount of data"  # Decimal, TB
    DUTY = "so many hours a day: no length"
    MONTH_LENGTH = "a month of so many days"  # Decimal, hours
    WHEN = "a day or period of the calendar"  # Day
    SAID = "a phrase that gave a field"


@dataclass(frozen=True, slots=True)
class Number:
    """A number or a range of it as said. `suffix`: a letter with more than one meaning (m, b, t, w), not yet applied.
    `scale`: a word of size that was applied (k, million, 万). `bad`: digits grouped as no number is.
    `raw`: the digits as typed."""

    low: Decimal
    high: Decimal
    suffix: str = ""
    scale: str = ""
    bad: bool = False
    raw: str = ""

    @property
    def single(self) -> bool:
        """Whether it is one number, not a range."""
        return self.low == self.high

    @property
    def whole(self) -> bool:
        """Whether both ends are whole."""
        return self.low == self.low.to_integral_value() and self.high == self.high.to_integral_value()

    def negated(self) -> "Number":
        """The number below zero."""
        return Number(-self.high, -self.low, self.suffix, self.scale, self.bad, self.raw)

    @property
    def raw_low(self) -> Decimal:
        """The digits as typed, before a word of size was applied."""
        digits = self.raw.replace(",", "")
        return Decimal(digits) if digits.replace(".", "", 1).isdigit() else self.low

    def times(self, factor: Decimal | int) -> "Number":
        """Both ends multiplied; the suffix counts as applied."""
        return Number(self.low * factor, self.high * factor, "", self.scale, self.bad, self.raw)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text: `text[start:end]` of the plain form."""

    kind: Kind
    start: int
    end: int
    value: Any = None
