"""The laws every front-end keeps. A test class per agent inherits them and supplies transcripts of its own."""

import json
import re
from collections.abc import Iterable
from typing import Any, ClassVar

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wikimem.frontends import FRONTENDS, Frontend
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

INSTANT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z)?")
FUZZ = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


def strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from strings(key)
            yield from strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)


class FrontendSuite:
    name: ClassVar[str]
    file_name: ClassVar[str]
    samples: ClassVar[tuple[bytes, ...]]
    speaker: ClassVar[Role] = Role.PERSON

    def person_line(self, text: str) -> bytes:
        """Return one complete line in which the `speaker` says `text`, given as the inside of a JSON string."""
        raise NotImplementedError

    @property
    def frontend(self) -> Frontend:
        return next(frontend for frontend in FRONTENDS if frontend.name == self.name)

    def identity(self, data: bytes) -> Identity | None:
        return self.frontend.identify(self.file_name, data.splitlines(keepends=True))

    def read(self, data: bytes, identity: Identity | None = None) -> tuple[list[Record], list[Diagnostic]]:
        identity = identity or self.identity(data) or Identity("none")
        found = list(self.frontend.parse(keep_ends(data), identity))
        records = [one for one in found if isinstance(one, Record)]
        return records, [one for one in found if isinstance(one, Diagnostic)]

    def check(self, records: list[Record]) -> None:
        keys = [record.key for record in records]
        assert all(keys)
        assert len(keys) == len(set(keys))
        for record in records:
            assert INSTANT.fullmatch(record.at), record
            for text in strings([record.key, record.text, record.name, record.call, record.message, dict(record.data)]):
                text.encode()
            orjson.dumps(dict(record.data))
            if record.kind is Kind.CALL:
                assert record.act is not None
                assert record.call

    def test_the_first_front_end_that_recognises_a_sample_is_its_own(self) -> None:
        for sample in self.samples:
            found = [one.name for one in FRONTENDS if one.recognise(self.file_name, sample[:65536])]
            assert found[0] == self.name

    def test_samples_are_read_without_findings(self) -> None:
        for sample in self.samples:
            records, findings = self.read(sample)
            assert records
            assert not findings
            self.check(records)

    @FUZZ
    @given(st.lists(st.binary(max_size=60), max_size=6))
    def test_any_bytes_are_read(self, parts: list[bytes]) -> None:
        data = b"\n".join(parts)
        self.frontend.recognise(self.file_name, data)
        self.check(self.read(data)[0])

    @FUZZ
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
            max_leaves=5,
        ),
        st.data(),
    )
    def test_any_value_in_any_field_is_read(self, value: Any, data: st.DataObject) -> None:
        samples = [sample for sample in self.samples if sample.startswith((b"{", b"["))]
        if not samples:
            pytest.skip("no sample is JSON")
        sample = data.draw(st.sampled_from(samples))
        entries = [json.loads(line) for line in sample.splitlines()] if is_lines(sample) else [json.loads(sample)]
        target = data.draw(st.sampled_from([holder for entry in entries for holder in holders(entry)]))
        target[data.draw(st.sampled_from(sorted(target)))] = value
        mutated = "".join(json.dumps(entry) + "\n" for entry in entries).encode()
        self.frontend.recognise(self.file_name, mutated)
        self.check(self.read(mutated)[0])

    @FUZZ
    @given(st.data())
    def test_damaged_samples_are_read(self, data: st.DataObject) -> None:
        sample = data.draw(st.sampled_from(self.samples))
        at = data.draw(st.integers(0, len(sample)))
        cut = data.draw(st.integers(0, 40))
        damaged = sample[:at] + data.draw(st.binary(max_size=8)) + sample[at + cut :]
        self.check(self.read(damaged)[0])

    def test_a_bad_line_is_reported_with_its_number_and_skipped(self) -> None:
        sample = next(filter(is_lines, self.samples), None)
        if sample is None:
            pytest.skip("no sample is JSON lines")
        lines = keep_ends(sample)
        whole, _ = self.read(sample)
        records, findings = self.read(b"".join([lines[0], b'{"half": \n', *lines[1:]]))
        assert [(one.code, one.line) for one in findings] == [("malformed-line", 2)]
        assert records == whole

    def test_a_torn_last_line_is_not_there_yet(self) -> None:
        for sample in filter(is_lines, self.samples):
            lines = keep_ends(sample)
            before, _ = self.read(b"".join(lines[:-1]), self.identity(sample))
            for kept in (1, len(lines[-1]) // 2, len(lines[-1]) - 2):
                records, findings = self.read(b"".join(lines[:-1]) + lines[-1][:kept], self.identity(sample))
                assert records == before
                assert not findings

    def test_a_whole_last_line_needs_no_newline(self) -> None:
        for sample in self.samples:
            assert self.read(sample.rstrip(b"\n")) == self.read(sample)

    def test_a_grown_transcript_begins_with_the_same_records(self) -> None:
        for sample in self.samples:
            identity = self.identity(sample)
            whole, _ = self.read(sample, identity)
            lines = keep_ends(sample)
            for count in range(len(lines)):
                part, _ = self.read(b"".join(lines[:count]), identity)
                assert part == whole[: len(part)]

    def test_blank_lines_change_no_key(self) -> None:
        for sample in filter(is_lines, self.samples):
            spaced = b"\n" + sample.replace(b"\n", b"\n\n")
            assert [one.key for one in self.read(spaced)[0]] == [one.key for one in self.read(sample)[0]]

    def test_glued_lines_are_all_read(self) -> None:
        for sample in filter(is_lines, self.samples):
            glued = sample.rstrip(b"\n").replace(b"\n", b"") + b"\n"
            assert self.read(glued, self.identity(sample)) == self.read(sample)

    def test_a_lone_surrogate_becomes_a_replacement_character(self) -> None:
        records, findings = self.read(self.person_line(r"bad \udc88, good \ud83e\udde9"))
        assert [one.text for one in records if one.role is self.speaker and one.kind is Kind.TEXT] == [
            "bad \ufffd, good \U0001f9e9"
        ]
        assert not findings

    def test_what_wikimem_injected_is_cut_out(self) -> None:
        said = r"before <wikimem-context id=\"a1\">\nold notes\n</wikimem-context> after"
        records, _ = self.read(self.person_line(said))
        assert [one.text for one in records if one.role is self.speaker and one.kind is Kind.TEXT] == ["before  after"]
        assert "old notes" not in repr(records)

    @pytest.mark.parametrize("depth", [150, 5000])
    def test_deep_nesting_is_survived(self, depth: int) -> None:
        line = self.person_line("hello")
        deep = b'{"type": "user", "x": ' + b"[" * depth + b"]" * depth + b"}\n"
        records, _ = self.read(deep + line, self.identity(line))
        self.check(records)
        assert [one.text for one in records if one.role is self.speaker and one.kind is Kind.TEXT] == ["hello"]


def keep_ends(data: bytes) -> list[bytes]:
    return [line + b"\n" for line in data.split(b"\n")[:-1]] + [line for line in data.split(b"\n")[-1:] if line]


def is_lines(sample: bytes) -> bool:
    first, _, rest = sample.partition(b"\n")
    return bool(rest) and first.endswith(b"}")


def holders(value: Any) -> Iterable[dict[str, Any]]:
    """Yield every non-empty object inside a JSON value."""
    if isinstance(value, dict):
        if value:
            yield value
        for item in value.values():
            yield from holders(item)
    elif isinstance(value, list):
        for item in value:
            yield from holders(item)
