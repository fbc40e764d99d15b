"""API keys and certificates, out of settings and files."""

from pathlib import Path

import grpc

from service import tokens
from service.settings import BadSetting, Settings, is_loopback

SHORTEST_KEY = 16  # characters


def read(settings: Settings) -> dict[str, str]:
    """Names by the hash of each key; several keys may have one name.

    Without any key the server may listen on loopback only.
    """
    lines = settings.api_keys.split(",")
    if settings.api_keys_file:
        lines += _text("api_keys_file", settings.api_keys_file).decode().splitlines()
    pairs = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    keys = dict(map(_pair, pairs))
    if not keys and not is_loopback(settings.address):
        raise BadSetting(
            f"without API keys the server listens on loopback only, not on {settings.address}: "
            "set api_keys_file or BURGRAVE_API_KEYS"
        )
    return keys


def _pair(line: str) -> tuple[str, str]:
    name, _, key = (part.strip() for part in line.partition(":"))
    if not name or len(key) < SHORTEST_KEY:
        raise BadSetting(
            f"an API key is written name:key, the key at least {SHORTEST_KEY} characters long"
        )
    return tokens.key_of(key), name


def credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """What TLS needs; None without TLS."""
    if not settings.tls_certificate:
        return None
    certificate = _text("tls_certificate", settings.tls_certificate)
    key = _text("tls_key", settings.tls_key)
    authority = _text("tls_client_ca", settings.tls_client_ca) if settings.tls_client_ca else None
    return grpc.ssl_server_credentials(
        [(key, certificate)], authority, require_client_auth=authority is not None
    )


def _text(name: str, path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise BadSetting(f"{name}: cannot read {path}: {error.strerror}") from None
