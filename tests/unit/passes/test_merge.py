"""One file, three ways."""

from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.passes.merge import Merged, beside_name, merge
from wikimem.text import frontmatter
from wikimem.text.claims import add_claims, claim_lines, new_page, supersede

PATH = "projects/kiln/facts/oven.md"
SESSION = "projects/kiln/sessions/2026/2026-03-02-fire-1a2b3c4d.md"
AT = "2026-03-02T10:00:00Z"
LATER = "2026-03-03T10:00:00Z"


def claim(text: str, session: str = "aaaaaaaa", at: str = AT) -> Claim:
    source = Source(f"{session}-0000-4000-8000-000000000000", 1, "raw/a/2026/x.jsonl", "a/b", at)
    return Claim(ClaimKind.FACT, text, "Oven", (source,), "project:kiln")


GAS, BRICK = claim("The oven burns gas."), claim("The oven is of brick.")
BASE = add_claims(new_page("Oven", "Fact", "project:kiln", "", ["oven"], AT), [GAS, BRICK], {}, AT)


def merged(one: str, other: str, base: str = BASE, path: str = PATH) -> Merged:
    done = merge(path, base.encode(), one.encode(), other.encode())
    assert done == merge(path, base.encode(), other.encode(), one.encode())
    return done


def text_of(done: Merged) -> str:
    return (done.content or b"").decode()


def claims_of(text: str) -> dict[str, str]:
    return {line.id: line.text for line in claim_lines(frontmatter.parse(text)[1])}


def test_both_sides_claims_are_there_each_with_its_sources_and_notes() -> None:
    one = add_claims(BASE, [claim("The oven is cold at night.", "bbbbbbbb")], {}, LATER)
    other = add_claims(BASE, [claim("The oven burns gas.", "cccccccc")], {}, LATER)
    text = text_of(merged(one, other))
    assert len(claims_of(text)) == 3
    assert text.count("[^cccccccc-1]") == text.count("[^bbbbbbbb-1]") == 2
    assert [entry["id"][:8] for entry in frontmatter.parse(text)[0]["sources"]] == ["aaaaaaaa", "bbbbbbbb", "cccccccc"]


def test_what_was_superseded_at_one_side_is_superseded_in_the_other_s_words() -> None:
    one = supersede(BASE, {GAS.id: "2026-03-03"}, LATER)
    other = BASE.replace("burns gas.", "burns gas, says Ann.")
    text = text_of(merged(one, other))
    assert "- ~~The oven burns gas, says Ann.~~ until 2026-03-03" in text


def test_a_claim_taken_out_is_out_unless_a_person_gave_it_other_words() -> None:
    line = next(line for line in BASE.split("\n") if GAS.id in line)
    one = BASE.replace(f"{line}\n", "")
    assert GAS.id not in claims_of(text_of(merged(one, add_claims(BASE, [claim(GAS.text, "bbbbbbbb")], {}, LATER))))
    assert "says Ann" in text_of(merged(one, BASE.replace("burns gas.", "burns gas, says Ann.")))


def test_comments_order_and_keys_of_a_person_s_frontmatter_stay() -> None:
    one = BASE.replace("tags: [oven]", "# mine\ncolour: red\ntags: [oven, hot]")
    other = add_claims(BASE, [claim("The oven is cold at night.", "bbbbbbbb")], {}, LATER)
    other = other.replace("tags: [oven]", "tags: [oven, old]")
    text = text_of(merged(one, other))
    assert "# mine\ncolour: red\n" in text
    assert frontmatter.parse(text)[0]["tags"] == ["oven", "hot", "old"]
    assert frontmatter.parse(text)[0]["generated"]["at"] == LATER


def test_two_people_s_words_for_one_line_are_both_kept_and_told() -> None:
    done = merged(BASE.replace("burns gas.", "burns oil."), BASE.replace("burns gas.", "burns wood."))
    text = text_of(done)
    assert "The oven burns oil." in text
    assert "- The oven burns wood.\n" in text
    assert len(done.clashes) == 1


def test_a_title_that_two_people_changed_is_told() -> None:
    done = merged(BASE.replace("title: Oven", "title: Old oven"), BASE.replace("title: Oven", "title: New oven"))
    assert ("title: New oven", "title: Old oven") in done.clashes


def test_paragraphs_of_two_people_do_not_run_into_one() -> None:
    done = merged("# N\n\nfrom Ann\n", "# N\n\nfrom Bob\n", base="# N\n", path="notes/n.md")
    assert text_of(done) == "# N\n\nfrom Ann\n\nfrom Bob\n"


def session(at: str, words: str) -> str:
    return f"---\ntype: Session\ntitle: Fire\ngenerated: {{by: wikimem/0.1.0, at: {at}}}\n---\n# Fire\n\n{words}\n"


def test_of_two_tellings_of_a_session_the_later_is_kept_and_a_person_s_edit_with_it() -> None:
    base, late = session(AT, "It begins."), session(LATER, "It begins. It ends.")
    assert text_of(merged(session("2026-03-02T11:00:00Z", "It goes on."), late, base, SESSION)) == late
    both = text_of(merged(base + "\nA word of mine.\n", late, base, SESSION))
    assert "A word of mine." in both
    assert "It ends." in both


def test_a_session_page_that_a_person_took_out_stays_out_when_it_is_told_anew() -> None:
    base = session(AT, "It begins.").encode()
    assert merge(SESSION, base, None, session(LATER, "It ends.").encode()).content is None
    assert merge(SESSION, base, base + b"\nMine.\n", None).content == base + b"\nMine.\n"


def test_a_handoff_that_one_side_accepted_is_accepted() -> None:
    page = session(AT, "Go on.").replace("type: Session", "type: Handoff\nstatus: stable\nhandoff: open")
    one = page.replace("stable", "deprecated").replace("open", "expired")
    other = page.replace("stable", "deprecated").replace("open", "accepted")
    path = "projects/kiln/handoffs/2026-03-02-1a2b3c4d.md"
    assert frontmatter.parse(text_of(merged(one, other, page, path)))[0]["handoff"] == "accepted"


def test_a_page_taken_out_comes_back_only_with_what_is_new() -> None:
    assert merge(PATH, BASE.encode(), None, BASE.encode()).content is None
    cited = add_claims(BASE, [claim(GAS.text, "bbbbbbbb")], {}, LATER)
    assert merge(PATH, BASE.encode(), cited.encode(), None).content is None
    other = add_claims(cited, [claim("The oven is cold at night.", "cccccccc")], {}, LATER)
    text = text_of(merge(PATH, BASE.encode(), None, other.encode()))
    assert list(claims_of(text).values()) == ["The oven is cold at night."]
    assert [entry["id"][:8] for entry in frontmatter.parse(text)[0]["sources"]] == ["cccccccc"]
    assert "# Oven" in text


def test_a_picture_both_changed_is_kept_twice() -> None:
    done = merge("a/oven.png", b"\x89old", b"\x89one", b"\x89other")
    assert done.content == b"\x89other"
    assert done.beside == b"\x89one"
    assert beside_name("a/oven.png", b"\x89one").startswith("a/oven.")
    assert beside_name("a/oven.png", b"\x89one").endswith(".png")


def test_a_page_with_broken_frontmatter_loses_no_line() -> None:
    broken = BASE.replace("title: Oven", "title: [Oven")
    text = text_of(merged(broken, BASE + "\nMine.\n"))
    assert "title: [Oven" in text
    assert "Mine." in text
