"""The threads that the digest looks at: those of a workspace, whoever asked in them."""

from pathlib import Path

from bot.conversation import Conversations
from bot.conversation_records import Place


def test_the_latest_threads_come_whoever_asked(tmp_path: Path) -> None:
    seconds = iter(range(1_800_000_000, 1_800_000_100))
    kept = Conversations(tmp_path / "bot.db", lambda: float(next(seconds)))
    for number, asker in enumerate(("U1", "U2", "U1")):
        kept.remember(Place("T1", "C1", f"{number}.1"), own=True, state=f"{number}", asker=asker)
    kept.remember(Place("T1", "C1", "0.1"), own=False, state="again", asker="U2")
    kept.remember(Place("T1", "C1", "9.1"), own=True, state=None)
    kept.remember(Place("T2", "C1", "8.1"), own=True, state="theirs")
    assert [(one.place.root, one.state) for one in kept.latest("T1", 5)] == [
        ("0.1", "again"),
        ("2.1", "2"),
        ("1.1", "1"),
    ]
    assert [one.place.root for one in kept.latest("T1", 1)] == ["0.1"]
    assert kept.latest("T3", 5) == ()
    kept.close()
