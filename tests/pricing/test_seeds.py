"""YAML is read as text, strictly; faults name the file and the line."""

import shutil
from decimal import Decimal
from pathlib import Path

import pytest

from pricing import seeds
from pricing.book import EntryKind
from pricing.catalog import Offer
from pricing.errors import DataError
from pricing.yaml_files import MAX_BYTES, read_yaml
from tests.pricing.books_on_disk import NOW


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "file.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def fault(tmp_path: Path, text: str) -> str:
    path = written(tmp_path, text)
    with pytest.raises(DataError) as caught:
        read_yaml(path)
    assert str(path) in str(caught.value)
    return caught.value.reason


class TestReading:
    def test_every_scalar_is_the_text_that_was_written(self, tmp_path: Path) -> None:
        words = ["23.60", "1e3", "0777", "12:30:45", "no", "2026-03-06", ".5", "1_000", "0x1F", "NaN"]
        assert read_yaml(written(tmp_path, "\n".join(f"- {word}" for word in words))) == words

    def test_nothing_written_is_none(self, tmp_path: Path) -> None:
        assert read_yaml(written(tmp_path, 'a:\nb: ~\nc: null\nd: ""\n')) == {"a": None, "b": None, "c": None, "d": ""}
        assert read_yaml(written(tmp_path, "")) is None

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("a: 1\nb: 2\na: 3\n", "line 3: the key 'a' is there twice"),
            ("- {x: 1, x: 2}\n", "line 1: the key 'x' is there twice"),
            ("a: &x 1\nb: *x\n", "line 1: aliases and anchors are not allowed"),
            ("a: *x\n", "line 1: "),
            ("a: !!python/object/apply:os.system [ls]\n", "line 1: the tag"),
            ("a: !!float 1.5\n", "line 1: the tag"),
            ("a: [1, 2\n", "line 2: "),
            ("a:\n\t- 1\n", "line 2: "),
            ("? [1]\n: 2\n", "line 1: a key must be text"),
            ("a: 1\n---\nb: 2\n", "more than one document"),
            ("[" * 30 + "]" * 30, "nested too deeply"),
        ],
    )
    def test_what_misleads_is_refused(self, tmp_path: Path, text: str, reason: str) -> None:
        assert reason in fault(tmp_path, text)

    def test_an_alias_bomb_is_refused_at_its_first_line(self, tmp_path: Path) -> None:
        levels = "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9))
        assert fault(tmp_path, "a0: &a0 x\n" + levels) == "line 1: aliases and anchors are not allowed"

    def test_size_is_limited(self, tmp_path: Path) -> None:
        assert "split it" in fault(tmp_path, "# " + "x" * MAX_BYTES)

    def test_a_missing_file_and_one_that_is_not_text(self, tmp_path: Path) -> None:
        with pytest.raises(DataError, match="No such file"):
            read_yaml(tmp_path / "nowhere.yaml")
        path = tmp_path / "file.yaml"
        path.write_bytes(b"a: \xff\xfe")
        with pytest.raises(DataError, match="not UTF-8"):
            read_yaml(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The seed data with the prices of one provider only, to be spoilt."""
    shutil.copytree(seeds.DATA, tmp_path / "data", ignore=lambda _, names: [n for n in names if n == "prices"])
    (tmp_path / "data" / "prices").mkdir()
    return tmp_path / "data"


GOOD = """provider: lambda
sources: {list: its price list}
defaults:
  offers: {unit: GPU-Hours, currency: USD}
offers:
  - {id: lambda/h100, name: H100, gpu: H100, gpus_per_node: 8, mode: on-demand,
     prices: [{value: 3.990, observed: 2026-09, source: list}, {value: , from: 2026-12-24, source: list}]}
"""


class TestPrices:
    def test_values_are_exact_and_dated(self, folder: Path) -> None:
        (folder / "prices" / "lambda.yaml").write_text(GOOD)
        items, entries = seeds.load(NOW, folder)
        [offer] = [item for item in items if isinstance(item, Offer)]
        first, last = [entry for entry in entries if entry.kind is EntryKind.PRICE]
        assert offer.provider == "lambda"
        assert (str(first.value), first.effective_from.isoformat(), first.observed_on) == (
            "3.990",
            "2026-09-01",
            "2026-09",
        )
        assert (last.value, last.effective_from.isoformat(), last.source) == (None, "2026-12-24", "its price list")
        assert (first.entered_by, first.entered_at, first.unit.value) == ("seed", NOW, "GPU-Hours")

    @pytest.mark.parametrize(
        ("good", "bad", "reason"),
        [
            ("gpu: H100,", "gpu: H1000,", "line 6: lambda/h100: no GPU 'H1000'"),
            ("provider: lambda", "provider: lamda", "no provider 'lamda'"),
            ("source: list}, ", "source: web}, ", "the source 'web' is not among"),
            ("observed: 2026-09,", "", "must say 'from'"),
            ("observed: 2026-09,", "observed: September,", "not a day, month"),
            ("value: 3.990", "value: three", "not a number"),
            ("value: 3.990", "value: .inf", "not a number"),
            ("value: 3.990", "value: 1e400", "whole digits"),
            ("unit: GPU-Hours", "unit: hours", "unit"),
            ("gpus_per_node: 8", "gpus_per_node: 0", "gpus_per_node"),
            ("gpus_per_node: 8", "gpus_per_nod: 8", "unknown key 'gpus_per_nod'"),
            ("offers:\n  - ", "offer:\n  - ", "unknown section 'offer'"),
            ("mode: on-demand", "mode: rented", "mode"),
            ("offers:\n  - {", "offers:\n  - nothing\n  - {", "a list of tables is expected"),
            ("value: 3.990", "value: 3.990, price: 4", "price"),
        ],
    )
    def test_a_slip_names_the_file_and_the_place(self, folder: Path, good: str, bad: str, reason: str) -> None:
        text = GOOD.replace(good, bad)
        assert text != GOOD
        (folder / "prices" / "lambda.yaml").write_text(text)
        with pytest.raises(DataError, match=r"lambda\.yaml: line") as caught:
            seeds.load(NOW, folder)
        assert reason in caught.value.reason

    def test_an_id_twice_in_two_files(self, folder: Path) -> None:
        (folder / "prices" / "lambda.yaml").write_text(GOOD)
        (folder / "prices" / "lambda-2.yaml").write_text(GOOD)
        with pytest.raises(DataError, match="lambda/h100 is there twice"):
            seeds.load(NOW, folder)

    @pytest.mark.parametrize("name", ["gpus", "providers", "instances", "regions", "assumptions", "exchange"])
    def test_a_missing_or_empty_file_is_named(self, folder: Path, name: str) -> None:
        path = folder / f"{name}.yaml"
        path.write_text("# nothing yet\n")
        with pytest.raises(DataError, match=f"{name}.yaml: is empty"):
            seeds.load(NOW, folder)
        path.unlink()
        with pytest.raises(DataError, match=f"{name}.yaml: No such file"):
            seeds.load(NOW, folder)

    def test_gpu_facts_are_decimals(self, folder: Path) -> None:
        items, _ = seeds.load(NOW, folder)
        tflops = {item.id: getattr(item, "bf16_dense_tflops", None) for item in items}
        assert tflops["RTX4090"] == Decimal("165.2")
