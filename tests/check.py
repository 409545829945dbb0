"""Every check of the project, in order of cost; the one command that people, hooks and CI run."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(sys.executable).parent
CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("lint-imports",),
    ("pytest", "--numprocesses=auto", "--dist=loadscope"),
)


def main() -> int:
    """Run all checks, also after one failed, and return 1 when any did."""
    verdicts = []
    for tool, *arguments in CHECKS:
        name = " ".join((tool, *arguments))
        print(f"== {name}", flush=True)
        done = subprocess.run([TOOLS / tool, *arguments], cwd=ROOT, check=False)
        verdicts.append((name, done.returncode == 0))
    print("== verdicts")
    for name, passed in verdicts:
        print(f"{'ok    ' if passed else 'FAILED'} {name}")
    return 0 if all(passed for _, passed in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
