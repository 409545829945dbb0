"""A vault compiled from the examples, and the command line inside this process."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wikimem.cli.app import cli
from wikimem.store import embedding

EXAMPLES = Path(__file__).parents[3] / "examples" / "transcripts"

Run = Callable[..., Result]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a compiled vault in it; not to be written to."""
    home = tmp_path_factory.mktemp("compiled")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WIKIMEM_", "XDG_", "GIT_"))}
    cleared = dict.fromkeys(set(os.environ) - set(kept))
    runner = CliRunner(env={**cleared, "HOME": str(home), "TZ": "UTC"})
    for arguments in (["init"], ["compile", str(EXAMPLES)]):
        done = runner.invoke(cli, arguments)
        assert done.exit_code == 0, done.stderr
    return home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home of a person who never set anything and installed no extra."""
    for name in [name for name in os.environ if name.startswith(("WIKIMEM_", "XDG_", "GIT_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setattr(embedding, "find_model", lambda: None)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def filled(compiled: Path, home: Path) -> Path:
    """A home with a compiled vault of its own, at the default place."""
    shutil.copytree(compiled / "wikimem", home / "wikimem", symlinks=True)
    return home


@pytest.fixture
def wikimem(home: Path) -> Iterator[Run]:
    """Run a command line and return what it printed and how it ended."""
    runner = CliRunner()

    def run(*arguments: str | Path, status: int = 0) -> Result:
        done = runner.invoke(cli, [str(argument) for argument in arguments])
        assert done.exit_code == status, (done.stdout, done.stderr, done.exception)
        return done

    return run
