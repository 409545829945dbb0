"""The index over real files: what it finds, how it is kept in step, and what damage does to it."""

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from wikimem.errors import IndexUnusable, StoreError, VaultLocked
from wikimem.model.claim import Source
from wikimem.model.passage import Level, Passage
from wikimem.recall.ask import Means, ask, search
from wikimem.recall.query import parse_question
from wikimem.store.batch import Batch
from wikimem.store.index import Index
from wikimem.store.passages import Filter, Lookup, entry_of

AT = "2026-03-02T10:00:00Z"


def passage(text: str, path: str = "projects/kettle/facts/a.md", **more: object) -> Passage:
    fields = {"level": Level.PAGE, "type": "Fact", "title": "Kettle", "scope": "project:kettle", "at": AT, **more}
    return Passage(path=path, text=text, **fields)  # type: ignore[arg-type]


def built(root: Path, *texts: str | Passage) -> Index:
    passages = [
        text if isinstance(text, Passage) else passage(text, f"{number}.md") for number, text in enumerate(texts)
    ]
    return Index.rebuild(root / "index", map(entry_of, passages), head="h0", raw_head="r0")


def found(index: Index, text: str, **more: object) -> list[str]:
    return [hit.passage.text for hit in search(Means(index), text, wanted=Filter(**more))]  # type: ignore[arg-type]


def matching(index: Index, text: str, **more: object) -> set[str]:
    """Return all passages that hold a word of `text`, also those that say nearly the same."""
    hits = index.search(Lookup(parse_question(text).words), Filter(**more), 50)  # type: ignore[arg-type]
    return {hit.passage.text for hit in hits}


def everything(index: Index, paths: Iterable[str]) -> list[Passage]:
    return sorted((one for path in paths for one in index.find(path=path)), key=repr)


def test_a_passage_comes_back_as_it_was_put_in(tmp_path: Path) -> None:
    whole = passage(
        "Stops at 100 degrees.",
        level=Level.CLAIM,
        heading="Switch",
        sources=(Source("s1", 4, "raw/x/s1.jsonl", "human:user", "2026-03-01T00:00:00Z"),),
        tags=("relay",),
        importance=0.7,
        id="c-9be1f042",
        project="kettle",
    )
    index = built(tmp_path, whole)
    assert index.find(path=whole.path) == (whole,)
    assert index.find(scope="project:kettle", claim="c-9be1f042") == (whole,)
    assert index.find(scope="global", claim="c-9be1f042") == ()
    assert index.find() == ()


@pytest.mark.parametrize("question", ["部署", "部署方案", "用户身份", "案"])
def test_parts_of_a_cjk_run_are_found(tmp_path: Path, question: str) -> None:
    body = "今天讨论了部署方案，用户身份校验稍后处理。"
    index = built(tmp_path, body, "something else")
    assert found(index, question) == [body]
    assert body in ask(Means(index), question).context


def test_characters_that_do_not_stand_side_by_side_are_not_found(tmp_path: Path) -> None:
    assert found(built(tmp_path, "今天讨论了部署方案，用户身份校验稍后处理。"), "署校") == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("call getUserName first", "user name"),
        ("call getUserName first", "getusername"),
        ("see src/app.py", "app.py"),
        ("set user_name", "USER"),
        ("pass --dry-run", "dry run"),
        ("it said E1234", "e1234"),
        ("the café is open", "cafe"),
        ("deployments were retried", "retry a deployment"),
    ],
)
def test_words_are_found_by_stem_case_accent_and_part(tmp_path: Path, text: str, question: str) -> None:
    assert found(built(tmp_path, text, "other words entirely"), question) == [text]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("getUserName", ("user", "name", "UserName")), ("user_name", ("user", "name")),
        ("src/app.py", ("app.py", "src/app", "app")), ("--dry-run", ("dry", "dry-run", "run")), ("E1234", ("1234",)),
        ("HTTPServer", ("http", "server")), ("std::vec", ("vec", "std")), ("v1.25.5", ("1.25.5", "v1.25")),
    ],
)  # fmt: skip
def test_a_name_is_found_by_its_whole_and_its_parts_and_finds_them(
    tmp_path: Path, name: str, parts: tuple[str, ...]
) -> None:
    whole = f"it is {name} that matters"
    index = built(tmp_path, whole, "other words entirely", *(f"it is {part} alone" for part in parts))
    for asked_for in (name, name.lower(), *parts):
        assert whole in matching(index, f"where is {asked_for}?"), asked_for
    assert {whole, *(f"it is {part} alone" for part in parts)} <= matching(index, f"where is {name}?")


@pytest.mark.parametrize(
    "question", ["", "?", "C:\\foo", "foo:bar", '"unclosed', "(", "^", "NOT", "a AND", "*", "\ud800", "\0"]
)
def test_no_question_is_a_syntax_error(tmp_path: Path, question: str) -> None:
    index = built(tmp_path, "kettle")
    assert found(index, question) == []
    assert not ask(Means(index), question).answered


def test_foreign_bytes_do_no_harm(tmp_path: Path) -> None:
    data = "before\n```\n" + "QUJD" * 1_250_000 + "\n```\nafter"
    index = built(tmp_path, passage("lone \ud800 surrogate", title="\udfff", heading="\0"), data)
    assert len(found(index, "surrogate")) == 1
    assert len(found(index, "before")) == len(found(index, "after")) == 1


def test_superseded_and_tool_output_answer_only_when_asked(tmp_path: Path) -> None:
    index = built(
        tmp_path,
        passage("~~kettle stops at 90~~", "a.md", status="superseded"),
        passage("kettle build log", "b.md", prose=False),
        passage("kettle stops at 100", "c.md"),
    )
    assert found(index, "kettle") == ["kettle stops at 100"]
    assert set(found(index, "kettle", superseded=True)) == {"kettle stops at 100", "~~kettle stops at 90~~"}
    assert set(found(index, "kettle", tool_output=True)) == {"kettle stops at 100", "kettle build log"}


def test_filters_narrow_by_scope_level_type_and_date(tmp_path: Path) -> None:
    index = built(
        tmp_path,
        passage("kettle one", "a.md", scope="global", type="Lesson", at="2026-01-31T23:00:00Z"),
        passage("kettle two", "b.md", level=Level.TURN, at="2026-02-01T00:00:00Z"),
        passage("kettle three", "c.md", at=""),
    )
    assert found(index, "kettle", scopes=("global",)) == ["kettle one"]
    assert found(index, "kettle", levels=(Level.TURN,)) == ["kettle two"]
    assert found(index, "kettle", types=("Lesson", "Note")) == ["kettle one"]
    assert found(index, "kettle", since="2026-01-31", until="2026-01-31") == ["kettle one"]
    assert found(index, "kettle", since="2026-02-01") == ["kettle two"]
    assert set(found(index, "kettle", until="2026-02-01")) == {"kettle one", "kettle two"}


@pytest.mark.parametrize(("zone", "dates"), [("Asia/Shanghai", "ab"), ("America/Los_Angeles", "bc"), ("UTC", "bc")])
def test_a_day_is_local_and_an_instant_is_in_the_day_of_its_zone(tmp_path: Path, zone: str, dates: str) -> None:
    ats = {"a": "2026-04-15T16:00:00Z", "b": "2026-04-16", "c": "2026-04-16T16:00:00Z", "d": "2026-04-17", "e": ""}
    index = built(tmp_path, *(passage(f"kettle {name}", f"{name}.md", at=at) for name, at in ats.items()))
    hits = matching(index, "kettle", since="2026-04-16", until="2026-04-16", zone=zone)
    assert {text[-1] for text in hits} == {*dates}


def test_an_agent_is_that_of_the_sessions_a_passage_comes_from(tmp_path: Path) -> None:
    def source(agent: str) -> Source:
        return Source("s", 1, f"raw/{agent}/2026/s.jsonl", "human:user", AT)

    index = built(
        tmp_path,
        passage("kettle turn", "raw/codex/2026/s.jsonl", level=Level.TURN),
        passage("kettle claim of two", sources=(source("codex"), source("claude-code"))),
        passage("kettle note", "notes/n.md"),
    )
    assert set(found(index, "kettle", agents=("codex",))) == {"kettle turn", "kettle claim of two"}
    assert found(index, "kettle", agents=("claude-code",)) == ["kettle claim of two"]


def test_top_ranks_by_importance_and_date_without_a_question(tmp_path: Path) -> None:
    claims = [
        passage(
            f"{worth} {day}",
            f"{worth}{day}.md",
            level=Level.CLAIM,
            id=f"c-{worth}{day}",
            importance=worth,
            at=f"2026-{day}T00:00:00Z",
        )
        for worth, day in ((0.5, "03-01"), (0.5, "02-01"), (0.9, "02-01"), (0.9, "03-01"))
    ]
    index = built(tmp_path, *claims, passage("no claim", "z.md"), replace(claims[0], path="s.md", status="superseded"))
    wanted = Filter(levels=(Level.CLAIM,))
    assert [one.text for one in index.top(wanted, 9)] == ["0.9 03-01", "0.9 02-01", "0.5 03-01", "0.5 02-01"]
    assert [one.at[5:7] for one in index.top(wanted, 2, by="at")] == ["03", "03"]
    assert index.top(wanted, 0) == ()


def test_update_replaces_and_removes_by_path(tmp_path: Path) -> None:
    index = built(
        tmp_path,
        passage("old words", "a.md"),
        passage("more old words", "a.md"),
        passage("kept words", "b.md"),
        passage("gone words", "c.md"),
    )
    index.update(
        ["c.md", "never-there.md"],
        map(entry_of, [passage("new words", "a.md"), passage("newer words", "a.md")]),
        "h1",
        "r1",
    )
    assert sorted(found(index, "words")) == ["kept words", "new words", "newer words"]
    assert (index.head, index.raw_head) == ("h1", "r1")


def test_rebuilding_equals_updating(tmp_path: Path) -> None:
    first = [passage(f"kettle {number}", f"{number}.md") for number in range(20)]
    second = [replace(one, text=f"{one.text} changed") for one in first[5:10]]
    index = built(tmp_path, *first)
    index.update(["0.md"], map(entry_of, second), "h1", "r1")
    fresh = Index.rebuild(tmp_path / "fresh", map(entry_of, [*first[1:5], *second, *first[10:]]))
    paths = [one.path for one in first]
    assert everything(index, paths) == everything(fresh, paths)
    assert {hit.passage.path for hit in index.search(Lookup(("kettle",)), limit=50)} == {
        hit.passage.path for hit in fresh.search(Lookup(("kettle",)), limit=50)
    }


def test_an_update_that_fails_leaves_the_index_as_it_was(tmp_path: Path) -> None:
    def breaking() -> Iterable[Passage]:
        yield passage("new words", "a.md")
        raise InterruptedError

    index = built(tmp_path, passage("old words", "a.md"))
    with pytest.raises(InterruptedError):
        index.update([], map(entry_of, breaking()), "h1", "r1")
    again = Index.open(tmp_path / "index")
    assert (again.head, again.raw_head) == ("h0", "r0")
    assert found(again, "words") == ["old words"]


def test_an_update_killed_half_way_mirrors_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(_: Batch) -> None:
        raise SystemExit

    index = built(tmp_path, passage("old words", "a.md"))
    monkeypatch.setattr(Batch, "commit", killed)
    with pytest.raises(SystemExit):
        index.update([], [entry_of(passage("new words", "a.md"))], "h1", "r1")
    again = Index.open(tmp_path / "index")
    assert (again.head, again.raw_head) == ("", "")


def test_a_build_that_fails_leaves_the_index_that_was(tmp_path: Path) -> None:
    def breaking() -> Iterable[Passage]:
        yield passage("new words")
        raise InterruptedError

    built(tmp_path, "old words")
    with pytest.raises(InterruptedError):
        Index.rebuild(tmp_path / "index", map(entry_of, breaking()))
    assert found(Index.open(tmp_path / "index"), "words") == ["old words"]
    assert len([entry for entry in (tmp_path / "index").iterdir() if entry.is_dir()]) == 1


def test_readers_see_updates_and_rebuilds_of_others_at_once(tmp_path: Path) -> None:
    index = built(tmp_path, "first words")
    readers = [Index.open(tmp_path / "index"), Index.open(tmp_path / "index")]
    for reader in readers:
        assert found(reader, "words") == ["first words"]
    index.update([], [entry_of(passage("second words", "n.md"))], "h1", "r1")
    for reader in readers:
        assert len(found(reader, "words")) == 2
    built(tmp_path, "third words")
    for reader in readers:
        assert found(reader, "words") == ["third words"]


def test_an_index_in_another_process_is_updated_while_readers_are_open(tmp_path: Path) -> None:
    reader = built(tmp_path, "first words")
    assert len(found(reader, "words")) == 1
    script = (
        "import sys; from pathlib import Path; from wikimem.store.index import Index;"
        "from wikimem.model.passage import Level, Passage; from wikimem.store.passages import entry_of;"
        "fresh = Passage('n.md', Level.PAGE, 'Note', 'N', 'second words');"
        "Index.open(Path(sys.argv[1])).update([], [entry_of(fresh)], 'h1', 'r1')"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", script, tmp_path / "index"], check=True, cwd=root, timeout=60)
    assert len(found(reader, "words")) == 2


def test_old_generations_go_with_the_second_next_build(tmp_path: Path) -> None:
    for text in ("one", "two", "three"):
        built(tmp_path, text)
    assert len([entry for entry in (tmp_path / "index").iterdir() if entry.is_dir()]) == 2
    assert len(list((tmp_path / "index").glob("*.json"))) == 2


def test_a_second_writer_is_told(tmp_path: Path) -> None:
    index = built(tmp_path, "words")

    def meanwhile() -> Iterable[Passage]:
        with pytest.raises(VaultLocked):
            Index.open(tmp_path / "index").update([], [entry_of(passage("mine"))])
        yield passage("theirs")

    index.update([], map(entry_of, meanwhile()), "h1")
    assert set(found(index, "theirs mine")) == {"theirs"}


def test_no_index_and_other_rules_are_unusable(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable):
        Index.open(tmp_path / "index")
    Index.rebuild(tmp_path / "index", [], fingerprint="rules 1")
    Index.open(tmp_path / "index", "rules 1")
    with pytest.raises(IndexUnusable):
        Index.open(tmp_path / "index", "rules 2")


@pytest.mark.parametrize("victim", ["*/meta.json", "*/*.store", "*/*.term", "*/*.fast", "current", "*.json"])
@pytest.mark.parametrize("damage", ["garbage", "truncated", "missing"])
def test_damage_is_unusable_and_a_rebuild_cures_it(tmp_path: Path, victim: str, damage: str) -> None:
    built(tmp_path, *(f"kettle {number}" for number in range(50)))
    for file in (tmp_path / "index").glob(victim):
        content = file.read_bytes()
        file.unlink()  # a thread of tantivy may have it mapped still, and dies when it shrinks
        if damage != "missing":
            file.write_bytes(b"\xff\x00garbage" * 50 if damage == "garbage" else content[:5])
    with pytest.raises(StoreError):
        found(Index.open(tmp_path / "index"), "kettle")
    assert found(built(tmp_path, "kettle"), "kettle") == ["kettle"]


def test_ask_says_when_the_wiki_does_not_know(tmp_path: Path) -> None:
    index = built(
        tmp_path,
        *(passage(f"The kettle has switch {number}.", f"{number}.md", title=f"Switch {number}") for number in range(9)),
    )
    known = ask(Means(index), "Which switch does the kettle have?")
    assert known.answered
    assert known.tokens * 4 >= len(known.context)
    unknown = ask(Means(index), "Which Toaster does the kettle have?")
    assert not unknown.answered
    assert unknown.context.startswith("The wiki does not know. Nearest:")
    assert len(unknown.hits) == 3


def test_hits_name_further_sessions_beyond_the_block(tmp_path: Path) -> None:
    turns = [
        passage(
            "kettle " * 150,
            f"raw/{name}.jsonl",
            level=Level.TURN,
            sources=(Source(name, 1, f"raw/{name}.jsonl", "x", AT),),
        )
        for name in "abcdefgh"
    ]
    different = [replace(turn, text=f"{turn.text} {number} " + f"w{number} " * 90) for number, turn in enumerate(turns)]
    answer = ask(Means(built(tmp_path, *different)), "kettle", budget=400)
    assert len({hit.passage.path for hit in answer.hits}) == 8
    assert answer.tokens <= 400
    assert (
        ask(Means(built(tmp_path, *different)), "kettle", limit=3).hits
        == ask(Means(built(tmp_path, *different)), "kettle").hits[:3]
    )


def test_a_short_turn_is_found_by_what_was_said_around_it(tmp_path: Path) -> None:
    index = built(tmp_path, passage("yes, delete it", around="Shall I descale the kettle?"), "a cup")
    assert index.search(Lookup(("kettl",), fields={"around": 1.0}))[0].passage.text == "yes, delete it"
    assert found(index, "descale") == ["yes, delete it"]


def test_who_reports_that_a_name_was_changed_is_found_by_the_old_name(tmp_path: Path) -> None:
    report = "Renamed `tea_pot` to `kettle_pot`."
    index = built(tmp_path, report, "the tea_pot is red")
    assert [one.text for one in index.reporting(["tea_pot", "cup_1"], ["project:kettle"])] == [report]
    assert index.reporting(["tea_pot"], ["project:tea"]) == ()
    assert index.reporting(["kettle_pot"], ["project:kettle"]) == ()
    assert index.reporting([], ["project:kettle"]) == ()


def test_an_old_name_is_shown_with_the_new_one(tmp_path: Path) -> None:
    old = passage("Fill `tea_pot` first.", "old.md", at="2026-03-01T10:00:00Z")
    new = passage("Renamed `tea_pot` to `kettle_pot`.", "new.md", at="2026-03-05T10:00:00Z")
    context = ask(Means(built(tmp_path, old, new)), "which pot do I fill first?").context
    assert "Fill `tea_pot` (until 2026-03-05, now `kettle_pot`) first." in context


def test_the_passages_of_a_file_are_counted(tmp_path: Path) -> None:
    index = built(tmp_path, passage("one", "a.md"), passage("two", "a.md"), passage("three", "b.md"))
    assert index.sizes(["a.md", "b.md", "c.md"]) == {"a.md": 2, "b.md": 1, "c.md": 0}


def test_before_an_event_means_before_the_day_the_wiki_tells_of_it(tmp_path: Path) -> None:
    told = passage("The migration to gas is done.", "event.md", title="Gas", at="2026-03-05T10:00:00Z")
    days = ("2026-02-01", "2026-04-01")
    rules = [passage(f"The kettle stands on plate {day[5:7]}.", f"{day}.md", at=f"{day}T10:00:00Z") for day in days]
    index = built(tmp_path, told, *rules)
    for question, day in (("before", days[0]), ("after", days[1])):
        hits = search(Means(index, date(2026, 5, 1)), f"which plate did the kettle stand on {question} the migration?")
        assert next(hit.passage.at for hit in hits if "plate" in hit.passage.text).startswith(day)
