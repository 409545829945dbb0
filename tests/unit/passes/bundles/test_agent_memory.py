"""A memory folder: within its limits, and never taken for the agent's own."""

from tests.unit.passes.bundles.leaves import GLAZES, parcel
from wikimem.frontends import native_memory
from wikimem.model.bundle import BundleFormat
from wikimem.passes.bundles.agent_memory import INDEX, MOST_BYTES, MOST_LINES, from_files, to_files

TOPIC = (
    "---\nname: gloves\ndescription: Wear them\nmetadata:\n  type: feedback\nupdated: 2026-02-01\n---\nWear gloves.\n"
)


def test_an_entry_a_page_and_a_line_of_150_characters() -> None:
    files = to_files(parcel(), "")
    index = files[INDEX].decode()
    line = "- [Glazes: which and why](wikimem-glazes-which-and-why.md) — Use ash glaze on stoneware."
    assert line in index.splitlines()
    topic = files["wikimem-glazes-which-and-why.md"].decode()
    assert "metadata: {type: project}" in topic
    assert "- Use *ash* glaze on stoneware.\n" in topic
    assert "tin" not in topic


def test_many_pages_stay_within_what_is_read() -> None:
    pages = {
        f"projects/kiln/decisions/{n}.md": GLAZES.replace("which and why", f"of shelf {n} {'x' * 90}")
        for n in range(300)
    }
    own = "- [Mine](mine.md) — keep\n" * 20
    files = to_files(parcel(pages), own)
    index = files[INDEX].decode()
    assert index.startswith(own)
    assert index.count("\n") <= MOST_LINES
    assert len(index.encode()) <= MOST_BYTES
    assert all(len(line) <= 150 for line in index.splitlines())
    assert len(files) - 1 == index.count("](wikimem-")


def test_writing_again_replaces_our_lines_alone() -> None:
    index = to_files(parcel(), "Mine.\n")[INDEX].decode()
    assert to_files(parcel(), index)[INDEX].decode() == index
    assert to_files(parcel({}), index)[INDEX].decode() == "Mine.\n"


def test_capture_does_not_take_ours_for_the_agents() -> None:
    name = "/home/a/.claude/projects/-src-kiln/memory/{}".format
    for path, content in to_files(parcel(), "").items():
        assert native_memory.identify(name(path), content.splitlines(keepends=True)) is None


def test_topics_come_in_and_an_index_does_not() -> None:
    files = {INDEX: b"# Memory\n- [Gloves](gloves.md)\n", "gloves.md": TOPIC.encode(), **to_files(parcel({}), "")}
    files |= {path: text for path, text in to_files(parcel(), "").items() if path != INDEX}
    (page,) = from_files(files, BundleFormat.CLAUDE).brought
    assert (page.path, page.at) == ("gloves.md", "2026-02-01")
    assert "\ntitle: gloves\n" in page.text
    (kept,) = from_files({INDEX: b"- [Gloves](gloves.md)\n\nFire slowly.\n"}, BundleFormat.CLAUDE).brought
    assert kept.path == INDEX
