"""From a question to ranked passages and one block of context."""
