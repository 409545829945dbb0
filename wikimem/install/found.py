"""The commands an agent would run, read back from its configuration as it is: what `doctor` then runs itself.

Pure.
"""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from wikimem.install import json_edits, toml_edits, yaml_edits
from wikimem.install.edit import is_ours
from wikimem.install.rewire import Format

Argv = tuple[str, ...]
_CONSTANT = re.compile(r"^const COMMAND = (\[.*\])$", re.MULTILINE)
_EXEC = re.compile(r"^exec (.+)$", re.MULTILINE)
_READERS = {Format.JSON: json_edits.data, Format.TOML: toml_edits.data, Format.YAML: yaml_edits.data}


def commands(text: str, form: Format) -> list[Argv]:
    """Return each command of ours in a file once, as a program with its arguments; `ConfigUnreadable`."""
    if form in _READERS:
        return list(dict.fromkeys(_in_data(_READERS[form](text))))
    constant, line = _CONSTANT.search(text), _EXEC.search(text)
    if constant:
        return [tuple(json.loads(constant[1]))]
    return [tuple(shlex.split(line[1]))] if line else []


def _in_data(value: Any) -> Iterator[Argv]:
    if isinstance(value, Mapping):
        program = value.get("command", value.get("cmd"))
        arguments = value.get("args", [])
        if isinstance(program, list):
            program, *arguments = program or [""]
        if isinstance(program, str) and isinstance(arguments, list):
            words = (program, *map(str, arguments)) if arguments else tuple(_split(program))
            if is_ours(" ".join(words)):
                yield words
        if isinstance(value.get("bash"), str) and is_ours(value["bash"]):
            yield tuple(_split(value["bash"]))
        for inner in value.values():
            yield from _in_data(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _in_data(inner)


def _split(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:
        return []
