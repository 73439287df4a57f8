"""What identifies an object where the operator says which columns do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from xxhash import xxh3_64_hexdigest

from ..urls.address import address_of
from .identity import fold_text, object_id
from .identity_table import IdentityRule
from .own_address import Own

LINK = "link"
MOST_VALUES = 12  # of an object, among which an earlier key is looked for


def identity_of(
    site: str, rule: IdentityRule, fields: Mapping[str, str], own: Own | None, text: str
) -> str:
    """The id of an object.

    Parameters
    ----------
    site
        Authority it was found on.
    rule
        How the site's objects are told apart; its `keys` and `refused` are the operator's.
    fields
        What it says, by column.
    own
        Its own page, as links tell it.
    text
        All that it says.

    Examples
    --------
    >>> rule = IdentityRule(keys=("isbn",))
    >>> red, blue = ({"isbn": "0-306-40615-2", "price": price} for price in ("1", "2"))
    >>> identity_of("a.org", rule, red, None, "1") == identity_of("a.org", rule, blue, None, "2")
    True
    """
    if has_key(rule, fields):
        return key_id(site, [fields[name] for name in rule.keys])
    if LINK in rule.refused:
        own = None
    if own is None:
        for name in rule.refused:
            text = text.replace(fields.get(name, ""), " ")
    return object_id(site, own.address if own else None, text)


def has_key(rule: IdentityRule, fields: Mapping[str, str]) -> bool:
    """Whether an object says all columns of the pinned key."""
    return bool(rule.keys) and all(fields.get(name) for name in rule.keys)


def key_id(site: str, values: Iterable[str]) -> str:
    """The id of an object by the values of its key, whatever their columns are called."""
    said = sorted(map(_folded, values))
    return xxh3_64_hexdigest("\n".join([site, "k", *said]).encode("utf-8", "replace"))


def earlier_keys(site: str, values: Iterable[str]) -> Iterator[str]:
    """Ids that an object may have had by keys of one column, or of two."""
    held = list(dict.fromkeys(filter(None, values)))[:MOST_VALUES]
    for n in (1, 2):
        for some in combinations(held, n):
            yield key_id(site, some)


def _folded(value: str) -> str:
    """A value as keys compare it: folded text, or an address as identities have it."""
    if value.startswith(("http://", "https://")):
        return address_of(value).text
    return fold_text(value)
