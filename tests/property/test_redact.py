"""Redaction of any text: it ends, it is idempotent, it never lets a planted secret through."""

import random
import string

from hypothesis import given
from hypothesis import strategies as st

from wikimem.text.redact import Redactor

ALNUM = string.ascii_letters + string.digits


def token(seed: int) -> str:
    """Return a made-up token of a well-known kind."""
    return "gh" + "p_" + "".join(random.Random(seed).choices(ALNUM, k=36))


FRAGMENTS = st.sampled_from(
    [
        *(
            "password",
            "API_TOKEN",
            "secret",
            "apiKey",
            "Authorization",
            "Bearer ",
            "Basic ",
            "Cookie",
            "--token ",
            "value",
        ),
        *(
            "=",
            ": ",
            ":",
            '"',
            "'",
            "`",
            "\\",
            '\\"',
            "\n",
            " ",
            ",",
            "://",
            "@",
            "[",
            "]",
            "<",
            ">",
            "(",
            "svc:",
            "\udc88",
            "é",
        ),
        *(
            "<private>",
            "</private>",
            "[redacted:",
            "[redacted:token]",
            "redacted:",
            "ab3Kd9xQ2mP7",
            "hunter22",
            "a" * 40,
        ),
        *(
            "-----BEGIN RSA PRIVATE KEY-----",
            "-----END RSA PRIVATE KEY-----",
            "QUJD" * 16,
            "eyJhbGciOi",
            token(1),
            token(2),
        ),
    ]
)
TEXTS = st.one_of(st.text(), st.lists(FRAGMENTS | st.text(max_size=3), max_size=25).map("".join))


@given(TEXTS)
def test_masking_twice_is_masking_once(text: str) -> None:
    redactor = Redactor()
    once = redactor.text(text)
    assert redactor.text(once) == once
    assert Redactor().text(once) == once


@given(TEXTS, TEXTS, st.integers(3, 99))
def test_a_planted_token_never_comes_through(before: str, after: str, seed: int) -> None:
    redactor = Redactor()
    redactor.text(before)
    assert token(seed) not in redactor.text(f"{before} {token(seed)} {after}")


@given(
    st.recursive(
        TEXTS | st.none() | st.integers(), lambda part: st.lists(part) | st.dictionaries(TEXTS, part), max_leaves=8
    )
)
def test_a_value_keeps_its_shape(value: object) -> None:
    masked = Redactor().value(value)
    assert type(masked) is type(value)
    if isinstance(value, list | dict):
        assert len(masked) == len(value)
