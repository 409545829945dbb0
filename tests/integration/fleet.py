"""Several machines with a vault each and one bare repository between them."""

import subprocess
import sys
from pathlib import Path

from tests.integration.vaults import ROOT, Vault
from wikimem.errors import GitFailed
from wikimem.verbs.syncing import Synced

POLICY = b'timezone = "UTC"\n'
"""Configuration of every vault here."""


class Fleet:
    """Vaults `a`, `b`, ... that sync with `hub.git`."""

    def __init__(self, home: Path, names: str = "ab", *, branch: str = "main") -> None:
        self.home = home
        self.hub = home / "hub.git"
        subprocess.run(["git", "init", "-q", "--bare", "-b", branch, self.hub], check=True)
        self.vaults = [self.found(name) for name in names]

    def found(self, name: str) -> Vault:
        """Make one more vault that knows the hub."""
        vault = Vault(self.home / name)
        policy = vault.layout.config
        policy.parent.mkdir(exist_ok=True)
        policy.write_bytes(POLICY)
        vault.git("remote", "add", "origin", str(self.hub))
        return vault

    def settle(self) -> None:
        """Sync all until nobody has anything to tell."""
        for vault in (*self.vaults, *self.vaults[:-1]):
            vault.wiki.sync()

    def sync(self, vault: Vault) -> Synced | None:
        """Sync one vault; None when the hub is out of reach."""
        try:
            return vault.wiki.sync()
        except GitFailed:
            if self.hub.exists():
                raise
            return None

    def part(self) -> None:
        """Take the hub out of reach."""
        if self.hub.exists():
            self.hub.rename(self.home / "away.git")

    def heal(self) -> None:
        """Bring the hub back."""
        if not self.hub.exists():
            (self.home / "away.git").rename(self.hub)

    def crash(self, vault: Vault, before: str) -> None:
        """Sync in a process of its own, which runs `before` first and may kill itself."""
        places = ", ".join(
            f"Path({str(place)!r})" for place in (vault.root, vault.home / "cache", vault.home / "state")
        )
        script = f"""{before}
from pathlib import Path
from wikimem.config import Config
from wikimem.store.layout import Layout
from wikimem.wiki import Wiki
Wiki(Layout({places}), Config()).sync()
"""
        subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False)
        vault.wiki.close()

    def trees(self) -> set[str]:
        """Return the trees of all vaults and of the hub."""
        hub = subprocess.run(["git", "-C", self.hub, "rev-parse", "HEAD^{tree}"], capture_output=True, check=True)
        return {vault.git("rev-parse", "HEAD^{tree}").strip() for vault in self.vaults} | {hub.stdout.decode().strip()}

    def blobs(self) -> bytes:
        """Return every object of every repository, one after the other."""
        content = b""
        for root in (self.hub, *(vault.root for vault in self.vaults)):
            command = ["git", "-C", root, "cat-file", "--batch-all-objects", "--batch"]
            content += subprocess.run(command, capture_output=True, check=True).stdout
        return content
