"""Laws of when a site publishes: a new kind of page is known soon, and models stay few."""

from __future__ import annotations

from upwell.models.pages.clusters.model import ClusterModel
from upwell.models.site import Site, read_alone
from upwell.models.site.reading import UNKNOWN
from upwell.models.tree.parse import parse

from .answers import WORDS, body, url

STRANGE = b"<table>" + b"<tr><td>a fact<td>of another template</tr>" * 30 + b"</table>"


def visit(site: Site, query: str, n: int, nonsense: bool = False) -> tuple[int, bool]:
    """Version of the model that was standing, and whether the page was read as empty."""
    version = site.model.version if site.model else 0
    reading = site.observe(body(query, n, turn=len(query)), url(query), query, nonsense)
    return version, reading.empty


def test_pages_without_a_match_that_come_last_are_soon_read_as_empty() -> None:
    """A model of lists alone says nothing of them; one answer to nonsense calls for the next."""
    site = Site()
    for i in range(22):
        visit(site, f"{WORDS[i % 14]}{i}", 9)
    told = [visit(site, f"zq{i}", 0, nonsense=i < 3) for i in range(9)]
    assert told[3][0] != told[0][0]
    assert [True] * 6 == [empty for _, empty in told[3:]]


def test_the_number_of_models_grows_with_the_logarithm_of_the_pages() -> None:
    """One kind of page: at 20, 40, 80 ..., and when a small one has grown by half."""
    site = Site()
    at = []
    for i in range(400):
        version = site.model.version if site.model else 0
        visit(site, f"{WORDS[i % 14]}{i}", 5 + i % 7)
        if site.model and site.model.version > version:
            at.append(i + 1)
    assert {20, 40, 80, 160, 320} <= set(at)
    assert len(at) <= 12


def test_a_page_that_no_cluster_fits_is_unknown_and_read_by_itself() -> None:
    """What a site's lists have taught is not looked for on it; the learner names it at once."""
    site = Site()
    for i in range(24):
        visit(site, f"{WORDS[i % 14]}{i}", 9)
    model = site.publish()
    assert model is not None
    address = url("strange")
    reading = model.read(STRANGE, address, "strange")
    alone = read_alone(parse(STRANGE, url=address), address, "strange")
    assert UNKNOWN == reading.cluster
    assert model.n_clusters == reading.cluster_rank
    assert (alone.pagelets, alone.objects) == (reading.pagelets, reading.objects)
    assert model.read(body("known", 9), url("known"), "known").cluster != UNKNOWN
    id_ = site.observe(STRANGE, address, "strange").cluster
    known: ClusterModel = model.clusters
    assert id_ not in {UNKNOWN, *(cluster.id for cluster in known.clusters)}
    site.publish()
    assert site.model is not None
    assert site.state.clusters.resolve(id_) == site.model.read(STRANGE, address, "strange").cluster


def test_a_page_that_says_what_empty_pages_say_bears_witness_as_they_do() -> None:
    """Only the first three were asked nonsense; those after are known by what they say."""
    site = Site()
    for i in range(20):
        visit(site, f"{WORDS[i % 14]}{i}", 9)
    for i in range(8):
        visit(site, f"zq{i}", 0, nonsense=i < 3)
    held = site.state.clusters.state.sample.values()
    assert 8 == sum(page.nonsense for page in held)
