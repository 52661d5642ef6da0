"""Who may see prices, see contract prices, change prices and approve changes. Nobody may but those the settings allow.

Slack is asked who somebody is and who is in a user group, and believed for a minute. Where it does not tell, the answer
is no; the one exception is seeing public prices where every member may, for quotes go on while Slack has trouble.
"""

import hashlib
import logging
import os
import pwd
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from bot.logs import facts
from bot.people import Directory, Kept, Nobody, Person
from bot.settings import Settings
from bot.settings_book import MEMBERS, TERMINAL
from bot.slack_errors import SlackTrouble, TokenTrouble

log = logging.getLogger(__name__)

MOST_HOLDERS = 3
OF_SETUP = ("plan_upgrade_required", "no_such_subteam", "permission_denied", "not_allowed_token_type")
OF_OTHERS = ("user_not_found", "user_not_visible")


class Right(StrEnum):
    """What somebody may do. Those who edit or approve may also view; nobody sees contract prices who may not view."""

    VIEW = "view"  # public prices
    CONTRACTS = "contracts"  # prices agreed with a seller in confidence
    EDIT = "edit"
    APPROVE = "approve"


class Reason(StrEnum):
    """Why somebody may not."""

    NOT_LISTED = "not-listed"
    DEACTIVATED = "deactivated"
    BOT = "bot"
    GUEST = "guest"
    OTHER_TEAM = "other-team"  # of another organisation, or of a workspace that is not the bot's
    UNKNOWN = "unknown"  # Slack did not tell just now
    SETUP = "setup"  # Slack will not tell until an operator acts: a scope is missing, or the plan has no user groups


@dataclass(frozen=True, slots=True)
class Policy:
    """The lists of the settings: ids of users and user groups, names of terminal users, or the word `members`."""

    viewers: tuple[str, ...] = (MEMBERS,)
    contract_viewers: tuple[str, ...] = ()
    editors: tuple[str, ...] = ()
    approvers: tuple[str, ...] = ()

    @classmethod
    def of(cls, settings: Settings) -> "Policy":
        """The lists as they are set."""
        return cls(settings.viewers, settings.contract_viewers, settings.editors, settings.approvers)

    def listed(self, right: Right) -> tuple[str, ...]:
        """The list of this right."""
        return {
            Right.VIEW: self.viewers,
            Right.CONTRACTS: self.contract_viewers,
            Right.EDIT: self.editors,
            Right.APPROVE: self.approvers,
        }[right]

    def allowed(self, right: Right) -> tuple[str, ...]:
        """The list of this right, and the lists of rights that it comes with."""
        more = (*self.editors, *self.approvers) if right is Right.VIEW else ()
        return (*self.listed(right), *more)


class Rights:
    """Answers who may do what. `team`: the bot's workspace. `now` is in seconds. Safe to use from several threads."""

    def __init__(self, policy: Policy, team: str, directory: Directory, now: Callable[[], float]) -> None:
        self._policy, self._team = policy, team
        self._people = Kept(directory.person, now)
        self._groups = Kept(directory.group, now)

    def may(self, user: str, right: Right, fresh: bool = False) -> bool:
        """Whether a user (a Slack id, or as `terminal_user` names one) has a right.

        `fresh` asks Slack anew, for the moment somebody changes something.
        """
        return self.why_not(user, right, fresh) is None

    def why_not(self, user: str, right: Right, fresh: bool = False) -> Reason | None:
        """Why a user does not have a right; None: the user has it. `fresh`: as of `may`."""
        if user.startswith(TERMINAL):
            return self._why_not_in_terminal(user, right)
        why = self._why_not_named(user, right, fresh) or self._why_no_member(user, fresh)
        if right is Right.CONTRACTS:
            return why or self.why_not(user, Right.VIEW)
        goes_on = right is Right.VIEW and self.is_for_members(right)
        return None if goes_on and why in (Reason.UNKNOWN, Reason.SETUP) else why

    def check(self, user: str, right: Right, ref: str, fresh: bool = False) -> Reason | None:
        """As `why_not`; a refusal goes to the log, with the reference of what was refused."""
        reason = self.why_not(user, right, fresh)
        if reason:
            log_refusal(user, right, reason, ref)
        return reason

    def is_for_members(self, right: Right) -> bool:
        """Whether every full member of the workspace has this right, not only those on a list."""
        return MEMBERS in self._policy.listed(right)

    def name(self, user: str) -> str:
        """What people read for a user id: "@Mei"; the id itself where Slack does not tell, and for terminal users."""
        is_account = not user.startswith(TERMINAL) and user[:1] in ("U", "W")
        person = self._people.get(user, fresh=False) if is_account else None
        known = person.name if isinstance(person, Person) else ""
        return f"@{known}" if known else user

    def holders(self, right: Right, most: int = MOST_HOLDERS) -> tuple[str, ...]:
        """The first few user ids that have a right by being listed, themselves before those of groups: whom to ask."""
        names = [name for name in self._policy.listed(right) if name != MEMBERS and not name.startswith(TERMINAL)]
        users = [name for name in names if not _is_group(name)]
        for group in filter(_is_group, names):
            members = self._groups.get(group, fresh=False)
            users += [] if isinstance(members, SlackTrouble) else sorted(members)[: 2 * most]
        found: list[str] = []
        for user in dict.fromkeys(users):
            if len(found) < most and self._why_no_member(user, fresh=False) is None:
                found.append(user)
        return tuple(found)

    def _why_not_in_terminal(self, user: str, right: Right) -> Reason | None:
        """Terminal users: where a list names some, those; where it names none, all who may view. Nobody approves
        unlisted."""
        if user in self._policy.allowed(right):
            return self.why_not(user, Right.VIEW) if right is Right.CONTRACTS else None
        if right is Right.APPROVE or any(name.startswith(TERMINAL) for name in self._policy.listed(right)):
            return Reason.NOT_LISTED
        return None if right is Right.VIEW else self.why_not(user, Right.VIEW)

    def _why_not_named(self, user: str, right: Right, fresh: bool) -> Reason | None:
        """Why no list allows a user this; Slack is asked only about groups that may."""
        names = self._policy.allowed(right)
        if MEMBERS in names or user in names:
            return None
        troubles = []
        for group in filter(_is_group, names):
            members = self._groups.get(group, fresh)
            if isinstance(members, SlackTrouble):
                troubles.append(members)
            elif user in members:
                return None
        return _reason(troubles[0]) if troubles else Reason.NOT_LISTED

    def _why_no_member(self, user: str, fresh: bool) -> Reason | None:
        """Why somebody is no full member of the workspace, whatever lists say."""
        person = self._people.get(user, fresh)
        if isinstance(person, SlackTrouble):
            return _reason(person)
        if person.deactivated:
            return Reason.DEACTIVATED
        if person.bot:
            return Reason.BOT
        if person.stranger or self._team not in person.teams:
            return Reason.OTHER_TEAM
        return Reason.GUEST if person.guest else None


def terminal_rights(policy: Policy) -> Rights:
    """The rights of terminal users, for whom Slack is not asked."""
    return Rights(policy, "", Nobody(), lambda: 0.0)


def terminal_user() -> str:
    """Who runs this program, as the lists name them: `os:` and the login name the system knows for the process.

    The environment is not asked, for everybody can set that. Who can run it can read and write the price book's file
    whatever these lists say: they keep honest people from slips, and the record of changes true.
    """
    number = os.getuid()
    try:
        return f"{TERMINAL}{pwd.getpwuid(number).pw_name}"
    except KeyError:  # no login has this number, as in many containers
        return f"{TERMINAL}{number}"


def log_refusal(user: str, right: Right, reason: Reason, ref: str) -> None:
    """Write down that somebody was refused, without their name."""
    mark = hashlib.sha256(user.encode()).hexdigest()[:8]
    log.warning("refused", extra=facts(ref=ref, right=right.value, reason=reason.value, user=mark))


def word_key(reason: Reason, right: Right) -> str:
    """The key of the sentence that says so: the right matters only to those who are not on its list."""
    return f"rights.{reason}-{right}" if reason is Reason.NOT_LISTED else f"rights.{reason}"


def _is_group(name: str) -> bool:
    return name.startswith("S")


def _reason(trouble: SlackTrouble) -> Reason:
    if trouble.code in OF_OTHERS:
        return Reason.OTHER_TEAM
    return Reason.SETUP if isinstance(trouble, TokenTrouble) or trouble.code in OF_SETUP else Reason.UNKNOWN
