"""Values that were replaced, and what is said of the old ones."""

from dataclasses import replace

from wikimem.model.passage import Hit, Level, Passage
from wikimem.recall.changed import Change, changes, notes, told


def said(text: str, at: str, status: str = "stable", scope: str = "project:tea") -> Passage:
    return Passage("raw/x/a.jsonl", Level.TURN, "Turn", "t", text, at=at, status=status, scope=scope)


REPORT = said("Renamed `tea_pot` to `kettle_pot`.", "2026-03-05T10:00:00Z")


def test_the_first_report_dates_a_change() -> None:
    again = said("I renamed `tea_pot` to `kettle_pot` everywhere.", "2026-03-09T10:00:00Z")
    reported = changes([again, REPORT])
    assert reported == {"project:tea": {"tea_pot": [Change("kettle_pot", one.at) for one in (REPORT, again)]}}
    assert notes(said("set tea_pot", "2026-03-01"), reported) == {"tea_pot": "until 2026-03-05, now `kettle_pot`"}


def test_a_name_that_was_changed_back_is_no_old_name() -> None:
    back = said("Renamed `kettle_pot` to `tea_pot` again.", "2026-03-09T10:00:00Z")
    assert set(changes([REPORT, back])["project:tea"]) == {"kettle_pot"}


def test_what_was_said_before_is_noted_and_what_came_after_is_not() -> None:
    changed = changes([REPORT])
    assert notes(said("set tea_pot", "2026-03-01"), changed) == {"tea_pot": "until 2026-03-05, now `kettle_pot`"}
    assert notes(said("set tea_pot", "2026-03-06"), changed) == {}
    assert notes(said("set the pot", "2026-03-01"), changed) == {}


def test_a_report_and_struck_text_speak_for_themselves() -> None:
    changed = changes([REPORT])
    assert notes(said("renamed `tea_pot` to `pot_of_tea`", "2026-03-01"), changed) == {}
    assert notes(said("~~set tea_pot~~", "2026-03-01", status="superseded"), changed) == {}


def test_a_chain_of_changes_leads_to_the_newest_name() -> None:
    later = said("Renamed `kettle_pot` to `samovar_1`", "2026-03-07")
    assert notes(said("tea_pot", "2026-03-01"), changes([REPORT, later])) == {
        "tea_pot": "until 2026-03-05, now `samovar_1`"
    }


def test_another_project_may_go_on_using_the_name() -> None:
    assert notes(said("set tea_pot", "2026-03-01", scope="project:coffee"), changes([REPORT])) == {}


def test_what_is_gone_is_noted_as_such() -> None:
    gone = said("Removed the `tea_pot` setting.", "2026-03-05T10:00:00Z")
    assert notes(said("set tea_pot", "2026-03-01"), changes([gone])) == {"tea_pot": "until 2026-03-05, not since"}


def test_a_default_is_noted_only_where_it_is_said_of_the_same() -> None:
    flip = said("A missing lemon for guests defaults to off instead of on.", "2026-03-05T10:00:00Z")
    old = said("Lemon for guests defaults to on.", "2026-03-01")
    assert notes(old, changes([flip])) == {"default:on": "until 2026-03-05, now `off`"}
    assert notes(said("Milk defaults to on.", "2026-03-01"), changes([flip])) == {}


def test_what_stands_beside_a_report_in_its_turn_is_about_the_past() -> None:
    assert notes(said("Currently tea_pot is read.", REPORT.at), changes([REPORT])) != {}


def test_text_and_prompt_of_a_hit_are_marked() -> None:
    hit = Hit(replace(said("set tea_pot", "2026-03-01"), heading="why tea_pot?"), 1.0)
    (marked,) = told([hit], lambda keys, scopes: [REPORT] if "tea_pot" in keys and "project:tea" in scopes else [])
    assert marked.passage.text == "set tea_pot (until 2026-03-05, now `kettle_pot`)"
    assert marked.passage.heading == "why tea_pot (until 2026-03-05, now `kettle_pot`)?"
    assert told([hit], lambda *_: []) == (hit,)
