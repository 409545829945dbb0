"""Preferences of all sessions share pages by topic; all else keeps its session's subject."""

import pytest

from tests.build import a_claim
from wikimem.model.claim import ClaimKind
from wikimem.passes.subject import subject


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Don't run the integration tests, too slow.", "Testing"),
        ("Never push to main.", "Commits and branches"),
        ("Keep the README short.", "Documentation"),
        ("Write names in English.", "Names and language"),
        ("Never swallow exceptions.", "Errors and logs"),
        ("Prefer subagents for reading.", "Tools and commands"),
        ("Never use inheritance across classes.", "Code style"),
        ("Always ask me first.", "Ways of working"),
    ],
)
def test_a_preference_is_filed_under_its_topic(text, topic):
    (filed,) = subject([a_claim(text, ClaimKind.PREFERENCE)])
    assert filed.subject == topic


def test_other_kinds_keep_the_subject_of_their_session():
    (filed,) = subject([a_claim("The tests run in UTC.", ClaimKind.DECISION)])
    assert filed.subject == "Retry queue"
