from pathlib import Path

import pytest

from wikimem.errors import UsageError
from wikimem.formats import front_ends
from wikimem.frontends import FRONTENDS
from wikimem.model.record import Identity, Record
from wikimem.store.layout import Layout

GOOD = """
files = ["*.parley"]
[message]
role = "who"
text = "said"
[roles]
me = "person"
"""


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    (tmp_path / ".wikimem/formats").mkdir(parents=True)
    return Layout(tmp_path)


def write(vault: Layout, text: str, name: str = "parley.toml") -> Path:
    path = vault.formats_dir / name
    path.write_text(text, "utf-8")
    return path


def test_a_vault_without_formats_knows_the_table(tmp_path: Path) -> None:
    assert front_ends(Layout(tmp_path)) is FRONTENDS


def test_a_vaults_own_formats_come_first(vault: Layout) -> None:
    write(vault, GOOD)
    first, *rest = front_ends(vault)
    assert (first.name, first.title) == ("parley", "parley")
    assert tuple(rest) == FRONTENDS


def test_the_example_reads_its_transcript(vault: Layout) -> None:
    examples = Path(__file__).parents[2] / "examples" / "formats"
    write(vault, (examples / "parley.toml").read_text("utf-8"))
    parley, *_ = front_ends(vault)
    lines = (examples / "talk.parley.json").read_bytes().splitlines(keepends=True)
    assert parley.recognise("a/talk.parley.json", b"")
    assert parley.identify("talk.parley.json", lines) == Identity("parley-0001")
    records = [one for one in parley.parse(lines, Identity("parley-0001")) if isinstance(one, Record)]
    assert [one.kind.value for one in records] == ["context", "title", "text", "text", "call", "result", "text"]


@pytest.mark.parametrize(
    ("text", "name", "what"),
    [
        ("files = [", "parley.toml", "cannot read the format"),
        (GOOD, "codex.toml", "a new agent's name"),
        (GOOD, "My Tool.toml", "a new agent's name"),
        (GOOD + "[message.deep]\n", "parley.toml", "message must be a table of texts"),
        ("colour = 1\n" + GOOD, "parley.toml", "no setting is called colour"),
        (GOOD.replace("said", "said").replace("text =", "words ="), "parley.toml", "message has no words"),
        (GOOD.replace('"person"', '"boss"'), "parley.toml", "a role must be one of"),
        ("[message]\n", "parley.toml", "files a list of texts"),
        ('files = ["*"]\n[markdown]\nperson = "("\n', "parley.toml", "not a regular expression"),
    ],
)
def test_a_format_nobody_can_understand_is_refused(vault: Layout, text: str, name: str, what: str) -> None:
    path = write(vault, text, name)
    with pytest.raises(UsageError, match=what) as refused:
        front_ends(vault)
    assert refused.value.path == str(path)
