"""Tell a Codex session's own records from the parent's history that a fork's file repeats.

For `codex_reader` only.
"""

from wikimem.frontends.fields import first_string, string
from wikimem.frontends.jsonl import Entry
from wikimem.frontends.uuid7 import born


class History:
    """Follows one rollout from its first record on.

    The history begins where the meta of another session stands. It ends with the first turn that is not provably
    older than the session itself: what cannot be told apart is kept.
    """

    def __init__(self, own: str) -> None:
        """Begin the rollout of the session whose own id is `own`."""
        self._own = own
        self._born = born(own)
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
        moment = born(id_)
        return 0 < moment < self._born
