"""What is remembered and asked: by everybody, or by one agent, one user, or a user of one agent.

A memory that is somebody's sees what is global, what is theirs and the project a question names, and nothing else: the
scopes stand in the query itself. It writes what is theirs. `Wiki` is the memory of everybody.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from wikimem.model.audience import EVERYBODY, Audience
from wikimem.model.narrow import ANYWHERE, Narrow

if TYPE_CHECKING:
    from wikimem.model.passage import Answer, Hit
    from wikimem.model.recalled import Recalled
    from wikimem.verbs.forgetting import Forgotten
    from wikimem.verbs.memory import Note, Outcome, Remembered
    from wikimem.verbs.opened import Opened


class Memory:
    """The claims of a wiki that an audience sees and writes. Threads may read from it at the same time."""

    def __init__(self, opened: "Opened", whose: Audience = EVERYBODY) -> None:
        """Use `Wiki.memory`."""
        self._opened = opened
        self._whose = whose

    def remember(
        self,
        text: str,
        *,
        kind: str = "",
        scope: str = "",
        project: str = "",
        tags: Iterable[str] = (),
        pin: bool = False,
        external_id: str = "",
        expires: str = "",
        by: str = "",
        at: str = "",
        cwd: Path | None = None,
        dry_run: bool = False,
    ) -> "Remembered":
        """Write one claim, once; `UsageError` for what cannot be kept.

        It goes to `scope`, to `project`, to whose memory this is, or to the project of `cwd`. An `external_id` names it
        within its scope: another text under that name takes the place of the one before. `expires` is a day, an instant
        or a duration (`30d`). `by` says who speaks: `human:NAME` or an agent; `at` when, if not now.
        """
        from wikimem.verbs.memory import Note, Remembered

        note = Note(text, by, kind, scope, tuple(tags), cwd, project, pin, external_id, expires, at)
        (done,) = self.remember_many([note], dry_run=dry_run)
        if isinstance(done, Remembered):
            return done
        raise done

    def remember_many(self, items: "Iterable[Note | str]", *, dry_run: bool = False) -> "list[Outcome]":
        """Write claims in one commit; return for each item the claim, or the error that says why it was left out."""
        from wikimem.verbs.memory import Note, remember

        notes = [Note(item) if isinstance(item, str) else item for item in items]
        return remember(self._opened.pen, notes, self._whose, dry_run=dry_run)

    def recall(
        self,
        query: str = "",
        *,
        limit: int = 8,
        project: str = "",
        cwd: Path | None = None,
        narrow: Narrow = ANYWHERE,
        signal: bool = True,
    ) -> "tuple[Recalled, ...]":
        """Return the claims that match a query, best first, or those worth most; where to look is as for `ask`."""
        from wikimem.model.recalled import recalled
        from wikimem.recall.ask import recall
        from wikimem.recall.use import used

        means, wanted = self._opened.asking.means(project, cwd, narrow, self._whose)
        hits = recall(means, query, wanted=wanted, limit=limit)
        self._opened.asking.note_use(used(hits) if signal and query.strip() else ())
        return tuple(map(recalled, hits))

    def forget(
        self, name: str = "", by: str = "", *, external_id: str = "", scope: str = "", dry_run: bool = False
    ) -> "Forgotten":
        """Take out a claim (its id, or external id in a scope) or a page, and keep it out; history still holds it.

        `UsageError` for what cannot be forgotten, `NotFound` for what never was.
        """
        from wikimem.verbs.forgetting import forget

        opened = self._opened
        found, whose = {"external_id": external_id, "scope": scope}, self._whose
        return forget(opened.pen, lambda: opened.index, name, by, **found, whose=whose, dry_run=dry_run)

    def feedback(self, name: str = "", verdict: str = "up", *, external_id: str = "", scope: str = "") -> str:
        """Note that a claim or page was of use (`up`) or not (`down`) and return its id or path; `NotFound`."""
        from wikimem.verbs.signals import note_verdict

        opened = self._opened
        return note_verdict(opened.present, lambda: opened.index, name, verdict, external_id, scope, self._whose)

    def ask(
        self,
        question: str,
        budget: int = 0,
        *,
        project: str = "",
        cwd: Path | None = None,
        narrow: Narrow = ANYWHERE,
        limit: int = 20,
        level: str = "L2",
        signal: bool = True,
    ) -> "Answer":
        """Return a cited block that answers a question, within `budget` tokens (0: the vault's own setting).

        A project, or the known one of `cwd`, is searched with what is global, else everything; `narrow` leaves less.
        `level` limits what is shown: `L0` titles, `L1` a line, `L2` passages. With `signal`, it counts as used.
        """
        from wikimem.recall.ask import ask
        from wikimem.recall.context import Detail

        asking = self._opened.asking
        means, wanted = asking.means(project, cwd, narrow, self._whose)
        budget = budget or self._opened.config.ask_tokens
        answer = ask(means, question, budget=budget, wanted=wanted, limit=limit, detail=Detail(level))
        asking.note_use(answer.used if signal else ())
        return answer

    def search(
        self,
        text: str,
        *,
        project: str = "",
        cwd: Path | None = None,
        narrow: Narrow = ANYWHERE,
        limit: int = 20,
        signal: bool = True,
    ) -> "tuple[Hit, ...]":
        """Return the best passages for a text, best first; where and when to look and `signal` as for `ask`."""
        from wikimem.recall.ask import search
        from wikimem.recall.use import used

        asking = self._opened.asking
        means, wanted = asking.means(project, cwd, narrow, self._whose)
        hits = search(means, text, wanted=wanted, limit=limit)
        asking.note_use(used(hits) if signal else ())
        return hits
