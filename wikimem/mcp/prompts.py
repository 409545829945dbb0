"""The prompts a person can pick in an agent: go on where the work was left, and review what the wiki says."""

from typing import Annotated

from pydantic import Field


def resume(
    task: Annotated[str, Field(description="What to go on with; empty means the handoff that waits.")] = "",
) -> str:
    """Go on where the last session of this project left off."""
    aim = f" My task: {task}" if task else ""
    return (
        "Go on where the last session of this project left off. Call `briefing`; when it shows a handoff, call "
        "`handoff_accept` and check its claims against the code before you rely on them. `ask` what you need to know. "
        f"Then tell me in five lines where things stand and what you will do first.{aim}"
    )


def review(
    topic: Annotated[str, Field(description="What to look at; empty means the newest sessions.")] = "",
) -> str:
    """Look through what the wiki says, and find what is wrong, out of date or missing."""
    where = f"about {topic}: `ask` and `search` for it" if topic else "of the newest sessions: call `recent`"
    return (
        f"Review what the wiki says {where}, then `read_page` the pages that matter. Check each claim against the "
        "code. List for me, with the ids of the claims, what is wrong or out of date, what contradicts something "
        "else, and what is missing. Give `feedback` on what you could check. `remember` or `forget` only what I "
        "confirm."
    )
