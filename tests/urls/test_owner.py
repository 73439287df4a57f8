"""Whose a host is: asked of the list of public suffixes only where it can make a difference."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st
from tldextract import TLDExtract

from upwell.models.urls.manners.owner import same_owner

LABELS = st.sampled_from(["a", "b", "www", "co", "uk", "com", "github", "io", "test"])
NAMES = st.lists(LABELS, min_size=1, max_size=4).map(".".join)
HOSTS = NAMES | st.sampled_from(["127.0.0.1", "10.0.0.1"])
_suffixes = TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


@given(HOSTS, HOSTS)
def test_two_hosts_are_of_one_owner_when_their_registered_domains_are_equal(
    one: str, other: str
) -> None:
    owners = [_suffixes(host).top_domain_under_public_suffix or host for host in (one, other)]
    assert (owners[0] == owners[1]) == same_owner(f"http://{one}/", f"http://{other}/")


def test_a_process_that_meets_one_host_imports_no_http_client() -> None:
    """Nor one that meets hosts which have nothing in common."""
    code = (
        "import sys; from upwell.models.urls.manners.owner import same_owner;"
        "assert same_owner('http://a.test/x', 'http://a.test/y');"
        "assert not same_owner('http://a.test/x', 'http://b.example/');"
        "assert 'requests' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
