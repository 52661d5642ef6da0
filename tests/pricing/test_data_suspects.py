"""Published rows that are known to be wrong or misleading are not in the seed data."""

from decimal import Decimal

import pytest

from pricing.catalog import Mode
from tests.pricing.seed_data import OFFERS, PRICES

# Published rows that are wrong or misleading, with what is wrong about them.
SUSPECTS = [
    ("gcp", "A100-40GB", Mode.COMMITTED, "1.6136", "a flex-start SKU filed as a year's commitment"),
    ("gcp", "A100-80GB", Mode.COMMITTED, "1.8462", "the same"),
    ("gcp", "B200", Mode.COMMITTED, "8.055", "the same"),
    ("aws-sagemaker", "H200", Mode.ON_DEMAND, "45.7689", "half of its sibling"),
    ("runpod", "H200-NVL", Mode.SPOT, "0.5", "a placeholder"),
    ("runpod", "L4", Mode.SPOT, "0.44", "the community price filed as spot"),
    ("oci", "L40S", Mode.ON_DEMAND, "0.6", "another metric"),
    ("runpod", "H100", Mode.ON_DEMAND, "2.89", "the PCIe card filed as SXM"),
    ("vast", "L4", Mode.ON_DEMAND, "0.0218", "one host's floor"),
    ("vast", "A100-40GB", Mode.SPOT, "0.1333", "a lowest bid"),
    ("aws", "H100", Mode.ON_DEMAND, "12.29", "a stale hand-kept price"),
    ("runpod", "H100", Mode.SPOT, "4.76", "a serverless rate"),
    ("jarvislabs", "H100", Mode.SPOT, "1.18", "an estimate"),
    ("massed-compute", "L40", Mode.ON_DEMAND, "5.96", "out of line with its siblings"),
    ("crusoe", "B200", Mode.ON_DEMAND, "7.25", "an estimate"),
    ("vultr", "A100-80GB", Mode.ON_DEMAND, "0.123", "a twentieth of a card"),
    ("vultr", "A100", Mode.ON_DEMAND, "0.123", "the same"),
    ("exoscale", "V100", Mode.ON_DEMAND, "2.01", "host size does not scale with GPUs"),
    ("lambda", "H200", Mode.ON_DEMAND, "1.49", "the price of GH200"),
    ("lambda", "V100", Mode.ON_DEMAND, "5.69", "an 8-GPU node mapped to one GPU"),
    ("paperspace", "H100", Mode.ON_DEMAND, "8.28", "a promotion"),
    ("nhn-cloud", "T4", Mode.ON_DEMAND, "797", "the host's memory as the GPU's"),
    ("azure", "H100-NVL", Mode.ON_DEMAND, "17.64", "Windows"),
    ("azure", "A100-80GB", Mode.ON_DEMAND, "9.554", "Windows"),
    ("azure", "A100-80GB", Mode.ON_DEMAND, "19.108", "Windows"),
    ("azure", "A100-80GB", Mode.ON_DEMAND, "37.186", "Windows"),
    ("crusoe", "GB200", Mode.ON_DEMAND, "4.29", "shifted by a row"),
    ("crusoe", "MI355X", Mode.ON_DEMAND, "3.45", "the same"),
]


class TestSuspects:
    @pytest.mark.parametrize(("provider", "gpu", "mode", "written", "why"), SUSPECTS)
    def test_a_suspect_row_is_not_in(self, provider: str, gpu: str, mode: Mode, written: str, why: str) -> None:
        rows = [name for name, o in OFFERS.items() if (o.provider, o.gpu, o.mode) == (provider, gpu, mode)]
        values = [entry.value for name in rows for entry in PRICES[name]]
        assert Decimal(written) not in values, why

    def test_a_dws_price_is_named_so_and_three_months_are_not_three_years(self) -> None:
        flex = {"1.6136", "1.8462", "4.2008"}
        found = [n for n, o in OFFERS.items() if o.provider == "gcp" for e in PRICES[n] if str(e.value) in flex]
        assert found
        assert all("flex-start" in name and "flex start" in OFFERS[name].note for name in found)
        assert OFFERS["runpod/h100/3m"].term_months == 3
        assert not [o for o in OFFERS.values() if o.provider == "runpod" and o.term_months == 36]

    def test_no_provider_of_suspect_rows_only(self) -> None:
        assert not [offer for offer in OFFERS.values() if offer.provider in ("mithril", "dataoorts")]
