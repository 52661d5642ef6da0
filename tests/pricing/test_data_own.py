"""The models of own hardware add up, count power once and are whole on every day they are there."""

from collections import defaultdict
from decimal import Decimal

import pytest

from pricing.catalog import ComponentKind, Mode
from tests.pricing.seed_data import COMPONENTS, OFFERS, PRICES, value

OWN = [name for name, offer in OFFERS.items() if offer.mode is Mode.OWNED]


class TestOwnHardware:
    def parts(self, offer: str) -> dict[ComponentKind, list[str]]:
        found: dict[ComponentKind, list[str]] = defaultdict(list)
        for component in COMPONENTS.values():
            if component.offer == offer:
                found[component.kind].append(component.id)
        return found

    def test_the_models_are_there(self) -> None:
        names = {"own/article-h100", "own/h100-usd", "own/h200-usd", "own/b200-usd", "own/a100-usd"}
        assert set(OWN) == names

    def test_the_cluster_sheet_is_50_429_440(self) -> None:
        amounts = {name: value(name) for name in COMPONENTS if name.startswith("own/h100-usd/")}
        nodes = 128 * amounts.pop("own/h100-usd/node")
        assert nodes == 39_680_000
        assert nodes + sum(amounts.values()) == 50_429_440

    @pytest.mark.parametrize("name", OWN)
    def test_no_day_sees_half_a_model(self, name: str) -> None:
        first_days = {PRICES[part][0].effective_from for parts in self.parts(name).values() for part in parts}
        assert len(first_days) == 1

    @pytest.mark.parametrize("name", ["own/h200-usd", "own/b200-usd", "own/a100-usd"])
    def test_the_network_is_a_fifth_of_the_hardware(self, name: str) -> None:
        cards, server, network = 8 * value(f"{name}/gpu"), value(f"{name}/server"), value(f"{name}/network")
        assert network / (cards + server + network) == Decimal("0.2")

    @pytest.mark.parametrize("name", OWN)
    def test_power_is_counted_once(self, name: str) -> None:
        """Either operations hold electricity, or there is a draw and a facility rate without it."""
        parts = self.parts(name)
        assert (ComponentKind.POWER_DRAW in parts) == (ComponentKind.FACILITY in parts)
        if ComponentKind.POWER_DRAW not in parts:
            [operations] = parts[ComponentKind.OPERATIONS]
            assert "electricity" in COMPONENTS[operations].note

    def test_every_part_says_what_it_rests_on(self) -> None:
        assert all(component.note for component in COMPONENTS.values())

    def test_cluster_amounts_say_for_which_size(self) -> None:
        for component in COMPONENTS.values():
            per_cluster = component.unit.value.startswith("Cluster")
            assert (component.basis_gpus == 1024) == per_cluster, component.id
