import pytest

from tests.unit.install.samples import PROGRAM, setting
from wikimem import templating
from wikimem.errors import UsageError
from wikimem.install.clients import CLIENTS
from wikimem.install.command import Command
from wikimem.install.places import Machine, this_machine

WINDOWS = {"APPDATA": "D:\\Roaming\\Mira", "USERPROFILE": "C:\\Users\\Mira M"}
LINUX = Machine("linux", {}, "/home/mira")
MAC = Machine("darwin", {}, "/Users/mira")
PC = Machine("win32", WINDOWS, "C:\\Users\\Mira M")


@pytest.mark.parametrize(
    ("place", "linux", "mac", "pc"),
    [
        ("~/.x/y", "/home/mira/.x/y", "/Users/mira/.x/y", "C:\\Users\\Mira M\\.x\\y"),
        ("${X_HOME:-~/.x}/y", "/home/mira/.x/y", "/Users/mira/.x/y", "C:\\Users\\Mira M\\.x\\y"),
        (
            "@app/Code/User/mcp.json",
            "/home/mira/.config/Code/User/mcp.json",
            "/Users/mira/Library/Application Support/Code/User/mcp.json",
            "D:\\Roaming\\Mira\\Code\\User\\mcp.json",
        ),
    ],
)
def test_a_place_on_each_platform(place, linux, mac, pc):
    assert [str(machine.path(place)) for machine in (LINUX, MAC, PC)] == [linux, mac, pc]


@pytest.mark.parametrize(
    ("agent", "variable", "folder", "file"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", "/etc/claude", "/etc/claude/.claude.json"),
        ("claude-code", "CLAUDE_CONFIG_DIR", "/etc/claude", "/etc/claude/settings.json"),
        ("codex", "CODEX_HOME", "/x", "/x/config.toml"),
        ("gemini-cli", "GEMINI_CLI_HOME", "/x", "/x/.gemini/settings.json"),
        ("opencode", "XDG_CONFIG_HOME", "/x", "/x/opencode/opencode.json"),
        ("copilot-cli", "COPILOT_HOME", "/x", "/x/mcp-config.json"),
        ("pi", "PI_CODING_AGENT_DIR", "/x", "/x/mcp.json"),
        ("grok-build", "GROK_HOME", "/x", "/x/config.toml"),
        ("hermes", "HERMES_HOME", "/x", "/x/config.yaml"),
        ("openclaw", "OPENCLAW_STATE_DIR", "/x", "/x/openclaw.json"),
    ],
)
def test_moved_folders_are_honoured(agent, variable, folder, file):
    (client,) = (each for each in CLIENTS if each.name == agent)
    machine = Machine("linux", {variable: folder}, "/home/mira")
    assert file in {str(machine.path(place)) for piece in client.pieces for place in piece.on(machine)}


@pytest.mark.parametrize(
    ("agent", "file"),
    [
        ("claude-code", "C:\\Users\\Mira M\\.claude\\settings.json"),
        ("vscode", "D:\\Roaming\\Mira\\Code\\User\\mcp.json"),
        ("claude-desktop", "D:\\Roaming\\Mira\\Claude\\claude_desktop_config.json"),
        ("goose", "D:\\Roaming\\Mira\\Block\\goose\\config\\config.yaml"),
        ("amp", "C:\\Users\\Mira M\\.config\\amp\\settings.json"),
    ],
)
def test_files_on_windows(agent, file):
    (client,) = (each for each in CLIENTS if each.name == agent)
    assert file in {str(PC.path(place)) for piece in client.pieces for place in piece.on(PC)}


def test_scripts_for_a_shell_are_not_made_on_windows():
    (cline,) = (each for each in CLIENTS if each.name == "cline")
    assert [place for piece in cline.pieces for place in piece.on(PC)] == [cline.pieces[0].places[0]]


def test_commands_with_spaces_are_quoted_for_their_shell():
    assert setting().command("cursor").hook_line == "'/opt/my tools/bin/wikimem' hook --agent cursor"
    pc = Command("C:\\Program Files\\wikimem.exe", "cursor", True, templating.render)
    assert pc.hook_line == '"C:/Program Files/wikimem.exe" hook --agent cursor'
    assert pc.hook_powershell == "& 'C:/Program Files/wikimem.exe' hook --agent cursor"
    assert pc.hook[0] == "C:\\Program Files\\wikimem.exe"


def test_the_home_is_the_platforms_own():
    both = {"HOME": "/cygwin/mira", "USERPROFILE": "C:\\Users\\Mira"}
    assert this_machine("win32", both).home == "C:\\Users\\Mira"
    assert this_machine("linux", both).home == "/cygwin/mira"
    with pytest.raises(UsageError, match="no home"):
        this_machine("linux", {"HOME": ""})


def test_every_client_names_files_below_the_home_or_the_project():
    for client in CLIENTS:
        assert all(str(LINUX.path(place)).startswith("/home/mira/") for each in client.pieces for place in each.places)
        assert not any(LINUX.path(place).is_absolute() for each in client.project for place in each.places)
        assert client.pieces or client.advice


def test_no_command_holds_a_version_or_more_than_the_agents_name():
    for client in CLIENTS:
        assert setting().command(client.name).hook == (PROGRAM, "hook", "--agent", client.name)
