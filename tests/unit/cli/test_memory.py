"""`remember`, `forget` and `handoff` on the command line: what they print, what they say, how they end."""

import json
import subprocess

RULE = ("remember", "--scope", "project:tidepool", "Always", "lint before a push.")


def head(filled):
    return subprocess.run(
        ["git", "-C", filled / "wikimem", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_remember_prints_the_claim_and_its_page(wikimem, filled):
    done = wikimem(*RULE)
    claim, page = done.stdout.split()
    assert claim.startswith("c-")
    assert page.startswith("projects/tidepool/preferences/")
    assert "already" in wikimem(*RULE).stderr
    assert claim in wikimem("page", "show", page).stdout


def test_a_dry_run_prints_the_changeset_and_writes_nothing(wikimem, filled):
    before = head(filled)
    lines = wikimem(*RULE, "--dry-run").stdout.splitlines()
    assert lines[0] == "Remember: Always lint before a push."
    assert "  M projects/tidepool/MEMORY.md" in lines
    assert "  A" in wikimem("handoff", "begin", "--project", "tidepool", "--dry-run", "Half done.").stdout
    assert head(filled) == before


def test_forget_names_what_changed_and_what_stays(wikimem, filled):
    claim = json.loads(wikimem(*RULE, "--json").stdout)["claim"]
    document = json.loads(wikimem("forget", claim, "--json").stdout)
    assert document["claim"] == claim
    assert document["commit"] == head(filled)
    assert {"path": ".wikimem/tombstones.jsonl", "status": "A"} in document["changes"]
    assert "already" in wikimem("forget", claim).stderr
    assert "derived or no page" in wikimem("forget", "MEMORY.md", status=2).stderr


def test_an_external_id_a_pin_and_an_end(wikimem, filled):
    first = json.loads(wikimem(*RULE, "--external-id", "lint", "--pin", "--expires", "30d", "--json").stdout)
    page = wikimem("page", "show", first["page"]).stdout
    assert all(words in page for words in ("external_id: lint", "pinned: true", "stale_after: "))
    assert "Always lint" in wikimem("page", "show", "projects/tidepool/MEMORY.md").stdout.split("## ")[1]
    again = wikimem("remember", "--scope", "project:tidepool", "--external-id", "lint", "Always", "format first.")
    assert f"it takes the place of {first['claim']}" in again.stderr
    assert "now on these terms" in wikimem(*RULE[:3], "Always", "format first.", "--pin").stderr
    assert wikimem("forget", "--external-id", "lint").stdout.split() == [again.stdout.split()[1]]
    assert "nothing was remembered as" in wikimem("forget", "--external-id", "lint", status=2).stderr


def test_a_page_is_forgotten_only_when_somebody_says_so(wikimem, filled):
    page = wikimem(*RULE).stdout.split()[1]
    before = head(filled)
    assert "nobody is here to be asked" in wikimem("forget", page, status=2).stderr
    assert f"  D {page}" in wikimem("forget", page, "--dry-run").stdout
    assert head(filled) == before
    document = json.loads(wikimem("forget", page, "--yes", "--json").stdout)
    assert page in document["pages"]
    assert document["claims"]
    assert "already" in wikimem("forget", page).stderr
    assert "name one claim or page" in wikimem("forget", status=2).stderr


def test_a_handoff_from_begin_to_accept(wikimem, filled):
    begun = json.loads(
        wikimem(
            "handoff", "begin", "--json", "--project", "tidepool", "--agent", "codex", "--next", "Do the rest.",
            "--question", "And the docs?", "--file", "a.py", "Half", "done.",
        ).stdout
    )  # fmt: skip
    assert (begun["status"], begun["by"], begun["begun"]) == ("open", "codex", True)
    assert begun["path"] in wikimem("handoff", "list").stdout
    shown = wikimem("handoff", "show", "--project", "tidepool").stdout
    assert all(words in shown for words in ("Half done.", "Do the rest.", "And the docs?", "`a.py`"))
    assert wikimem("handoff", "accept", begun["path"]).stdout == f"accepted  {begun['path']}\n"
    assert "accepted already, by human:user" in wikimem("handoff", "accept", begun["path"], status=2).stderr
    assert "no handoff waits" in wikimem("handoff", "list").stderr
    assert begun["path"] in wikimem("handoff", "list", "--all").stdout


def test_a_handoff_can_be_taken_back(wikimem, filled):
    assert wikimem("handoff", "cancel", "--project", "tidepool").stdout.startswith("expired  ")
    assert "no handoff waits in tidepool" in wikimem("handoff", "show", "--project", "tidepool", status=2).stderr


def test_outside_a_project_they_say_which_there_are(wikimem, filled):
    assert "projects: tidepool" in wikimem("remember", "Lint before a push.", status=2).stderr
    assert "projects: tidepool" in wikimem("handoff", "begin", "Half done.", status=2).stderr


def test_history_and_review_tell_what_replaced_what(wikimem, filled):
    say = ("remember", "--scope", "project:tidepool", "--type", "Decision", "--json")
    old = json.loads(wikimem(*say, "The tide table lives in SQLite.").stdout)["claim"]
    new = json.loads(wikimem(*say, "The tide table lives in Postgres instead of SQLite.").stdout)["claim"]
    told = wikimem("history", old).stdout
    assert told.index("said by human:user") < told.index("retired by human:user")
    assert f"because: The tide table lives in Postgres instead of SQLite.  ^{new}" in told
    assert json.loads(wikimem("history", new, "--json").stdout)["events"][0]["claim"] == old
    assert f"now     The tide table lives in Postgres instead of SQLite. ^{new}" in wikimem("why", old).stdout
    assert wikimem("review", "contradictions").stderr == "no contradiction\n"
    say_number = (*say[:-1], "--quiet")
    wikimem(*say_number, "Retry a tide 3 times before giving up.")
    wikimem(*say_number, "Retry a tide 5 times before giving up.")
    assert "cannot both hold" in wikimem("review", "contradictions", status=3).stdout
