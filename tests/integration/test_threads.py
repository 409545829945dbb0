"""One `Wiki`, many threads: reads at the same time are right and none fails, also while others write."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from tests.integration.vaults import CHECK, PROJECT, QUEUE, Vault, asked
from wikimem.recall import mirror

SCOPE = f"project:{PROJECT}"
THREADS = 6


def filled(tmp_path: Path) -> Vault:
    vault = Vault(tmp_path)
    vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK} {QUEUE}"))
    vault.compile()
    vault.wiki.close()
    return vault


def test_threads_ask_one_wiki_at_once(tmp_path: Path) -> None:
    vault = filled(tmp_path)
    start = Barrier(THREADS)

    def read(number: int) -> list[object]:
        start.wait()
        told: list[object] = []
        for _ in range(8):
            told.append(vault.wiki.ask("Why does the firing queue lose jobs?", project=PROJECT).answered)
            told.append(vault.wiki.recall("make check")[0].text)
            told.append(vault.wiki.search("firing queue")[0].passage.path)
            told.append(vault.wiki.pages.list("Session")[0].type)
            told.append(vault.wiki.memory(agent=f"agent-{number}").recall("make check"))
            with vault.wiki.at("HEAD") as then:
                told.append(then.recall("make check")[0].text)
        return told

    with ThreadPoolExecutor(THREADS) as pool:
        told = list(pool.map(read, range(THREADS)))
    assert all(one == told[0] for one in told)
    assert told[0][:2] == [True, CHECK]


def test_threads_read_while_others_write_and_the_index_is_built_anew(tmp_path: Path) -> None:
    vault = filled(tmp_path)
    start = Barrier(THREADS)

    def work(number: int) -> list[str]:
        start.wait()
        if number == 0:
            return [vault.wiki.remember(f"Kiln number {n} burns gas.", scope=SCOPE).claim for n in range(4)]
        if number == 1:
            return [mirror.rebuilt(vault.layout, vault.wiki.commits, vault.findings.append).head for _ in range(1)]
        if number == 2:
            return [vault.wiki.memory(user="mara").remember(f"Mara likes kiln {n}.").claim for n in range(4)]
        return [claim.text for _ in range(25) for claim in vault.wiki.recall("make check", signal=number == 3)]

    with ThreadPoolExecutor(THREADS) as pool:
        told = list(pool.map(work, range(THREADS)))
    assert all(CHECK in texts for texts in told[3:])
    assert {claim.text for claim in vault.wiki.recall("kiln gas", limit=50)} >= {
        f"Kiln number {n} burns gas." for n in range(4)
    }
    assert len(vault.wiki.memory(user="mara").recall("Mara likes kiln", limit=50)) == 4
    assert vault.passages() == vault.passages(anew=True)
