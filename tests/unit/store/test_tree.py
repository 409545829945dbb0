import json
import os
from pathlib import Path
from typing import Any

import pytest

from wikimem.errors import TranscriptUnreadable
from wikimem.frontends.keeping import TREES
from wikimem.store import tree
from wikimem.transcripts import discover, opened, stamp_of


def write(root: Path, name: str, content: Any) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    return path


def files(root: Path, messages: str, parts: str) -> None:
    for number, (id, words) in enumerate((("msg_b", "first"), ("msg_a", "second"))):
        write(root, f"{messages}/{id}.json", {"id": id, "role": "user", "time": {"created": number}})
        write(root, f"{parts.replace('MSG', id)}/prt_1.json", {"id": f"prt_{id}", "messageID": id, "text": words})


def lines(path: Path) -> list[dict[str, Any]]:
    with opened(path) as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize(
    ("session", "messages", "parts"),
    [
        ("session/p1/ses_1.json", "message/ses_1", "part/MSG"),
        ("session/info/ses_1.json", "session/message/ses_1", "session/part/ses_1/MSG"),
    ],
)
def test_both_trees_come_out_in_the_order_of_their_messages(
    tmp_path: Path, session: str, messages: str, parts: str
) -> None:
    path = write(tmp_path, session, {"id": "ses_1"})
    files(tmp_path, messages, parts)
    found = lines(path)
    assert found[0] == {"database": "opencode", "session": "ses_1"}
    assert [(line["table"], line["id"]) for line in found[1:]] == [
        ("session", "ses_1"),
        ("message", "msg_b"),
        ("part", "prt_msg_b"),
        ("message", "msg_a"),
        ("part", "prt_msg_a"),
    ]
    assert found[3]["data"]["text"] == "first"
    assert discover([tmp_path])[0] == [path]


def test_parts_in_one_folder_go_to_their_messages(tmp_path: Path) -> None:
    path = write(tmp_path, "session/p1/ses_1.json", {"id": "ses_1"})
    write(tmp_path, "message/ses_1/1.json", {"id": "msg_1"})
    write(tmp_path, "part/1.json", {"id": "prt_1", "messageID": "msg_1"})
    write(tmp_path, "part/2.json", {"id": "prt_2", "messageID": "msg_of_another"})
    assert [line["id"] for line in lines(path)[1:]] == ["ses_1", "msg_1", "prt_1"]


def test_a_file_that_is_half_written_is_left_for_later(tmp_path: Path) -> None:
    path = write(tmp_path, "session/p1/ses_1.json", {"id": "ses_1"})
    write(tmp_path, "message/ses_1/1.json", {"id": "msg_1"})
    (tmp_path / "message/ses_1/2.json").write_text('{"id": "ms')
    assert [line["id"] for line in lines(path)[1:]] == ["ses_1", "msg_1"]
    path.write_text("{")
    with pytest.raises(TranscriptUnreadable):
        lines(path)


def test_the_stamp_changes_with_any_message(tmp_path: Path) -> None:
    path = write(tmp_path, "session/p1/ses_1.json", {"id": "ses_1"})
    message = write(tmp_path, "message/ses_1/1.json", {"id": "msg_1"})
    before = stamp_of(path)
    assert stamp_of(path) == before
    os.utime(message, ns=(0, message.stat().st_mtime_ns + 1))
    assert stamp_of(path) != before


def test_files_that_only_look_like_leaves_are_transcripts(tmp_path: Path) -> None:
    other = write(tmp_path, "part/a/1.json", {"role": "user", "content": "hi"})
    assert not tree.is_leaf(other, TREES)
    assert discover([tmp_path])[0] == [other]
