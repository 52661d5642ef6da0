"""Which format a file is in is told by what it holds."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.imports import formats
from pricing.imports.source import Source
from pricing.listings import FileRefused, Listing
from tests.pricing.imports.reading import JSON_VALUES, source_of
from tests.pricing.imports.test_google_skus import sku
from tests.pricing.imports.test_offerings import offering
from tests.pricing.imports.test_oracle import PER_GPU, part

SKYPILOT = (
    "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\nx,L4,1,4,16,1,eu,,\n"
)
GPUHUNT = (
    "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size\nx,eu,1,4,16,1,L4,24,False,\n"
)
CLOUD_GPUS = (
    "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name\nAWS,L4,Ada,1,24,4,16,1,1,,g6\n"
)
BY_HAND = "provider,gpu,price,currency,unit\nnebius,L4,1,USD,GPU-Hours\n"
COPIED = "GPU\tOn-demand\tSpot\nH100 SXM\t$2.95/hr\t$1.25/hr\n"


def packed(content: Any) -> str:
    return json.dumps(content)


FILES = {
    "skypilot": SKYPILOT,
    "gpuhunt": GPUHUNT,
    "cloud-gpus": CLOUD_GPUS,
    "oracle": packed({"items": [part("Compute - GPU - A10", PER_GPU, 2)]}),
    "google-skus": packed({"skus": [sku()]}),
    "offerings": packed([offering()]),
    "own": BY_HAND,
    "copied": COPIED,
}


class TestAFileIsToldByWhatItHolds:
    @pytest.mark.parametrize("name", FILES)
    def test_it_is_in_this_format_whatever_it_is_called(self, name: str) -> None:
        found, rows = formats.read_file(source_of(FILES[name], "notes.txt", provider="nebius"))
        assert found == name
        assert any(isinstance(row, Listing) for row in rows)

    @pytest.mark.parametrize("name", FILES)
    def test_only_the_last_format_would_take_another_file_too(self, name: str) -> None:
        known = [one.name for one in formats.FORMATS if one.recognises(source_of(FILES[name]))]
        assert set(known) - {"own", "copied"} <= {name}
        assert known[0] == name

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_a_byte_order_mark_does_not_matter(self, encoding: str) -> None:
        assert formats.read_file(Source("nebius.csv", SKYPILOT.encode(encoding)))[0] == "skypilot"

    @pytest.mark.parametrize("delimiter", [";", "\t"])
    def test_nor_does_another_delimiter(self, delimiter: str) -> None:
        found, rows = formats.read_file(source_of(SKYPILOT.replace(",", delimiter)))
        assert found == "skypilot"
        assert [row.value for row in rows if isinstance(row, Listing)] == [1]

    def test_every_format_has_a_name_of_its_own(self) -> None:
        names = [one.name for one in formats.FORMATS]
        assert len(set(names)) == len(names)
        assert set(names) == set(FILES)


class TestAFileInNoFormat:
    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"", "empty"),
            (b"\xff\xd8\xff\xe0\x00\x10JFIF", "nul|encoding"),
            (b"just some words", "unknown-format"),
            (b"a,b\n1,2\n", "unknown-format"),
            (b"a,a\n1,2\n", "header-twice"),
            (b'{"a": 1}', "unknown-format"),
            (b'{"a": 1', "json"),
            (b"[" * 100_000, "json-deep"),
            (b"PK\x03\x04nothing", "archive"),
        ],
    )
    def test_is_refused_with_what_is_wrong(self, data: bytes, reason: str) -> None:
        with pytest.raises(FileRefused, match=reason):
            list(formats.read_file(Source("x", data))[1])

    def test_the_refusal_names_the_formats_there_are(self) -> None:
        with pytest.raises(FileRefused) as refused:
            formats.read_file(source_of("a,b\n1,2\n"))
        assert set(refused.value.values["known"].split(", ")) == set(FILES)

    @given(st.binary(max_size=200) | JSON_VALUES.map(lambda value: json.dumps(value).encode()))
    def test_anything_is_read_or_refused(self, data: bytes) -> None:
        with contextlib.suppress(FileRefused):
            list(formats.read_file(Source("x", data, provider="nebius"))[1])
