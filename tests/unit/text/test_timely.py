"""The cheap sign that a text may speak of a time never misses one."""

from wikimem.text.periods import WORDS
from wikimem.text.timely import TIMELY
from wikimem.text.when import EVENT_WORDS


def test_every_word_that_begins_a_time_is_a_sign() -> None:
    spelled = {word for word in WORDS | EVENT_WORDS if not any(map(str.isdigit, word))}
    assert spelled <= TIMELY
