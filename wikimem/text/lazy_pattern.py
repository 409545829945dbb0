"""Regular expressions compiled at their first use, so that importing a module full of them costs nothing."""

import re
from functools import cached_property


class LazyPattern:
    """A regular expression; `compiled` is the pattern."""

    def __init__(self, source: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        """Keep the source until it is needed."""
        self.source = source
        self.flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """Return the compiled pattern; raise `re.error` when the source is none."""
        return re.compile(self.source, self.flags)
