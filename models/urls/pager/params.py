"""The numbers of the pager's laws, each with what it means and the test that fails without it."""

from __future__ import annotations

# Characters of a link that turns the page in words of no language we have, an arrow beside them:
# longer texts are titles (tests/urls/pager/test_pager_limits.py).
MAX_TEXT = 40
# Digits of a page or an offset: six are a year and a month, more an identifier (ibid.).
DIGITS = 5
# Short links of a page that are looked at, the first ones: a bound of the time (ibid.).
MAX_ITEMS = 2_000
DECIDING = 2  # pages behind a cursor that refute it: one may be the last (test_verdicts.py)
MAX_CURSORS = 64  # classes of cursors of a site, lowest first: a bound of the state (ibid.)
ELSEWHERE = 3  # links with another session: next pages beside each other are two (test_session.py)
