"""Fill the templates that ship with wikimem: the only door to jinja2, which is loaded at the first use.

Templates live in `templates/` of a checkout and in `wikimem/templates/` of a wheel. Values come in as safe text:
nothing is escaped here.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


def render(name: str, values: Mapping[str, Any]) -> str:
    """Return the template `name` (such as `page/session.md.j2`) filled with `values`, ended by one newline.

    Raises jinja2's UndefinedError when the template asks for a value that is not given.
    """
    return _environment().get_template(name).render(values).strip("\n") + "\n"


@lru_cache(maxsize=1)
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    here = Path(__file__).parent
    shipped = here / "templates"
    return Environment(
        loader=FileSystemLoader(shipped if shipped.is_dir() else here.parent / "templates"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 -- the templates make markdown, not HTML
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
