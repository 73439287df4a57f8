"""Signatures of webhooks, as the specification "Standard Webhooks" has them."""

from __future__ import annotations

import binascii
import hmac
from base64 import b64decode, b64encode
from hashlib import sha256

from upwell.errors import ConfigError

PREFIX = "whsec_"


def key_of(secret: str) -> bytes:
    """The key of a secret as it is written: `whsec_` and base64.

    >>> key_of("whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=")
    b'secret-secret-secret'
    """
    try:
        key = b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error:
        key = b""
    if len(key) < 16:
        raise ConfigError(
            "the secret of a webhook is whsec_ and at least 24 bytes in base64; "
            "`upwell feed add` makes one when none is given"
        )
    return key


def headers_of(keys: list[bytes], name: str, at: int, body: bytes) -> dict[str, str]:
    """The three headers of one message; one signature a key, so that keys can be changed.

    >>> headers_of([b"secret"], "a.1", 5, b"{}")["webhook-signature"][:9]
    'v1,FBH4IX'
    """
    signed = f"{name}.{at}.".encode() + body
    signatures = [b64encode(hmac.digest(key, signed, sha256)).decode() for key in keys]
    return {
        "webhook-id": name,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }
