"""Score recall on LoCoMo: ten long dialogues of two people, and questions with the turns that answer them.

    python tests/bench/locomo_bench.py locomo10.json            the pipeline: captured, compiled, asked
    python tests/bench/locomo_bench.py locomo10.json --floor    plain BM25 over the turns instead

The file is not part of this repository (snap-research/locomo, CC BY-NC: for evaluation only). Each session of a
dialogue is one transcript of the generic front-end: a line a turn, the speaker as author, the session's date as time.
Each dialogue has a vault of its own, so that neither its turns nor its word counts reach the questions of another.

R@10 is the share of a question's evidence among the first ten turns (sessions) cited, each counted once where it is
first cited; MRR is one over the place of the first evidence turn. Categories 1 to 4 have an answer. Those of category 5
ask for what was never said: their evidence is the turn that misleads, and what counts is `answered`.
"""

import argparse
import os
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import fmean

import orjson
import tantivy

sys.path.insert(0, str(Path(__file__).parents[2]))

from wikimem.compiler import Order
from wikimem.store import rawlog
from wikimem.text.tokens import STOP_WORDS, words
from wikimem.wiki import Wiki

CATEGORIES = {1: "several turns", 2: "dates", 3: "inference", 4: "one turn", 5: "never said"}
ANSWERABLE = range(1, 5)
FIRST = 10
"""Turns or sessions that count."""
CITED = 100
"""Hits asked for: enough for ten sessions, however many turns of one are cited."""
WHEN = "%I:%M %p on %d %B, %Y"
NAMED = re.compile(r"D:?(\d+):0*(\d+)")
"""A turn as evidence names it; some lists hold `D8:6; D9:17`, `D:11:26` or `D30:05`."""


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of a dialogue."""

    id: str
    """As evidence names it: `D<session>:<turn>`."""
    speaker: str
    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with the turns that answer it."""

    text: str
    category: int
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """What two people said to each other over months."""

    name: str
    turns: tuple[Said, ...]
    questions: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What recall made of one question."""

    category: int
    turns: float
    sessions: float
    reciprocal: float
    answered: bool


Reply = tuple[Iterable[str], bool]
"""The turns cited, best first, and whether there was an answer."""


def main() -> None:
    """Score the pipeline or the floor, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="locomo10.json")
    parser.add_argument("--floor", action="store_true", help="score plain BM25 instead of the pipeline")
    parser.add_argument("--captions", action="store_true", help="add the captions of shared pictures to the turns")
    parser.add_argument("--limit", type=int, help="questions of each dialogue")
    parser.add_argument("--json", type=Path, metavar="OUT", help="where to write the score of each question")
    options = parser.parse_args()
    found: list[Found] = []
    unscored = 0
    for dialogue in dialogues(orjson.loads(options.file.read_bytes()), captions=options.captions):
        questions = [asked for asked in dialogue.questions if asked.evidence]
        unscored += len(dialogue.questions) - len(questions)
        with tempfile.TemporaryDirectory() as scratch:
            reply = plain(dialogue) if options.floor else piped(dialogue, Path(scratch))
            found += [score(asked, *reply(asked.text)) for asked in questions[: options.limit]]
        print(f"{dialogue.name}: {len(dialogue.turns)} turns", file=sys.stderr)
    print("\n".join(table(found)))
    print(f"{unscored} questions name no turn that exists and are left out")
    if options.json:
        options.json.write_bytes(orjson.dumps(found, option=orjson.OPT_INDENT_2))


def dialogues(document: list[dict], *, captions: bool) -> Iterator[Dialogue]:
    """Yield the dialogues of LoCoMo's file."""
    for entry in document:
        spoken = entry["conversation"]
        turns = []
        for name, said in spoken.items():
            if isinstance(said, list):
                at = datetime.strptime(spoken[f"{name}_date_time"], WHEN).replace(tzinfo=UTC).isoformat()
                turns += [Said(turn["dia_id"], turn["speaker"], text_of(turn, captions), at) for turn in said]
        known = {said.id for said in turns}
        questions = (Asked(one["question"], one["category"], evidence(one["evidence"], known)) for one in entry["qa"])
        yield Dialogue(entry["sample_id"], tuple(turns), tuple(questions))


def text_of(turn: dict, captions: bool) -> str:
    """Return what was said, with the caption of a picture that was shown in the words of LoCoMo's own baselines."""
    shown = turn.get("blip_caption") if captions else ""
    return f"{turn['text']} and shared {shown}." if shown else turn["text"]


def evidence(named: Sequence[str], known: set[str]) -> tuple[str, ...]:
    """Return the turns that a list of evidence names, each once and only those there are."""
    turns = (f"D{session}:{turn}" for text in named for session, turn in NAMED.findall(text))
    return tuple(turn for turn in dict.fromkeys(turns) if turn in known)


def piped(dialogue: Dialogue, scratch: Path) -> Callable[[str], Reply]:
    """Compile a dialogue into a vault and return how to ask it."""
    os.environ.update(HOME=str(scratch), XDG_CACHE_HOME=f"{scratch}/cache", XDG_STATE_HOME=f"{scratch}/state")
    wiki = Wiki.init(scratch / "vault", timezone="UTC")
    report = wiki.compile(Order(tuple(transcripts(dialogue, scratch)), project=dialogue.name))
    if report.failed:
        raise SystemExit(f"not compiled: {', '.join(report.failed)}")
    named = dict(citable(wiki))

    def reply(question: str) -> Reply:
        answer = wiki.ask(question, limit=CITED, signal=False)
        places = ((source.session, source.turn) for hit in answer.hits for source in hit.passage.sources)
        return (named[place] for place in places if place in named), answer.answered

    return reply


def citable(wiki: Wiki) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield what a citation of each turn says, session and number, and the turn's id."""
    for path in rawlog.raw_logs(wiki.vault):
        log = rawlog.read_log(wiki.vault, path)
        session = log.session().id
        yield from (((session, number), record.key) for number, record in log.records())


def transcripts(dialogue: Dialogue, folder: Path) -> Iterator[Path]:
    """Write each session of a dialogue as a transcript of the generic front-end."""
    sessions = defaultdict(list)
    for said in dialogue.turns:
        line = {"id": said.id, "author": said.speaker, "text": said.text, "time": said.at}
        sessions[session_of(said.id)].append(orjson.dumps(line) + b"\n")
    for name, lines in sessions.items():
        path = folder / f"{dialogue.name}-{name}.jsonl"
        path.write_bytes(b"".join(lines))
        yield path


def session_of(turn: str) -> str:
    """Return the session a turn belongs to, as `D<session>`."""
    return turn.partition(":")[0]


def plain(dialogue: Dialogue) -> Callable[[str], Reply]:
    """Return how to ask plain BM25 over the turns, each with its speaker: stems, no stop words in questions."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", tokenizer_name="en_stem")
    index = tantivy.Index(builder.add_text_field("turn", stored=True).build())
    writer = index.writer(15_000_000, 1)
    for said in dialogue.turns:
        writer.add_document(tantivy.Document(text=f"{said.speaker}: {said.text}", turn=said.id))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def reply(question: str) -> Reply:
        query = index.parse_query(" ".join(word for word in words(question) if word not in STOP_WORDS), ["text"])
        found = searcher.search(query, len(dialogue.turns), count=False).hits
        return (searcher.doc(address)["turn"][0] for _, address in found), bool(found)

    return reply


def score(asked: Asked, cited: Iterable[str], answered: bool) -> Found:
    """Return how well the cited turns, best first, answer a question."""
    turns = list(dict.fromkeys(cited))
    sessions = dict.fromkeys(map(session_of, turns))
    places = [place for place, turn in enumerate(turns, 1) if turn in asked.evidence]
    return Found(
        asked.category,
        share(asked.evidence, turns),
        share(set(map(session_of, asked.evidence)), sessions),
        1 / places[0] if places else 0.0,
        answered,
    )


def share(wanted: Collection[str], ranked: Iterable[str]) -> float:
    """Return how much of what is wanted stands among the first ranked."""
    return len(set(wanted) & set(islice(ranked, FIRST))) / len(wanted)


def table(found: Sequence[Found]) -> Iterator[str]:
    """Yield the lines of the table: categories with an answer together, then each."""
    yield f"{'category':20} {'questions':>9} {'turn R@10':>9} {'MRR':>6} {'session R@10':>12} {'answered':>8}"
    groups = {"1 to 4": [one for one in found if one.category in ANSWERABLE]}
    groups |= {f"{key} {name}": [one for one in found if one.category == key] for key, name in CATEGORIES.items()}
    for name, group in groups.items():
        if group:
            means = [
                fmean(getattr(one, field) for one in group) for field in ("turns", "reciprocal", "sessions", "answered")
            ]
            yield "{:20} {:9} {:9.3f} {:6.3f} {:12.3f} {:8.3f}".format(name, len(group), *means)


if __name__ == "__main__":
    main()
