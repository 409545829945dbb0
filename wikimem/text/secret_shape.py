"""Judge whether a value looks like a secret, and whether a name promises one.

Pure functions over short strings, for `text.secret_scan`, `text.secret_context` and `text.redact`.
They hold the line between `DEPLOY_TOKEN=<40 hex digits>` and `token = tokens[0]`: a name alone never masks, nor does
randomness alone.
"""

import re
from enum import Enum
from functools import lru_cache

from wikimem.text.lazy_pattern import LazyPattern

SHORTEST = 8
"""Length below which a value is not remembered, and not taken for a token."""
LONGEST = 4096
"""Length above which a value is data and not a credential."""
_TELLING = 256
"""So many characters of a value decide what it is, so that a long run of names and signs costs little."""


class Promise(Enum):
    """How firmly a name says that its value is secret."""

    PASSWORD = "password"  # noqa: S105 - names a kind of secret
    """People choose the value, so a word with a digit in it will do."""
    TOKEN = "token"  # noqa: S105 - names a kind of secret
    """A machine made the value, so it must look random."""
    KEY = "key"
    """Any key at all, a cache key as well: it must look random and unlike a hash."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NAME_PARTS = LazyPattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PASSWORDS = frozenset({"password", "passwd", "passphrase", "pwd", "pw", "pass", "passcode"})
_GLUED = LazyPattern(r"(password|passwd|passphrase|secret|token|apikey|accesskey|secretkey|privatekey)\Z")
_KEY_OWNERS = _words(
    "api access secret private auth encryption signing master account shared deploy license service admin client "
    "storage webhook subscription application app sas session hmac crypto cipher root"
)
_NOT_TOKENS = _words(
    "max min num total next page continuation pagination cursor sync prompt completion input output stop eos bos "
    "pad unk mask special cancellation cancel design public publishable reserved first last prev previous current"
)
_NOT_KEYS = _words(
    "public publishable cache primary foreign sort partition object index map dict group row shard routing dedup "
    "translation i18n hot"
)
_ABOUT = _words(
    # A name that goes on with one of these speaks about the secret and does not hold it.
    "id ids name names count counts type types path paths file files filename dir url uri urls endpoint hash "
    "hashes digest len length size limit limits max min ttl expiry expires expiration expired exp age arn ref "
    "refs field fields header headers prefix suffix pattern patterns regex re label env var usage used budget "
    "index idx version kind class provider manager store service policy rotation line pos position start end list "
    "map input output error errors err format placeholder title hint message msg help description desc scope "
    "scopes status valid invalid required enabled disabled rule rules mode strategy source sources detection "
    "scanner strength requirements reset prompt at time date rate cost tokens per"
)


@lru_cache(maxsize=4096)
def promise_of(name: str) -> tuple[Promise, str] | None:
    """Return how firmly `name` promises a secret and the rule to report, or None when it does not.

    `name` is an identifier in any spelling: `ACME_DB_PASSWORD`, `clientSecret`, `x-api-key`, `dbpassword`.
    """
    words = [word.lower() for word in _NAME_PARTS.compiled.findall(name)]
    for last in range(len(words) - 1, -1, -1):
        found = _promise_of_word(words, last)
        if found:
            return None if _ABOUT.intersection(words[last + 1 :]) else found
    return None


def _promise_of_word(words: list[str], at: int) -> tuple[Promise, str] | None:
    word, before = words[at], words[at - 1] if at else ""
    glued = _GLUED.compiled.search(word)
    stem = glued.group(1) if glued else word
    if stem in _PASSWORDS:
        return Promise.PASSWORD, "password"
    if stem in {"secret", "credential", "credentials"}:
        return Promise.TOKEN, "secret"
    if stem == "token" or (word == "pat" and before):
        return None if before in _NOT_TOKENS else (Promise.TOKEN, "token")
    if (glued and stem.endswith("key")) or (word == "key" and before in _KEY_OWNERS):
        return Promise.TOKEN, "api-key"
    if word == "auth" and at == len(words) - 1:
        return Promise.TOKEN, "authorization"
    if word == "key" and before and before not in _NOT_KEYS:
        return Promise.KEY, "api-key"
    return None


_PLACEHOLDER = LazyPattern(
    r"""  <.*>\Z | \{.*\}\Z | \[.*\]\Z | \(.*\)\Z | %\w+%\Z | [\W_]+\Z | \$[{(]
        | .*(?:\$\{ | \{\{ | \.\.\. | … | \*\*\* | (?i:x{4}) )
        | (?i: (?:x{3,}|0+|none|null|nil|true|false|undefined|todo|tbd)\Z
             | .*(?:redacted|changeme|change[-_ ]me|placeholder|your[-_ ]?\w|replace[-_ ]|insert[-_ ]
                 |goes[-_ ]here|(?<![a-z0-9])example(?![a-z0-9])) )
    """,
    re.VERBOSE | re.DOTALL,
)
_VARIABLES = LazyPattern(r"(?:\$\w+)+\Z")
_NO_CREDENTIAL = LazyPattern(
    r"""  \w[\w+.-]*://                                          # an address; its user part has a rule of its own
        | (?:\.{0,2}|~)/(?:[\w.@-]{1,30}/)*[\w.@-]{0,30}\Z        # a path
        | [A-Za-z]:\\ | sha\d+[-:] | md5: | 0x[0-9a-fA-F]{40}\Z | data:
        | \d{4}-\d\d-\d\d(?:[T ]|\Z)                               # a date
        | v?\d+(?:\.\d+)+\S{0,12}\Z                               # a version or an address
        | ENC\[ | !(?:Ref|Sub|GetAtt|vault|secret|env)\b | \w+(?:/[\w.-]+)*\.(?:[a-z]{2,4}|json|yaml|toml|html)\Z
    """,
    re.VERBOSE,
)
_PIECES = LazyPattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_UNSPEAKABLE = LazyPattern(r"(?i)[bcdfghjklmnpqrstvwxz]{6}")
_DIGITS_INSIDE = LazyPattern(r"\d[a-z][a-z0-9]*\d[a-z]|(?=[A-Za-z0-9]{10})[A-Za-z0-9]*[a-z0-9]\d[a-z]")
_TECHNICAL = LazyPattern(
    r"(?i)base(?:32|58|64)|sha\d+|md5|utf(?:8|16)|oauth[12]|i18n|l10n|k8s|e2e|x509|http2|argon2|ed25519|p256"
)
_MADE_UP = LazyPattern(r"(?i)(?<![a-z])(?:test|fake|mock|dummy|sample|demo)(?![a-z])")
_CODE_MARKS = LazyPattern(r"[^\w.+/=~:%@-]")
_HEX = LazyPattern(r"[0-9a-fA-F-]+\Z")
_ONE_WORD = LazyPattern(r"(?:[a-z]+|[A-Z]+)\Z")
_SPEAKS_OF_SECRETS = LazyPattern(r"(?i)pass|secret|token|key|cred|auth")
_SYMBOL_INSIDE = LazyPattern(r"\w.*[^\w\s.:/-].*\w", re.DOTALL)


def is_placeholder(value: str) -> bool:
    """Tell whether a value only stands for one: `<your-token>`, `$TOKEN`, `xxxx`, `changeme`, one of our own masks."""
    if "[redacted:" in value or _PLACEHOLDER.compiled.match(value[:_TELLING]):
        return True
    return _VARIABLES.compiled.match(value) is not None and not looks_random(value)


def looks_secret(value: str, promise: Promise, *, literal: bool) -> bool:
    """Tell whether a value named by `promise` is a secret.

    `literal` says that the value is surely data (quoted, or assigned in a shell) and not an expression of code.
    """
    shortest = 6 if promise is Promise.PASSWORD else SHORTEST
    if not shortest <= len(value) <= LONGEST or is_placeholder(value):
        return False
    value = value[:_TELLING]
    if _NO_CREDENTIAL.compiled.match(value):
        return False
    if " " in value or "\n" in value or (value.isdigit() and promise is not Promise.PASSWORD):
        return False
    if promise is Promise.PASSWORD:
        return _looks_chosen(value, literal=literal)
    if not literal and _CODE_MARKS.compiled.search(value):
        return False
    if promise is Promise.KEY and (len(value) < 20 or _HEX.compiled.match(value)):
        return False
    return looks_random(value)


def _looks_chosen(value: str, *, literal: bool) -> bool:
    """Tell whether a person may have chosen this as a password: more than words."""
    if value.isdigit():
        return literal
    if looks_random(value) and (literal or not _CODE_MARKS.compiled.search(value)):
        return True
    if not literal and (len(value) < 7 or ("." in value and not looks_random(value))):
        return False
    if literal and len(value) >= 12 and _ONE_WORD.compiled.match(value):
        return not _SPEAKS_OF_SECRETS.compiled.search(value)
    return any(c.isdigit() for c in value) or (
        len(value) >= SHORTEST and _SYMBOL_INSIDE.compiled.search(value) is not None
    )


def looks_random(value: str) -> bool:
    """Tell whether a value is too irregular to be words, a name or a version."""
    value = _TECHNICAL.compiled.sub("Tech", value[:_TELLING])
    pieces = _PIECES.compiled.findall(value)
    words = [piece for piece in pieces if not piece[0].isdigit()]
    numbers = [piece for piece in pieces if piece[0].isdigit()]
    if not words or (not numbers and len(value) < 16):
        return False
    if sum(map(len, words)) < 3 * len(words):
        return True
    if _UNSPEAKABLE.compiled.search(value) or _DIGITS_INSIDE.compiled.search(value):
        return True
    return any(len(number) > 4 for number in numbers) and not _MADE_UP.compiled.search(value)


_PHRASE = LazyPattern(r"[A-Za-z]+(?:[ _.-][A-Za-z]+)*\Z")


def is_memorable(value: str, *, private: bool = False) -> bool:
    """Tell whether a secret may be masked wherever it recurs: long enough, and not something people write anyway.

    `private` says that a person marked it, so that a phrase will do; a single common word never does.
    """
    if not SHORTEST <= len(value) <= LONGEST or is_placeholder(value) or value.isdigit():
        return False
    if _PHRASE.compiled.match(value):
        return len(value) >= 16 and (private or looks_random(value))
    return True
