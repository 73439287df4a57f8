"""The words a page record's `outcome` may have: every request ends as one of them.

`ok` means that a body was read, whatever the status; the others say who failed and how.
"""

from __future__ import annotations

OK = "ok"
NOT_MODIFIED = "not_modified"  # 304 to a conditional request: nothing new

BUSY = "busy"  # 429, or 503 with Retry-After: asked to come back later
TIMEOUT = "timeout"
DNS = "dns"  # the name does not resolve
REFUSED = "refused"  # nobody listens, or no way there
RESET = "reset"  # the connection ended before the answer's head
TRUNCATED = "truncated"  # it ended inside the body

TLS = "tls"
PROTOCOL = "protocol"  # what came back is not HTTP
ENCODING = "encoding"  # a content encoding that was not asked for, or that is broken
TOO_LARGE = "too_large"
NOT_HTML = "not_html"
TOO_MANY_REDIRECTS = "too_many_redirects"
ROBOTS = "robots"
FOREIGN = "foreign"  # a redirect to another owner, which nobody named
ACTS = "acts"  # a redirect to an address that does something
FORBIDDEN_ADDRESS = "forbidden_address"  # the address guard
BAD_URL = "bad_url"
FAILED = "failed"  # our own client raised: a fault of ours, told in the detail

# Faults that may pass: asking again later is worth it.
TRANSIENT = frozenset((BUSY, TIMEOUT, DNS, REFUSED, RESET, TRUNCATED))
LASTING = frozenset(
    {TLS, PROTOCOL, ENCODING, TOO_LARGE, NOT_HTML}
    | {TOO_MANY_REDIRECTS, ROBOTS, FOREIGN, ACTS, FORBIDDEN_ADDRESS, BAD_URL, FAILED}
)
ALL = frozenset((OK, NOT_MODIFIED)) | TRANSIENT | LASTING
