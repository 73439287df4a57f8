"""URLs seen, by hash, in buckets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from upwell.models.frontier.seen import N_BUCKETS, Seen

urls = st.lists(st.integers(0, 200).map(lambda n: f"http://a.example/{n}"), max_size=150)


@given(urls, st.integers(1, 9))
def test_seen_is_a_set_whenever_it_is_written(added: list[str], every: int) -> None:
    seen, oracle = Seen(), set[str]()
    for i, url in enumerate(added):
        assert (url not in oracle) == seen.add(url)
        oracle.add(url)
        if i % every == 0:
            seen.encode_dirty()
        assert len(oracle) == len(seen)
    assert all(url in seen for url in oracle)
    assert "http://b.example/" not in seen


@given(urls, st.integers(1, 9))
def test_buckets_written_one_by_one_hold_everything(added: list[str], every: int) -> None:
    seen, stored = Seen(), dict[str, bytes]()
    for i, url in enumerate(added):
        seen.add(url)
        if i % every == 0:
            stored |= seen.encode_dirty()
    stored |= seen.encode_dirty()
    again = Seen.decode(stored)
    assert len(set(added)) == len(again)
    assert not any(again.add(url) for url in added)
    assert {} == again.encode_dirty()


def test_the_bytes_of_a_bucket_do_not_depend_on_the_order_urls_came_in() -> None:
    forth, back = Seen(), Seen()
    listed = [f"http://a.example/{n}" for n in range(500)]
    for one, other in zip(listed, reversed(listed), strict=True):
        forth.add(one)
        back.add(other)
    assert forth.encode_dirty() == back.encode_dirty()


def test_urls_spread_evenly_and_cost_eight_bytes_each() -> None:
    seen = Seen()
    for n in range(6400):
        seen.add(f"http://a.example/{n}")
    sizes = [len(seen.encode(bucket)) for bucket in range(N_BUCKETS)]
    assert 6400 * 8 == sum(sizes)
    assert max(sizes) < 2 * min(sizes)
