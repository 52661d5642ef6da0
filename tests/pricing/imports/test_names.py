"""Which GPU or provider a written name means: that very one, or none."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Gpu, Provider, ProviderKind
from pricing.imports.names import LONGEST, Names
from tests.pricing.seed_data import ITEMS, PROVIDERS

GPUS = {item.id: item for item in ITEMS if isinstance(item, Gpu)}
NAMES = Names(GPUS, PROVIDERS)


def of(*gpus: Gpu) -> Names:
    """The names of a small book."""
    return Names({gpu.id: gpu for gpu in gpus}, {})


class TestAGpuIsFoundHoweverItIsWritten:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("H100", "H100"),
            ("h100", "H100"),
            ("Ｈ１００", "H100"),
            ("H100 SXM 80GB", "H100"),
            ("NVIDIA H100 80GB HBM3", "H100"),
            ("H100-80GB", "H100"),
            ("h100_sxm5", "H100"),
            ("h100sxm80gb", "H100"),
            ("NVIDIA HGX H100", "H100"),
            ("H100 HGX (80GB)", "H100"),
            ("nvidia-h100-mega-80gb", "H100"),
            ("H100 PCIe", "H100-PCIe"),
            ("NVIDIA H100 PCI-E 80 GB", "H100-PCIe"),
            ("H100 PCIe (NVLink)", "H100-PCIe"),
            ("H100 NVL", "H100-NVL"),
            ("H100 94GB", "H100-NVL"),
            ("NVIDIA H200 NVL 141GB", "H200-NVL"),
            ("A100-SXM4-40GB", "A100-40GB"),
            ("A100SXM480GB", "A100-80GB"),
            ("NVIDIA A100 80GB PCIe", "A100-80GB"),
            ("Tesla A100", "A100"),
            ("英伟达A100 80G", "A100-80GB"),
            ("A10", "A10"),
            ("A10G", "A10G"),
            ("L4", "L4"),
            ("L40", "L40"),
            ("L40S", "L40S"),
            ("RTX 4090", "RTX4090"),
            ("NVIDIA GeForce RTX 4090 24GB", "RTX4090"),
            ("4090", "RTX4090"),
            ("RTX 4090 (48 GB mod)", "RTX4090-48GB"),
            ("RTX 4090 D", "RTX4090D"),
            ("RTXA6000", "A6000"),
            ("RTX-6000-Ada", "RTX6000Ada"),
            ("NVIDIA RTX 6000 Ada Generation", "RTX6000Ada"),
            ("Tesla V100-SXM2-32GB", "V100"),
            ("V100 (16 GB)", "V100"),
            ("MI300X", "MI300X"),
            ("AMD Instinct MI355X 288GB OAM", "MI355X"),
            ("GH200", "GH200"),
            ("GB300 SXM6", "GB300"),
            ("GB200 NVL72", "GB200"),
            ("昇腾910B", "Ascend-910B"),
            ("华为昇腾910B", "Ascend-910B"),
            ("Gaudi 3", "Gaudi3"),
        ],
    )
    def test_it_is_this_one(self, text: str, expected: str) -> None:
        assert NAMES.gpu(text) == expected

    @pytest.mark.parametrize("name", GPUS)
    def test_every_gpu_is_found_by_its_id(self, name: str) -> None:
        assert NAMES.gpu(name) == name
        assert NAMES.gpu(f"NVIDIA {name.lower()} GPU") == name

    @pytest.mark.parametrize(
        ("text", "memory", "form", "expected"),
        [
            ("A100", "40", "", "A100-40GB"),
            ("A100", "80", "SXM", "A100-80GB"),
            ("A100", "79.6", "", "A100-80GB"),  # as a driver shows it
            ("A100 80GB", "640", "", "A100-80GB"),  # the name says it; 640 is of eight
            ("A100", "640", "", "A100"),
            ("A100", "4", "", "A100"),  # a slice: a check asks
            ("H100", "80", "PCIe", "H100-PCIe"),
            ("H100", None, "sxm5", "H100"),
            ("H100", "94", "", "H100-NVL"),
            ("H100", "93.6", "", "H100-NVL"),
            ("H100", None, "NVL", "H100-NVL"),
            ("H100 NVLink", "80", "PCIe", "H100-PCIe"),
            ("RTX 4090", "48", "PCIe", "RTX4090-48GB"),
            ("L40S", "45", "", "L40S"),
            ("B300", "262", "SXM", "B300"),
            ("V100", "32", "", "V100"),
        ],
    )
    def test_memory_and_form_choose_among_its_variants(
        self, text: str, memory: str | None, form: str, expected: str
    ) -> None:
        assert NAMES.gpu(text, Decimal(memory) if memory else None, form) == expected


class TestAnotherGpuIsNeverTaken:
    @pytest.mark.parametrize(
        "text",
        [
            "",
            "GPU",
            "H1000",
            "H10",
            "A100X",
            "T4G",
            "RTX PRO 6000",
            "RTX 6000",
            "Quadro RTX 6000",
            "RTX 4090 Ti",
            "RTX 4080 (32 GB mod)",
            "8x H100",  # how many is the business of another column
            "H800 PCIe",
            "B200 NVL",
            "H100 NVLink",  # SXM, or a pair of PCIe cards
            "NVIDIA A100-SXM4-80GB MIG 1g.10gb",
            "A100-1g.5gb",
            "TPU v5e",
            "Trainium",
            "H" * (LONGEST + 1),
        ],
    )
    def test_it_is_none(self, text: str) -> None:
        assert NAMES.gpu(text) is None

    def test_a_book_without_the_general_name_does_not_guess(self) -> None:
        names = of(Gpu(id="A100-80GB", memory_gb="80"), Gpu(id="H200-NVL", form="NVL", memory_gb="141"))
        assert names.gpu("A100") is None
        assert names.gpu("A100", Decimal(40)) is None
        assert names.gpu("A100", Decimal(80)) == "A100-80GB"
        assert names.gpu("H200", Decimal(141)) is None
        assert names.gpu("H200", form="NVL") == "H200-NVL"

    def test_two_gpus_with_an_equal_claim_to_a_name_are_none(self) -> None:
        names = of(Gpu(id="X1", aliases=("Card",)), Gpu(id="X2", aliases=("Card",)))
        assert names.gpu("Card") is None

    @given(st.text(), st.none() | st.decimals(0, 10_000, places=2), st.text(max_size=8))
    def test_any_text_gives_a_gpu_of_the_book_or_none(self, text: str, memory: Decimal | None, form: str) -> None:
        assert NAMES.gpu(text, memory, form) in {None, *GPUS}
        assert set(NAMES.close(text)) <= set(GPUS)

    @given(st.sampled_from(sorted(name for name in GPUS if "-" not in name)), st.sampled_from("0123456789X"))
    def test_one_more_sign_is_another_name(self, name: str, sign: str) -> None:
        assert NAMES.gpu(name + sign) != name


class TestNearNames:
    @pytest.mark.parametrize(
        ("text", "first"),
        [("H1000", "H100"), ("H800 PCIe", "H800"), ("B300 SXM6 AC", "B300"), ("MI300A", "MI300X"), ("L40-S", "L40S")],
    )
    def test_the_nearest_come_first_and_three_at_most(self, text: str, first: str) -> None:
        found = NAMES.close(text)
        assert found[0] == first
        assert len(found) == len(set(found)) <= 3

    def test_nothing_near_gives_nothing(self) -> None:
        assert NAMES.close("") == NAMES.close("qwertyuiop") == ()


class TestTheMemoryOfOne:
    @pytest.mark.parametrize(
        ("gpu", "stated", "gpus", "expected"),
        [
            ("H100", "640", 8, "80"),
            ("MI300X", "1536", 8, "192"),
            ("A100", "320", 8, "40"),
            ("H100", "80", 8, "80"),
            ("A100", "4", 1, "4"),
            ("H100", "500", 8, "500"),  # neither: a check asks
            ("Unheard", "640", 8, "640"),
        ],
    )
    def test_a_total_is_shared_out_only_where_one_is_known_to_have_that(
        self, gpu: str, stated: str, gpus: int, expected: str
    ) -> None:
        assert NAMES.memory_of_one(gpu, Decimal(stated), gpus) == Decimal(expected)


class TestProviders:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("aws", "aws"),
            ("Amazon Web Services", "aws"),
            ("LATITUDE.SH", "latitude-sh"),
            ("vast-ai", "vast"),
            ("jarvis-labs", "jarvislabs"),
            ("lambdalabs", "lambda"),
            ("Datacrunch", "verda"),
            ("腾讯云", "tencent"),
            ("Oracle Cloud", "oci"),
            ("Oracle Clouds", None),
            ("", None),
        ],
    )
    def test_by_id_name_or_alias_in_any_language(self, text: str, expected: str | None) -> None:
        assert NAMES.provider(text) == expected

    def test_near_ones_are_offered(self) -> None:
        assert NAMES.close_providers("Oblivus Cloud")[0] == "oblivus"
        assert NAMES.close_providers("qwertyuiop") == ()

    @given(st.text())
    def test_any_text_gives_a_provider_of_the_book_or_none(self, text: str) -> None:
        assert NAMES.provider(text) in {None, *PROVIDERS}
        assert set(NAMES.close_providers(text)) <= set(PROVIDERS)

    def test_the_name_of_one_is_not_that_of_another(self) -> None:
        first = Provider(id="one", names={"en": "One"}, kind=ProviderKind.SPECIALISED)
        second = Provider(id="two", names={"en": "Two"}, kind=ProviderKind.SPECIALISED, aliases=("one",))
        assert Names({}, {"one": first, "two": second}).provider("ONE") == "one"
