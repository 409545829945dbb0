"""Findings as values: what is wrong, where, and what to do about it."""

from dataclasses import dataclass
from enum import StrEnum

from wikimem.errors import WikimemError


class Severity(StrEnum):
    """How bad a finding is."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `code` is stable and kebab-case; `line` counts from 1, 0 when there is none."""

    code: str
    message: str
    severity: Severity = Severity.WARNING
    path: str = ""
    line: int = 0
    hint: str = ""

    @classmethod
    def of(cls, code: str, error: WikimemError, severity: Severity = Severity.ERROR, path: str = "") -> "Diagnostic":
        """Return the finding that says what an exception says; `path` stands where the exception names none."""
        return cls(code, error.message, severity, error.path or path, error.line, error.hint)

    def __str__(self) -> str:
        """Format as `path:line: severity: message (hint)`."""
        place = f"{self.path}:{self.line}: " if self.line else f"{self.path}: " if self.path else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.severity}: {self.message}{hint}"


def unheard(*_: object) -> None:
    """Take findings or progress nobody asked for."""
