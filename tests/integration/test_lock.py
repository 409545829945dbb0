"""One writer of a vault at a time."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from wikimem.errors import NotAVault, VaultLocked
from wikimem.store.history import History
from wikimem.store.lock import vault_lock

REPOSITORY = Path(__file__).parents[2]

HOLD = """
import sys
from pathlib import Path
from wikimem.store.lock import vault_lock
with vault_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    return History.init(tmp_path / "vault").root


@pytest.fixture
def holder(root):
    command = [sys.executable, "-c", HOLD, str(root)]
    process = subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "held\n"
    yield process
    process.stdin.close()
    process.wait()
    process.stdout.close()


def test_a_second_process_is_told_who_holds_the_vault(root, holder):
    said = []
    with pytest.raises(VaultLocked, match=f"process {holder.pid} "), vault_lock(root, timeout=0.1, waiting=said.append):
        pass
    assert len(said) == 1
    assert str(holder.pid) in said[0]


def test_a_second_process_goes_on_when_the_first_ends(root, holder):
    threading.Timer(0.2, holder.stdin.close).start()
    with vault_lock(root, timeout=20):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_the_lock_falls_with_its_process(root, holder):
    holder.kill()
    holder.wait()
    with vault_lock(root, timeout=5):
        pass


def test_the_same_thread_may_take_it_again_and_keeps_it(root):
    with vault_lock(root):
        with vault_lock(root, timeout=0.1):
            pass
        refused = []

        def other():
            try:
                with vault_lock(root, timeout=0.05):
                    pass
            except VaultLocked as error:
                refused.append(error)

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert len(refused) == 1


def test_a_folder_without_a_repository_is_no_vault(tmp_path):
    with pytest.raises(NotAVault), vault_lock(tmp_path):
        pass
