"""Where a new vault's time zone comes from."""

from pathlib import Path

import pytest

from wikimem.verbs.founding import machine_zone


@pytest.mark.parametrize(
    ("named", "zone"),
    [
        ("Europe/Vienna", "Europe/Vienna"),
        (":Asia/Tokyo", "Asia/Tokyo"),
        ("/usr/share/zoneinfo/America/Lima", "America/Lima"),
        ("Etc/UTC", "UTC"),
        ("CET-1CEST,M3.5.0", "UTC"),
        ("Mars/Base", "UTC"),
        ("../../etc/passwd", "UTC"),
    ],
)
def test_the_environment_names_the_zone(named, zone, tmp_path):
    assert machine_zone({"TZ": named}, tmp_path / "localtime") == zone


@pytest.mark.parametrize("folder", ["zoneinfo", "zoneinfo/posix"])
def test_else_the_machine_does(folder, tmp_path):
    target = tmp_path / folder / "Europe" / "Lisbon"
    target.parent.mkdir(parents=True)
    target.touch()
    (tmp_path / "localtime").symlink_to(target)
    assert machine_zone({}, tmp_path / "localtime") == "Europe/Lisbon"


def test_else_it_is_utc():
    assert machine_zone({}, Path("/nowhere/localtime")) == "UTC"
