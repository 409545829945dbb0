"""Two pages about one subject made one: every claim once, every word kept."""

from dataclasses import replace

from tests.build import a_claim
from wikimem.text import frontmatter
from wikimem.text.claims import add_claims, claim_lines, new_page, supersede
from wikimem.text.joined import joined

AT = "2026-03-08T10:00:00Z"
LATER = "2026-03-09T10:00:00Z"
LOCK = "`save` takes the lock before it reads the queue."
RETRY = "A retry waits thirty seconds and then twice as long."
GONE = "The queue lives in a single SQLite file."


def page(*texts: str, scope: str, session: str, tags: tuple[str, ...] = (), at: str = AT) -> str:
    text = new_page("Retry queue", "Fact", scope, "About retries.", tags, at)
    claims = [a_claim(said, scope=scope) for said in texts]
    claims = [replace(claim, sources=(replace(claim.sources[0], session=session),)) for claim in claims]
    notes = {source.id: f"[day](../sessions/{session}.md), turn 1" for claim in claims for source in claim.sources}
    return add_claims(text, claims, notes, at)


FIRST = page(LOCK, scope="project:ferry", session="aaaaaaaa", tags=("queue",))
SECOND = page(LOCK, RETRY, scope="project:boat", session="bbbbbbbb", tags=("retry",), at=LATER)


def test_each_claim_is_there_once_with_the_sources_of_both() -> None:
    text = joined(FIRST, SECOND)
    meta, body = frontmatter.parse(text)
    lines = {line.text: line for line in claim_lines(body)}
    assert list(lines) == [LOCK, RETRY]
    assert lines[LOCK].id == claim_lines(FIRST)[0].id
    assert lines[LOCK].sources == ("aaaaaaaa-1", "bbbbbbbb-1")
    assert lines[RETRY].id == claim_lines(SECOND)[1].id
    assert [source["id"] for source in meta["sources"]] == ["aaaaaaaa-1", "bbbbbbbb-1"]
    assert (meta["tags"], meta["generated"]["at"], meta["scope"]) == (["queue", "retry"], LATER, "project:ferry")
    assert body.count("[^bbbbbbbb-1]: ") == 1
    assert joined(text, SECOND) == text


def test_words_of_a_person_and_what_was_superseded_come_along() -> None:
    old = page(GONE, RETRY, scope="project:boat", session="bbbbbbbb")
    key = claim_lines(old)[0].id
    second = supersede(old, {key: "2026-03-09"}, LATER).replace("# Retry queue\n", "# Retry queue\n\nAsk Mira first.\n")
    text = joined(FIRST, second)
    assert "\nAsk Mira first.\n" in text
    assert "\n## Superseded\n" in text
    assert [line.superseded for line in claim_lines(text)] == [False, False, True]
    assert joined(text, FIRST) == text


def test_a_page_joined_with_nothing_or_itself_stays() -> None:
    assert joined(FIRST, FIRST) == FIRST
    assert joined(FIRST, "# Retry queue\n") == FIRST
