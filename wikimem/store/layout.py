"""Every path of a vault to open, and no other place that spells one; names of pages are `text.paths`.

Any room may call it. Paths inside the vault that travel (pages, raw logs) are vault-relative POSIX strings; paths to
open are `Path`s.
"""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wikimem.errors import NotAVault
from wikimem.store import homes
from wikimem.store.marker import marker_here


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of one vault. `cache_home` and `state_home` are the person's folders outside it."""

    root: Path
    cache_home: Path = field(default_factory=lambda: cache_home(os.environ))
    state_home: Path = field(default_factory=lambda: state_home(os.environ))

    @property
    def id(self) -> str:
        """Return the name of this vault's cache: derived from where it lies, so that a copy never shares a cache."""
        real = str(self.root.resolve())
        name = re.sub(r"\W+", "-", self.root.resolve().name).strip("-")[:40] or "vault"
        return f"{name}-{hashlib.sha256(os.fsencode(real)).hexdigest()[:12]}"

    @property
    def raw_dir(self) -> Path:
        """Return the folder of the raw logs, `raw/<agent>/<yyyy>/<session>.jsonl`."""
        return self.root / "raw"

    @property
    def policy_dir(self) -> Path:
        """Return `.wikimem`, which holds what wikimem keeps in the vault beside pages and raw logs."""
        return self.root / ".wikimem"

    @property
    def config(self) -> Path:
        """Return the vault's configuration file; its presence is what makes a folder a vault."""
        return self.policy_dir / "config.toml"

    @property
    def projects_dir(self) -> Path:
        """Return the folder of project identities, one tracked `<slug>.toml` each."""
        return self.policy_dir / "projects"

    def projects(self) -> tuple[str, ...]:
        """Return the slugs of the projects the vault knows, sorted."""
        return tuple(sorted(set(self.project_names().values())))

    def project_names(self) -> dict[str, str]:
        """Return the slug of each project by its first one, which names its file in `projects_dir`."""
        from wikimem.store import moves

        known = moves.read(self.read(moves.PATH))
        return {path.stem: moves.project_now(path.stem, known) for path in self.projects_dir.glob("*.toml")}

    def read(self, relative: str) -> str:
        """Return the text of a file inside the vault, "" when there is none."""
        try:
            return self.path(relative).read_text("utf-8", "replace")
        except (FileNotFoundError, NotADirectoryError):
            return ""

    @property
    def formats_dir(self) -> Path:
        """Return the folder of formats of agents nobody wrote a front-end for, a person's `<agent>.toml` each."""
        return self.policy_dir / "formats"

    @property
    def signals_dir(self) -> Path:
        """Return the folder of signals, one tracked `<machine>.jsonl` for each machine that uses the vault."""
        return self.policy_dir / "signals"

    @property
    def pending_dir(self) -> Path:
        """Return the folder of marks for raw logs that hold more than was compiled; not tracked."""
        return self.policy_dir / "pending"

    @property
    def cache_dir(self) -> Path:
        """Return this vault's disposable files outside it."""
        return self.cache_home / "wikimem" / self.id

    @property
    def index_dir(self) -> Path:
        """Return the folder of the search index."""
        return self.cache_dir / "index"

    @property
    def versions_dir(self) -> Path:
        """Return the folder of the index of versions, which questions about the past are asked of."""
        return self.cache_dir / "versions"

    @property
    def sources_cache(self) -> Path:
        """Return the file that remembers which transcripts were seen unchanged."""
        return self.cache_dir / "sources.json"

    @property
    def tallies_cache(self) -> Path:
        """Return the file that holds what the signals add up to."""
        return self.cache_dir / "tallies.sqlite"

    @property
    def vectors_dir(self) -> Path:
        """Return the folder of the vectors that embedding models made of texts, one file a model."""
        return self.cache_dir / "vectors"

    @property
    def state_dir(self) -> Path:
        """Return the machine's own state, shared by all vaults: logs, and what tells this machine from others."""
        return self.state_home / "wikimem"

    @property
    def spool_dir(self) -> Path:
        """Return the folder hooks of all agents append to, one file a day."""
        return self.state_dir / homes.SPOOL

    @property
    def sessions_file(self) -> Path:
        """Return the file that holds what hooks told of each session."""
        return self.state_dir / "sessions.json"

    @property
    def given_dir(self) -> Path:
        """Return the folder of empty files that say which sessions were given what is given once."""
        return self.state_dir / homes.GIVEN

    @property
    def contexts_dir(self) -> Path:
        """Return the folder of what agents are given at a start, ready to print."""
        return self.cache_home / "wikimem" / homes.CONTEXTS / homes.vault_key(str(self.root))

    @property
    def machine_file(self) -> Path:
        """Return the file with the random number that stands for this machine."""
        return self.state_dir / "machine"

    def path(self, relative: str) -> Path:
        """Return the path to open for a vault-relative POSIX path."""
        return self.root.joinpath(*relative.split("/"))

    def relative(self, path: Path) -> str:
        """Return the vault-relative POSIX path of a path inside the vault."""
        return path.relative_to(self.root).as_posix()


def find(option: str | Path | None, environ: Mapping[str, str]) -> Layout:
    """Return the vault that `--vault`, the marker of this folder, `WIKIMEM_VAULT` or the default names, in that order.

    `NotAVault` when there is none.
    """
    root = vault_path(option or marker_here().vault, environ)
    layout = Layout(root, cache_home(environ), state_home(environ))
    if not layout.config.is_file():
        raise NotAVault(f"there is no vault at {root}", hint=f"make one: wikimem init {root}", path=str(root))
    return layout


def vault_path(option: str | Path | None, environ: Mapping[str, str]) -> Path:
    """Return the absolute folder the person means, whether or not a vault is there yet."""
    return Path(homes.vault(environ, str(option or "")))


def cache_home(environ: Mapping[str, str]) -> Path:
    """Return the person's folder for disposable files."""
    return Path(homes.cache_home(environ))


def state_home(environ: Mapping[str, str]) -> Path:
    """Return the person's folder for a program's own state."""
    return Path(homes.state_home(environ))
