"""`page write|move|restore` and `project` on the command line: what they print, what they say, how they end."""

import json
import subprocess

import pytest
from click.testing import CliRunner

from wikimem.cli.app import cli

PAGE = "projects/tidepool/preferences/errors-and-logs.md"
NOTE = "projects/tidepool/notes/tides.md"


def head(filled):
    return subprocess.run(
        ["git", "-C", filled / "wikimem", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_a_page_is_written_from_standard_input(home, filled):
    done = CliRunner().invoke(cli, ["page", "write", NOTE, "--tag", "Sea"], input="# Tides\n\nTwice a day, né.\n")
    assert (done.exit_code, done.stdout) == (0, f"{NOTE}\n")
    text = (filled / "wikimem" / NOTE).read_text("utf-8")
    assert text.startswith("---\ntype: Note\ntitle: Tides\ntags: [sea]\n")
    assert text.endswith("Twice a day, né.\n")


def test_a_page_that_is_there_is_kept_unless_forced(wikimem, filled):
    wikimem("page", "write", NOTE, "--body", "Twice a day.")
    assert "--force" in wikimem("page", "write", NOTE, "--body", "Once a day.", status=2).stderr
    assert wikimem("page", "write", NOTE, "--body", "Twice a day.", "--force").stderr == "nothing changes\n"
    document = json.loads(wikimem("page", "write", NOTE, "--body", "Once a day.", "--force", "--json").stdout)
    assert (document["path"], document["commit"]) == (NOTE, head(filled))


@pytest.mark.parametrize(
    "command",
    [
        ("page", "write", NOTE, "--body", "Twice a day."),
        ("page", "move", PAGE, "logging"),
        ("project", "rename", "tidepool", "pool"),
        ("project", "purge", "tidepool"),
        ("project", "move", "3f6c1a52", "--to", "tidepool"),
    ],
)
def test_a_dry_run_prints_the_changeset_and_writes_nothing(wikimem, filled, command):
    before = head(filled)
    printed = wikimem(*command, "--dry-run").stdout
    assert printed == "" or all(line.startswith("  ") for line in printed.splitlines()[1:])
    assert head(filled) == before


def test_a_page_is_moved_and_restored(wikimem, filled):
    before = head(filled)
    assert wikimem("page", "move", PAGE, "logging").stdout == "projects/tidepool/preferences/logging.md\n"
    assert "MEMORY.md" in wikimem("page", "move", "projects/tidepool/MEMORY.md", "x", status=2).stderr
    wikimem("page", "write", "projects/tidepool/preferences/logging.md", "--body", "Nothing.", "--force")
    assert wikimem("page", "restore", PAGE, "--from", before).stdout == "projects/tidepool/preferences/logging.md\n"
    assert "# Errors and logs" in wikimem("page", "show", "logging").stdout
    assert wikimem("lint").exit_code == 0


def test_projects_are_listed_and_renamed(wikimem, filled):
    (row,) = json.loads(wikimem("project", "list", "--json").stdout)["projects"]
    assert (row["name"], row["sessions"], row["paths"]) == ("tidepool", 8, ["/home/mira/code/tidepool"])
    assert wikimem("project", "rename", "tidepool", "Tide Pool").stdout == "project tide-pool\n"
    assert wikimem("project", "list").stdout.startswith("tide-pool ")
    assert "no project" in wikimem("project", "rename", "tidepool", "x", status=2).stderr
    assert wikimem("verify").exit_code == 0


def test_what_takes_pages_away_asks_first(wikimem, filled):
    before = head(filled)
    assert "Take out the project tidepool" in wikimem("project", "purge", "tidepool", status=130).stderr
    assert head(filled) == before
    done = wikimem("project", "purge", "tidepool", "--yes")
    assert "stay in the history" in done.stderr
    assert wikimem("project", "list").stdout == ""
    assert not (filled / "wikimem/projects").exists()
    assert not list((filled / "wikimem/raw").rglob("*.jsonl"))
    assert wikimem("verify").exit_code == 0
