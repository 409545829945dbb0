"""Effects on disk: layout, lock, raw logs, pages, git history, index. No thinking."""
