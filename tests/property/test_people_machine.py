"""A person and agents at work on one wiki in any order: no word of the person is lost, nothing deleted comes back.

The model knows each sentence that was ever said and what became of it, and each word the person wrote. After every
compile the wiki is compared with it. WIKIMEM_STEPS sets how many steps are taken in all; 2,000 when it is not set.
"""

import os
import random
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.integration.killing import killer
from tests.integration.vaults import PROJECT, Vault, asked
from wikimem.model.claim import claim_id
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse

STEPS = int(os.environ.get("WIKIMEM_STEPS", "2000"))
A_RUN = 40
_USUAL = 34
"""Steps that a run of at most `A_RUN` has on the average."""
DEATHS = (
    ("wikimem.store.landing", "Landing.stage", "after"),
    ("wikimem.store.landing", "Landing.land", "before"),
    ("wikimem.store.landing", "Landing._put_in_place", "after"),
    ("wikimem.store.landing", "Landing._close", "before"),
    ("wikimem.store.rawlog", "clear_pending", "before"),
    ("wikimem.store.index", "Index.mark", "before"),
)


def _sentences() -> tuple[str, ...]:
    rng = random.Random(7)
    parts = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]

    def word() -> str:
        return "".join(rng.choice(parts) for _ in range(3))

    return tuple(f"Never {word()} the {word()} {word()} while the {word()} {word()} is open." for _ in range(24))


WORD = re.compile(r"anaword\d{4}x")
SENTENCES = _sentences()
"""Preferences with hardly a word in common, so that no two are taken for one."""
IDS = {claim_id(f"project:{PROJECT}", sentence): sentence for sentence in SENTENCES}
SENTENCE = st.integers(0, len(SENTENCES) - 1)
PICK = st.integers(0, 1_000)
SUBJECTS = ("preferences", "facts", "decisions", "lessons", "plans", "questions")


class PersonAndAgents(RuleBasedStateMachine):
    """The steps, and the model: `fate` of each sentence (its words now, "" once it is gone), `words` of the person."""

    @initialize()
    def begin(self) -> None:
        self.home = Path(tempfile.mkdtemp())
        self.vault = Vault(self.home)
        self.fate: dict[str, str] = {}
        self.words: dict[str, Path | None] = {}
        self.sessions: dict[str, list[str]] = {}
        self.count = 0
        self.a_session_ends(0, 1)

    def teardown(self) -> None:
        if hasattr(self, "vault"):
            self.compile()
            self.vault.wiki.close()
            shutil.rmtree(self.home)

    # what agents do

    @rule(first=SENTENCE, second=SENTENCE)
    def a_session_ends(self, first: int, second: int) -> None:
        name = f"cafe{len(self.sessions):04}"
        self.sessions[name] = []
        self._say(name, first, second)
        self.compile()

    @rule(pick=PICK, more=SENTENCE)
    def a_session_goes_on(self, pick: int, more: int) -> None:
        self._say(self._one(sorted(self.sessions), pick), more)
        self.compile()

    @rule(pick=PICK, more=SENTENCE, moment=st.integers(0, len(DEATHS) - 1))
    def a_compile_is_killed(self, pick: int, more: int, moment: int) -> None:
        self._say(self._one(sorted(self.sessions), pick), more)
        self.vault.start(before=killer(*DEATHS[moment])).communicate()
        self.compile()

    @rule()
    def compile(self) -> None:
        self.vault.wiki.close()
        self.vault.compile()
        self._check()

    # what the person does

    @precondition(lambda self: self._lines())
    @rule(pick=PICK, keeps_mark=st.booleans())
    def the_person_rewords(self, pick: int, keeps_mark: bool) -> None:
        page, line, sentence = self._one(self._lines(), pick)
        word = self._word()
        mark = line[line.rindex(" ^c-") :] if keeps_mark else ""
        self._edit(page, line, f"- Ana knows better: {word}.{mark}")
        if keeps_mark:
            self.words.pop(self.fate[sentence], None)
            self.fate[sentence] = word
        else:
            self._gone(sentence)
        self.words[word] = page

    @precondition(lambda self: self._lines())
    @rule(pick=PICK)
    def the_person_deletes(self, pick: int) -> None:
        page, line, sentence = self._one(self._lines(), pick)
        self._edit(page, f"{line}\n", "")
        self._gone(sentence)

    @precondition(lambda self: self._pages())
    @rule(pick=PICK)
    def the_person_adds(self, pick: int) -> None:
        page = self._one(self._pages(), pick)
        word = self._word()
        page.write_text(page.read_text("utf-8") + f"\nAnd remember the {word}.\n", "utf-8")
        self.words[word] = page

    @rule()
    def the_person_takes_a_note(self) -> None:
        word = self._word()
        note = self.vault.root / "projects" / PROJECT / "notes" / f"{word}.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(f"---\ntype: Note\ntitle: {word}\n---\nAbout {word}.\n", "utf-8")
        self.words[word] = note

    @precondition(lambda self: self._pages())
    @rule(pick=PICK)
    def the_person_deletes_a_page(self, pick: int) -> None:
        page = self._one(self._pages(), pick)
        for other, _, sentence in self._lines():
            if other == page:
                self._gone(sentence)
        self.words = {word: place for word, place in self.words.items() if place != page}
        page.unlink()

    @rule(chosen=SENTENCE)
    def the_person_remembers(self, chosen: int) -> None:
        sentence = SENTENCES[chosen]
        self.vault.wiki.close()
        self.vault.wiki.remember(sentence, scope=f"project:{PROJECT}", kind="Preference")
        if not self.fate.get(sentence):
            self.fate[sentence] = sentence
        self._check()

    @precondition(lambda self: self._lines())
    @rule(pick=PICK)
    def the_person_forgets(self, pick: int) -> None:
        _, line, sentence = self._one(self._lines(), pick)
        self.vault.wiki.close()
        self.vault.wiki.forget(line[line.rindex("c-") :])
        self._gone(sentence)
        self._check()

    @precondition(lambda self: self._pages())
    @rule(pick=PICK, by_command=st.booleans())
    def the_person_renames_a_page(self, pick: int, by_command: bool) -> None:
        page = self._one(self._pages(), pick)
        new = page.with_name(f"renamed-{len(self.words)}-{self.count}.md")
        self.count += 1
        if by_command:
            self.compile()
            self.vault.wiki.pages.move(self._path(page), new.name)
        else:
            page.rename(new)
        self.words = {word: new if place == page else place for word, place in self.words.items()}
        self.compile()

    @precondition(lambda self: self._pages())
    @rule(pick=PICK, back=st.integers(1, 3))
    def the_person_restores_a_page(self, pick: int, back: int) -> None:
        page = self._one(self._pages(), pick)
        self.compile()
        _, revisions = self.vault.wiki.pages.history(self._path(page))
        before = {sentence for place, _, sentence in self._lines() if place == page}
        elsewhere = {sentence for place, _, sentence in self._lines() if place != page}
        there = [one.id for one in revisions if self.vault.git("ls-tree", one.id, "--", self._path(page))]
        revision = there[min(back, len(there) - 1)]
        text = self.vault.git("show", f"{revision}:{self._path(page)}")
        after = {IDS[line.id]: line.text for line in claim_lines(parse(text)[1]) if not line.superseded}
        if elsewhere & after.keys():
            return
        self.vault.wiki.close()
        self.vault.wiki.pages.restore(self._path(page), revision)
        for sentence in before - after.keys():
            self._gone(sentence)
        self.words = {word: place for word, place in self.words.items() if place != page}
        self.words.update((word, page) for word in WORD.findall(text))
        for sentence, said in after.items():
            self.fate[sentence] = sentence if said == sentence else WORD.findall(said)[0]
        self._check()

    @rule()
    def the_person_commits(self) -> None:
        self.vault.git("add", "--all")
        self.vault.git("-c", "user.name=Ana", "-c", "user.email=a@x", "commit", "-qm", "Mine", "--allow-empty")

    # the model

    def _say(self, name: str, *chosen: int) -> None:
        sentences = [SENTENCES[number] for number in chosen]
        self.sessions[name] += sentences
        turns = [turn for sentence in self.sessions[name] for turn in asked(sentence, "Done.")]
        self.vault.say(name, *turns, day=f"2026-03-{1 + int(name[4:]) % 28:02}")
        for sentence in sentences:
            self.fate.setdefault(sentence, sentence)

    def _gone(self, sentence: str) -> None:
        self.words.pop(self.fate[sentence], None)
        self.fate[sentence] = ""

    def _check(self) -> None:
        assert self.vault.git("status", "--porcelain", "--untracked-files=all") == ""
        pages = self.vault.pages()
        everything = "".join(pages.values())
        for word in self.words:
            assert word in everything, f"a word of the person is lost: {word}"
        said = [
            line.text for path, text in pages.items() if self._is_subject(path) for line in claim_lines(parse(text)[1])
        ]
        for sentence, fate in self.fate.items():
            assert said.count(sentence) == (1 if fate == sentence else 0), (sentence, fate)
        shown = [text for path, text in pages.items() if self._is_subject(path) or "MEMORY" in path]
        knowledge = "".join(parse(text)[1] for text in shown)
        for sentence, fate in self.fate.items():
            assert fate == sentence or sentence not in knowledge, f"what was deleted is back: {sentence}"

    def _path(self, page: Path) -> str:
        return page.relative_to(self.vault.root).as_posix()

    def _word(self) -> str:
        self.count += 1
        return f"anaword{self.count:04}x"

    def _is_subject(self, path: str) -> bool:
        return path.split("/")[-2:][0] in SUBJECTS

    def _pages(self) -> list[Path]:
        return sorted(page for kind in SUBJECTS for page in self.vault.root.glob(f"projects/*/{kind}/*.md"))

    def _lines(self) -> list[tuple[Path, str, str]]:
        """Return page, line and sentence of every claim as it lies on disk."""
        found = []
        for page in self._pages():
            for line in page.read_text("utf-8").splitlines():
                for sentence, fate in self.fate.items():
                    if fate and fate in line and line.startswith("- ") and " ^c-" in line:
                        found.append((page, line, sentence))
        return found

    def _edit(self, page: Path, old: str, new: str) -> None:
        text = page.read_text("utf-8")
        assert old in text
        page.write_text(text.replace(old, new, 1), "utf-8")

    @staticmethod
    def _one(items: list, pick: int):  # type: ignore[no-untyped-def, type-arg]
        return items[pick % len(items)]


@pytest.fixture(autouse=True)
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


A_QUARTER = settings(
    max_examples=max(1, STEPS // (4 * _USUAL)),
    stateful_step_count=A_RUN,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a step takes too long to try out shorter runs
    suppress_health_check=list(HealthCheck),
)
"""Each quarter can be given to a process of its own."""


class TestFirstQuarter(PersonAndAgents.TestCase):
    settings = A_QUARTER


class TestSecondQuarter(PersonAndAgents.TestCase):
    settings = A_QUARTER


class TestThirdQuarter(PersonAndAgents.TestCase):
    settings = A_QUARTER


class TestLastQuarter(PersonAndAgents.TestCase):
    settings = A_QUARTER
