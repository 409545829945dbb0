"""Words that tell that a text may speak of a time; `text.when` finds out whether it does, and costs more to import."""

_SAID = """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun
    day days week weeks fortnight fortnights month months quarter quarters year years hour hours minute minutes
    today tonight yesterday ago morning afternoon evening night
    before after since until till
"""
TIMELY = frozenset(_SAID.split())
"""In lower case; the other sign of a time is a digit."""
