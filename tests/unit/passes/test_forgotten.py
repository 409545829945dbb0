"""A claim is taken out with what only it needs: sources, an empty page, links that lead nowhere."""

from dataclasses import replace

from tests.build import a_claim, a_session
from tests.unit.passes.wiki import Pages
from wikimem.passes.forgotten import pages_without
from wikimem.passes.subject_pages import page_with, subject_pages
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse
from wikimem.text.paths import relative

PAGE = "projects/ferry/sessions/2026/2026-03-08-retry-queue-4c81d2f0.md"
FACTS = "projects/ferry/facts/retry-queue.md"
LOCK = a_claim("`save` takes the lock before it writes the index.")
FLUSH = a_claim("`flush` reads the index anew on every call.")
AT = "2026-03-09T08:00:00Z"


def wiki(*claims):
    view = Pages()
    view.texts.update(subject_pages(a_session(), claims, view, PAGE, "Retry queue").texts)
    kept = f"- [Facts]({relative(PAGE, FACTS)})"
    view.texts[PAGE] = f"---\ntype: Session\n---\n# Retry queue\n\n## Outcome\nDone.\n\n## Kept\n{kept}\n"
    return view


def test_the_line_its_source_and_a_description_that_quotes_it_go():
    view = wiki(LOCK, replace(FLUSH, sources=(replace(FLUSH.sources[0], turn=9),)))
    changed = pages_without(LOCK.id, FACTS, view, AT)
    assert list(changed) == [FACTS]
    meta, body = parse(changed[FACTS])
    assert [line.id for line in claim_lines(body)] == [FLUSH.id]
    assert [entry["id"] for entry in meta["sources"]] == [FLUSH.sources[0].id.replace("-1", "-9")]
    assert "takes the lock" not in changed[FACTS]
    assert meta["generated"]["at"] == AT


def test_a_page_without_claims_goes_and_so_does_the_link_to_it():
    changed = pages_without(LOCK.id, FACTS, wiki(LOCK), AT)
    assert changed[FACTS] == ""
    assert changed[PAGE] == "---\ntype: Session\n---\n# Retry queue\n\n## Outcome\nDone.\n"


def test_words_of_a_person_keep_the_page():
    view = wiki(LOCK)
    view.texts[FACTS] = view.texts[FACTS].replace("\n- `save`", "\nMind the order.\n\n- `save`")
    assert "Mind the order." in pages_without(LOCK.id, FACTS, view, AT)[FACTS]


def test_what_was_forgotten_is_not_filed_again():
    view = Pages()
    view.forgotten = {LOCK.id}
    filed = subject_pages(a_session(), [LOCK, FLUSH], view, PAGE, "Retry queue")
    assert [line.id for line in claim_lines(parse(filed.texts[FACTS])[1])] == [FLUSH.id]


def test_what_is_remembered_goes_on_the_last_page_and_not_through_all_before():
    ours = "---\ngenerated: {by: wikimem/0.1.0, at: 2026-03-08T10:00:00Z}\n---\nFull.\n"
    view = Pages({FACTS.replace(".md", f"-{number}.md" if number > 1 else ".md"): ours for number in range(1, 101)})
    looked: list[str] = []
    view.read = lambda path: looked.append(path) or view.texts.get(path)
    path, _ = page_with(LOCK, view, "Remembered", "UTC")
    assert path == FACTS.replace(".md", "-100.md")
    assert len(set(looked)) < 20


def test_what_is_remembered_stands_in_its_own_words_beside_what_is_alike():
    view = wiki(a_claim("The queue waits 30 s before it tries a delivery again."))
    wanted = a_claim("The queue waits 90 s before it tries a delivery again.")
    source = replace(wanted.sources[0], session="remember human:user", said_by="human:user")
    path, text = page_with(replace(wanted, sources=(source,), tags=("queue",)), view, "Remembered", "UTC")
    meta, body = parse(text)
    assert (path, len(claim_lines(body)), meta["tags"]) == (FACTS, 2, ["queue"])
    assert any(entry["resource"].startswith(f"/{FACTS}#") for entry in meta["sources"])
