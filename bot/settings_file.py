"""Reads the settings file: plain YAML, of a sane size, with every name once."""

from pathlib import Path
from typing import Any

import yaml

MAX_BYTES = 256 * 1024


class ConfigError(Exception):
    """Why a file cannot be read, to go behind its name. Never a line of it, for that may hold a secret."""


def plain_yaml(path: Path) -> dict[str, Any]:
    """The names and values in the file; those without a value are left out. Raises ConfigError."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ConfigError(f" is larger than {MAX_BYTES // 1024} KB")
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=_PlainLoader)  # noqa: S506 - a SafeLoader
    except OSError as error:
        raise ConfigError(f" cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(" is not UTF-8 text") from None
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ConfigError(f"{line}: {error.problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise ConfigError(" is not YAML") from None
    if not isinstance(content, dict | None):
        raise ConfigError(" is not a list of names and values")
    return {str(key): value for key, value in (content or {}).items() if value is not None}


class _PlainLoader(yaml.SafeLoader):
    """Plain YAML: no aliases (380 bytes can unfold to gigabytes) and no key twice (the second would win silently)."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(problem="aliases are not read", problem_mark=mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        twice = sorted({str(key) for key in keys if keys.count(key) > 1})
        if twice:
            raise yaml.MarkedYAMLError(problem=f"{', '.join(twice)} given twice", problem_mark=node.start_mark)
        return super().construct_mapping(node, deep)
