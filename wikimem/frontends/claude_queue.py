"""Prompts a person typed while Claude Code was working.

For `claude_reader` only. A prompt that leaves the queue by `remove` was delivered inside the running turn; it may or
may not come back as a user record, and is told once.
"""

from collections import Counter, deque


class PromptQueue:
    """Follows the queue operations of one transcript."""

    def __init__(self) -> None:
        """Start empty."""
        self._waiting: deque[tuple[str, str]] = deque()
        self._told: Counter[str] = Counter()

    def change(self, operation: str, at: str, content: str) -> tuple[str, str] | None:
        """Apply one operation; return the time and text of a prompt that was delivered by it."""
        if operation == "enqueue":
            self._waiting.append((at, content))
        elif operation == "popAll":
            self._waiting.clear()
        elif operation in ("dequeue", "remove") and self._waiting:
            prompt = self._waiting.popleft()
            return prompt if operation == "remove" and prompt[1] else None
        return None

    def tell(self, text: str) -> None:
        """Remember a delivered prompt, so that its user record is not told again."""
        self._told[text] += 1

    def told_before(self, text: str) -> bool:
        """Tell whether a user record repeats a delivered prompt; else it takes its place in the queue."""
        if self._told[text]:
            self._told[text] -= 1
            return True
        for at, (_, waiting) in enumerate(self._waiting):
            if waiting.strip() == text:
                self._waiting[at] = ("", "")
                break
        return False
