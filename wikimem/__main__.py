"""`wikimem` and `python -m wikimem`."""

import sys


def main() -> None:
    """Run the command line and leave with its exit status."""
    from wikimem.cli.app import cli

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    cli(prog_name="wikimem")


if __name__ == "__main__":
    main()
