"""The examples of the README, run: `python -m tests.project.readme` writes their outputs anew.

An example is a fenced block whose first line is `$ quartermaster ...`; the rest is what it prints in a terminal of 100
columns on the price book that comes with the project. `...` on a line of its own stands for lines left out.
"""

import re
import shlex
import sys
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner

from bot.__main__ import main

README = Path(__file__).parent.parent.parent / "README.md"
EXAMPLE = re.compile(r"```console\n\$ quartermaster (?P<command>[^\n]*)\n(?P<output>.*?)```", re.DOTALL)
LEFT_OUT = "..."


def printed(command: str, database: Path) -> str:
    """What the command prints, without spaces at the ends of lines."""
    environment = {"QUARTERMASTER_DATABASE": str(database), "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    with patch.dict("os.environ", {"COLUMNS": "100"}):
        result = CliRunner().invoke(main, shlex.split(command), env=environment)
    return "".join(f"{line.rstrip()}\n" for line in result.output.splitlines()).strip("\n") + "\n"


def examples(text: str) -> list[re.Match[str]]:
    """The examples of a document."""
    return list(EXAMPLE.finditer(text))


def matches(shown: str, real: str) -> bool:
    """Whether a shown output is the real one, but for lines left out."""
    parts = [re.escape(part) for part in re.split(rf"(?m)^{re.escape(LEFT_OUT)}\n", shown)]
    return re.fullmatch("(?:.*\n)*?".join(parts), real) is not None


def rewritten(text: str, database: Path) -> str:
    """The document with each output made anew. One that leaves lines out keeps as many first lines as it had."""

    def output(match: re.Match[str]) -> str:
        real = printed(match["command"], database)
        if LEFT_OUT in match["output"].splitlines():
            kept = match["output"].splitlines().index(LEFT_OUT)
            real = "".join(f"{line}\n" for line in [*real.splitlines()[:kept], LEFT_OUT])
        return f"```console\n$ quartermaster {match['command']}\n{real}```"

    return EXAMPLE.sub(output, text)


if __name__ == "__main__":
    README.write_text(rewritten(README.read_text(encoding="utf-8"), Path(sys.argv[1])), encoding="utf-8")
