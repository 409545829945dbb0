"""What every test of the repository itself starts from."""

import ast
import subprocess
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def files(root: Path) -> list[Path]:
    """The files git tracks or would track, relative to the root."""
    # safe.directory: a checkout made by one user and tested by another is still the same checkout.
    listing = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=root, capture_output=True, check=True).stdout.decode().split("\0")
    return sorted({Path(name) for name in names if name and (root / name).is_file()})


@pytest.fixture(scope="session")
def modules(root: Path) -> dict[str, ast.Module]:
    """The syntax trees of the package, by path relative to the root."""
    paths = sorted((root / "wikimem").rglob("*.py"))
    return {path.relative_to(root).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}
