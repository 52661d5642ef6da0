"""What words say is the same whether or not they are looked for in a hurry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.checks.words import ANY, Sense, read, says

WORDS = (
    *("spot", "Pre-emptible", "1 year reserved", "on-demand", "Windows", "estimated", "lowest price", "min bid"),
    *("from", "marketplace-from", "GPU only", "attached to", "vCPU", "billed separately", "1/2", "MIG", "估算", "起价"),
    *("最低", "仅显卡", "vm-12", "us-east-1", "", "capacity block", "DWS", "RAM is charged apart", "placeholder"),
)


class TestSeveralTexts:
    @given(st.lists(st.sampled_from(WORDS) | st.text(max_size=20), max_size=5), st.sets(st.sampled_from(list(Sense))))
    def test_say_what_they_say_one_behind_the_other(self, texts: list[str], wanted: set[Sense]) -> None:
        together = read(" | ".join(texts)).senses.keys()
        assert says(tuple(sorted(wanted)), texts) == wanted & together

    @pytest.mark.parametrize(
        ("text", "sense"),
        [
            *(("spot", Sense.SPOT), ("interruptible", Sense.SPOT), ("抢占式", Sense.SPOT)),
            *(("3-year CUD", Sense.COMMITTED), ("Savings Plan", Sense.COMMITTED), ("预留", Sense.COMMITTED)),
            *(("pay as you go", Sense.ON_DEMAND), ("按量", Sense.ON_DEMAND)),
            *(("DWS", Sense.SCHEDULED), ("flex-start", Sense.SCHEDULED), ("defined duration", Sense.SCHEDULED)),
            *(("Windows", Sense.WINDOWS), ("extrapolated", Sense.ESTIMATE), ("guessed", Sense.ESTIMATE)),
            *(("bid floor", Sense.FLOOR), ("starting at", Sense.FLOOR), ("8元起", Sense.FLOOR), ("起价", Sense.FLOOR)),
            *(("from price", Sense.FLOOR), ("marketplace-min", Sense.FLOOR), ("minimum bid", Sense.FLOOR)),
            *(("accelerator only", Sense.PARTIAL), ("GPU running in", Sense.PARTIAL), ("仅显卡", Sense.PARTIAL)),
            *(("vCPUs are sold apart", Sense.PARTIAL), ("1g.10gb", Sense.SLICE), ("half a GPU", Sense.SLICE)),
        ],
    )
    def test_are_heard_by_every_word_that_says_it(self, text: str, sense: Sense) -> None:
        assert says((sense,), ["vm-1", text]) == {sense}
        assert sense in says(ANY, [text, ""])
