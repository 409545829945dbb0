"""The wheel holds all a user needs: built, installed in a new environment and used from an empty directory."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.wheel


def run(*command: str | Path, cwd: Path, home: Path) -> str:
    """Run with a home of its own, and return what it printed."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("WIKIMEM_", "XDG_", "GIT_", "PYTHON"))
    }
    done = subprocess.run(command, cwd=cwd, env=kept | {"HOME": str(home)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, root, cwd=folder, home=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def venv(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel in it; the libraries are borrowed from the one the tests run in."""
    folder = tmp_path_factory.mktemp("venv")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder, home=folder)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", wheel]
    run(*install, cwd=folder, home=folder)
    ours = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder, home=folder).strip()
    paths = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(ours) / "borrowed.pth").write_text("\n".join(sorted(paths)) + "\n", "utf-8")
    return folder


def test_wheel_ships_the_templates_and_the_licence(root: Path, wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    templates = {
        f"wikimem/templates/{path.relative_to(root / 'templates').as_posix()}"
        for path in (root / "templates").rglob("*.j2")
    }
    assert templates
    assert templates <= names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert not any(name.startswith(("tests/", "docs/", "examples/")) for name in names)


def test_main_job_from_an_empty_directory(root: Path, venv: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    where = run(venv / "bin" / "python", "-c", "import wikimem; print(wikimem.__file__)", cwd=empty, home=tmp_path)
    assert Path(where.strip()).is_relative_to(venv)

    wikimem, vault = venv / "bin" / "wikimem", tmp_path / "vault"
    run(wikimem, "init", "--vault", vault, cwd=empty, home=tmp_path)
    run(wikimem, "compile", "--vault", vault, root / "examples" / "transcripts", cwd=empty, home=tmp_path)
    answer = run(
        wikimem,
        "ask",
        "--vault",
        vault,
        "Why did the scan queue move from SQLite to Postgres?",
        cwd=empty,
        home=tmp_path,
    )
    assert "Postgres" in answer
    assert "b17a94e0" in answer or "c4e8073d" in answer
    assert list(empty.iterdir()) == []
