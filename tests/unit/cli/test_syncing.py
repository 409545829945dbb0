"""`sync` and the merge driver on the command line."""

import json
import subprocess

import pytest


def git(folder, *arguments):
    return subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True, check=True).stdout


@pytest.fixture
def vault(wikimem, home):
    """Return a vault with an empty remote."""
    wikimem("init", "vault")
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", home / "hub.git"], check=True)
    git(home / "vault", "remote", "add", "origin", str(home / "hub.git"))
    return home / "vault"


def test_sync_tells_what_it_did_as_words_and_as_data(wikimem, vault):
    foreseen = wikimem("--vault", "vault", "sync", "--dry-run", "--json")
    assert json.loads(foreseen.stdout)["pushed"] == 2
    assert wikimem("--vault", "vault", "sync").stderr == "origin/main: 2 pushed\n"
    done = wikimem("--vault", "vault", "sync", "--json")
    assert json.loads(done.stdout) == {
        "remote": "origin",
        "branch": "main",
        "fetched": 0,
        "pushed": 0,
        "merged": False,
        "raw": False,
        "changes": [],
        "findings": [],
    }
    assert done.stderr == "in step with origin/main\n"


def test_what_raw_logs_publish_is_said_once_and_remembered_here(wikimem, vault):
    assert "can be read by everybody" in wikimem("--vault", "vault", "sync", "--raw", "on").stderr
    assert json.loads(wikimem("--vault", "vault", "sync", "--json").stdout)["raw"] is True
    assert git(vault, "config", "--local", "wikimem.raw").strip() == "true"
    wikimem("--vault", "vault", "sync", "--raw", "off")
    assert json.loads(wikimem("--vault", "vault", "sync", "--json").stdout)["raw"] is False


def test_without_a_remote_the_next_step_is_named(wikimem, home):
    wikimem("init", "vault")
    refused = wikimem("--vault", "vault", "sync", status=2)
    assert "remote add origin" in refused.stderr


def test_the_driver_of_a_vault_merges_three_files_into_the_second(wikimem, vault, home):
    assert "merge-driver %O %A %B %P" in git(vault, "config", "--local", "merge.wikimem.driver")
    for name, text in (("base", "a\n"), ("ours", "a\nb\n"), ("theirs", "c\na\n")):
        (home / name).write_text(text)
    wikimem("merge-driver", "base", "ours", "theirs", "notes/n.md")
    assert (home / "ours").read_text() == "c\na\nb\n"


def test_the_driver_leaves_alone_what_cannot_be_one_file(wikimem, home):
    for name, content in (("base", b"\x89"), ("ours", b"\x89a"), ("theirs", b"\x89b")):
        (home / name).write_bytes(content)
    refused = wikimem("merge-driver", "base", "ours", "theirs", "oven.png", status=1)
    assert "wikimem sync" in refused.stderr
    assert (home / "ours").read_bytes() == b"\x89a"
