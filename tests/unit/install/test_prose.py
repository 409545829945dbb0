import pytest

from wikimem.errors import ConfigUnreadable
from wikimem.install.edit import Block, Whole
from wikimem.install.rewire import Format, rewire
from wikimem.text.own_marks import BEGIN, END

BLOCK = Block("Ask the wiki.\n")


def test_a_block_is_appended_after_a_blank_line():
    after, _ = rewire(b"# Rules\n", None, Format.PROSE, (), (BLOCK,))
    assert after.decode() == "# Rules\n\n<!-- wikimem:begin -->\nAsk the wiki.\n<!-- wikimem:end -->\n"


def test_what_a_person_wrote_after_the_block_stays():
    after, trace = rewire(b"# Rules\n", None, Format.PROSE, (), (BLOCK,))
    left, _ = rewire(after + b"\nMore.\n", trace, Format.PROSE, (BLOCK,), ())
    assert left == b"# Rules\n\nMore.\n"


def test_a_block_a_person_changed_is_replaced():
    after, trace = rewire(b"# Rules\n", None, Format.PROSE, (), (BLOCK,))
    again, _ = rewire(after.replace(b"Ask", b"Never ask"), trace, Format.PROSE, (BLOCK,), (BLOCK,))
    assert again == after


@pytest.mark.parametrize("text", [BEGIN, f"x\n{END}\n", f"{END}\n{BEGIN}\n"])
def test_a_marker_alone_is_refused(text):
    with pytest.raises(ConfigUnreadable, match="marker"):
        rewire(text.encode(), None, Format.PROSE, (), (BLOCK,))


def test_a_file_of_somebody_else_is_not_overwritten():
    ours = Whole("// written by wikimem install\n")
    for new in ((ours,), ()):
        with pytest.raises(ConfigUnreadable, match="not ours"):
            rewire(b"export default 1\n", None, Format.WHOLE, (ours,), new)


def test_a_file_of_ours_that_changed_goes_all_the_same():
    ours = Whole("// written by wikimem install\n")
    after, trace = rewire(None, None, Format.WHOLE, (), (ours,))
    assert rewire(after + b"more\n", trace, Format.WHOLE, (ours,), ()) == (None, None)


def test_what_is_no_text_is_refused():
    with pytest.raises(ConfigUnreadable, match="not UTF-8"):
        rewire("# ü".encode("latin-1"), None, Format.PROSE, (), (BLOCK,))
