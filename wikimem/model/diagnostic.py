"""Findings as values: what is wrong, where, and what to do about it."""

from dataclasses import dataclass
from enum import StrEnum


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

    def __str__(self) -> str:
        """Format as `path:line: severity: message (hint)`."""
        place = f"{self.path}:{self.line}: " if self.line else f"{self.path}: " if self.path else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.severity}: {self.message}{hint}"
