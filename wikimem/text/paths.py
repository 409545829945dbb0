"""Names of pages inside a vault. Pure: paths are vault-relative, POSIX, and stable for ever once given."""

import posixpath

from wikimem.model.claim import ClaimKind
from wikimem.text.slug import slug

DERIVED = ("MEMORY.md", "index.md")
"""Names of pages that repeat what others say: neither searched nor judged as pages of their own."""
BEGUN_HANDOFFS = "*-begun-*.md"
"""Names of handoffs that somebody began: found at once, however many sessions left one since."""
_KINDS = frozenset(kind.value for kind in ClaimKind)
MOST_CLAIMS = 60
MOST_BYTES = 32 * 1024
"""Where a subject page goes on in a second one: nobody reads a longer one, and editors slow down."""
ENCODED = str.maketrans({"%": "%25", " ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E"})
"""What a link's target is written with outside of angle brackets: people give files names that we would not."""


def scope_folder(scope: str) -> str:
    """Return the folder of a scope: `global`, `projects/<slug>`, or `agents/<name>/users/<name>` or one half of it."""
    named = [part.partition(":") for part in scope.split("/") if ":" in part]
    return "/".join(f"{kind}s/{name}" for kind, _, name in named) or "global"


def scope_of(path: str) -> str:
    """Return the scope a page's path lies in; the inverse of `scope_folder`."""
    match path.split("/")[:-1]:
        case ["agents", agent, "users", user, *_]:
            return f"agent:{agent}/user:{user}"
        case ["projects" | "agents" | "users" as folder, name, *_]:
            return f"{folder[:-1]}:{name}"
    return "global"


def session_page(project: str, day: str, title: str, short: str) -> str:
    """Return the path of a session's page; `day` is YYYY-MM-DD in the vault's zone, empty when nobody knows it."""
    name = "-".join(filter(None, (day, slug(title, limit_bytes=60), short)))
    return f"projects/{project}/sessions/{day[:4] or 'undated'}/{name}.md"


def subject_page(scope: str, kind: ClaimKind, subject: str, number: int = 1) -> str:
    """Return the path of the page that holds claims of a kind about a subject; full pages go on in number 2, 3, ..."""
    name = slug(subject)
    return f"{scope_folder(scope)}/{kind.value}/{name if number == 1 else f'{name}-{number}'}.md"


def is_subject_page(path: str) -> bool:
    """Tell whether a page holds claims about a subject: it lies in the folder of a kind of them."""
    folder, name = posixpath.split(path)
    parent, kind = posixpath.split(folder)
    is_known = parent == "global" or (parent.startswith(("projects/", "agents/")) and parent.count("/") == 1)
    return is_known and kind in _KINDS and name.endswith(".md")


def handoff_page(project: str, day: str, short: str) -> str:
    """Return the path of a session's handoff."""
    return f"projects/{project}/handoffs/{day}-{short}.md"


def begun_handoff_page(project: str, day: str, short: str) -> str:
    """Return the path of a handoff that somebody began; `short` tells it from others of the day."""
    return f"projects/{project}/handoffs/{day}-begun-{short}.md"


def made_of_session(path: str) -> bool:
    """Tell whether a page is told by one session and made anew when that goes on: its page or its handoff."""
    parts = path.split("/")
    return parts[0] == "projects" and len(parts) > 3 and parts[2] in ("sessions", "handoffs")


def page_key(path: str) -> str:
    """Return what stands for a page in tombstones: the page of a session by its short id, for its name may change."""
    folder, found, name = path.partition("/sessions/")
    return f"page:{folder}/sessions/{name.removesuffix('.md').rpartition('-')[2]}" if found else f"page:{path}"


def agent_of(raw: str) -> str:
    """Return the agent whose session a raw log, `raw/<agent>/<yyyy>/<session>.jsonl`, holds; "" for other paths."""
    root, _, rest = raw.partition("/")
    return rest.partition("/")[0] if root == "raw" and "/" in rest else ""


def relative(page: str, target: str) -> str:
    """Return a link from one page to another: a relative path, in which what would end a link is encoded."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".").translate(ENCODED)


def resolve(page: str, target: str) -> str:
    """Return the path a page's relative link leads to, or one from the root with `/`; the inverse of `relative`.

    The target is given decoded.
    """
    folder = "" if target.startswith("/") else posixpath.dirname(page)
    return posixpath.normpath(posixpath.join(folder, target.lstrip("/")))
