"""Pure text: markdown, frontmatter, redaction, names, times. No files, no clock."""
