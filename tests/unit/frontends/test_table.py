import subprocess
import sys

from wikimem.frontends import FRONTENDS, recognise


def test_names_are_unique_and_the_most_general_comes_last() -> None:
    names = [frontend.name for frontend in FRONTENDS]
    assert len(names) == len(set(names))
    assert names[-1] == "generic-jsonl"


def test_homes_are_left_unexpanded() -> None:
    assert "${CLAUDE_CONFIG_DIR:-~/.claude}/projects/*/*.jsonl" in FRONTENDS[0].homes


def test_no_home_begins_at_the_root_when_a_variable_is_not_set() -> None:
    homes = [home for frontend in FRONTENDS for home in frontend.homes]
    assert [home for home in homes if not home.startswith(("~/", "${")) or (home[0] == "$" and ":-~" not in home)] == []


def test_nobody_recognises_what_no_agent_wrote() -> None:
    assert recognise("notes.md", b"# Notes\n") is None


def test_the_table_loads_no_front_end() -> None:
    code = (
        "import sys, wikimem.frontends as f; f.FRONTENDS[0].recognise('x', b'');"
        "print(sorted(m for m in sys.modules if m in ('wikimem.frontends.codex', 'wikimem.frontends.claude_code')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['wikimem.frontends.claude_code']"
