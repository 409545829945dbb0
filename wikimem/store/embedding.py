"""The embedding model of the extra `semantic`, and the only door to numpy and tokenizers. `wiki` and `doctor` call it.

The model is static: one vector a token, and a text's vector is the plain mean of those of its tokens. The package
`wordllama` carries its two data files and is never imported: that costs time, and its loader wants to download. They
are trusted by version and size when a question is asked; `doctor` compares their SHA-256 (`damage`). There is no
network in it. A model that is missing or damaged is no embedder, and no error of the question.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wikimem.model.diagnostic import Diagnostic
from wikimem.store.layout import Layout
from wikimem.text.clean import clean

if TYPE_CHECKING:
    from numpy import float16, float32, int8
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from wikimem.store.vectors import Vectors

MODEL = "l2-supercat-256"
"""The model's own name; with `_FORMAT` it names the file of its vectors."""

_FORMAT = 1
"""Raised when a text's vector is made or kept otherwise."""
_TOKENS, _DIMENSIONS = 32_000, 256


class _DataFile(NamedTuple):
    """A file of wordllama 0.4.0.post1."""

    name: str
    size: int
    sha256: str


_TOKENIZER = _DataFile(
    "tokenizers/l2_supercat_tokenizer_config.json",
    1_842_796,
    "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
)
_WEIGHTS = _DataFile(
    "weights/l2_supercat_256.safetensors",
    16_384_096,
    "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
)


def find_model() -> Path | None:
    """Return the folder of the model's files, None when the extra is not installed; nothing is imported for it."""
    if not all(map(find_spec, ("numpy", "tokenizers"))):
        return None
    package = find_spec("wordllama")
    return Path(package.submodule_search_locations[0]) if package and package.submodule_search_locations else None


def damage(folder: Path, *, thorough: bool = True) -> Diagnostic | None:
    """Return what is wrong with the model's files, None when nothing is; their sizes alone unless `thorough`."""
    import hashlib

    for file in (_TOKENIZER, _WEIGHTS):
        path = folder / file.name
        try:
            wrong = path.stat().st_size != file.size or (
                thorough and hashlib.sha256(path.read_bytes()).hexdigest() != file.sha256
            )
        except OSError as error:
            return _unusable(path, f"cannot be read: {error.strerror}")
        if wrong:
            return _unusable(path, "is not the file it should be")
    return None


def open_embedder(vault: Layout, report: Callable[[Diagnostic], None]) -> "StaticEmbedder | None":
    """Return the embedder of a vault, None when there is no model; `report` hears of one that cannot be used."""
    folder = find_model()
    if folder is None:
        return None
    from wikimem.store.vectors import Vectors

    finding = damage(folder, thorough=False)
    if finding is None:
        try:
            return StaticEmbedder(folder, Vectors(vault.vectors_dir / f"{MODEL}.{_FORMAT}.sqlite", _DIMENSIONS))
        except Exception as error:  # noqa: BLE001 (tokenizers raises nothing narrower; numpy may fail to import)
            finding = _unusable(folder, f"cannot be loaded: {error}")
    report(finding)
    return None


class StaticEmbedder:
    """The model with a cache of the vectors it made; an `Embedder`. Any thread may call it.

    A vector is kept as 256 signed bytes, scaled so that its largest component is 127. The scale is not kept: a cosine
    does not depend on it. Cosines differ by less than 0.002 from those of the exact vectors.
    """

    def __init__(self, folder: Path, vectors: "Vectors") -> None:
        """Load the tokenizer and map the weights from `folder`; whatever a damaged file raises comes through."""
        self._tokenizer, self._weights = _loaded(folder)
        self._vectors = vectors

    def likeness(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return for each text the cosine between it and the question, in [-1, 1]; 0 for a text without words.

        Vectors of texts are kept, that of the question is not: nobody redacted it.
        """
        import numpy as np

        from wikimem.store.vectors import key_of

        keys = [key_of(text) for text in texts]
        known = self._vectors.get(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        made = {key: _scaled(self._mean(text)).tobytes() for key, text in missing.items()}
        if made:
            self._vectors.put(made)
            known |= made
        rows = np.frombuffer(b"".join(known[key] for key in keys), np.int8).reshape(-1, _DIMENSIONS).astype(np.float32)
        asked = self._mean(question)
        lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(asked)
        cosines: list[float] = (rows @ asked / np.where(lengths > 0, lengths, 1)).tolist()
        return cosines

    def _mean(self, text: str) -> "NDArray[float32]":
        import numpy as np

        # One text a call: a batch is no faster here, and its threads warn whenever the process forks later.
        tokens = self._tokenizer.encode(clean(text), add_special_tokens=False).ids
        if not tokens:
            return np.zeros(_DIMENSIONS, np.float32)
        mean: NDArray[float32] = self._weights[tokens].mean(axis=0, dtype=np.float32)
        return mean


@lru_cache(maxsize=1)
def _loaded(folder: Path) -> "tuple[Tokenizer, NDArray[float16]]":
    """Return tokenizer and weights; nobody changes them, so that every wiki of a process may use the same."""
    import numpy as np
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER.name))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    header = _WEIGHTS.size - _TOKENS * _DIMENSIONS * 2
    return tokenizer, np.memmap(folder / _WEIGHTS.name, "<f2", "r", header, (_TOKENS, _DIMENSIONS))


def _scaled(vector: "NDArray[float32]") -> "NDArray[int8]":
    import numpy as np

    largest = np.abs(vector).max()
    return np.rint(vector * (127 / largest if largest > 0 else 0)).astype(np.int8)


def _unusable(path: Path, why: str) -> Diagnostic:
    hint = "install it anew: pip install --force-reinstall 'wikimem[semantic]'; until then, questions do without it"
    return Diagnostic("semantic-model", f"the embedding model {why}", path=str(path), hint=hint)
