"""README and docs say what is there: commands, links, words, versions."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import wikimem
from wikimem.cli.app import cli
from wikimem.frontends import FRONTENDS
from wikimem.model.change import Changeset, Revision
from wikimem.model.claim import Claim
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.passage import Passage
from wikimem.model.record import Record
from wikimem.model.session import Session, Turn

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
STAGES = {"capture", "compile", "commit", "index"}
FORMS = (Changeset, Claim, Diagnostic, Passage, Record, Revision, Session, Turn)
"""What the data is on its way from transcript to answer."""


@pytest.fixture(scope="module")
def pages(root: Path) -> dict[Path, str]:
    """Every document a reader is sent to, by path."""
    paths = [root / "README.md", root / "examples" / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return {path: path.read_text("utf-8") for path in paths}


def commands(group: click.Group, above: str = "wikimem") -> Iterator[tuple[str, click.Command]]:
    """Yield every command that does something, with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{above} {name}")
        else:
            yield f"{above} {name}", command


def test_readme_begins_with_the_two_commands(root: Path) -> None:
    (first, use), (second, test), *_ = FENCE.findall((root / "README.md").read_text("utf-8"))
    assert first == second == "sh"
    assert all(
        part in use
        for part in ("python3 -m venv .venv", "pip install", "wikimem init", "wikimem compile", "wikimem ask")
    )
    assert all(part in test for part in ("python3 -m venv .venv", "pip install", ".[dev]", "tests/check.py"))


def test_every_command_is_documented_and_has_help(pages: dict[Path, str]) -> None:
    everything = "\n".join(pages.values())
    known = dict(commands(cli))
    assert known
    assert [name for name in known if name not in everything] == []
    assert [name for name, command in known.items() if not command.get_short_help_str()] == []


def test_commands_that_documents_name_exist(pages: dict[Path, str]) -> None:
    known = {name.split()[1] for name, _ in commands(cli)}
    shell = [
        line
        for text in pages.values()
        for language, block in FENCE.findall(text)
        if language == "sh"
        for line in block.splitlines()
    ]
    inline = [code for text in pages.values() for code in re.findall(r"`(wikimem [a-z][^`]*)`", text)]
    named = {match[1] for line in (*shell, *inline) if (match := re.match(r"(?:\.venv/bin/)?wikimem ([a-z-]+)", line))}
    assert named - known == set()


def test_links_resolve(pages: dict[Path, str]) -> None:
    assert [(path.name, link) for path, text in pages.items() for link in dead_links(path, text)] == []


def dead_links(path: Path, text: str) -> Iterator[str]:
    for link in LINK.findall(FENCE.sub("", text)):
        target, _, anchor = link.partition("#")
        if "://" in link:
            continue
        file = (path.parent / target).resolve() if target else path
        if not file.exists() or (anchor and anchor not in anchors(file.read_text("utf-8"))):
            yield link


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_matrix_of_agents_has_every_front_end_once(root: Path) -> None:
    names = re.findall(r"^\| [^|]+ \| `([a-z-]+)` \|", (root / "docs" / "agents.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(names) == sorted(frontend.name for frontend in FRONTENDS)


def test_changelog_begins_with_this_version(root: Path) -> None:
    headings = re.findall(
        r"^## \[([^\]]+)\](?: - (\S+))?$", (root / "docs" / "changelog.md").read_text("utf-8"), re.MULTILINE
    )
    (unreleased, _), (version, date), *_ = headings
    assert (unreleased, version) == ("Unreleased", wikimem.__version__)
    assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", date)


def test_glossary_has_each_word_once_in_order(root: Path) -> None:
    entries = re.findall(r"^- \*\*([^*]+)\*\*: ", (root / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
    assert entries == sorted(set(entries))
    assert (STAGES | {form.__name__.lower() for form in FORMS}) - set(entries) == set()


def test_decision_records_keep_their_form(root: Path) -> None:
    folder = root / "docs" / "adr"
    listing = (folder / "README.md").read_text("utf-8")
    records = sorted(path for path in folder.glob("*.md") if path.name != "README.md")
    for number, path in enumerate(records, start=1):
        text = path.read_text("utf-8")
        assert re.match(rf"{number:04}-[a-z0-9-]+\.md$", path.name), path.name
        assert text.startswith(f"# {number}. "), path.name
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"], path.name
        assert re.search(r"^Status: (?:accepted|superseded by \d+), \d{4}-\d{2}-\d{2}$", text, re.MULTILINE), path.name
        assert len(text.splitlines()) <= 40, path.name
        assert f"({path.name})" in listing, path.name
