"""Rules about the code that no tool of ours checks: sizes, words, docstrings, imports between rooms."""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

MODULE_LINES = 300
FUNCTION_LINES = 60
VAGUE = {"manager", "service", "helper", "helpers", "util", "utils", "base", "engine", "handler", "v2"}
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")

Trees = dict[str, ast.Module]
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions(tree: ast.Module) -> Iterator[Definition]:
    return (node for node in ast.walk(tree) if isinstance(node, Definition))


def words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+\d*|[A-Z]+(?![a-z])", name)}


def test_imports_keep_the_contract(root: Path) -> None:
    lint = subprocess.run([Path(sys.executable).with_name("lint-imports")], cwd=root, capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout + lint.stderr


def test_modules_are_small(root: Path, modules: Trees) -> None:
    sizes = {path: len((root / path).read_text("utf-8").splitlines()) for path in modules}
    assert {path: size for path, size in sizes.items() if size > MODULE_LINES} == {}


def test_functions_are_small(modules: Trees) -> None:
    long = [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in modules.items()
        for node in definitions(tree)
        if not isinstance(node, ast.ClassDef) and (node.end_lineno or 0) - node.lineno >= FUNCTION_LINES
    ]
    assert long == []


def test_every_module_says_what_it_promises(modules: Trees) -> None:
    assert [path for path, tree in modules.items() if not ast.get_docstring(tree)] == []


def test_every_public_name_has_a_docstring(modules: Trees) -> None:
    assert [f"{path}: {name}" for path, tree in modules.items() for name in undocumented(tree)] == []


def undocumented(scope: ast.Module | ast.ClassDef) -> Iterator[str]:
    for node in scope.body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            if not ast.get_docstring(node):
                yield node.name
            if isinstance(node, ast.ClassDef):
                yield from undocumented(node)


def test_nothing_is_left_unfinished(root: Path, modules: Trees) -> None:
    raised = [
        f"{path}:{node.lineno}"
        for path, tree in modules.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "NotImplementedError"
    ]
    noted = [f"{path}:{line}" for path in modules for line, text in comments(root / path) if UNFINISHED.search(text)]
    assert raised + noted == []


def comments(path: Path) -> Iterator[tuple[int, str]]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
    return ((token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT)


def test_names_say_what_things_are(modules: Trees) -> None:
    named = [(path, Path(path).stem) for path in modules]
    named += [(path, node.name) for path, tree in modules.items() for node in definitions(tree)]
    assert [(path, name) for path, name in named if words(name) & VAGUE] == []
