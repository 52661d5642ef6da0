"""All benchmarks, one after another: `python -m tests.benchmarks`. They print; nothing is asserted by a clock."""

import subprocess
import sys
from pathlib import Path


def main() -> None:
    """Run every benchmark of this folder as a process of its own."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("__"))
    for name in names:
        print(f"\n== {name}", flush=True)
        subprocess.run([sys.executable, "-m", f"tests.benchmarks.{name}"], check=False)


if __name__ == "__main__":
    main()
