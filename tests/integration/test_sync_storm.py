"""Three vaults and a bare remote through a random storm: edits, compiles, forgetting, syncs, crashes, partitions.

`WIKIMEM_SYNC_ROUNDS` sets how many rounds (25 without it), `WIKIMEM_SYNC_SEED` which ones.
"""

import os
import random
import re
from pathlib import Path

from tests.integration.fleet import Fleet
from tests.integration.killing import killer
from tests.integration.vaults import PROJECT, Vault, asked
from wikimem.errors import WikimemError
from wikimem.text.paths import DERIVED

ROUNDS = int(os.environ.get("WIKIMEM_SYNC_ROUNDS", "25"))
SEED = int(os.environ.get("WIKIMEM_SYNC_SEED", "5"))
TOKEN = re.compile(r"zq[a-z]{8}")
CLAIM = re.compile(r"^- (.+?)((?: \[\^[^\]]+\])*) \^(c-[0-9a-f]{8})$", re.MULTILINE)
DEATHS = (
    ("wikimem.store.landing", "Landing.stage", "after"),
    ("wikimem.store.landing", "Landing._put_in_place", "before"),
    ("wikimem.store.landing", "Landing._put_in_place", "after"),
    ("wikimem.store.landing", "Landing._close", "before"),
    ("wikimem.store.fastimport", "Import.finish", "after"),
    ("wikimem.store.remote", "Remote.fetch", "after"),
    ("wikimem.store.remote", "Remote.push", "before"),
    ("wikimem.store.remote", "Remote.push", "after"),
    ("wikimem.store.remote", "Remote.note_agreed", "after"),
)


class Storm:
    """What happens, and the words of people that must outlive it."""

    def __init__(self, fleet: Fleet, rng: random.Random) -> None:
        self.fleet = fleet
        self.rng = rng
        self.written: set[str] = set()
        self.let_go: set[str] = set()
        self.forgotten: set[str] = set()
        self.sessions = 0

    def word(self) -> str:
        """Return a word nobody wrote before."""
        word = "zq" + "".join(self.rng.choices("abcdefghijklmnopqrstuvwxyz", k=8))
        self.written.add(word)
        return word

    def one_round(self) -> None:
        """Let one thing happen somewhere."""
        vault = self.rng.choice(self.fleet.vaults)
        what = self.rng.choices(
            (self.edit, self.compile, self.remember, self.forget, self.sync, self.crash, self.part),
            (8, 3, 2, 1, 8, 2, 1),
        )[0]
        what(vault)

    def compile(self, vault: Vault) -> None:
        """Compile a session that says something new."""
        self.sessions += 1
        said = self.rng.choice(("always", "never")), self.rng.choice(("fire", "glaze", "stack", "cool"))
        text = f"From now on, {said[0]} {said[1]} batch number {self.sessions} before the {said[1]} shift ends."
        source = vault.say(f"{self.sessions:08x}-s", *asked(text), day=f"2026-03-{1 + self.sessions % 28:02}")
        vault.compile(source)

    def remember(self, vault: Vault) -> None:
        """Have a person remember something."""
        known = (vault.layout.projects_dir / f"{PROJECT}.toml").exists()
        scope = self.rng.choice(("global", f"project:{PROJECT}")) if known else "global"
        vault.wiki.remember(f"The {self.word()} is what the kiln stands on.", kind="Fact", scope=scope)

    def forget(self, vault: Vault) -> None:
        """Forget a claim."""
        claims = sorted(match[3] for text in self.pages(vault).values() for match in CLAIM.finditer(text))
        if not claims:
            return
        claim = self.rng.choice(claims)
        for other in self.fleet.vaults:
            for text in self.pages(other).values():
                self.let_go.update(TOKEN.findall("\n".join(line for line in text.split("\n") if claim in line)))
        vault.wiki.forget(claim)
        self.forgotten.add(claim)

    def sync(self, vault: Vault) -> None:
        """Sync, or try to."""
        self.fleet.sync(vault)

    def crash(self, vault: Vault) -> None:
        """Sync and die on the way."""
        self.fleet.crash(vault, killer(*self.rng.choice(DEATHS)))

    def part(self, _vault: Vault) -> None:
        """Take the hub away, or bring it back."""
        (self.fleet.part if self.fleet.hub.exists() else self.fleet.heal)()

    def edit(self, vault: Vault) -> None:
        """Change a page as a person would, in an editor."""
        pages = self.pages(vault)
        kind = self.rng.choice(("note", "line", "words", "drop", "page"))
        if kind == "note" or not pages:
            path = vault.root / f"projects/{PROJECT}/notes/{self.rng.choice('xyz')}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text() if path.exists() else "# Notes\n"
            path.write_text(f"{before}\nThe {self.word()} was seen.\n")
            return
        path = self.rng.choice(sorted(pages))
        text = pages[path]
        if kind == "line":
            lines = text.split("\n")
            at = self.rng.randrange(lines.index("---", 1) + 1 if text.startswith("---") else 0, len(lines))
            lines.insert(at, f"A word of mine: {self.word()}.")
            (vault.root / path).write_text("\n".join(lines))
        elif kind == "page" and self.rng.random() < 0.3:
            self.let_go.update(TOKEN.findall(text))
            (vault.root / path).unlink()
        elif found := list(CLAIM.finditer(text)):
            match = self.rng.choice(found)
            self.let_go.update(TOKEN.findall(match[0]))
            line = f"- It is the {self.word()} now.{match[2]} ^{match[3]}" if kind == "words" else ""
            if kind == "words" and match[3] in self.forgotten:
                self.let_go.update(TOKEN.findall(line))
            (vault.root / path).write_text(text[: match.start()] + line + text[match.end() + (not line) :])

    def pages(self, vault: Vault) -> dict[str, str]:
        """Return the pages of a vault on disk that people edit."""
        found = {}
        for path in sorted(vault.root.rglob("*.md")):
            relative = path.relative_to(vault.root).as_posix()
            if (
                path.name not in DERIVED
                and not relative.startswith(".")
                and not re.search("/(sessions|handoffs)/", relative)
            ):
                found[relative] = path.read_text()
        return found


def test_any_number_of_machines_end_with_the_same_pages(tmp_path: Path) -> None:
    fleet = Fleet(tmp_path, "abc")
    storm = Storm(fleet, random.Random(SEED))
    for number in range(ROUNDS):
        try:
            storm.one_round()
        except WikimemError as error:
            raise AssertionError(f"round {number}: {error.message} ({error.path}; {error.hint})") from error
    fleet.heal()
    fleet.settle()
    assert len(fleet.trees()) == 1
    for vault in fleet.vaults:
        assert vault.git("status", "--porcelain", "--untracked-files=all") == ""
        assert not (vault.root / ".git/wikimem/landing").exists()
    text = "\n".join(path.read_text() for path in fleet.vaults[0].root.rglob("*.md"))
    there = set(TOKEN.findall(text))
    assert storm.written - storm.let_go - there == set()
    claims = {match[3] for page in storm.pages(fleet.vaults[0]).values() for match in CLAIM.finditer(page)}
    assert claims & storm.forgotten == set()
    assert not re.search(rb"^(<<<<<<< |>>>>>>> )", fleet.blobs(), re.MULTILINE)
