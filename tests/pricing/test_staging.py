"""What an import would write waits in a file; only the very lines that were previewed are ever read back."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog import Gpu, Offer, Region
from pricing.rows import values
from pricing.staging import Squeezer, Stage, Staged, entered, staging
from tests.pricing.books_on_disk import NOW, a_price, an_offer

DIGITS = st.sampled_from(["12", "12.0", "12.00", "1", "0.5"])


def put(one: Stage, item: Gpu | Offer) -> None:
    """Put something new down."""
    one.item(type(item), values(item))


def stage(path: Path, value: str = "100") -> str:
    """A stage of a GPU, an offer, a price and a subject that was seen; gives its mark."""
    one = Stage(path)
    for item in (Gpu(id="H20", names={"zh": "英伟达"}), an_offer()):
        one.item(type(item), values(item))
    one.entry(values(a_price(value, note='a\n"b" 原价')))
    one.seen("price", an_offer().id)
    return one.finish()


class TestAStage:
    def test_it_gives_back_what_was_put_down(self, tmp_path: Path) -> None:
        path = tmp_path / "imports" / "x.stage"
        with Staged(path, stage(path)) as staged:
            [[offer], [entry], seen] = (list(staged.rows(table)) for table in ("offer", "entry", "seen"))
            assert len(list(staged.rows("gpu"))) == 1
            assert list(staged.rows("fee")) == []
        assert tuple(offer) == values(an_offer())
        assert tuple(entry) == values(a_price("100", note='a\n"b" 原价'))[1:]
        assert seen == [["price", an_offer().id]]

    def test_the_same_lines_have_the_same_mark_and_others_another(self, tmp_path: Path) -> None:
        marks = [stage(tmp_path / name, value) for name, value in (("a", "100"), ("b", "100"), ("c", "100.0"))]
        assert marks[0] == marks[1] != marks[2]

    def test_a_row_is_entered_by_who_confirms_it(self) -> None:
        row = list(values(a_price("100"))[1:])
        names = ("kind", "subject", "value", "currency", "unit", "effective_from", "observed_on", "source", "note")
        assert len(row) == len(names) + 3
        assert entered(row, "li", NOW.isoformat())[-3:] == ("li", NOW.isoformat(), None)

    def test_its_folder_and_file_are_for_nobody_else(self, tmp_path: Path) -> None:
        path = tmp_path / "imports" / "x.stage"
        stage(path)
        assert path.parent.stat().st_mode & 0o077 == 0

    def test_one_that_is_dropped_leaves_nothing(self, tmp_path: Path) -> None:
        one = Stage(tmp_path / "x.stage")
        one.item(Gpu, values(Gpu(id="H20")))
        one.drop()
        assert os.listdir(tmp_path) == []

    def test_while_it_is_made_the_one_before_can_be_read(self, tmp_path: Path) -> None:
        path = tmp_path / "x.stage"
        mark = stage(path)
        another = Stage(path)
        another.item(Gpu, values(Gpu(id="H30")))
        with Staged(path, mark) as staged:
            assert len(list(staged.rows("offer"))) == 1
        another.drop()

    def test_while_it_is_read_another_may_take_its_place(self, tmp_path: Path) -> None:
        path = tmp_path / "x.stage"
        with Staged(path, stage(path, "100")) as staged:
            stage(path, "999")
            [entry] = staged.rows("entry")
        assert entry[2] == "100"

    def test_an_error_while_it_is_made_leaves_nothing(self, tmp_path: Path) -> None:
        with pytest.raises(KeyError), staging(tmp_path / "x.stage") as one:
            one.item(dict, ())  # no table holds one
        assert os.listdir(tmp_path) == []

    @pytest.mark.parametrize("text", ["entry", '["entry",', '\\n["entry",', "\n"])
    def test_what_stands_in_a_cell_is_no_line_of_its_own(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "x.stage"
        with staging(path) as one:
            one.item(Gpu, values(Gpu(id="H20", source=text)))
            mark = one.finish()
        with Staged(path, mark) as staged:
            assert list(staged.rows("entry")) == []
            [gpu] = staged.rows("gpu")
        assert text in gpu


class TestWhatIsNotWhatWasPreviewed:
    @pytest.mark.parametrize(
        "content",
        [
            *(b"", b"\n", b"{", b'["gpu"]\n', b"null\n", b"5\n", b'["gpu", ["H20"], 1]\n', b"\xff\xfe\n"),
            b'["entry", []]\n',
        ],
    )
    def test_it_is_refused(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "x.stage"
        mark = stage(path)
        path.write_bytes(content)
        with pytest.raises(ValueError):  # noqa: PT011
            Staged(path, mark)

    @pytest.mark.parametrize("cut", [1, 10, 200])
    def test_one_that_was_cut_short_is_refused(self, tmp_path: Path, cut: int) -> None:
        path = tmp_path / "x.stage"
        mark = stage(path)
        path.write_bytes(path.read_bytes()[:-cut])
        with pytest.raises(ValueError):  # noqa: PT011
            Staged(path, mark)

    def test_one_with_another_price_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "x.stage"
        mark = stage(path)
        path.write_bytes(path.read_bytes().replace(b'"100"', b'"101"'))
        with pytest.raises(ValueError, match="not what was previewed"):
            Staged(path, mark)

    def test_one_that_is_gone(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            Staged(tmp_path / "x.stage", "")


class TestSqueezed:
    """Rows of a large file are kept in little memory, and nothing of them is lost."""

    @given(st.lists(st.tuples(DIGITS, DIGITS, st.sampled_from(["", "a", "b"])), max_size=8))
    def test_every_item_comes_back_to_its_last_digit(self, rows: list[tuple[str, str, str]]) -> None:
        items = [an_offer(term_months=term, memory_gb=memory, plan=plan) for term, memory, plan in rows]
        squeezer = Squeezer(Offer, ("id", "name"))
        squeezed = [squeezer.squeezed(item) for item in items]
        assert [values(squeezer.item(one)) for one in squeezed] == [values(item) for item in items]
        assert [squeezer.row(one) for one in squeezed] == [values(item) for item in items]

    def test_what_is_the_same_in_many_is_kept_once(self) -> None:
        squeezer = Squeezer(Offer, ("id",))
        one, other = (squeezer.squeezed(an_offer(name)) for name in ("a", "b"))
        assert one[-1] is other[-1]

    @pytest.mark.parametrize("item", [Region(id="eu", aliases=("Europe",)), Gpu(id="H20", names={"zh": "英伟达"})])
    def test_anything_of_the_catalog_can_be(self, item: Region | Gpu) -> None:
        for apart in (tuple(type(item).model_fields)[:-1], ("id",)):
            squeezer = Squeezer(type(item), apart)
            assert squeezer.item(squeezer.squeezed(item)) == item
