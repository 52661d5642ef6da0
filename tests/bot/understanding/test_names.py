"""Names come from the catalog alone: what an admin adds is understood at once, with all of its aliases."""

import pytest

from bot.understanding.request import Count
from bot.understanding.understand import understand
from bot.understanding.vocabulary import Vocabulary
from pricing.catalog import Gpu, Instance, Provider, Region
from tests.bot.understanding.adapter import TODAY, vocabulary


@pytest.fixture(scope="module")
def grown() -> Vocabulary:
    """The catalog after an admin has added a GPU, a provider, an instance type and a region."""
    before = vocabulary()
    return Vocabulary.of(
        (*before.gpus, Gpu(id="R100", vendor="NVIDIA", memory_gb=288, aliases=("Rubin 100", "鲁宾100"))),
        (
            *before.providers,
            Provider(id="acme", kind="specialised", names={"en": "Acme Cloud", "zh": "顶点云"}, aliases=("acme",)),
        ),
        (*before.instances, Instance(id="ax.rubin-8", gpu="R100", gpus_per_node=8, provider="acme")),
        (*before.regions, Region(id="moon-1", aliases=("Moon", "月球"))),
    )


@pytest.mark.parametrize(
    "text",
    ["64 R100 for 6 weeks", "64 r100s, 6 weeks", "64 Rubin 100 for 6 weeks", "64 R-100, 6wk", "64张鲁宾100，6周"],
)
def test_a_new_gpu_is_understood_by_each_of_its_names(grown: Vocabulary, text: str) -> None:
    said = understand(text, grown, TODAY).request
    assert (said.gpus, said.gpu_count) == (("R100",), Count(low=64, high=64))


@pytest.mark.parametrize(
    "text", ["64 R100 on Acme Cloud, 6 weeks", "64 R100 with acme, 6 weeks", "顶点云64张R100，6周"]
)
def test_a_new_provider_is_understood(grown: Vocabulary, text: str) -> None:
    assert understand(text, grown, TODAY).request.providers == ("acme",)


def test_a_new_instance_type_says_gpu_provider_and_gpus_of_a_node(grown: Vocabulary) -> None:
    said = understand("4 ax.rubin-8 for 2 weeks", grown, TODAY).request
    assert (said.gpus, said.providers, said.nodes, said.gpus_per_node) == (("R100",), ("acme",), 4, 8)
    assert said.gpu_count == Count(low=32, high=32)


@pytest.mark.parametrize("text", ["64 R100 in moon-1, 6 weeks", "64 R100, 6 weeks, region Moon", "月球64张R100，6周"])
def test_a_new_region_is_understood(grown: Vocabulary, text: str) -> None:
    assert understand(text, grown, TODAY).request.region == "moon-1"


def test_what_the_catalog_does_not_hold_is_not_known() -> None:
    reading = understand("64 R100 for 6 weeks", vocabulary(), TODAY)
    assert reading.request.gpus == ()
    assert reading.ask == ("gpu",) or reading.reject == "unknown_gpu"


def test_two_vocabularies_do_not_mix(grown: Vocabulary) -> None:
    assert understand("64 R100 for 6 weeks", grown, TODAY).request.gpus == ("R100",)
    assert understand("64 R100 for 6 weeks", vocabulary(), TODAY).request.gpus == ()


@pytest.mark.parametrize(
    ("text", "gpu"),
    [
        ("64 H100 SXM for 6 weeks", "H100"),
        ("64 H100 SXM5 80GB for 6 weeks", "H100"),
        ("64 H100 (PCIe) for 6 weeks", "H100-PCIe"),
        ("64 NVL H100 for 6 weeks", "H100-NVL"),
        ("64 A100 80G for 6 weeks", "A100-80GB"),
        ("64 80GB A100s for 6 weeks", "A100-80GB"),
        ("64张40G的A100，6周", "A100-40GB"),
        ("64 A100-SXM4-40GB for 6 weeks", "A100-40GB"),
        ("64 A100 for 6 weeks", "A100"),
        ("64 昇腾910B 6周", "Ascend-910B"),
    ],
)
def test_memory_and_form_make_the_variant(text: str, gpu: str) -> None:
    assert understand(text, vocabulary(), TODAY).request.gpus == (gpu,)


def test_a_memory_a_model_does_not_come_in_is_asked_about() -> None:
    reading = understand("64 H100 40GB for 6 weeks", vocabulary(), TODAY)
    assert reading.request.gpus == ()
    assert reading.ask == ("gpu",)
    assert reading.suggestions


def test_a_general_name_takes_what_it_covers_out_of_a_list() -> None:
    before = understand("compare 64 A100 80GB with H100 for 6 weeks", vocabulary(), TODAY).request
    after = understand("drop the A100", vocabulary(), TODAY, before).request
    assert (before.gpus, after.gpus) == (("A100-80GB", "H100"), ("H100",))


def test_an_empty_catalog_knows_no_names() -> None:
    reading = understand("64 H100 on AWS for 6 weeks", Vocabulary.of((), (), (), ()), TODAY)
    assert (reading.request.gpus, reading.request.providers) == ((), ())
    assert reading.request.duration is not None
