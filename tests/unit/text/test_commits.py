"""Commits and pull requests are read out of the commands that made them."""

import pytest

from tests.build import a_call
from wikimem.model.record import Act
from wikimem.text.commits import Commit, commits_of, pulls_of

PRINTED = "[main 1a2b3c4] Take the lock once\n 1 file changed, 2 insertions(+)"
HEREDOC = """git add -A && git commit -m "$(cat <<'EOF'
Take the lock once

`flush` takes it again.

Co-authored-by: Bot <bot@example.org>
EOF
)\""""


@pytest.mark.parametrize(
    "command",
    [
        'git commit -m "Take the lock once"',
        "git commit -am 'Take the lock once'",
        'git commit --message="Take the lock once"',
        'git -C /home/mira/ferry -c core.editor=true commit -m "Take the lock once"',
        'git add . && GIT_EDITOR=true git commit -m "Take the lock once"',
        'cd ferry\ngit commit -m "Take the lock once" --no-verify',
    ],
)
def test_a_message_on_the_command_line(command):
    assert commits_of(a_call(command, PRINTED)) == [Commit("1a2b3c4", "Take the lock once")]


def test_a_message_in_a_here_document_without_credits():
    assert commits_of(a_call(HEREDOC, PRINTED)) == [Commit("1a2b3c4", "Take the lock once", "`flush` takes it again.")]


def test_several_messages_are_subject_and_body():
    assert commits_of(a_call('git commit -m "Take it once" -m "It was \\"twice\\"."', PRINTED)) == [
        Commit("1a2b3c4", "Take it once", 'It was "twice".')
    ]


def test_a_message_from_elsewhere_is_what_git_printed():
    assert commits_of(a_call("git commit -F message.txt", PRINTED)) == [Commit("1a2b3c4", "Take the lock once")]
    assert commits_of(a_call("git commit --amend --no-edit", PRINTED)) == [Commit("1a2b3c4", "Take the lock once")]


def test_a_quiet_commit_is_found_in_the_log_that_follows():
    command = 'git commit -qm "Take the lock once" && git log --oneline -2'
    assert commits_of(a_call(command, "2b3c4d5 Take the lock once\n1a2b3c4 Before")) == [
        Commit("2b3c4d5", "Take the lock once")
    ]


def test_a_quiet_commit_without_a_log_has_no_id():
    assert commits_of(a_call('git commit -qm "Take the lock once"', "")) == [Commit("", "Take the lock once")]


def test_a_first_commit_and_one_on_no_branch():
    assert commits_of(a_call("git commit -F m", "[main (root-commit) 1a2b3c4] Begin")) == [Commit("1a2b3c4", "Begin")]
    assert commits_of(a_call("git commit -F m", "[detached HEAD 1a2b3c4] Begin")) == [Commit("1a2b3c4", "Begin")]


@pytest.mark.parametrize(
    "output", ["nothing to commit, working tree clean", "error: hook declined", "fatal: no repository"]
)
def test_a_refused_commit_is_none(output):
    assert commits_of(a_call('git commit -m "Never"', output)) == []


@pytest.mark.parametrize(
    "command",
    [
        "git log --grep commit",
        'echo "then run git commit -m x"',
        "git commit-tree -m x",
        "commit -m x",
        "",
        "git status",
    ],
)
def test_other_commands_commit_nothing(command):
    assert commits_of(a_call(command, "")) == []


def test_a_message_of_credits_only_is_none():
    assert commits_of(a_call('git commit -m "Co-authored-by: Bot <b@example.org>"', "")) == []


def test_pull_requests_are_those_the_command_made():
    url = "https://github.com/mira/ferry/pull/12"
    assert pulls_of(a_call("gh pr create --fill", f"Creating...\n{url}\n")) == [url]
    assert pulls_of(a_call("gh pr view 12", url)) == []


def test_only_a_command_that_ran_well_commits():
    command = 'git commit -m "Take the lock once"'
    assert commits_of(a_call(command, PRINTED, ok=False)) == []
    assert commits_of(a_call(command, PRINTED, act=Act.READ)) == []
