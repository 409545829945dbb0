"""Which agents keep sessions that are no file of their own, and how: their databases and trees, as data.

Apart from the front-ends that read the rows, so that looking for transcripts loads none of them. A query names its rows
by a column `table`; the row that describes the session is called `session`.
"""

from wikimem.model.keeping import Branch, Database, Tree

_OPENCODE = Database(
    "opencode",
    tables=frozenset({"session", "message", "part", "project"}),
    sessions="""
        SELECT id, max(time_updated, coalesce((SELECT max(time_updated) FROM message WHERE session_id = session.id), 0))
        FROM session
    """,
    rows=(
        """
        SELECT 'session' AS "table", id, parent_id, directory, title, version, time_created
        FROM session WHERE id = :session
        """,
        """
        SELECT 'message' AS "table", id, time_created, data, time_created AS begun, id AS message_id, '' AS part
        FROM message WHERE session_id = :session
        UNION ALL
        SELECT 'part', part.id, part.time_created, part.data, message.time_created, message.id, part.id
        FROM part JOIN message ON message.id = part.message_id WHERE part.session_id = :session
        ORDER BY begun, message_id, part
        """,
    ),
    documents=frozenset({"data"}),
)

DATABASES = (_OPENCODE,)
"""Every database we can read; tables tell them apart, the first that has all of its own is it."""

TREES = (
    Tree(
        "opencode",
        session="session/*/ses_*.json",
        messages=(Branch("message/{id}/*.json"), Branch("session/message/{id}/*.json")),
        parts=(
            Branch("part/{id}/*.json"),
            Branch("session/part/*/{id}/*.json"),
            Branch("part/*.json", owner="messageID"),
        ),
    ),
)
"""Every tree we can read."""
