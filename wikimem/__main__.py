"""`wikimem` and `python -m wikimem`."""

import sys


def main() -> None:
    """Run the command line and leave with its exit status; an agent's hook without loading the command line."""
    if sys.argv[1:2] == ["hook"]:
        from wikimem.hook.entry import main as hook

        hook(sys.argv[2:])
        return
    from wikimem.cli.app import cli

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    cli(prog_name="wikimem")


if __name__ == "__main__":
    main()
