"""Transcripts compiled into a wiki: real git, real index, real files."""

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.contract.transcripts import Claude, whole
from tests.integration.killing import killer
from tests.integration.vaults import CHECK, COPIES, PROJECT, QUEUE, REPORT, UNITS, Vault, asked, chat
from wikimem.text.frontmatter import parse

SESSION = "3b0c5a52-7b0d-4e8e-9a41-5d2c8e10b7f4"


@pytest.fixture(autouse=True)
def nobody(tmp_path, monkeypatch):
    """Let git know nobody and read no configuration of this machine."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in [name for name in os.environ if name.startswith(("GIT_", "WIKIMEM_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def vault(tmp_path):
    return Vault(tmp_path)


def three_sessions(vault: Vault) -> None:
    vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK}"), day="2026-03-02")
    vault.say("aaaa0002", *asked(f"Speed up the glaze table. {COPIES}"), day="2026-03-03")
    vault.say("aaaa0003", *asked(f"Which unit do the logs use? {UNITS}"), day="2026-03-04")


def files(vault: Vault) -> dict[Path, bytes]:
    found = [path for path in vault.root.rglob("*") if path.is_file() and ".git" not in path.parts]
    return {path: path.read_bytes() for path in found}


def commits(vault: Vault, branch: str = "HEAD") -> list[dict[str, str]]:
    """Return the sessions' commits, oldest first: author date, subject and trailers."""
    found = []
    for entry in vault.git("log", "--reverse", "--format=%H%x00%aI%x00%an%x00%s%x00%b%x01", branch).split("\x01\n"):
        if "\0" in entry:
            commit, at, author, subject, body = entry.split("\0")
            trailers = dict(line.split(": ", 1) for line in body.splitlines() if ": " in line)
            found.append({"id": commit, "at": at, "author": author, "subject": subject, **trailers})
    return found


def of_sessions(vault: Vault, branch: str = "HEAD") -> list[dict[str, str]]:
    return [commit for commit in commits(vault, branch) if "Session" in commit]


def test_twice_is_once(vault: Vault) -> None:
    three_sessions(vault)
    assert len(vault.compile().commits) == 3
    before, tips = files(vault), vault.tips()
    report = vault.compile()
    assert (report.commits, report.changesets, report.unchanged) == ((), (), 3)
    assert (files(vault), vault.tips()) == (before, tips)
    vault.layout.sources_cache.unlink()
    assert vault.compile().commits == ()
    assert (files(vault), vault.tips()) == (before, tips)
    vault.assert_in_order()


def test_a_commit_a_session_says_what_it_was_made_from(vault: Vault) -> None:
    three_sessions(vault)
    report = vault.compile()
    vault.assert_in_order()
    made = of_sessions(vault)
    assert [commit["id"] for commit in made] == list(report.commits)
    assert [commit["Session"] for commit in made] == ["aaaa0001", "aaaa0002", "aaaa0003"]
    assert [commit["at"] for commit in made] == [f"2026-03-0{day}T10:01:00+00:00" for day in (2, 3, 4)]
    assert made[0]["subject"].startswith("Why does the firing queue lose jobs")
    assert {(commit["Agent"], commit["Project"]) for commit in made} == {("generic-jsonl", PROJECT)}
    for commit in made:
        path, size, digest = re.fullmatch(r"(raw/\S+) (\d+) sha256:(\w{64})", commit["Raw"]).groups()
        prefix = vault.raw(path)[: int(size)]
        assert len(prefix) == int(size)
        assert hashlib.sha256(prefix).hexdigest() == digest
        assert vault.git("show", f"wikimem/raw:{path}").encode() == prefix
        assert len(commit["subject"]) <= 72
    assert vault.git("ls-tree", "-r", "--name-only", "HEAD", "raw/") == ""
    assert vault.git("fsck", "--strict", "--no-dangling") == ""


def test_a_growing_session_stays_one_and_takes_back_what_it_no_longer_says(vault: Vault) -> None:
    turns = [*asked(f"Why does the firing queue lose jobs? {CHECK}"), *asked(f"And the glaze table? {COPIES}")]
    for count in (2, 3, 4):
        vault.say("aaaa0001", *turns[:count])
        vault.compile()
        vault.assert_in_order()
    assert vault.raw_logs() == ["raw/generic-jsonl/2026/aaaa0001.jsonl"]
    assert len(vault.session_pages()) == 1
    assert {CHECK, COPIES} <= vault.texts()
    assert len(of_sessions(vault)) == 3


def test_what_is_no_longer_distilled_is_taken_back(vault: Vault, monkeypatch) -> None:
    from dataclasses import replace

    from wikimem import compiler

    whole_distil = compiler.distil
    vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK}"))
    vault.compile()
    assert CHECK in vault.texts()
    vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK}"), *asked(f"Go on. {COPIES}"))

    def fewer(session):
        distilled = whole_distil(session)
        return replace(distilled, claims=tuple(claim for claim in distilled.claims if claim.text != CHECK))

    monkeypatch.setattr(compiler, "distil", fewer)
    vault.compile()
    assert CHECK not in vault.texts()
    assert COPIES in vault.texts()
    vault.assert_in_order()


def test_snapshots_of_one_session_give_one_raw_log(vault: Vault) -> None:
    turns = [turn for n in range(4) for turn in asked(f"Question {n} about the firing queue? {CHECK}", f"Answer {n}.")]
    for count in range(1, 9):
        vault.put(f"snapshot-{count}.jsonl", chat("aaaa0001", *turns[:count]))
    vault.compile()
    assert vault.raw_logs() == ["raw/generic-jsonl/2026/aaaa0001.jsonl"]
    assert vault.raw(vault.raw_logs()[0]).count(b'"kind":"text"') == 8
    assert len(vault.session_pages()) == 1
    vault.assert_in_order()


def test_a_claim_of_five_sessions_is_one_claim_with_five_sources(vault: Vault) -> None:
    for number in range(1, 6):
        words = CHECK if number % 2 else CHECK.replace("From now on, always", "From now on, ALWAYS")
        vault.say(f"aaaa000{number}", *asked(f"Look at part {number} of the kiln. {words}"), day=f"2026-03-0{number}")
    vault.compile()
    ((path, _, sources),) = [claim for claim in vault.claims().values() if "make check" in claim[1]]
    assert sources == tuple(f"aaaa000{number}-1" for number in range(1, 6))
    meta, _ = parse(vault.pages()[path])
    assert [entry["id"] for entry in meta["sources"]] == list(sources)
    vault.assert_in_order()


def claude_session(cwd: str, *prompts: str, branch: str = "main", session: str = SESSION) -> bytes:
    line = Claude(session, cwd=cwd, gitBranch=branch)
    return whole(*(entry for prompt in prompts for entry in (line.user(prompt), line.agent(REPORT))))


def test_a_sub_agent_is_folded_into_its_session(vault: Vault) -> None:
    line = Claude(SESSION)
    main = whole(
        line.user(f"Find out why jobs get lost. {CHECK}"),
        line.call("Task", {"prompt": "Read the queue.", "description": "Read", "subagent_type": "reader"}),
        line.result("The queue writes after it unlocks."),
        line.agent(REPORT),
    )
    nested = Claude(SESSION, isSidechain=True, agentId="a1b2c3")
    nested.count = 100
    vault.put(f"{SESSION}.jsonl", main)
    sub = whole(nested.user("Read the queue."), nested.agent("The queue writes after it unlocks.", id="msg_sub"))
    vault.put(f"{SESSION}/subagents/agent-a1b2c3.jsonl", sub)
    vault.compile()
    (raw,) = vault.raw_logs()
    folded = [json.loads(line) for line in vault.raw(raw).splitlines()]
    assert {row["turn"] for row in folded if row.get("agent") == "a1b2c3"} == {3, 4, 5}
    assert len(vault.session_pages()) == 1
    assert len(of_sessions(vault)) == 1
    vault.assert_in_order()


def test_a_session_without_a_person_makes_no_page_but_is_kept(vault: Vault) -> None:
    vault.say("aaaa0001", ("system", "You are a careful agent."), ("assistant", "Ready when you are."))
    vault.compile()
    assert vault.session_pages() == []
    assert not list(vault.root.glob("projects/*/handoffs/*"))
    (raw,) = vault.raw_logs()
    assert vault.git("show", f"wikimem/raw:{raw}").encode() == vault.raw(raw)
    tips = vault.tips()
    assert vault.compile().commits == ()
    assert vault.tips() == tips
    vault.assert_in_order()


def test_only_the_newest_handoff_is_open(vault: Vault) -> None:
    def handoffs() -> dict[str, str]:
        pages = {path: text for path, text in vault.pages().items() if "/handoffs/" in path}
        return {path.rpartition("-")[2]: str(parse(text)[0]["handoff"]) for path, text in pages.items()}

    vault.say("aaaa0002", *asked("Speed up the glaze table."), day="2026-03-03")
    vault.compile()
    assert handoffs() == {"aaaa0002.md": "open"}
    vault.say("aaaa0001", *asked("Why does the queue lose jobs?"), day="2026-03-02")
    vault.compile()
    assert handoffs()["aaaa0002.md"] == "open"
    assert handoffs().get("aaaa0001.md", "none") != "open"
    vault.say("aaaa0003", *asked("Which unit do the logs use?"), day="2026-03-04")
    vault.compile()
    assert (handoffs()["aaaa0002.md"], handoffs()["aaaa0003.md"]) == ("expired", "open")
    vault.assert_in_order()


def test_what_a_person_wrote_stays_and_is_committed_as_theirs_first(vault: Vault) -> None:
    vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK}"))
    vault.compile()
    vault.git("config", "user.name", "Ana")
    vault.git("config", "user.email", "ana@example.test")
    path = next(path for path, text, _ in vault.claims().values() if text == CHECK)
    page = vault.root / path
    mine = page.read_text("utf-8").replace(f"- {CHECK}", f"- {CHECK} Ana  adds:   this matters *most*.")
    mine = mine.replace("\n\n- ", "\n\nA sentence of Ana's above the list.\n\n- ", 1)
    mine += "\n## Ana's own heading\n\nHer words.\n"
    page.write_text(mine, "utf-8")
    vault.say(
        "aaaa0002",
        *asked(f"Look at the queue once more. {CHECK.replace('push to main', 'push')} {QUEUE}"),
        day="2026-03-05",
    )
    vault.compile()
    vault.assert_in_order()
    now = page.read_text("utf-8")
    for line in ("A sentence of Ana's above the list.", "## Ana's own heading", "Her words."):
        assert line in now.splitlines()
    assert f"{CHECK} Ana  adds:   this matters *most*." in now
    assert vault.git("log", "--format=%an", "-3").split() == ["wikimem", "wikimem", "Ana"]
    assert vault.git("show", f"HEAD~2:{path}") == mine


def test_a_page_whose_frontmatter_a_person_broke_is_left_alone_and_stops_nothing(vault: Vault) -> None:
    three_sessions(vault)
    vault.compile()
    paths = [path for path, text, _ in vault.claims().values() if text == CHECK]
    paths += [path for path in vault.pages() if "/handoffs/" in path]
    for path in paths:
        page = vault.root / path
        page.write_text(page.read_text("utf-8").replace("title: ", "title: a: b: ", 1), "utf-8")
    broken = {path: (vault.root / path).read_bytes() for path in paths}
    vault.say("aaaa0004", *asked(f"Look at the kiln again. {CHECK} {QUEUE}"), day="2026-03-05")
    assert len(vault.compile().commits) == 1
    assert {path: (vault.root / path).read_bytes() for path in paths} == broken
    assert len(vault.session_pages()) == 4
    assert vault.compile().commits == ()


def test_a_note_of_a_person_is_found_and_never_written(vault: Vault) -> None:
    note = vault.root / "projects" / PROJECT / "notes" / "clay.md"
    note.parent.mkdir(parents=True)
    note.write_text("# Clay\n\nThe porcelain   shrinks by a *seventh* when it is fired twice.\n")
    vault.git("add", "projects")
    vault.git("-c", "user.name=Ana", "-c", "user.email=a@example.test", "commit", "-qm", "Clay")
    before = note.read_bytes()
    three_sessions(vault)
    vault.compile()
    hits = vault.wiki.search("porcelain shrinks")
    assert hits[0].passage.path == f"projects/{PROJECT}/notes/clay.md"
    assert note.read_bytes() == before
    assert vault.git("log", "--format=%an", "--", str(note)).split() == ["Ana"]


def test_without_tracking_raw_logs_stay_out_of_git(tmp_path: Path) -> None:
    vault = Vault(tmp_path, raw_track=False)
    three_sessions(vault)
    assert len(vault.compile().commits) == 3
    assert [tip.split()[0] for tip in vault.tips()] == ["refs/heads/main"]
    assert len(vault.raw_logs()) == 3
    vault.assert_in_order()
    assert vault.compile().commits == ()


def test_a_vault_made_anew_at_the_same_place_is_compiled_anew(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    three_sessions(vault)
    vault.compile()
    claims, held = vault.claims(), vault.passages()
    shutil.rmtree(vault.root)
    again = Vault(tmp_path)
    assert len(again.compile().commits) == 3
    assert again.claims() == claims
    assert again.passages() == held
    again.assert_in_order()


def test_a_vault_deleted_and_left_empty_is_not_found_in_the_old_index(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    three_sessions(vault)
    vault.compile()
    assert vault.wiki.search("glaze table")
    shutil.rmtree(vault.root)
    assert Vault(tmp_path).wiki.search("glaze table") == ()


def test_the_index_built_from_the_files_is_the_one_that_grew(vault: Vault) -> None:
    three_sessions(vault)
    for transcript in sorted(vault.transcripts.iterdir()):
        vault.compile(transcript)
    vault.say("aaaa0004", ("system", "You are careful."), ("assistant", "I am ready to be asked about kilns."))
    vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK}"), *asked("And now?"))
    vault.compile()
    grown = vault.passages()
    assert sum(map(len, grown.values())) > 10
    assert vault.passages(anew=True) == grown
    shutil.rmtree(vault.layout.cache_dir)
    assert vault.passages() == grown
    assert vault.compile().commits == ()


def test_compiling_is_a_function_of_the_transcripts(tmp_path: Path) -> None:
    vaults = [Vault(tmp_path / name) for name in ("left", "right")]
    for vault in vaults:
        three_sessions(vault)
        vault.put(f"{SESSION}.jsonl", claude_session("/home/ana/kiln", f"Repair the queue. {QUEUE}"))
    vaults[0].compile()
    vaults[1].compile(jobs=2)
    assert vaults[0].tips() == vaults[1].tips()


def test_pieces_give_the_claims_of_the_whole(tmp_path: Path) -> None:
    sessions = {
        f"aaaa000{number}": [*asked(f"Look at part {number}. {first}"), *asked(f"Now the rest of it. {second}")]
        for number, (first, second) in enumerate(((CHECK, COPIES), (UNITS, CHECK), (QUEUE, UNITS)), 1)
    }
    at_once, in_pieces = Vault(tmp_path / "whole"), Vault(tmp_path / "pieces")
    for session, turns in sessions.items():
        at_once.say(session, *turns, day=f"2026-03-0{session[-1]}")
    at_once.compile()
    for count in (1, 2, 3, 4):
        for session, turns in sessions.items():
            in_pieces.say(session, *turns[:count], day=f"2026-03-0{session[-1]}")
            in_pieces.compile()
    assert in_pieces.claims() == at_once.claims()
    assert in_pieces.session_pages() == at_once.session_pages()
    assert {CHECK, COPIES, UNITS, QUEUE} <= at_once.texts()
    in_pieces.assert_in_order()


def test_sessions_without_times_are_compiled_without_a_clock(tmp_path: Path) -> None:
    vaults = [Vault(tmp_path / name) for name in ("left", "right")]
    for vault in vaults:
        vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK}"), day="")
        vault.say("aaaa0002", *asked(f"Speed up the glaze table. {COPIES}"), day="")
        assert len(vault.compile().commits) == 2
        assert {path.split("/")[2] for path in vault.raw_logs()} == {"undated"}
        assert len(vault.session_pages()) == 2
        vault.assert_in_order()
        assert vault.compile().commits == ()
    assert vaults[0].tips() == vaults[1].tips()


HOSTILE = {
    "climbs out": "../../x",
    "absolute": "/etc/passwd",
    "closes a script": "</script><script>alert(1)</script>",
    "wikilink": "[[link]]",
    "newline": "first\nSession: forged\r\n---\ntype: Forged",
    "long": "long" * 75,
    "chinese": "釉薬の温度は何度ですか",
    "emoji": "🔥🏺 kiln 👩‍🏭",
    "right to left": "\u202eevil\u202c",
    "device": "con",
    "dots": "..",
    "git": ".git",
    "spaces": "  a  b  ",
    "case": "AAAA0001",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_ids_and_titles_do_no_harm(vault: Vault, text: str) -> None:
    vault.put("hostile.jsonl", chat(text, *asked(f"{text}\n\nRepair it. {CHECK}", f"{text} {REPORT}")))
    title = {"title": text, "session": "aaaa0001", "messages": [{"role": "user", "content": f"{text} {COPIES}"}]}
    vault.put("titled.json", json.dumps(title).encode())
    report = vault.compile()
    assert len(report.commits) == 2
    vault.assert_in_order()
    inside = {path.relative_to(vault.home).parts[0] for path in vault.home.rglob("*")}
    assert inside == {"home", "transcripts", "vault", "cache"}
    for path, content in vault.pages().items():
        assert len(path.rpartition("/")[2].encode()) <= 200
        assert "forged" not in map(str.casefold, parse(content)[0])
        assert not re.search(r"(?<!\\)<script", parse(content)[1])
    assert {commit["Session"] for commit in of_sessions(vault)} == {" ".join(text.split()), "aaaa0001"}
    assert vault.compile().commits == ()


def test_one_id_in_two_spellings_stays_two_sessions(vault: Vault) -> None:
    vault.put("lower.jsonl", chat("kiln-a", *asked(f"Look at the first kiln. {CHECK}")))
    vault.put("upper.jsonl", chat("Kiln-A", *asked(f"Look at the second kiln. {COPIES}")))
    vault.compile()
    names = [path.casefold() for path in (*vault.raw_logs(), *vault.pages())]
    assert len(vault.raw_logs()) == len(vault.session_pages()) == 2
    assert len(set(names)) == len(names)
    vault.assert_in_order()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be changed here")
@pytest.mark.parametrize("machine", ["UTC", "America/Los_Angeles"])
def test_the_day_is_that_of_the_configured_zone(tmp_path: Path, monkeypatch, machine: str) -> None:
    monkeypatch.setenv("TZ", machine)
    time.tzset()
    try:
        vault = Vault(tmp_path, timezone="Asia/Shanghai")
        for session, at in (("aaaa0001", "2026-04-15T22:30:00Z"), ("aaaa0002", "2026-04-16T01:10:00Z")):
            line = {"session": session, "role": "user", "text": f"Repair the queue. {CHECK}", "time": at}
            vault.put(f"{session}.jsonl", json.dumps(line).encode() + b"\n")
        vault.compile()
        assert {path.split("/")[-1][:10] for path in vault.session_pages()} == {"2026-04-16"}
        assert [commit["at"] for commit in of_sessions(vault)] == [
            "2026-04-15T22:30:00+00:00",
            "2026-04-16T01:10:00+00:00",
        ]
        assert b'"at":"2026-04-15T22:30:00Z"' in vault.raw(vault.raw_logs()[0])
        vault.assert_in_order()
    finally:
        monkeypatch.undo()
        time.tzset()


def everything_on_disk(vault: Vault) -> bytes:
    """Return every byte of the vault, of all git objects unpacked, of index, cache and state."""
    objects = vault.git("cat-file", "--batch-all-objects", "--batch", "--unordered").encode("utf-8", "surrogateescape")
    places = (vault.root, vault.layout.cache_home, vault.layout.state_home)
    on_disk = [path.read_bytes() for place in places for path in place.rglob("*") if path.is_file()]
    names = "\n".join(str(path) for place in places for path in place.rglob("*")).encode()
    held = repr(vault.passages()).encode()
    return b"\0".join((objects, names, held, *on_disk))


def test_no_secret_reaches_any_byte_on_disk(vault: Vault) -> None:
    password = "q7Rt" + "Zk29mXw4" + "LpV81s"
    pem_body = "MIIEow" + "IBAAKCAQEA" + "u1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0g"
    pem = f"-----BEGIN RSA PRIVATE KEY-----\\n{pem_body}\\n-----END RSA PRIVATE KEY-----\\n"
    private = "the neighbour's name is Gundula"
    line = Claude(SESSION)
    commands = f"export ACME_DB_PASSWORD={password}\npsql postgres://svc:{password}@db.example.test/x\necho '{pem}'"
    vault.put(
        f"{SESSION}.jsonl",
        whole(
            line.user(f"Repair ACME_DB_PASSWORD={password} for me. {CHECK} <private>{private}</private>"),
            line.call("Bash", {"command": commands}),
            line.result(f"connected with {password}\n{pem}"),
            line.agent(f"We decided to keep {password} out of the log, because {private} is in it. {REPORT}"),
        ),
    )
    vault.say("aaaa0002", *asked(f"Never store ACME_DB_PASSWORD={password} in the repository. {COPIES}"))
    vault.compile()
    vault.passages(anew=True)
    seen = everything_on_disk(vault)
    assert b"ACME_DB_PASSWORD=" in seen
    assert b"svc:" in seen
    assert b"db.example.test/x" in seen
    for secret in (password, pem_body, private):
        assert secret.encode() not in seen


def test_git_ids_and_digests_are_left_as_they_are(vault: Vault) -> None:
    commit, digest = "4f2c" * 10, "9ab3" * 16
    token = "e5d1" * 10
    kept = (
        f"git show {commit}:src/a.py",
        f"REF={commit}",
        f"sha256:{digest}",
        "7f9c24e5-2a51-4d0e-9b70-3c1d0f5a8e77",
        "src/kiln/firing/schedule/very/deep/folder/of/the/glaze/table.py",
        "sk-learn",
        "risk-based-scoring-model-v2",
    )
    line = Claude(SESSION)
    command = "\n".join(kept) + f"\nexport DEPLOY_TOKEN={token}"
    vault.put(
        f"{SESSION}.jsonl",
        whole(
            line.user(f"Look at {' and '.join(kept)}. {CHECK}"),
            line.call("Bash", {"command": command}),
            line.result(command),
            line.agent(f"Read it: {', '.join(kept)}"),
        ),
    )
    vault.compile()
    raw = vault.raw(vault.raw_logs()[0]).decode()
    for text in kept:
        assert raw.count(text) >= 4
    assert token not in raw
    assert "DEPLOY_TOKEN=" in raw
    assert commit in vault.pages()[vault.session_pages()[0]]


def test_a_linked_worktree_is_the_project_of_its_main_checkout(vault: Vault) -> None:
    main, linked = vault.home / "w" / "app", vault.home / "w" / "app-feat"
    git = ("git", "-c", "user.name=Ana", "-c", "user.email=a@example.test", "-C", str(main))
    subprocess.run(["git", "init", "-q", "-b", "main", str(main)], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "Begin"], check=True)
    subprocess.run([*git, "worktree", "add", "-q", "-b", "feat", str(linked)], check=True)
    vault.put("a.jsonl", claude_session(str(main), f"Repair the queue. {CHECK}"))
    other = SESSION.replace("3b0c5a52", "5c1d6b63")
    vault.put("b.jsonl", claude_session(str(linked), f"Repair it here too. {COPIES}", branch="feat", session=other))
    vault.compile(project="")
    assert {commit["Project"] for commit in of_sessions(vault)} == {"app"}
    (page,) = [path for path in vault.session_pages() if "5c1d6b63" in path]
    assert "branch `feat`" in vault.pages()[page]
    vault.assert_in_order()


MOMENTS = {
    "raw log begun": ("wikimem.store.rawappend", "Appender.begin", "after"),
    "raw log written, not sealed": ("wikimem.store.rawlog", "mark_pending", "before"),
    "marked, not sealed": ("wikimem.store.rawlog", "mark_pending", "after"),
    "one transcript captured": ("wikimem.store.rawappend", "Appender.seal", "after"),
    "everything captured": ("wikimem.store.sources", "SourceCache.save", "after"),
    "first session planned": ("wikimem.planner", "_plan", "after"),
    "index written": ("wikimem.planner", "_contents", "before"),
    "objects written": ("wikimem.store.landing", "Landing.land", "before"),
    "files in place": ("wikimem.store.landing", "Landing._put_in_place", "after"),
    "committed": ("wikimem.store.index", "Index.mark", "before"),
    "index marked": ("wikimem.store.rawlog", "clear_pending", "before"),
}


def assert_all_is_there(vault: Vault, expected: Vault) -> None:
    vault.compile()
    vault.assert_in_order()
    assert sorted({commit["Session"] for commit in of_sessions(vault)}) == ["aaaa0001", "aaaa0002", "aaaa0003"]
    assert vault.claims() == expected.claims()
    assert vault.passages() == expected.passages()
    assert vault.git("fsck", "--strict", "--no-dangling") == ""
    assert vault.compile().commits == ()


@pytest.fixture(scope="module")
def expected(tmp_path_factory) -> Vault:
    vault = Vault(tmp_path_factory.mktemp("expected"))
    three_sessions(vault)
    vault.compile()
    return vault


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_and_compiled_again(vault: Vault, expected: Vault, moment: str) -> None:
    three_sessions(vault)
    killed = vault.start(killer(*MOMENTS[moment]))
    _, err = killed.communicate(timeout=60)
    assert killed.returncode == -9, err
    assert_all_is_there(vault, expected)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("seed", range(4))
def test_killed_at_a_random_moment(vault: Vault, expected: Vault, seed: int) -> None:
    three_sessions(vault)
    process = vault.start(jobs=2)
    try:
        process.wait(random.Random(seed).uniform(0.1, 0.9))
    except subprocess.TimeoutExpired:
        process.kill()
    process.communicate()
    assert_all_is_there(vault, expected)


def test_two_at_once_do_the_work_of_one(vault: Vault, expected: Vault) -> None:
    three_sessions(vault)
    running = [vault.start() for _ in range(2)]
    errors = [process.communicate(timeout=60)[1] for process in running]
    assert [process.returncode for process in running] == [0, 0], errors
    assert len(of_sessions(vault)) == 3
    assert_all_is_there(vault, expected)


def test_workers_that_die_are_named_and_the_next_run_finishes(vault: Vault, expected: Vault, monkeypatch) -> None:
    from wikimem.errors import StoreError

    three_sessions(vault)
    monkeypatch.setattr("wikimem.workers._begin", partial(os._exit, 1))
    with pytest.raises(StoreError, match="worker process ended"):
        vault.compile(jobs=2)
    monkeypatch.undo()
    assert_all_is_there(vault, expected)


def test_a_worker_that_cannot_be_started_is_named_and_the_next_run_finishes(
    vault: Vault, expected: Vault, monkeypatch
) -> None:
    from wikimem.errors import StoreError

    def refuse(*_) -> None:
        raise OSError("handle is closed")

    three_sessions(vault)
    monkeypatch.setattr("multiprocessing.popen_spawn_posix.Popen._launch", refuse)
    with pytest.raises(StoreError, match="worker process ended"):
        vault.compile(jobs=2)
    monkeypatch.undo()
    assert_all_is_there(vault, expected)


def test_what_a_worker_raises_is_raised_here(vault: Vault) -> None:
    from wikimem.compiler import Order
    from wikimem.errors import UsageError

    three_sessions(vault)
    with pytest.raises(UsageError, match="no agent is called"):
        vault.wiki.compile(Order((vault.transcripts,), agent="nobody", jobs=2))
