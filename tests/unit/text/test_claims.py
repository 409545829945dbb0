import pytest

from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.model.page import ClaimLine
from wikimem.text import frontmatter
from wikimem.text.claims import add_claims, claim_lines, drop_session, new_page, supersede
from wikimem.text.links import check_links
from wikimem.text.okf import check

AT = "2026-02-04T10:51:07Z"
PATH = "projects/x/decisions/t.md"


def source(session="b6b20c21-aaaa-4aaa-8aaa-aaaaaaaaaaaa", turn=41, at=AT):
    return Source(session, turn, f"raw/claude-code/2026/{session}.jsonl", "claude-code/opus", at)


def claim(text, *sources, scope="project:x"):
    return Claim(ClaimKind.DECISION, text, "T", sources or (source(),), scope)


def page():
    return new_page("Commits carry a trailer", "Decision", "project:x", "Why.", ["git"], "2026-02-01T00:00:00Z")


def notes(*claims):
    return {s.id: f"Session about things, turn {s.turn}" for c in claims for s in c.sources}


def added(text, *claims, at=AT):
    return add_claims(text, claims, notes(*claims), at)


def lines(text):
    return claim_lines(frontmatter.parse(text)[1])


def test_a_first_claim():
    one = claim("Every commit gets its own id.")
    assert added(page(), one) == (
        "---\n"
        "type: Decision\n"
        "title: Commits carry a trailer\n"
        "description: Why.\n"
        "tags: [git]\n"
        "scope: project:x\n"
        "status: stable\n"
        "generated: {by: wikimem/0.1.0, at: 2026-02-04T10:51:07Z}\n"
        "sources:\n"
        "- {id: b6b20c21-41, resource: /raw/claude-code/2026/b6b20c21-aaaa-4aaa-8aaa-aaaaaaaaaaaa.jsonl#41, "
        "author: claude-code/opus, last_modified: 2026-02-04}\n"
        "---\n"
        "# Commits carry a trailer\n"
        "\n"
        f"- Every commit gets its own id. [^b6b20c21-41] ^{one.id}\n"
        "\n"
        "[^b6b20c21-41]: Session about things, turn 41\n"
    )


def test_what_is_written_is_read_back():
    one, two = (
        claim("One."),
        claim("Two `a^b` [^x].", source(turn=42), source("77777777-bbbb-4bbb-8bbb-bbbbbbbbbbbb", 3)),
    )
    assert lines(added(page(), one, two)) == (
        ClaimLine(one.id, "One.", ("b6b20c21-41",)),
        ClaimLine(two.id, r"Two `a^b` \[^x].", ("b6b20c21-42", "77777777-3")),
    )


def test_adding_twice_is_adding_once():
    once = added(page(), claim("One."), claim("Two."))
    assert added(once, claim("One."), claim("Two."), at="2027-01-01T00:00:00Z") == once


def test_a_claim_said_again_gains_a_source_and_keeps_its_words():
    text = added(page(), claim("One.")).replace("- One.", "- One, as edited by hand.")
    again = added(text, claim("One.", source("77777777-bbbb-4bbb-8bbb-bbbbbbbbbbbb", 3)), at="2026-02-02T00:00:00Z")
    (line,) = lines(again)
    assert (line.text, line.sources) == ("One, as edited by hand.", ("b6b20c21-41", "77777777-3"))
    assert frontmatter.parse(again)[0]["generated"]["at"] == AT
    assert [entry["id"] for entry in frontmatter.parse(again)[0]["sources"]] == ["77777777-3", "b6b20c21-41"]


def test_a_bullet_whose_block_id_got_lost_is_found_by_its_words():
    text = page() + "\n- one\n"
    (line,) = lines(added(text, claim("One.")))
    assert line == ClaimLine(claim("One.").id, "one", ("b6b20c21-41",))


def test_everything_else_stays_byte_for_byte():
    text = (
        "---\r\ntype: Decision # mine\r\nscope: 'project:x'\r\nown: 2026-01-01\r\n---\r\n# T\r\n\r\nWords.\r\n\r\n"
        "- mine\r\n  goes on\r\n\r\n"
        "## Notes\r\n\r\n- a  \r\n\r\n```\r\n- code ^c-12345678\r\n```\r\n\r\n[^n]: my note\r\n"
    )
    one = claim("One.")
    grown = added(text, one)
    fresh = {f"- One. [^b6b20c21-41] ^{one.id}", "[^b6b20c21-41]: Session about things, turn 41"}
    kept = [
        line
        for line in grown.split("\r\n")
        if line not in fresh and not line.startswith(("generated", "sources", "- {"))
    ]
    assert kept == text.split("\r\n")
    body = frontmatter.parse(grown)[1].split("\r\n")
    assert body.index(f"- One. [^b6b20c21-41] ^{one.id}") == body.index("  goes on") + 1
    assert "\n" not in grown.replace("\r\n", "")


def test_new_bullets_go_above_the_first_other_heading():
    text = page() + "\n## Group\n- old ^c-00000001\n\n## Superseded\n- ~~x~~ until 2026-01-01 ^c-00000002\n"
    body = frontmatter.parse(added(text, claim("One.")))[1]
    assert body.index("- One.") < body.index("## Group")


def test_a_claim_cites_at_most_eight_sources_in_any_order():
    sources = [source(f"{day:08d}-x", 1, f"2026-03-{day:02d}T00:00:00Z") for day in range(10, 22)]
    expected = {s.id for s in (*sources[:3], *sources[-5:])}
    forward, backward = page(), page()
    for one, other in zip(sources, reversed(sources), strict=True):
        forward = added(forward, claim("One.", one))
        backward = added(backward, claim("One.", other))
    for text in (forward, backward, added(forward, claim("One.", sources[5]))):
        meta, body = frontmatter.parse(text)
        assert set(lines(text)[0].sources) == expected
        assert {entry["id"] for entry in meta["sources"]} == expected
        assert body.count("]: ") == 8


def test_superseding_moves_a_claim_and_keeps_it_readable():
    old, new = claim("All share one id."), claim("Each has its own.", source("77777777-bbbb-4bbb-8bbb-bbbbbbbbbbbb", 2))
    text = supersede(added(page(), old, new), {old.id: "2026-02-05"}, "2026-02-05T09:00:00Z")
    assert frontmatter.parse(text)[1] == (
        "# Commits carry a trailer\n\n"
        f"- Each has its own. [^77777777-2] ^{new.id}\n\n"
        "## Superseded\n"
        f"- ~~All share one id.~~ until 2026-02-05 [^b6b20c21-41] ^{old.id}\n\n"
        "[^77777777-2]: Session about things, turn 2\n"
        "[^b6b20c21-41]: Session about things, turn 41\n"
    )
    assert lines(text)[1] == ClaimLine(old.id, "All share one id.", ("b6b20c21-41",), True, "2026-02-05")
    assert frontmatter.parse(text)[0]["generated"]["at"] == "2026-02-05T09:00:00Z"
    assert supersede(text, {old.id: "2026-02-05"}, AT) == text
    assert lines(supersede(text, {old.id: "2026-02-03"}, AT))[1].until == "2026-02-03"
    more = supersede(text, {new.id: "2026-02-07"}, AT)
    assert [line.until for line in lines(more)] == ["2026-02-05", "2026-02-07"]


def test_a_claim_that_holds_again_goes_back_and_leaves_no_section():
    old, new = claim("All share one id."), claim("Each has its own.", source("77777777-bbbb-4bbb-8bbb-bbbbbbbbbbbb", 2))
    both = added(page(), new, old)
    assert supersede(supersede(both, {old.id: "2026-02-05"}, AT), {old.id: ""}, AT) == both


def test_superseded_claims_stand_in_the_order_of_their_days():
    one, two, three = claim("First."), claim("Second."), claim("Third.")
    page_text = added(page(), one, two, three, claim("Stays."))
    days = {one.id: "2026-02-05", two.id: "2026-02-03", three.id: "2026-02-04"}
    together = supersede(page_text, days, AT)
    by_itself = page_text
    for key, day in days.items():
        by_itself = supersede(by_itself, {key: day}, AT)
    assert by_itself == together
    assert [line.text for line in lines(together)] == ["Stays.", "Second.", "Third.", "First."]


def test_dropping_a_session_leaves_what_others_say():
    both = claim("Both.", source(), source("77777777-bbbb-4bbb-8bbb-bbbbbbbbbbbb", 2))
    text = added(
        page(), both, claim("Lone.", source(turn=7)), claim("Other.", source("77777777-bbbb-4bbb-8bbb-bbbbbbbbbbbb", 3))
    )
    dropped = drop_session(text, "b6b20c21")
    assert "b6b20c21" not in dropped
    assert [(line.text, line.sources) for line in lines(dropped)] == [
        ("Both.", ("77777777-2",)),
        ("Other.", ("77777777-3",)),
    ]
    assert drop_session(dropped, "b6b20c21") == dropped
    assert drop_session(dropped, "77777777") == ""


def test_dropping_the_last_session_keeps_a_persons_words():
    text = added(page(), claim("Lone.")) + "\nMy own remark.\n"
    dropped = drop_session(text, "b6b20c21")
    assert "My own remark." in dropped
    assert not lines(dropped)
    gone = supersede(added(page(), claim("Lone.")), {claim("Lone.").id: "2026-02-05"}, AT)
    assert drop_session(gone, "b6b20c21") == ""


@pytest.mark.parametrize(
    "text", ["# heading", "[^x] [[y]] ^c-12345678", "<script>x</script>", "two\nlines", "`tick", "trailing \\"]
)
def test_whatever_a_claim_says_its_line_holds(text):
    one = claim(text)
    grown = added(page(), one, claim("Next.", source(turn=50)))
    assert [line.id for line in lines(grown)] == [one.id, claim("Next.").id]
    assert lines(grown)[0].sources == ("b6b20c21-41",)
    assert check(PATH, grown) == []
    assert check_links({PATH: grown}) == []


def test_a_claim_whose_block_id_was_cut_off_is_known_on_a_page_that_moved_to_another_scope() -> None:
    said = claim("`save` takes the lock before it reads the queue.")
    text = add_claims(new_page("Queue", "Decision", "global", "Why.", (), AT), [said], {}, AT)
    cut = text.replace(f" ^{said.id}", "")
    assert len(claim_lines(add_claims(cut, [said], {}, AT))) == 1
