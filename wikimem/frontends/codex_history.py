"""Tell a Codex session's own records from the parent's history that a fork's file repeats.

For `codex_reader` only.
"""

import re

from wikimem.frontends.fields import first_string, string
from wikimem.frontends.jsonl import Entry

_UUID7 = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")


class History:
    """Follows one rollout from its first record on.

    The history begins where the meta of another session stands. It ends with the first turn that is not provably
    older than the session itself: what cannot be told apart is kept.
    """

    def __init__(self, own: str) -> None:
        """Begin the rollout of the session whose own id is `own`."""
        self._own = own
        self._born = _milliseconds(own)
        self._inside = False

    def is_parents(self, kind: str, payload: Entry) -> bool:
        """Tell whether the next record is the parent's."""
        if kind == "session_meta":
            id_ = first_string(payload, ("id", "session_id"))
            if id_ and id_ != self._own:
                self._inside = self._is_older(id_)
                return True
            self._inside = False
        elif self._inside and (kind == "turn_context" or payload.get("type") == "task_started"):
            self._inside = self._is_older(string(payload.get("turn_id")))
        return self._inside

    def _is_older(self, id_: str) -> bool:
        moment = _milliseconds(id_)
        return 0 < moment < self._born


def _milliseconds(id_: str) -> int:
    """Return the time a version 7 UUID was made, as epoch milliseconds; 0 for any other id."""
    found = _UUID7.fullmatch(id_)
    return int(found[1] + found[2], 16) if found else 0
