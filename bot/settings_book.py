"""Settings of the price book: who may see and change prices, where contract prices are shown, when its keepers hear."""

import json
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, field_validator
from pydantic_settings import BaseSettings, NoDecode

MEMBERS = "members"
"""Stands for every full member of the workspace in a list."""
TERMINAL = "os:"
"""How names of terminal users begin."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

# Ids are opaque; only their first letter means something.
PERSON = re.compile(rf"[UWS][A-Z0-9]{{1,20}}|{TERMINAL}[^\s,:]{{1,64}}")
CHANNEL = re.compile("[CG][A-Z0-9]{1,20}")

# As `bot.settings.VARIABLES`.
BOOK_VARIABLES = {
    "viewers": ("QUARTERMASTER_VIEWERS", "members, or U012AB3CD,S012AB3CD,os:mei"),
    "contract_viewers": ("QUARTERMASTER_CONTRACT_VIEWERS", "U012AB3CD,S012AB3CD"),
    "contract_channels": ("QUARTERMASTER_CONTRACT_CHANNELS", "C012AB3CD"),
    "contract_prices_everywhere": ("QUARTERMASTER_CONTRACT_PRICES_EVERYWHERE", "false"),
    "editors": ("QUARTERMASTER_EDITORS", "U012AB3CD,S012AB3CD,os:mei"),
    "approvers": ("QUARTERMASTER_APPROVERS", "U012AB3CD,S012AB3CD"),
    "two_persons": ("QUARTERMASTER_TWO_PERSONS", "true"),
    "approval_threshold": ("QUARTERMASTER_APPROVAL_THRESHOLD", "30"),
    "approval_days": ("QUARTERMASTER_APPROVAL_DAYS", "7"),
    "digest_channel": ("QUARTERMASTER_DIGEST_CHANNEL", "C012AB3CD"),
    "digest_weekday": ("QUARTERMASTER_DIGEST_WEEKDAY", "monday"),
    "digest_hour": ("QUARTERMASTER_DIGEST_HOUR", "9"),
}


def _items(value: Any) -> tuple[str, ...]:
    """A list as a file has it, or as a variable has it: separated by commas. Raises ValueError."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise ValueError("this is not a list of ids")
    return tuple(dict.fromkeys(part.strip() for part in parts if part.strip()))


Items = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_items)]


class BookSettings(BaseSettings):
    """Who may see and change prices, and where. Each list that is not set but `viewers` names nobody.

    Lists hold ids of users (U…, W…) and of user groups (S…), and terminal users as `os:name`. `viewers`: who may see
    prices; `contract_viewers`: who may also see contract prices; either may be the word `members`. `contract_channels`:
    where contract prices are said for all to read, unless people of other organisations do.
    `contract_prices_everywhere`: there too and in any channel; while `contract_viewers` names nobody, to everybody.
    `editors` change prices. `two_persons`: larger changes wait for one of the `approvers`, for `approval_days` at most;
    larger means by more than `approval_threshold` percent, or of a contract price, its unit or its end.
    `digest_channel` hears of the book's state on `digest_weekday` at `digest_hour`; None: no channel does.
    """

    viewers: Items = Field(default=(MEMBERS,), validation_alias="QUARTERMASTER_VIEWERS")
    contract_viewers: Items = Field(default=(), validation_alias="QUARTERMASTER_CONTRACT_VIEWERS")
    contract_channels: Items = Field(default=(), validation_alias="QUARTERMASTER_CONTRACT_CHANNELS")
    contract_prices_everywhere: bool = Field(default=False, validation_alias="QUARTERMASTER_CONTRACT_PRICES_EVERYWHERE")
    editors: Items = Field(default=(), validation_alias="QUARTERMASTER_EDITORS")
    approvers: Items = Field(default=(), validation_alias="QUARTERMASTER_APPROVERS")
    two_persons: bool = Field(default=False, validation_alias="QUARTERMASTER_TWO_PERSONS")
    approval_threshold: Decimal = Field(
        default=Decimal(30), ge=0, le=1000, validation_alias="QUARTERMASTER_APPROVAL_THRESHOLD"
    )
    approval_days: int = Field(default=7, ge=1, le=365, validation_alias="QUARTERMASTER_APPROVAL_DAYS")
    digest_channel: str | None = Field(default=None, validation_alias="QUARTERMASTER_DIGEST_CHANNEL")
    digest_weekday: str = Field(default="monday", validation_alias="QUARTERMASTER_DIGEST_WEEKDAY")
    digest_hour: int = Field(default=9, ge=0, le=23, validation_alias="QUARTERMASTER_DIGEST_HOUR")

    def rights_as_text(self) -> str:
        """Who may do what and when two persons are asked for, as JSON: for the audit trail."""
        names = {name for name in BOOK_VARIABLES if not name.startswith("digest_")}
        return json.dumps(self.model_dump(mode="json", include=names), sort_keys=True)

    @field_validator("viewers", "contract_viewers")
    @classmethod
    def _people_or_members(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return value if value == (MEMBERS,) else _people(value, f"; the word {MEMBERS} stands alone")

    @field_validator("viewers")
    @classmethod
    def _somebody(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not value:
            raise ValueError("it names nobody, so nobody could ask for a price")
        return value

    @field_validator("editors", "approvers")
    @classmethod
    def _listed_people(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return _people(value, f"; {MEMBERS} as a whole cannot be listed here" if MEMBERS in value else "")

    @field_validator("contract_channels")
    @classmethod
    def _channels(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return _fitting(value, CHANNEL, "no id of a channel (C…, G…)")

    @field_validator("digest_channel")
    @classmethod
    def _channel(cls, value: str | None) -> str | None:
        if value is not None and not CHANNEL.fullmatch(value):
            raise ValueError("this is no id of a channel (C…, G…)")
        return value

    @field_validator("digest_weekday")
    @classmethod
    def _weekday(cls, value: str) -> str:
        if value.lower() not in WEEKDAYS:
            raise ValueError(f"this is none of {', '.join(WEEKDAYS)}")
        return value.lower()


def _people(value: Sequence[str], more: str) -> tuple[str, ...]:
    return _fitting(value, PERSON, f"no id of a user (U…, W…) or a user group (S…), and no {TERMINAL}name{more}")


def _fitting(value: Sequence[str], pattern: re.Pattern[str], what: str) -> tuple[str, ...]:
    """The items if all fit. Raises ValueError that counts the others off; it does not show them, as of all settings."""
    wrong = [str(place) for place, item in enumerate(value, start=1) if not pattern.fullmatch(item)]
    if wrong:
        raise ValueError(f"item {wrong[0]} is {what}" if len(wrong) == 1 else f"items {', '.join(wrong)}: {what}")
    return tuple(value)
