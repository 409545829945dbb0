from pathlib import Path

import pytest

from wikimem import config
from wikimem.config import Config
from wikimem.errors import UsageError


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert config.read(tmp_path / "config.toml") == (Config(), ())


def test_the_file_of_a_new_vault_states_the_defaults() -> None:
    assert config.parse(config.default_text()) == (Config(), ())
    assert config.parse(config.default_text("Asia/Shanghai"))[0] == Config(timezone="Asia/Shanghai")


def test_a_key_nobody_knows_is_a_finding_with_its_line() -> None:
    known, findings = config.parse('timezone = "UTC"\n\n[raw]\ntrak = false\ntrack = false\n', "config.toml")
    assert known == Config(raw_track=False)
    assert [(finding.code, finding.line) for finding in findings] == [("unknown-setting", 4)]


def test_broken_toml_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('timezone = "UTC"\n[raw\n')
    with pytest.raises(UsageError) as caught:
        config.read(file)
    assert (caught.value.path, caught.value.line) == (str(file), 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("timezone = 3", 1),
        ('timezone = "Mars/Olympus"', 1),
        ("[raw]\ntrack = 1", 2),
        ("[memory]\nlines = true", 2),
        ("[memory]\n\nbytes = 0", 3),
        ('[ask]\ntokens = "many"', 2),
        ("raw = 4\n[raw2]\n", 0),
    ],
)
def test_a_value_of_the_wrong_type_is_refused_with_its_line(text: str, line: int) -> None:
    if line == 0:
        assert config.parse(text)[1][0].code == "unknown-setting"
        return
    with pytest.raises(UsageError) as caught:
        config.parse(text)
    assert caught.value.line == line
