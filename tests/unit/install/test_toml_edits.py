import pytest

from wikimem.errors import ConfigUnreadable
from wikimem.install import toml_edits
from wikimem.install.edit import Member
from wikimem.install.rewire import Format, rewire

KEYS = ("mcp_servers", "wikimem")
SERVER = Member(KEYS, {"command": "C:\\wiki mem\\wikimem.exe", "args": ["mcp"]})


def test_a_table_is_appended_and_read_back():
    after, _ = rewire(b'model = "o9"', None, Format.TOML, (), (SERVER,))
    assert after.decode() == (
        'model = "o9"\n\n[mcp_servers.wikimem]\ncommand = "C:\\\\wiki mem\\\\wikimem.exe"\nargs = ["mcp"]\n'
    )
    assert toml_edits.data(after.decode())["mcp_servers"]["wikimem"] == SERVER.value


def test_ours_goes_with_what_the_agent_added_to_it_and_the_comments_of_others_stay():
    text = (
        "# top\n[mcp_servers.a]\ncommand = 'a'\n\n[mcp_servers.wikimem] # ours\ncommand = 'w'\n"
        "[mcp_servers.\"wikimem\".env]\nK = 'V'\n\n# about b\n[mcp_servers.b]\ncommand = 'b'\n"
    )
    assert toml_edits.strip(text, KEYS) == (
        "# top\n[mcp_servers.a]\ncommand = 'a'\n\n# about b\n[mcp_servers.b]\ncommand = 'b'\n"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = \n", "not valid TOML"),
        ("[a\n", "not valid TOML"),
        ("mcp_servers = {}\n", "takes no further table"),
        ("mcp_servers = 2\n", "takes no further table"),
    ],
)
def test_what_takes_no_table_is_refused(text, why):
    with pytest.raises(ConfigUnreadable, match=why):
        rewire(text.encode(), None, Format.TOML, (), (SERVER,))


@pytest.mark.parametrize(
    "text", ["[mcp_servers]\nwikimem = {command = 'w'}\nb = {}\n", "mcp_servers.wikimem.command = 'w'\n"]
)
def test_ours_in_a_form_no_cut_is_sure_of_is_refused(text):
    with pytest.raises(ConfigUnreadable, match="only a hand"):
        rewire(text.encode(), None, Format.TOML, (SERVER,), ())
