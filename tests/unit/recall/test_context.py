"""The block an answer is: cited, within its budget."""

from hypothesis import given
from hypothesis import strategies as st

from wikimem.model.claim import Source
from wikimem.model.passage import Hit, Level, Passage
from wikimem.recall.context import TOKEN, Detail, citation, fill

SESSION = "5e55aaaa-0000-4000-8000-000000000000"


def passage(text: str = "words", session: str = SESSION, *turns: int, **more: object) -> Passage:
    sources = tuple(
        Source(session, turn, f"raw/x/{session}.jsonl", "x", "2026-03-02T10:00:00Z") for turn in turns or (4,)
    )
    fields = {"path": f"raw/x/{session}.jsonl", "title": "Fix the kettle", "at": "2026-03-02T10:00:00Z", **more}
    return Passage(level=Level.TURN, type="Turn", text=text, sources=sources, **fields)  # type: ignore[arg-type]


def block(*passages: Passage, budget: int = 1500) -> str:
    return fill([Hit(one, 1.0) for one in passages], budget)[0]


def test_citation_names_title_date_session_and_turn() -> None:
    assert citation(passage()) == f"[Fix the kettle, 2026-03-02](raw/x/{SESSION}.jsonl) · session 5e55aaaa · turn 4"
    assert citation(passage("w", SESSION, 4, 7)).endswith("turn 4-7")


def test_citation_says_only_what_is_known() -> None:
    bare = Passage("notes/my idea.md", Level.PAGE, "Note", "A [draft]\nidea", "words")
    assert citation(bare) == "[A (draft) idea](<notes/my idea.md>)"
    assert "turn" not in citation(passage("w", SESSION, 0))


def test_passages_of_a_session_stand_under_one_heading_in_the_order_said() -> None:
    text = block(passage("late", "s1", 9), passage("other", "s2", 1), passage("early", "s1", 2))
    assert text.count("###") == 2
    assert text.index("early") < text.index("(turn 9) late") < text.index("other")


def test_the_last_passage_ends_at_a_word() -> None:
    text = block(passage("kettle " * 400), budget=200)
    assert len(text) <= 200 * TOKEN
    assert text.endswith("kettle…")


def test_a_passage_of_which_little_fits_is_left_out() -> None:
    hits = [Hit(passage("a" * 500, "s1"), 2.0), Hit(passage("b " * 500, "s2"), 1.0)]
    text, shown = fill(hits, 200)
    assert "b b" not in text
    assert shown == (hits[0],)


def test_superseded_text_is_marked() -> None:
    assert "~~old~~ until 2026-03-02" in block(passage("old", status="superseded"))
    assert "~~old~~ until 2026-03-01" in block(passage("~~old~~ until 2026-03-01", status="superseded"))


def test_a_passage_says_what_it_answers_once_and_before_the_first_of_its_answers() -> None:
    text = block(passage("late", "s1", 9, heading="Why?"), passage("early", "s1", 2, heading="Why?"))
    assert text.splitlines()[1:] == ["> asked: Why?", "", "early", "", "(turn 9) late"]


def test_a_prompt_that_is_shown_itself_is_not_said_again() -> None:
    text = block(passage("no, use tea", "s1", 3, heading="Use coffee"), passage("Use coffee today", "s1", 2))
    assert "asked" not in text


def test_what_there_was_no_room_for_is_listed() -> None:
    hits = [Hit(passage("a" * 700, "s1"), 2.0), Hit(passage("b" * 700, "s2"), 1.0)]
    text, shown = fill(hits[:1], 260, further=hits)
    assert shown == (hits[0],)
    assert text.count("[Fix the kettle, 2026-03-02]") == 2
    assert text.split("\n\n")[-1].startswith("Further:\n- [Fix")


def test_detail_is_limited_to_summaries_or_titles() -> None:
    hits = [Hit(passage("first line\nsecond line", "s1"), 2.0), Hit(passage("other", "s2"), 1.0)]
    titles, shown = fill(hits, 1500, further=hits, detail=Detail.TITLES)
    assert shown == ()
    assert titles.splitlines() == [f"- {citation(hit.passage)}" for hit in hits]
    summaries, _ = fill(hits, 1500, further=hits, detail=Detail.SUMMARIES)
    assert summaries.splitlines()[0] == f"- {citation(hits[0].passage)}: first line second line"


@given(
    st.lists(st.tuples(st.text(max_size=400), st.sampled_from("abc"), st.integers(0, 9)), max_size=8),
    st.integers(0, 400),
)
def test_a_block_never_exceeds_its_budget(entries: list[tuple[str, str, int]], budget: int) -> None:
    assert (
        len(
            fill(
                hits := [Hit(passage(text, session, turn, heading=text[::-1]), 1.0) for text, session, turn in entries],
                budget,
                further=hits,
            )[0]
        )
        <= budget * TOKEN
    )
