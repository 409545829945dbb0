"""What edits of a person mean for later compiles."""

from tests.build import a_claim
from tests.unit.passes.wiki import Pages
from wikimem.model.edit import Edit
from wikimem.passes.adopt import adopt
from wikimem.text.claims import add_claims, new_page

AT = "2026-03-10T08:41:30Z"
FACTS, MORE = "projects/ferry/facts/retry-queue.md", "projects/ferry/facts/queue.md"
SESSION = "projects/ferry/sessions/2026/2026-03-08-retry-queue-4c81d2f0.md"
LOCK = a_claim("`save` takes the lock before it writes the index.")
FLUSH = a_claim("`flush` reads the whole file on every call.")


def page(*claims):
    return add_claims(new_page("Retry queue", "Fact", "project:ferry", "", (), AT), claims, {}, AT)


def edit(before, after, path=FACTS):
    return Edit(path, before, after, AT)


def ids(found):
    return [claim for claim, _ in found]


def test_a_line_that_is_gone_is_forgotten():
    view = Pages({FACTS: page(FLUSH)})
    assert ids(adopt([edit(page(LOCK, FLUSH), page(FLUSH))], view).gone) == [LOCK.id]


def test_a_line_that_stands_on_another_page_is_not():
    view = Pages({FACTS: page(FLUSH), MORE: page(LOCK)})
    edits = [edit(page(LOCK, FLUSH), page(FLUSH)), edit("", page(LOCK), MORE)]
    assert adopt(edits, view).gone == ()


def test_a_line_that_only_lost_its_block_id_is_not():
    bare = page(LOCK).replace(f" ^{LOCK.id}", "")
    assert adopt([edit(page(LOCK), bare)], Pages({FACTS: bare})).gone == ()


def test_a_bullet_of_their_own_is_no_claim_of_ours():
    notes = "projects/ferry/notes/shopping.md"
    assert adopt([edit("- Milk\n- Tea\n", "- Tea\n", notes)], Pages({notes: "- Tea\n"})).gone == ()


def test_a_line_that_is_back_is_let_in():
    view = Pages({FACTS: page(LOCK)})
    view.forgotten = {LOCK.id}
    assert ids(adopt([edit(page(), page(LOCK))], view).back) == [LOCK.id]


def test_a_line_that_came_and_went_stays_out():
    view = Pages({FACTS: page(FLUSH)})
    view.forgotten = {LOCK.id}
    edits = [edit(page(FLUSH), page(LOCK, FLUSH)), edit(page(LOCK, FLUSH), page(FLUSH))]
    adopted = adopt(edits, view)
    assert adopted.back == ()
    assert ids(adopted.gone) == [LOCK.id]


def test_other_words_are_told_so_that_nothing_quotes_the_old_ones():
    after = page(LOCK).replace("takes the lock", "needs no lock")
    assert adopt([edit(page(LOCK), after)], Pages({FACTS: after})).unsaid == ((FACTS, LOCK.text),)


def test_a_page_under_another_name_was_moved():
    view = Pages({MORE: page(LOCK, FLUSH)})
    adopted = adopt([edit(page(LOCK, FLUSH), ""), edit("", page(LOCK, FLUSH), MORE)], view)
    assert [(one.path, new) for one, new in adopted.moves] == [(FACTS, MORE)]
    assert adopted.gone == ()


def test_the_page_of_a_session_is_theirs_once_it_is_edited_and_stays_out_once_it_is_deleted():
    told = edit("# A\n", "# A\n\nAna was there.\n", SESSION)
    assert adopt([told], Pages({SESSION: told.after})).told == (told,)
    gone = edit("# A\n", "", SESSION)
    assert adopt([gone], Pages()).pages_gone == (gone,)
