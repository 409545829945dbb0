"""The examples of docs/sdk.md run as they stand, and importing the library stays cheap."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("tantivy", "git", "orjson", "jinja2", "click", "pathlib", "wikimem.wiki", "wikimem.errors")


def run(program: str, home: Path) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WIKIMEM_", "XDG_", "GIT_"))}
    environment = kept | {"HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    done = subprocess.run([sys.executable, "-c", program], cwd=home, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_examples_run(tmp_path: Path) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs" / "sdk.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) > 5
    told = run("\n".join(blocks), tmp_path)
    assert "left out: there is nothing to remember" in told


def test_importing_the_package_imports_nothing_heavy(tmp_path: Path) -> None:
    program = (
        f"import sys; before = set(sys.modules); import wikimem; print(set({HEAVY!r}) & set(sys.modules) - before)"
    )
    assert run(program, tmp_path).strip() == "set()"


def test_every_name_the_package_offers_is_there(tmp_path: Path) -> None:
    run("import wikimem; [getattr(wikimem, name) for name in wikimem.__all__]", tmp_path)
    assert "no attribute" in run(
        "import wikimem\ntry:\n    wikimem.Nothing\nexcept AttributeError as error:\n    print(error)", tmp_path
    )


def test_the_stub_offers_the_same_names() -> None:
    stub = (ROOT / "wikimem" / "__init__.pyi").read_text("utf-8")
    source = (ROOT / "wikimem" / "__init__.py").read_text("utf-8")
    names = re.compile(r"__all__ = (\[.*\])")
    assert names.search(stub)[1] == names.search(source)[1]


def test_a_script_without_a_main_guard_compiles_in_several_processes(tmp_path: Path) -> None:
    said = ROOT / "examples" / "transcripts"
    script = tmp_path / "script.py"
    script.write_text(
        "from pathlib import Path\n"
        "from wikimem import Order, Wiki\n"
        "print('once')\n"
        f"with Wiki.init(Path({str(tmp_path / 'vault')!r})) as wiki:\n"
        f"    print(wiki.compile(Order((Path({str(said)!r}),), jobs=2)).sessions)\n",
        "utf-8",
    )
    environment = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["once", "8"], done.stderr
