"""Configurations as people have them: what each client's own files look like when another tool is wired there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from wikimem import templating
from wikimem.install.clients import CLIENTS
from wikimem.install.places import Machine
from wikimem.install.plan import Setting, Target, targets
from wikimem.install.rewire import Format, rewire

HOME = "/home/mira"
PROGRAM = "/opt/my tools/bin/wikimem"
_TOUCHED = re.compile(r"^(\s*)(\"[^\"]+\": [\[{])$", re.MULTILINE)


def setting(home: str = HOME, project: Path | None = None, program: str = PROGRAM) -> Setting:
    return Setting(Machine("linux", {}, home), program, templating.render, project)


def all_targets(program: str = PROGRAM) -> Iterator[tuple[str, Target]]:
    """Every file of every client, for a person and for a project; of those that are to hold the same, one."""
    seen: list[tuple[str, object]] = []
    for where in (setting(program=program), setting(project=Path("/home/mira/code/tidepool"), program=program)):
        for each in CLIENTS:
            for target in targets(where, each, even_missing=True):
                if (same := (target.path.name, target.edits)) not in seen:
                    seen.append(same)
                    yield f"{each.name}:{target.path.relative_to(HOME)}", target


def of_others(target: Target) -> str:
    """The same file as another tool would have filled it, in its own name."""
    content, _ = rewire(None, None, target.form, (), target.edits)
    return (content or b"").decode().replace("wikimem", "other")


def variants(target: Target) -> dict[str, bytes]:
    """The file in the manners people and tools write it."""
    others = of_others(target)
    texts = {"empty": "", "blank": "\n\n", "others": others, "no end": others.rstrip("\n")}
    match target.form:
        case Format.JSON:
            data = json.loads(others)
            more = {"theme": "dark", "äöü": ["日本", 1.5e3, None], "nested": {"a": {"b": []}}}
            texts |= {
                "bare": "{}",
                "bare open": "{\n}\n",
                "compact": json.dumps({**more, **data}, separators=(",", ":")),
                "one line": json.dumps({**data, **more}),
                "tabs": json.dumps({"zeta": 1, **data, **more}, indent="\t") + "\n",
                "wide": json.dumps({**more, **data}, indent=7),
                "comments": _commented(json.dumps({**data, **more}, indent=2)),
                "only comments": "// nothing yet\n{\n  /* soon */\n}\n",
            }
        case Format.TOML:
            texts |= {
                "odd": f'model = "o9" # mine\n\n[projects."/a/b"]\ntrust = true\n\n# theirs\n{others}\n# end\n',
                "arrays": f'notify = [\n  "a", # one\n  "b",\n]\n{others}\n[[rules]]\nname = "x"\n',
            }
        case Format.YAML:
            texts |= {
                "odd": f"# mine\nmodel: o9   # best\n\n{others}\n# end\nlast: [a, b]\n",
                "flow": "mcp_servers: {}\nhooks: {pre_llm_call: [], x: [{command: x}]}\nextensions: {a: {cmd: b}}\n",
                "block": _BLOCK_YAML,
                "void": "mcp_servers:\nhooks:   # none\nextensions:\nmcpServers:\n",
            }
        case Format.PROSE:
            texts |= {"odd": "# Rules\n\n- Be brief.\n\n```sh\nls\n```", "spaces": "text  \n\n\n"}
    found = {name: text.encode() for name, text in texts.items()}
    found |= {f"{name}, CRLF": text.replace("\n", "\r\n").encode() for name, text in texts.items() if text}
    found["others, BOM"] = b"\xef\xbb\xbf" + others.encode()
    return found


_BLOCK_YAML = """\
mcp_servers:
    # the first one
    files:
        command: npx
        args:
        - -y
        - files
    # after it

hooks:
  pre_llm_call:
  - command: "/usr/bin/other hook"
    timeout: 5

  on_session_end:
  - {command: other}
extensions:
  developer:
    enabled: true
"""


def _commented(text: str) -> str:
    """The same with comments before, behind and after, and with trailing commas."""
    text = _TOUCHED.sub(r"\1// about the next\n\1\2 /* begins */", text)
    text = re.sub(r"([\]}\"\w])\n(\s*)([\]}])", r"\1, // last\n\2\3", text)
    return f"// top\n{text}\n/* end */\n"
