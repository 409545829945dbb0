"""The command line: parse, one call on the wiki, print."""
