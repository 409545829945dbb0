"""A claim is for its project, unless the person says outright that it holds everywhere."""

import pytest

from tests.build import a_claim, a_session
from wikimem.model.claim import ClaimKind
from wikimem.passes.scope import scope


def scope_of(text, kind=ClaimKind.PREFERENCE, *, by_person=True):
    (scoped,) = scope([a_claim(text, kind, by_person=by_person, scope="")], a_session())
    return scoped.scope


@pytest.mark.parametrize(
    "text",
    ["In all my projects, never commit to main.", "Never commit to main in any repository.", "Use tabs globally."],
)
def test_a_person_can_mean_everywhere(text):
    assert scope_of(text) == "global"


def test_anything_else_is_for_the_project():
    assert scope_of("Never commit to main.") == "project:ferry"
    assert scope_of("Never commit to main in all projects.", ClaimKind.DECISION) == "project:ferry"
    assert scope_of("Never commit to main in all projects.", by_person=False) == "project:ferry"
