"""The tools: one method each, its arguments in words an agent understands, its answer text.

Every answer begins with the project that replied. What a method raises is turned into words by `server`.
"""

from typing import Annotated, Literal

from pydantic import Field

from wikimem.mcp.desk import CALLER, Desk, Place
from wikimem.mcp.reply import Remainders
from wikimem.mcp.show import handoff_words, hit_words, revision_words
from wikimem.model.handoff import Begun
from wikimem.model.narrow import Narrow
from wikimem.model.signal import SignalKind
from wikimem.text.paths import scope_of

Project = Annotated[
    str, Field(description="Name of a project, or absolute path of a folder in it; * for all; empty for your own.")
]
Cursor = Annotated[str, Field(description="Continues a long answer: give what the answer before ended with.")]
Items = Annotated[tuple[str, ...], Field(description="Short sentences, 20 at most.")]
AsOf = Annotated[str, Field(description="A day (2026-02-03) or commit: answer with what the wiki said then.")]
Day = Annotated[str, Field(description='A day, or words such as "last week".')]
Scope = Annotated[str, Field(description="global, project:NAME, agent:NAME or user:NAME; empty means your project.")]
ExternalId = Annotated[str, Field(description="Your own name for it: another text under it replaces the one before.")]


class Tools:
    """What agents can ask of one vault."""

    def __init__(self, desk: Desk) -> None:
        """Work at a desk."""
        self._desk = desk
        self._rests = Remainders()

    def ask(
        self,
        question: Annotated[str, Field(description="A whole question, in the words of the work.")],
        project: Project = "",
        since: Day = "",
        until: Day = "",
        as_of: AsOf = "",
        budget: Annotated[int, Field(description="Most tokens of the answer.", ge=100, le=3_500)] = 1_500,
        cursor: Cursor = "",
    ) -> str:
        """Answer a question from the wiki with cited passages, or say that the wiki does not know.

        Use it before you decide, and for why something is as it is, what was tried, what the person prefers.
        """
        if cursor:
            return self._rests.next(cursor)
        with self._desk.indexed() as wiki:
            place = self._desk.place(wiki, project)
            narrow = Narrow(since=since, until=until, as_of=as_of)
            answer = wiki.ask(question, budget, project=place.project, narrow=narrow)
        return self._told(place, answer.context)

    def search(
        self,
        words: Annotated[str, Field(description="Words to look for.")],
        project: Project = "",
        type: Annotated[str, Field(description="Only Decision, Lesson, Preference, Fact, Session, Turn, ...")] = "",
        since: Day = "",
        until: Day = "",
        limit: Annotated[int, Field(ge=1, le=100)] = 10,
        cursor: Cursor = "",
    ) -> str:
        """List the passages of the wiki that match words best, with their pages and the ids of claims."""
        if cursor:
            return self._rests.next(cursor)
        with self._desk.indexed() as wiki:
            place = self._desk.place(wiki, project)
            narrow = Narrow(since=since, until=until, types=(type,) if type else ())
            hits = wiki.search(words, project=place.project, narrow=narrow, limit=limit)
        return self._told(place, "\n".join(map(hit_words, hits)) or "Nothing is found.")

    def read_page(
        self,
        page: Annotated[str, Field(description="Path, file name, or the id a page's name ends in.")],
        as_of: AsOf = "",
        history: Annotated[bool, Field(description="List the revisions of the page in place of its text.")] = False,
        cursor: Cursor = "",
    ) -> str:
        """Read a page of the wiki, as it is or as it was, or list its revisions."""
        if cursor:
            return self._rests.next(cursor)
        with self._desk.files() as wiki:
            if history:
                path, revisions = wiki.pages.history(page)
                text = "\n".join(map(revision_words, revisions))
            else:
                path, text = wiki.pages.show(page, as_of)
        return self._told(_place_of(path), f"{path}{f' as of {as_of}' if as_of and not history else ''}\n\n{text}")

    def recent(
        self,
        project: Project = "",
        limit: Annotated[int, Field(ge=1, le=100)] = 10,
        cursor: Cursor = "",
    ) -> str:
        """List what was written to the wiki last: sessions and other changes, with their pages, the newest first."""
        if cursor:
            return self._rests.next(cursor)
        with self._desk.files() as wiki:
            place = self._desk.place(wiki, project)
            revisions = wiki.log(f"projects/{place.project}" if place.project else "", limit=limit)
        return self._told(place, "\n".join(map(revision_words, revisions)) or "Nothing is written yet.")

    def briefing(self, project: Project = "") -> str:
        """Return what to read before work in this project: the handoff that waits, and what everybody should know."""
        with self._desk.files() as wiki:
            place = self._desk.place(wiki, project)
            text = wiki.inject(place.cwd or wiki.vault.root, place.project)
        return self._told(place, text or "The wiki holds nothing for this project yet.")

    def handoff_begin(
        self,
        summary: Annotated[str, Field(description="What was done, where it stands, what matters: 3,000 characters.")],
        next_steps: Items = (),
        open_questions: Items = (),
        files: Annotated[tuple[str, ...], Field(description="Paths in the repository, 20 at most.")] = (),
        project: Project = "",
    ) -> str:
        """Hand the work over to the next session of any agent in this project; it is shown until it is accepted."""
        with self._desk.indexed() as wiki:
            place = self._desk.place(wiki, project)
            begun = Begun(place.project, CALLER.get().agent, "", summary, next_steps, open_questions, files)
            done = wiki.handoffs.begin(begun, place.cwd)
        said = "is waiting already" if not done.written.commit else "waits for the next session"
        return self._told(Place(done.handoff.project, place.cwd, place.how), f"The handoff {said}: {done.handoff.path}")

    def handoff_accept(
        self,
        handoff: Annotated[str, Field(description="Name of its page; empty means the one that is offered.")] = "",
        project: Project = "",
        cursor: Cursor = "",
    ) -> str:
        """Take over the handoff that waits in this project and read it; nobody else is offered it then."""
        if cursor:
            return self._rests.next(cursor)
        with self._desk.indexed() as wiki:
            place = self._desk.place(wiki, project)
            if not handoff and not (place.project and wiki.handoffs.listed(place.project)):
                return self._told(place, "No handoff waits in this project: start afresh, or look at `recent`.")
            done = wiki.handoffs.accept(wiki.handoffs.find(handoff, place.project), CALLER.get().agent)
        return self._told(place, handoff_words(done.handoff))

    def remember(
        self,
        text: Annotated[str, Field(description="One sentence that stands alone, without secrets.")],
        type: Annotated[str, Field(description="Decision, Lesson, Preference, Fact, Plan or Question.")] = "",
        scope: Scope = "",
        tags: Annotated[tuple[str, ...], Field(description="Words the page is filed under.")] = (),
        project: Project = "",
        pin: Annotated[
            bool, Field(description="Show it first to every session; for the few rules that count.")
        ] = False,
        external_id: ExternalId = "",
        expires: Annotated[str, Field(description="Until when it holds: 2026-12-31, or 30d; empty for ever.")] = "",
    ) -> str:
        """Write one lasting claim to the wiki: a rule, decision, lesson or fact that later sessions should know."""
        with self._desk.indexed() as wiki:
            place = self._desk.place(wiki, project)
            named = f"project:{place.project}" if place.project and not scope else scope
            done = wiki.remember(
                text, kind=type, scope=named, tags=tags, pin=pin, external_id=external_id, expires=expires,
                by=CALLER.get().agent, cwd=place.cwd,
            )  # fmt: skip
        said = "Remembered" if done.is_new else "The wiki holds this already"
        instead = f" It takes the place of {done.superseded}." if done.superseded else ""
        return self._told(place, f"{said}, as {done.claim} on {done.page}: {done.text}{instead}")

    def forget(
        self,
        claim: Annotated[str, Field(description="Id of a claim, such as c-1f0c77aa, or path of a page.")] = "",
        external_id: Annotated[str, Field(description="The name it was remembered under, in place of its id.")] = "",
        scope: Annotated[str, Field(description="Scope of the external id, where several have one of that name.")] = "",
    ) -> str:
        """Take a claim or a page with its claims out of the wiki and keep it out. Only when the person asks for it."""
        with self._desk.indexed() as wiki:
            done = wiki.forget(claim, CALLER.get().agent, external_id=external_id, scope=scope)
        if not done.pages:
            return f"{done.subject} was forgotten already."
        kept = "What was said stays in the raw logs and the history."
        return self._told(
            _place_of(done.pages[0]), f"{done.subject} is forgotten; changed: {', '.join(done.pages)}. {kept}"
        )

    def feedback(
        self,
        subject: Annotated[str, Field(description="Path of a page, or id of a claim.")],
        verdict: Literal["up", "down"],
    ) -> str:
        """Say whether a page or claim was of use (up) or wrong or out of date (down)."""
        with self._desk.indexed() as wiki:
            return self._rests.first(f"Noted: {verdict} for {wiki.feedback(subject, SignalKind(verdict))}")

    def page(self, path: str) -> str:
        """Return the text of a page for the resource `wiki://PATH`; `NotFound`."""
        with self._desk.files() as wiki:
            return self._rests.first(wiki.pages.show(path)[1])

    def _told(self, place: Place, text: str) -> str:
        return self._rests.first(f"{place.heading()}\n{text}")


def _place_of(path: str) -> Place:
    """Return the project a page belongs to."""
    kind, _, name = scope_of(path).partition(":")
    return Place(name if kind == "project" else "", None, f"the page is for {scope_of(path)}")
