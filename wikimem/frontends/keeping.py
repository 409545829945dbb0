"""Which agents keep sessions that are no file of their own, and how: their databases and trees, as data.

Apart from the front-ends that read the rows, so that looking for transcripts loads none of them. A query names its rows
by a column `table`; the row that describes the session is called `session`.
"""

from wikimem.model.keeping import Branch, Database, Tree

_OPENCODE = Database(
    "opencode",
    columns=frozenset({"session.directory", "message.data", "part.message_id", "part.data"}),
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

_HERMES = Database(
    "hermes",
    columns=frozenset({"sessions.parent_session_id", "messages.tool_calls", "messages.finish_reason"}),
    sessions="""
        SELECT id, coalesce((SELECT max(id) FROM messages WHERE session_id = sessions.id), 0)
            + 1000000007 * (ended_at IS NOT NULL) + 2000000011 * length(coalesce(title, ''))
        FROM sessions
    """,
    rows=(
        "SELECT 'session' AS \"table\", sessions.*, NULL AS system_prompt FROM sessions WHERE id = :session",
        "SELECT 'message' AS \"table\", messages.* FROM messages WHERE session_id = :session ORDER BY id",
    ),
    documents=frozenset({"model_config", "tool_calls"}),
)

_OPENCLAW = Database(
    "openclaw",
    columns=frozenset({"transcript_events.event_json", "session_windows.session_id"}),
    sessions="""
        SELECT session_id, (SELECT max(seq) + 1 FROM transcript_events WHERE session_id = session_windows.session_id)
        FROM session_windows
    """,
    rows=(
        """SELECT 'session' AS "table", * FROM session_windows WHERE session_id = :session""",
        """SELECT 'event' AS "table", * FROM transcript_events WHERE session_id = :session ORDER BY seq""",
    ),
    documents=frozenset({"event_json"}),
)

_CURSOR_EDITOR = Database(
    "cursor",
    columns=frozenset({"cursorDiskKV.key", "cursorDiskKV.value"}),
    sessions="""
        WITH composer AS (
            SELECT substr(key, 14) AS id, CAST(value AS TEXT) AS value FROM cursorDiskKV
            WHERE key >= 'composerData:' AND key < 'composerData;' AND json_valid(CAST(value AS TEXT))
        ), counted AS (
            SELECT id, value, coalesce(json_array_length(value, '$.fullConversationHeadersOnly'), 0)
                + coalesce(json_array_length(value, '$.conversation'), 0) AS bubbles
            FROM composer
        )
        SELECT id, CAST(json_extract(value, '$.lastUpdatedAt') AS INTEGER) + bubbles FROM counted WHERE bubbles > 0
    """,
    rows=(
        """
        SELECT 'session' AS "table", key, value FROM cursorDiskKV WHERE key = 'composerData:' || :session
        """,
        """
        SELECT 'bubble' AS "table", bubble.key, bubble.value
        FROM cursorDiskKV AS composer
        JOIN json_each(CAST(composer.value AS TEXT), '$.fullConversationHeadersOnly') AS header
        JOIN cursorDiskKV AS bubble
            ON bubble.key = 'bubbleId:' || :session || ':' || json_extract(header.value, '$.bubbleId')
        WHERE composer.key = 'composerData:' || :session ORDER BY header.key
        """,
    ),
    documents=frozenset({"value"}),
)
_CURSOR_CHAT = Database(
    "cursor",
    columns=frozenset({"blobs.data", "meta.value"}),
    sessions="SELECT 'chat', NULL FROM meta WHERE key = '0'",
    rows=(
        """SELECT 'session' AS "table", value AS meta FROM meta WHERE key = '0' AND :session = 'chat'""",
        """SELECT 'blob' AS "table", id, data FROM blobs WHERE :session = 'chat' ORDER BY rowid""",
    ),
    documents=frozenset({"data"}),
)
_GOOSE = Database(
    "goose",
    columns=frozenset({"sessions.working_dir", "messages.content_json"}),
    sessions="SELECT id, (SELECT max(id) FROM messages WHERE session_id = sessions.id) FROM sessions",
    rows=(
        """SELECT 'session' AS "table", * FROM sessions WHERE id = :session""",
        """SELECT 'message' AS "table", * FROM messages WHERE session_id = :session ORDER BY id""",
    ),
    documents=frozenset({"content_json", "metadata_json", "model_config_json"}),
)
_CRUSH = Database(
    "crush",
    columns=frozenset({"sessions.parent_session_id", "messages.parts"}),
    sessions="""
        SELECT id, max(updated_at, coalesce((SELECT max(updated_at) FROM messages WHERE session_id = sessions.id), 0))
        FROM sessions
    """,
    rows=(
        """SELECT 'session' AS "table", * FROM sessions WHERE id = :session""",
        """SELECT 'message' AS "table", * FROM messages WHERE session_id = :session ORDER BY created_at, rowid""",
    ),
    documents=frozenset({"parts"}),
)
_KIRO = Database(
    "kiro",
    columns=frozenset({"conversations_v2.conversation_id", "conversations_v2.value"}),
    sessions="SELECT conversation_id, max(updated_at) FROM conversations_v2 GROUP BY conversation_id",
    rows=(
        """
        SELECT 'session' AS "table", key, value, created_at FROM conversations_v2
        WHERE conversation_id = :session ORDER BY created_at
        """,
    ),
    documents=frozenset({"value"}),
)

DATABASES = (_OPENCODE, _HERMES, _OPENCLAW, _CURSOR_EDITOR, _CURSOR_CHAT, _GOOSE, _CRUSH, _KIRO)
"""Every database we can read; columns tell them apart, the first that has all of its own is it."""

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
