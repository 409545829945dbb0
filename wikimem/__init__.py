"""wikimem: a git-backed markdown wiki compiler for the long-term memory of coding agents."""

__version__ = "0.1.0"
