"""Measure hooks against a bare interpreter started in the same run; prints ratios and asserts nothing.

    python tests/bench/hook_bench.py [--rounds 200] [--projects 100]

Payloads have the shapes that agents send. The vault is invented; the last lines tell how long an agent's end takes to
become a page, and what preparing the contexts of many projects costs.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from floor import seconds

from wikimem.config import Config
from wikimem.store.homes import MAP
from wikimem.store.layout import Layout
from wikimem.verbs.contexts import prepare

ROOT = Path(__file__).parents[2]
HOOK = "import sys; sys.argv = ['wikimem', 'hook']; from wikimem.__main__ import main; main()"
COMMON = {"session_id": "5b1c9e70-2d4f-4c1a", "transcript_path": "/h/.claude/projects/-shop/5b1c9e70-2d4f-4c1a.jsonl"}
PAYLOADS = {
    "start": {"hook_event_name": "SessionStart", "source": "startup"},
    "prompt": {"hook_event_name": "UserPromptSubmit", "prompt": "Why does the basket forget its items? " * 20},
    "tool": {"hook_event_name": "PostToolUse", "tool_use_id": "t", "tool_response": {"stdout": "x" * 20_000}},
    "big tool": {"hook_event_name": "PostToolUse", "tool_use_id": "t", "tool_response": {"stdout": "x" * 1_000_000}},
    "end": {"hook_event_name": "SessionEnd", "reason": "other"},
}


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--projects", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        environ = {**os.environ, "HOME": scratch, "PYTHONPATH": str(ROOT)}
        for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "WIKIMEM_VAULT", "PYTHONDONTWRITEBYTECODE"):
            environ.pop(name, None)
        subprocess.run([sys.executable, "-m", "wikimem", "--quiet", "init"], env=environ, check=True)
        shop = home / "shop"
        (shop / ".git").mkdir(parents=True)
        (shop / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        measure_end(home, shop, environ)
        measure_hooks(shop, environ, options.rounds)
        measure_contexts(home, options.projects)


def measure_hooks(shop: Path, environ: dict[str, str], rounds: int) -> None:
    """Start an interpreter that does nothing and one hook of each kind in turn."""
    programs = {"bare": ("pass", b"")} | {
        name: (HOOK, json.dumps({**COMMON, "cwd": str(shop), **payload}).encode()) for name, payload in PAYLOADS.items()
    }
    taken: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(rounds):
        for name, (program, data) in programs.items():
            command = [sys.executable, "-c", program]
            run = lambda command=command, data=data: subprocess.run(  # noqa: E731
                command, input=data, env=environ, stdout=subprocess.DEVNULL, check=True
            )
            taken[name].append(seconds(run))
    floors = _percentiles(taken["bare"])
    print(f"bare interpreter  p50 {floors[0] * 1000:5.1f} ms   p95 {floors[1] * 1000:5.1f} ms")
    for name in PAYLOADS:
        middle, high = _percentiles(taken[name])
        print(f"hook, {name:10}  p50 {middle / floors[0]:5.2f} x    p95 {high / floors[1]:5.2f} x")


def measure_end(home: Path, shop: Path, environ: dict[str, str]) -> None:
    """End a session and wait for its page and for what the next session starts from."""
    said = home / "said.jsonl"
    lines = [("user", "Never restart the queue while it is hot."), ("assistant", "Fixed: the queue is drained first.")]
    said.write_text(
        "".join(
            json.dumps(
                {
                    "session": "s-00000001",
                    "role": role,
                    "text": text,
                    "time": f"2026-03-02T10:0{at}:00Z",
                    "cwd": str(shop),
                }
            )
            + "\n"
            for at, (role, text) in enumerate(lines)
        )
    )
    payload = {"session_id": "s-00000001", "transcript_path": str(said), "cwd": str(shop), **PAYLOADS["end"]}
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", HOOK], input=json.dumps(payload).encode(), env=environ, check=True)
    hooked = time.perf_counter() - began
    while not list(home.glob("wikimem/projects/shop/sessions/*/*.md")):
        time.sleep(0.005)
    paged = time.perf_counter() - began
    while not list(home.glob(f".cache/wikimem/contexts/*/{MAP}")):
        time.sleep(0.005)
    ready = time.perf_counter() - began
    print(f"end of a session: hook {hooked * 1000:.0f} ms, page {paged:.2f} s, ready for the next {ready:.2f} s")


def measure_contexts(home: Path, projects: int) -> None:
    """Prepare what agents start from in a vault of many projects."""
    vault = Layout(home / "wikimem", home / ".cache", home / ".local" / "state")
    vault.projects_dir.mkdir(parents=True, exist_ok=True)
    for number in range(projects):
        (vault.projects_dir / f"part-{number}.toml").write_text(f'paths = ["/w/part-{number}"]\n')
        folder = vault.root / "projects" / f"part-{number}"
        folder.mkdir(parents=True)
        bullets = "\n".join(f"- The queue of part {number} keeps job {line}." for line in range(150))
        (folder / "MEMORY.md").write_text(f"---\ntype: Memory\n---\n# Memory\n\n{bullets}\n")
    (vault.contexts_dir / MAP).unlink(missing_ok=True)
    print(f"contexts of {projects} projects: {seconds(lambda: prepare(vault, Config())) * 1000:.0f} ms")


def _percentiles(taken: list[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(taken, n=100)
    return cuts[49], cuts[94]


if __name__ == "__main__":
    main()
