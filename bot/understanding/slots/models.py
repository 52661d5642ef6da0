"""GPU models: the variant that memory and form make of a name, and words near to a name."""

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind, Token
from bot.understanding.quantities import Data
from bot.understanding.slots.slot import Places

MOST_LOOKED_UP = 8  # unknown words that are compared with all names
LARGEST_MEMORY_GB = 400
_OPENS = (Kind.OPEN, Kind.DASH, Kind.COLON, Kind.SLASH)
_JOINS = (Kind.COMMA, Kind.OR, Kind.AND, Kind.SLASH, Kind.COMPARE)
_COUNTS = (Kind.NUM, Kind.TIMES, Kind.CARD, Kind.OF)


def with_near_names(draft: Draft, tokens: list[Token]) -> list[Token]:
    """Words near to the name of a GPU get a kind of their own: what is counted is known, which GPU must be asked."""
    result: list[Token] = []
    looked_up = 0
    for token in tokens:
        if token.kind is Kind.NUM and result and _heads_a_name(draft, result[-1], token):
            token = Token(Kind.NAMELIKE, result.pop().start, token.end)
        if token.kind is Kind.NAMELIKE and looked_up < MOST_LOOKED_UP:
            looked_up += 1
            if any(name.kind is Kind.GPU for name in draft.names.near(draft.lower(token))):
                token = Token(Kind.NEAR, token.start, token.end)
        result.append(token)
    return result


def _heads_a_name(draft: Draft, word: Token, number: Token) -> bool:
    """RTX 9999: the first word of names of GPUs, and a number behind it."""
    return word.kind is Kind.WORD and word.end + 1 >= number.start and draft.names.is_head(draft.lower(word))


def with_variants(draft: Draft, tokens: list[Token]) -> list[Token]:
    """A100 80GB, 80G的A100, A100(40G), H100 PCIe, PCIe H100: model and variant as one token."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        named_at = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].kind is Kind.OF)
        named = tokens[named_at] if named_at < len(tokens) else None
        detail = token.kind is Kind.FORM or (token.kind is Kind.SIZE and _is_memory(token))
        if detail and named is not None and named.kind is Kind.GPU:
            result.append(_variant(draft, named, token))
            at = named_at + 1
        elif token.kind is Kind.GPU:
            token, at = _with_what_follows(draft, tokens, at)
            result.append(token)
        else:
            result.append(token)
            at += 1
    return result


def with_lists(tokens: list[Token]) -> list[Token]:
    """H100, H200 or B200: models side by side are one token, so that a count holds for each of them."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        while token.kind is Kind.GPU and token.value and (place := _next_in_list(tokens, at)):
            named = tuple(gpu for gpu in tokens[place].value if gpu not in token.value)
            token = Token(Kind.GPU, token.start, tokens[place].end, (*token.value, *named))
            at = place + 1
        result.append(token)
    return result


def _next_in_list(tokens: list[Token], at: int) -> int:
    """The place of the next model of a list, behind one or two words that join them; 0 for none."""
    for place in range(at, min(at + 3, len(tokens))):
        if tokens[place].kind is Kind.GPU:
            return place if place > at and tokens[place].value else 0
        if tokens[place].kind not in _JOINS:
            return 0
    return 0


def _with_what_follows(draft: Draft, tokens: list[Token], at: int) -> tuple[Token, int]:
    gpu, at = _with_bare_memory(draft, tokens, at)
    while at < len(tokens):
        opened = tokens[at].kind in _OPENS
        detail, after = [*tokens[at + opened : at + opened + 2], None, None][:2]
        if detail is None or not (detail.kind is Kind.FORM or (detail.kind is Kind.SIZE and _is_memory(detail))):
            break
        if detail.kind is Kind.SIZE and after is not None and after.kind in (Kind.STORAGE, Kind.EGRESS):
            break
        gpu = _variant(draft, gpu, detail)
        at += opened + 1
        if opened and at < len(tokens) and tokens[at].kind is Kind.CLOSE:
            at += 1
    return gpu, at


def _with_bare_memory(draft: Draft, tokens: list[Token], at: int) -> tuple[Token, int]:
    """A100-80; 8 A100 80; A100 80 x 16: the number is the memory. A100-8 is no model; "A100 80" may be a count."""
    gpu, after = tokens[at], at + 1
    dash = after < len(tokens) and tokens[after].kind is Kind.DASH and tokens[after].start == gpu.end
    number = tokens[after + dash] if after + dash < len(tokens) else None
    if number is None or number.kind is not Kind.NUM or (dash and number.start > gpu.end + 1) or not gpu.value:
        return gpu, after
    if number.value.suffix or not number.value.single:
        return gpu, after
    following = tokens[after + dash + 1].kind if after + dash + 1 < len(tokens) else None
    sure = following is Kind.TIMES or (at > 0 and tokens[at - 1].kind in _COUNTS)
    if dash or (sure and comes_in(draft, gpu.value[0], number)):
        detail = Token(Kind.SIZE, number.start, number.end, Data(number.value.low, "GB"))
        return _variant(draft, gpu, detail), after + dash + 1
    return gpu, after


def read(draft: Draft, left: Places) -> None:
    """64 A100s, the 40GB ones: a memory that is left over refines the only model named."""
    if len(draft.gpus) != 1:
        return
    for at in left:
        token = draft.tokens[at]
        if token.kind is Kind.SIZE and _is_memory(token) and not draft.has(Kind.STORAGE, Kind.EGRESS):
            model = draft.names.variant(draft.gpus[0], token.value)
            if model:
                draft.gpus[0] = model
                draft.mark("gpus", token)


def comes_in(draft: Draft, gpu: str, number: Token) -> bool:
    """Whether a number is the memory of a model or of one of its variants."""
    return any(model.memory_gb == number.value.low for model in draft.names.variants(gpu))


def _is_memory(token: Token) -> bool:
    return token.value.unit in ("GB", "GiB") and token.value.amount <= LARGEST_MEMORY_GB


def _variant(draft: Draft, gpu: Token, detail: Token) -> Token:
    """The token for the variant; without a value when the model does not come in it."""
    start, end = min(gpu.start, detail.start), max(gpu.end, detail.end)
    model = draft.names.variant(gpu.value[0], detail.value) if gpu.value else None
    if model is None and not draft.bad_name:
        draft.bad_name = draft.text.typed(start, end)
        draft.near = tuple(variant.id for variant in draft.names.variants(gpu.value[0])) if gpu.value else ()
    return Token(Kind.GPU, start, end, (model,) if model else ())
