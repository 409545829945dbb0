"""YAML that people and other tools write: read through python-frontmatter, strictly, and never written.

Only `text.frontmatter` calls this room. Strings stay strings: no dates, no yes/no, no 1.10 that becomes 1.1. What
cannot be understood without doubt is a PageError that says where.
"""

import re
from functools import lru_cache
from typing import Any

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler

from wikimem.errors import PageError
from wikimem.text.ownyaml import Span

_MOST_NODES = 20_000
"""So many values a block may stand for once its aliases are followed."""
_TAG = "tag:yaml.org,2002:"


def read(block: str, path: str = "") -> dict[str, Any] | None:
    """Return what `block` says, None when it is YAML but no map. PageError when it does not parse."""
    handler = _BlockFormat(block)
    try:
        meta, _ = frontmatter.parse("", handler=handler)
    except PageError as error:
        error.path = path
        raise
    return meta if handler.is_map else None


def spans(block: str) -> dict[str, Span]:
    """Return where each top-level key of `block` lies. The block must be one that `read` understands as a map."""
    node = yaml.compose(block, Loader=_loader())
    if not isinstance(node, yaml.MappingNode):
        return {}
    if node.flow_style:
        raise PageError("frontmatter in braces cannot be changed key by key", hint="write one key a line", line=2)
    lines = block.split("\n")
    starts = [key.start_mark.line for key, _ in node.value] + [len(lines)]
    found = {}
    for (key, value), first, end in zip(node.value, starts, starts[1:], strict=False):
        least = _last_line(value) + 1
        while end > max(first + 1, least) and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
            end -= 1
        tail = _tail(value, lines[first]) if end == first + 1 else ""
        found[key.value] = Span(first, end, _bullet(value, lines), tail)
    return found


class _BlockFormat(YAMLHandler):
    """Hands python-frontmatter a block that is already cut out, and a loader that guesses nothing."""

    def __init__(self, block: str) -> None:
        super().__init__()
        self._block = block
        self.is_map = False

    def split(self, text: str) -> tuple[str, str]:
        return self._block, text

    def load(self, fm: str, **_: object) -> Any:
        value = _load(fm)
        self.is_map = isinstance(value, dict)
        return value


def _load(block: str) -> Any:
    loader = None
    try:
        loader = _loader()(block)
        node = loader.get_single_node()
        if node is None:
            return None
        _weigh(node, {})
        return loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        raise _page_error(error) from error
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        reason = (str(error) or "unreadable").splitlines()[0]
        raise PageError(f"frontmatter does not parse: {reason} (line 1, column 1)", line=1) from error
    finally:
        if loader is not None:
            loader.dispose()


def _page_error(error: yaml.MarkedYAMLError) -> PageError:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 2, mark.column + 1) if mark else (1, 1)
    return PageError(
        f"frontmatter does not parse: {error.problem or error.context} (line {line}, column {column})",
        hint="put quotes around a value that holds a colon, a bracket or a quote",
        line=line,
    )


def _weigh(node: yaml.Node, known: dict[int, int]) -> int:
    """Return for how many values `node` stands, aliases followed; ValueError when they are too many or endless."""
    size = known.get(id(node))
    if size is not None:
        return size
    known[id(node)] = _MOST_NODES
    size = 1
    if isinstance(node, yaml.SequenceNode):
        size += sum(_weigh(child, known) for child in node.value)
    elif isinstance(node, yaml.MappingNode):
        size += sum(_weigh(key, known) + _weigh(value, known) for key, value in node.value)
    if size > _MOST_NODES:
        raise ValueError("too many values")
    known[id(node)] = size
    return size


@lru_cache(maxsize=1)
def _loader() -> Any:
    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Knows maps, lists, strings, and of the rest only what JSON writes the same way."""

        yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012
        yaml_constructors: dict[str, Any] = {}  # noqa: RUF012
        yaml_multi_constructors: dict[str, Any] = {}  # noqa: RUF012

    Loader.add_implicit_resolver(f"{_TAG}bool", re.compile("^(?:true|false)$"), list("tf"))
    Loader.add_implicit_resolver(f"{_TAG}null", re.compile("^(?:null|~|)$"), ["n", "~", ""])
    Loader.add_implicit_resolver(f"{_TAG}int", re.compile("^-?(?:0|[1-9][0-9]{0,299})$"), list("-0123456789"))
    Loader.add_constructor(f"{_TAG}bool", lambda _, node: node.value == "true")
    Loader.add_constructor(f"{_TAG}null", lambda *_: None)
    Loader.add_constructor(f"{_TAG}int", lambda _, node: int(node.value))
    Loader.add_constructor(None, _construct)
    return Loader


def _construct(loader: Any, node: yaml.Node) -> Any:
    """Build a value from its form alone, whatever tag it carries."""
    if isinstance(node, yaml.SequenceNode):
        return [loader.construct_object(child, deep=True) for child in node.value]
    if not isinstance(node, yaml.MappingNode):
        return node.value
    result: dict[str, Any] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise yaml.constructor.ConstructorError(None, None, "a key that is no plain text", key.start_mark)
        if key.value in result:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key.value!r} stands twice", key.start_mark)
        result[key.value] = loader.construct_object(value, deep=True)
    return result


def _last_line(node: yaml.Node) -> int:
    """Return the last line a node surely covers: marks of block forms reach into the comments that follow."""
    is_block = not getattr(node, "flow_style", True) or getattr(node, "style", None) in ("|", ">")
    if not is_block:
        return int(node.end_mark.line)
    if isinstance(node, yaml.CollectionNode) and node.value:
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    return int(node.start_mark.line)


def _tail(value: yaml.Node, line: str) -> str:
    rest = line[value.end_mark.column :] if value.start_mark.line == value.end_mark.line else ""
    return rest if re.match(r"\s+#", rest) else ""


def _bullet(value: yaml.Node, lines: list[str]) -> str | None:
    if not isinstance(value, yaml.SequenceNode) or value.flow_style or not value.value:
        return None
    if not all(isinstance(item, yaml.ScalarNode) for item in value.value):
        return None
    found = re.match(r"\s*-\s+", lines[value.value[0].start_mark.line])
    return found[0] if found else None
