"""The order of hits, and what is left out."""

import math
from dataclasses import replace
from datetime import date

import pytest

from wikimem.model.claim import Source
from wikimem.model.passage import Hit, Level, Passage
from wikimem.model.score import Tally
from wikimem.recall.query import parse_question
from wikimem.recall.rank import WEIGHTS, diverse, home, rank

ANY = parse_question("how does the kettle work?")
PREFERENCE = parse_question("does the user prefer tea?")
WHY = parse_question("why is there a kettle?")


def hit(
    score: float, session: str = "a", turn: int = 1, text: str = "", at: str = "2026-03-02", worth: float = 0.5
) -> Hit:
    source = Source(session, turn, f"raw/x/{session}.jsonl", "x", at)
    text = text or f"words{turn} of{turn} session{session}"
    return Hit(Passage(source.raw, Level.TURN, "Turn", "t", text, sources=(source,), at=at, importance=worth), score)


def order(*hits: Hit) -> list[tuple[str, int]]:
    return [(found.passage.sources[0].session, found.passage.sources[0].turn) for found in rank(hits, ANY)]


def test_nothing_ranked_is_nothing() -> None:
    assert rank((), ANY) == ()


def test_better_hits_come_first() -> None:
    assert order(hit(1, "a"), hit(3, "b"), hit(2, "c")) == [("b", 1), ("c", 1), ("a", 1)]


def test_a_session_with_several_good_passages_is_lifted() -> None:
    assert order(hit(10, "lone"), hit(9.9, "rich", 1), hit(9.8, "rich", 50))[0] == ("rich", 1)


def test_reports_and_summaries_count_less() -> None:
    assert order(hit(10, "a", worth=0.15), hit(6, "b")) == [("b", 1), ("a", 1)]


def test_pages_that_repeat_sessions_count_less_than_what_people_wrote() -> None:
    retold = replace(hit(10, "a").passage, level=Level.PAGE)
    note = Passage("notes/a.md", Level.PAGE, "Note", "A", "words of my own")
    first, _ = rank([Hit(retold, 10.0), Hit(note, 6.0)], ANY)
    assert first.passage is note


def test_of_equals_the_newer_comes_first_whatever_day_it_is() -> None:
    assert order(hit(5, "old", at="2019-01-01"), hit(5, "new", at="2019-03-01"))[0] == ("new", 1)
    assert order(hit(6, "old", at="2019-01-01"), hit(5, "new", at="2019-03-01"))[0] == ("old", 1)


def test_order_does_not_depend_on_the_order_of_candidates() -> None:
    hits = [hit(5, name, turn) for name in "abc" for turn in (1, 2, 3)]
    assert order(*hits) == order(*reversed(hits))


def test_a_session_has_its_share_only() -> None:
    thousand = "".join(f"word{number:03d} " for number in range(125))
    many = [hit(10 - turn / 10, "a", turn, thousand.replace("word", f"w{turn:02d}d")) for turn in range(1, 20)]
    shown = [found.passage for found in diverse(rank([*many, hit(1, "b")], ANY))]
    of_one = sum(len(passage.text) for passage in shown if home(passage) == "a")
    assert WEIGHTS.per_session <= of_one <= WEIGHTS.per_session + 1_000
    assert home(shown[-1]) == "b"


def test_the_same_said_again_is_shown_once() -> None:
    text = "the kettle stops at one hundred degrees because the relay opens"
    hits = [hit(5, "a", text=text), hit(4, "b", text=text + "."), hit(3, "c", text="something else entirely")]
    assert [found.passage.sources[0].session for found in diverse(hits)] == ["a", "c"]


def test_the_factors_of_a_hit_multiply_to_its_score() -> None:
    page = Passage("notes/a.md", Level.PAGE, "Note", "A", "words of my own", at="2026-03-01")
    ranked = rank([hit(10, "a", 1), hit(9, "a", 2, at="2026-02-01"), hit(3, "b", worth=0.15), Hit(page, 4.0)], ANY)
    for found in ranked:
        assert math.prod(value for _, value in found.factors) == pytest.approx(found.score)
        assert [name for name, _ in found.factors] == ["text", "prior", "neighbour", "session", "when", "age", "merit"]
        assert found.merit is not None


def test_uses_and_verdicts_decide_between_equals_and_no_more() -> None:
    one, other = (Passage(f"notes/{name}.md", Level.PAGE, "Note", name, f"words of {name}") for name in "ab")
    liked = {"notes/b.md": Tally(100, 50, 0)}
    assert [found.passage for found in rank([Hit(one, 5.0), Hit(other, 5.0)], ANY, tallies=liked)] == [other, one]
    assert [found.passage for found in rank([Hit(one, 5.2), Hit(other, 5.0)], ANY, tallies=liked)] == [one, other]


def test_passages_without_date_or_source_rank_too() -> None:
    page = Passage("notes/a.md", Level.PAGE, "Note", "A", "words")
    first, _ = rank([Hit(page, 1.0), Hit(replace(page, path="notes/b.md"), 2.0)], ANY)
    assert first.passage.path == "notes/b.md"


def test_a_long_session_is_lifted_less_by_as_good_a_match() -> None:
    hits = (hit(5, "short"), hit(5.1, "long"))
    first, _ = rank(hits, ANY, {"raw/x/short.jsonl": 10, "raw/x/long.jsonl": 1000})
    assert first.passage.sources[0].session == "short"
    assert order(*hits)[0] == ("long", 1)


def test_a_persons_own_words_come_first_when_a_preference_is_asked_for() -> None:
    said = hit(5, "person")
    said = replace(
        said, passage=replace(said.passage, sources=(replace(said.passage.sources[0], said_by="human:user"),))
    )
    assert rank((said, hit(6, "agent")), PREFERENCE)[0].passage is said.passage
    assert rank((said, hit(6, "agent")), ANY)[1].passage is said.passage


def test_the_type_of_page_a_question_wants_is_preferred() -> None:
    decision = Passage("a.md", Level.CLAIM, "Decision", "t", "because of the noise")
    fact = replace(decision, path="b.md", type="Fact", text="a kettle is loud")
    assert rank([Hit(fact, 1.0), Hit(decision, 0.95)], WHY)[0].passage is decision
    assert rank([Hit(fact, 1.0), Hit(decision, 0.95)], ANY)[0].passage is fact


def test_what_was_said_in_the_time_asked_about_comes_first() -> None:
    asked = parse_question("what was said on 2026-03-02?", today=date(2026, 4, 1))
    then, near, later = (
        hit(5, name, at=f"2026-03-{day}") for name, day in (("then", "02"), ("near", "09"), ("later", "30"))
    )
    assert [found.passage.sources[0].session for found in rank((later, near, then), asked)] == ["then", "near", "later"]
