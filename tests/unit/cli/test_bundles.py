"""`bundle` on the command line: what it prints, what it says, how it ends."""

import json

import pytest


def test_export_names_the_folder_and_counts(wikimem, filled):
    out = filled / "out"
    planned = wikimem("bundle", "export", out, "--dry-run")
    assert "  A MEMORY.md" in planned.stdout.splitlines()
    assert not out.exists()
    done = wikimem("bundle", "export", out, "--project", "tidepool")
    assert done.stdout == f"{out}\n"
    assert "pages, " in done.stderr
    document = json.loads(wikimem("bundle", "export", out, "--project", "tidepool", "--json").stdout)
    assert document["changes"] == []


def test_import_prints_what_it_wrote_and_names_what_it_left_out(wikimem, filled):
    folder = filled / "notes"
    folder.mkdir()
    (folder / "tides.md").write_text("# Tides\n\nTwice a day.\n")
    (folder / "bad.md").write_bytes(b"\xff")
    planned = wikimem("bundle", "import", folder, "--scope", "global", "--dry-run", status=3)
    assert planned.stdout.startswith("Import 1 page from markdown\n  ")
    done = wikimem("bundle", "import", folder, "--scope", "global", status=3)
    assert "global/notes/notes/tides.md" in done.stdout.splitlines()
    assert "bad.md: warning: left out: it is no UTF-8 text" in done.stderr
    assert "nothing is new" in wikimem("bundle", "import", folder, "--scope", "global", status=3).stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("import", "none"),
        ("import", "wikimem"),
        ("export", "wikimem/out"),
        ("export", "out", "--project", "none"),
        ("export", "out", "--format", "markdown"),
        ("import", ".", "--format", "agents-md"),
        ("fork", "--back"),
        ("fork", "none", "--remove"),
    ],
)
def test_what_cannot_be_meant_is_misuse(arguments, wikimem, filled):
    assert wikimem("bundle", *arguments, status=2).stderr


def test_a_fork_and_back(wikimem, filled):
    assert wikimem("bundle", "fork", "trial", "--dry-run").stdout.endswith("  trial\n")
    assert wikimem("bundle", "fork", "--list").stdout == ""
    line = wikimem("bundle", "fork", "trial").stdout
    assert line == wikimem("bundle", "fork", "--list").stdout == wikimem("bundle", "fork", "trial").stdout
    wikimem("remember", "--scope", "global", "The tide turns at noon.")
    assert "tide turns" not in wikimem("page", "show", "MEMORY.md", "--at", "fork/trial").stdout
    assert "Go back to the fork trial\n" in wikimem("bundle", "fork", "trial", "--back", "--yes").stdout
    assert "tide turns" not in wikimem("page", "show", "MEMORY.md").stdout
    assert wikimem("bundle", "fork", "trial", "--remove").stdout == line
