"""Seat tokens and request keys.  Only hashes are kept; comparisons take constant time."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence

SALT_BYTES = 32


def new_salt() -> bytes:
    return secrets.token_bytes(SALT_BYTES)


def new_game_id() -> str:
    return secrets.token_urlsafe(12)


def seat_tokens(salt: bytes, request_id: str, players: int) -> list[str]:
    """A token a seat.

    A caller who repeats a request gets its tokens again though only their hashes are kept:
    they follow from the salt and the request id.  Without a request id they are random.
    """
    secret = request_id or secrets.token_urlsafe()
    return [
        urlsafe_b64encode(hmac.digest(salt, f"{seat}/{secret}".encode(), "sha256"))
        .rstrip(b"=")
        .decode()
        for seat in range(players)
    ]


def key_of(secret: str) -> str:
    """What is kept of a token or a request id."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seat_of(token: str, seat_keys: Sequence[str]) -> int | None:
    """The seat the token opens; looks at every key, whichever fits."""
    key, found = key_of(token), None
    for seat, known in enumerate(seat_keys):
        if hmac.compare_digest(key, known):
            found = seat
    return found
