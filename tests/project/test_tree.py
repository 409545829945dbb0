"""What lies at the top of the repository, and what no file of it may name."""

import re
import sys
from pathlib import Path

TOP = {"pyproject.toml", "README.md", "LICENSE", "wikimem", "templates", "tests", "docs", "examples"}
PACKAGE_SOURCES = re.compile(
    r"--(?:extra-)?index-url|\bPIP_\w*INDEX|//(?:registry|mirrors?|artifactory|nexus)[.\w-]*[:/]", re.IGNORECASE
)


def test_visible_top_level(files: list[Path]) -> None:
    assert {path.parts[0] for path in files if not path.parts[0].startswith(".")} == TOP


def test_no_file_names_the_machine_it_was_made_on(files: list[Path], root: Path) -> None:
    places = {str(place) for place in (root, Path(sys.prefix)) if len(place.parts) > 2}
    texts = {path: (root / path).read_bytes().decode("utf-8", "replace") for path in files}
    assert [(path, place) for path, text in texts.items() for place in places if place in text] == []


def test_no_file_names_a_package_registry(files: list[Path], root: Path) -> None:
    others = [path for path in files if path.name != Path(__file__).name]
    named = [path for path in others if PACKAGE_SOURCES.search((root / path).read_bytes().decode("utf-8", "replace"))]
    assert named == []


def test_ci_runs_the_readme_and_nothing_of_its_own(root: Path) -> None:
    script = (root / ".ci" / "run").read_text("utf-8")
    assert (root / ".ci" / "run").stat().st_mode & 0o111
    assert "README.md" in script
    assert not re.search(r"\b(?:pip|pytest|ruff|mypy|venv)\b", script)
