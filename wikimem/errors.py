"""Every exception wikimem raises: broken promises, with data instead of prose.

    WikimemError
    ├── UsageError           what was asked cannot be meant (exit 2)
    │   ├── NotAVault        no vault at a path
    │   └── NotFound         no such page, claim, session or revision
    ├── PageError            a page whose frontmatter cannot be understood
    ├── TranscriptUnreadable an agent's database or file that cannot be read now
    ├── ConfigUnreadable     an agent's configuration that was left alone
    └── StoreError           the disk, git or the index did not do what it must
        ├── RawLogDamaged    a sealed raw log no longer matches its seal
        ├── VaultLocked      another process holds the vault
        ├── GitFailed        git ended with an error
        ├── EditedMeanwhile  a person edited what was about to be merged
        └── IndexUnusable    the search index cannot be opened; rebuild it

Findings that stop nothing are `model.diagnostic.Diagnostic` values instead.
"""


class WikimemError(Exception):
    """A promise that could not be kept. `hint` says what the person can do."""

    exit_status = 1

    def __init__(self, message: str, *, hint: str = "", path: str = "", line: int = 0) -> None:
        """Keep the parts apart, so that each interface can phrase and place them."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.path = path
        self.line = line


class UsageError(WikimemError):
    """What was asked cannot be meant."""

    exit_status = 2


class NotAVault(UsageError):
    """There is no vault at the path."""


class NotFound(UsageError):
    """No page, claim, session or revision goes by this name."""


class PageError(WikimemError):
    """A page's frontmatter cannot be understood; its bytes were left alone."""


class TranscriptUnreadable(WikimemError):
    """An agent's transcript cannot be read now; it was left alone, and a later run reads it."""


class ConfigUnreadable(WikimemError):
    """An agent's configuration cannot be understood, or not be edited without harm; its bytes were left alone."""


class StoreError(WikimemError):
    """The disk, git or the index did not do what it must."""


class RawLogDamaged(StoreError):
    """A sealed raw log no longer matches its seal."""


class VaultLocked(StoreError):
    """Another process holds the vault."""


class GitFailed(StoreError):
    """git ended with an error."""


class EditedMeanwhile(StoreError):
    """A person edited a page that was about to be merged; nothing was written."""


class IndexUnusable(StoreError):
    """The search index cannot be opened as it is."""
