"""The embedding model of the extra `semantic`, and what questions do with it and without it."""

import math
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.integration.vaults import PROJECT, ROOT, Vault, asked
from wikimem.model.claim import Source
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.passage import Level, Passage
from wikimem.recall.ask import Means, search
from wikimem.store import embedding
from wikimem.store.embedding import StaticEmbedder, damage, find_model, open_embedder
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.passages import entry_of
from wikimem.verbs.doctor import doctor
from wikimem.wiki import Wiki

installed = pytest.mark.skipif(find_model() is None, reason="the extra `semantic` is not installed")

QUESTION = "How do we ship a new version to customers?"
CLOSE = "We publish a release by tagging the commit; the pipeline builds it and rolls it out to all users."
FAR = "The kettle stops at one hundred degrees because the relay opens."
TEXTS = [CLOSE, FAR, "発売", "    indented\n\tcode(with=tabs)\n", "e\u0301" * 900]


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    return Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")


@pytest.fixture
def embedder(vault: Layout, monkeypatch: pytest.MonkeyPatch) -> StaticEmbedder:
    def refused(*_: object) -> None:
        raise AssertionError("the model must not look for a network")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    opened = open_embedder(vault, must_not_report)
    assert opened is not None
    return opened


def must_not_report(finding: Diagnostic) -> None:
    raise AssertionError(str(finding))


def exact(question: str, texts: Sequence[str]) -> list[float]:
    """The cosines by the libraries' own readers, in full precision."""
    import numpy as np
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    folder = find_model()
    assert folder is not None
    (weights,) = load_file(folder / "weights" / "l2_supercat_256.safetensors").values()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
    vectors = [
        weights[tokenizer.encode(text, add_special_tokens=False).ids].astype(float).mean(axis=0)
        for text in (question, *texts)
    ]
    return [float(vectors[0] @ other / np.linalg.norm(vectors[0]) / np.linalg.norm(other)) for other in vectors[1:]]


@installed
def test_what_means_the_same_is_closer(embedder: StaticEmbedder) -> None:
    close, far = embedder.likeness(QUESTION, [CLOSE, FAR])
    assert close > far + 0.2


@installed
def test_vectors_in_bytes_give_the_same_cosines(embedder: StaticEmbedder) -> None:
    assert embedder.likeness(QUESTION, TEXTS) == pytest.approx(exact(QUESTION, TEXTS), abs=0.01)


@installed
@pytest.mark.parametrize(("question", "text"), [("", CLOSE), (QUESTION, ""), ("", ""), ("\ud800", "\x00\udfff")])
def test_any_text_has_a_likeness(embedder: StaticEmbedder, question: str, text: str) -> None:
    (cosine,) = embedder.likeness(question, [text])
    assert math.isfinite(cosine)
    assert abs(cosine) <= 1.0001
    assert (question and text) or cosine == 0


@installed
def test_no_texts_have_no_likeness(embedder: StaticEmbedder) -> None:
    assert embedder.likeness(QUESTION, []) == []


@installed
def test_a_text_is_embedded_once_and_a_question_never_kept(
    embedder: StaticEmbedder, vault: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = embedder.likeness(QUESTION, [CLOSE, FAR, CLOSE])
    again, seen = open_embedder(vault, must_not_report), []
    assert again is not None
    mean = StaticEmbedder._mean

    def watched(self: StaticEmbedder, text: str) -> Any:
        seen.append(text)
        return mean(self, text)

    monkeypatch.setattr(StaticEmbedder, "_mean", watched)
    assert again.likeness(QUESTION, [CLOSE, FAR, CLOSE]) == before
    assert seen == [QUESTION]


@installed
def test_a_lost_or_damaged_cache_changes_no_likeness(embedder: StaticEmbedder, vault: Layout) -> None:
    before = embedder.likeness(QUESTION, TEXTS)
    (file,) = vault.vectors_dir.iterdir()
    file.write_bytes(file.read_bytes()[:5000])
    assert embedder.likeness(QUESTION, TEXTS) == before
    shutil.rmtree(vault.vectors_dir)
    vault.vectors_dir.write_text("in the way")
    assert embedder.likeness(QUESTION, TEXTS) == before


@installed
def test_of_passages_with_the_same_words_the_closer_in_meaning_is_first(
    embedder: StaticEmbedder, vault: Layout
) -> None:
    said = {
        "meant": "The version goes out to everyone who bought it: tag, build, publish, announce.",
        "other": "The version of the recipe with honey was baked longer and came out dark.",
    }
    passages = [
        Passage(f"raw/x/{name}.jsonl", Level.TURN, "Turn", name, text, sources=(Source(name, 1, "", "x", ""),))
        for name, text in (*said.items(), *((f"filler{n}", f"Filler {n} says nothing.") for n in range(20)))
    ]
    index = Index.rebuild(vault.index_dir, map(entry_of, passages))
    first, second = search(Means(index, embedder=embedder), QUESTION)
    assert (first.passage.title, second.passage.title) == ("meant", "other")
    words = {hit.passage.title: hit.score for hit in search(Means(index), QUESTION)}
    assert first.score > words["meant"]


@installed
def test_the_model_is_as_published() -> None:
    folder = find_model()
    assert folder is not None
    assert damage(folder) is None


@pytest.mark.parametrize("content", [None, b"", bytes(16_384_096)])
def test_a_damaged_model_is_found(tmp_path: Path, content: bytes | None) -> None:
    for file in (embedding._TOKENIZER, embedding._WEIGHTS):
        (tmp_path / file.name).parent.mkdir()
        (tmp_path / file.name).write_bytes(bytes(file.size))
    weights = tmp_path / embedding._WEIGHTS.name
    weights.unlink() if content is None else weights.write_bytes(content)
    finding = damage(tmp_path)
    assert finding is not None
    assert "pip install" in finding.hint


def answers(wiki: Vault) -> list[object]:
    return [wiki.wiki.ask("Why did the firing queue lose jobs?"), wiki.wiki.search("firing queue worker")]


@pytest.fixture
def kiln(tmp_path: Path) -> Vault:
    kiln = Vault(tmp_path)
    kiln.say("one", *asked("Why does the firing queue lose jobs?"))
    kiln.say("two", *asked("The glaze queue is slow", "The worker waits for the kiln, so the queue grows."))
    kiln.compile(project=PROJECT)
    return kiln


def without_extra(name: str, package: str | None = None) -> Any:
    return None if name == "wordllama" else find_spec(name, package)


def test_without_the_extra_words_alone_decide(kiln: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "find_spec", without_extra)
    found = answers(kiln)
    switched_off = Vault(kiln.home, recall_semantic=False)
    assert answers(switched_off) == found
    assert kiln.findings == []
    assert not kiln.layout.vectors_dir.exists()


@pytest.mark.parametrize("fill", [b"", b"x"])
def test_a_model_that_cannot_be_loaded_is_told_once_and_stops_no_question(
    kiln: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fill: bytes
) -> None:
    for file in (embedding._TOKENIZER, embedding._WEIGHTS):
        place = tmp_path / "model" / file.name
        place.parent.mkdir(parents=True)
        place.write_bytes(fill * file.size)
    monkeypatch.setattr(embedding, "find_model", lambda: tmp_path / "model")
    found = answers(kiln)
    assert [finding.code for finding in kiln.findings] == ["semantic-model"]
    assert answers(Vault(kiln.home, recall_semantic=False)) == found


def test_doctor_says_whether_there_is_a_model(vault: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    Wiki.init(vault.root)
    monkeypatch.setattr(embedding, "find_spec", without_extra)
    (finding,) = (found for found in doctor(vault) if found.code == "semantic")
    assert (finding.severity, finding.message) == (Severity.INFO, "off: the extra `semantic` is not installed")
    vault.config.write_text("[recall]\nsemantic = false\n")
    (finding,) = (found for found in doctor(vault) if found.code == "semantic")
    assert finding.message == "off, by the setting recall.semantic"


def test_a_wiki_that_asks_nothing_loads_no_model(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from wikimem.wiki import Wiki;"
        f"Wiki.init(Path({str(tmp_path / 'vault')!r})).status();"
        "print({'numpy', 'tokenizers', 'wordllama', 'sqlite3'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
