import pytest

from wikimem.store.shorten import each_string, shorten

SECRET = "s3cr3t-" + "value"


def mask(text: str) -> str:
    return text.replace(SECRET, "[masked]")


@pytest.mark.parametrize("length", [0, 10, 5_000, 50_000, 500_000])
@pytest.mark.parametrize("where", [0.0, 0.01, 0.3, 0.5, 0.99, 1.0])
def test_no_part_of_a_secret_survives_the_cut(length: int, where: float) -> None:
    at = int(length * where)
    text = "." * at + SECRET + "." * (length - at)
    shortened = shorten(text, 4_096, mask)
    assert not any(SECRET[start : start + 4] in shortened for start in range(len(SECRET) - 3))
    assert len(shortened) <= max(4_096, 2_048 + 1_024 + 200)


@pytest.mark.parametrize("at", [2_040, 2_047, 60_000 - 1_030, 60_000 - 1_024])
def test_a_secret_across_the_edge_is_masked_before_it_is_cut(at: int) -> None:
    text = ("." * at + SECRET).ljust(60_000, ".")
    shortened = shorten(text, 4_096, mask)
    assert SECRET[:5] not in shortened
    assert SECRET[-5:] not in shortened


def test_a_private_span_longer_than_any_margin_is_seen_whole() -> None:
    def mask_span(text: str) -> str:
        start, end = text.find("<private>"), text.find("</private>")
        return text[:start] + "[private]" + text[end + 10 :] if 0 <= start < end else text

    text = "a" * 30_000 + "<private>" + "w" * 90_000 + "</private>" + "b" * 500
    assert "w" not in shorten(text, 4_096, mask_span)


def test_masks_that_swallow_the_margin_are_no_loophole() -> None:
    def mask_long_runs(text: str) -> str:
        return text[:10] + "[masked]" if text.startswith("." * 10 + "q" * 100) else text

    text = "." * 10 + "q" * 100_000
    assert "q" not in shorten(text, 4_096, mask_long_runs)


def test_a_text_that_is_short_once_masked_is_whole() -> None:
    assert shorten(SECRET * 1_000, 8_100, mask) == "[masked]" * 1_000


def test_every_string_is_changed_keys_too() -> None:
    assert each_string({"a": ["b", {"c": 1}], "d": None}, str.upper) == {"A": ["B", {"C": 1}], "D": None}
