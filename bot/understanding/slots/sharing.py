"""GPUs of each of several teams or clusters: how many there are in all is not said, so it is asked."""

from bot.understanding.draft import Draft
from bot.understanding.kinds import Kind

_SHARERS = ("team", "project", "job", "run", "experiment", "团队", "项目", "公司", "实验室", "任务", "实验")
_SEVERAL = ("clusters", "teams", "projects", "jobs", "runs", "experiments")
_REACH = 4  # tokens between a number of GPUs and "per team"


def leaves_out_shares(draft: Draft) -> bool:
    """每组32张, "32 B200 per team", "2 clusters of 32": of each of what is not known, so the total is asked."""
    for at, token in enumerate(draft.tokens):
        behind = at + 1 + (draft.kind_at(at + 1) is Kind.GE)
        per = token.kind is Kind.PER and not token.value and _is_sharer(draft, behind)
        if not (per or _are_several(draft, at)):
            continue
        beside = draft.tokens[max(0, at - _REACH) : at + _REACH]
        counts = [near for near in beside if near.kind is Kind.NUM and draft.fields[near.start] == "gpu_count"]
        if counts:
            draft.said.pop("gpu_count", None)
            draft.mark("", *counts)
            return True
    return False


def _are_several(draft: Draft, at: int) -> bool:
    """2 clusters of 32 H100, 32 H100 x 2 clusters."""
    token, *behind = draft.tokens[at : at + 2]
    if token.kind is not Kind.NUM or token.value.high < 2 or not behind or draft.lower(behind[0]) not in _SEVERAL:
        return False
    return draft.kind_at(at + 2) in (Kind.OF, Kind.WITH) or draft.kind_at(at - 1) is Kind.TIMES


def _is_sharer(draft: Draft, place: int) -> bool:
    """A word nobody knows, or one for those who share: a team, a project."""
    known = draft.kind_at(place) is Kind.FILLER and draft.lower(draft.tokens[place]) in _SHARERS
    return known or draft.kind_at(place) is Kind.WORD
