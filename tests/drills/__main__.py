"""All drills, one after another: `python -m tests.drills`, or those named: `python -m tests.drills kills disks`.

They print figures, and exit 1 where something that must never happen did. Figures of time are not judged.
"""

import argparse
import subprocess
import sys
from pathlib import Path

APART = {"large", "shown", "alone"}
"""Modules of this folder that are no drills."""


def main() -> int:
    """Run the drills, each as a process of its own; 1 where one failed."""
    drills = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py") if path.stem not in APART)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[*drills, []], default=drills, help="which; all without one")
    parser.add_argument("--small", action="store_true", help="a tenth of everything, to see that they run")
    asked = parser.parse_args()
    failed = []
    for name in asked.names:
        print(f"\n== {name}", flush=True)
        command = [sys.executable, "-m", f"tests.drills.{name}", *(["--small"] if asked.small else [])]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    print(f"\n{len(asked.names) - len(failed)} of {len(asked.names)} drills passed{': not ' if failed else ''}", end="")
    print(", ".join(failed))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
