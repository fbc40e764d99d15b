"""Who calls: seat tokens and API keys out of a call's metadata."""

import hmac
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Network
from typing import Any, TypeAlias
from urllib.parse import unquote

import grpc

from service import tokens
from service.match import Caller
from service.refusals import NoKey, NoToken, WrongKey

BEARER = "Bearer "
TOKEN = "authorization"
KEY = "x-api-key"
IPV6_PREFIX = 64  # bits; the least that a caller is given
HOSTS_REMEMBERED = 1 << 12
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class Callers:
    """Knows the API keys: names by the hash of each key.  Several keys may have one name.

    Without any key everyone is the administrator of every game.
    """

    def __init__(self, keys: Mapping[str, str]) -> None:
        self._keys = keys

    def caller(self, context: Context) -> Caller:
        """What the call proves; refuses a proof that is malformed or wrong."""
        token = key = None
        for name, value in context.invocation_metadata() or ():
            if name == TOKEN:
                token = value
            elif name == KEY:
                key = value
        return Caller(_token(token), self._name(key))

    def owner(self, context: Context) -> str:
        """The name of the call's API key, which must be there."""
        name = self.caller(context).owner
        if name is None:
            raise NoKey(f"this call needs an API key as metadata {KEY}")
        return name

    def subject(self, context: Context) -> str:
        """Whose limits count: those of the API key, or those of the address."""
        if self._keys:
            for key, value in context.invocation_metadata() or ():
                if key == KEY and (name := self._name(value)):
                    return f"key:{name}"
        return self.address(context)

    def address(self, context: Context) -> str:
        """The limits of those who have no key, or a wrong one."""
        return f"address:{_host(context.peer())}"

    def administrator(self, context: Context) -> Caller:
        return Caller(None, self.owner(context))

    def _name(self, key: Any) -> str | None:
        """Looks at every key, whichever fits."""
        if not self._keys:
            return ""
        if key is None:
            return None
        wanted, found = tokens.key_of(str(key)), None
        for known, name in self._keys.items():
            if hmac.compare_digest(wanted, known):
                found = name
        if found is None:
            raise WrongKey("the API key is not known here")
        return found


def _token(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value.startswith(BEARER):
        raise NoToken("authorization must read 'Bearer <seat token>'")
    return value.removeprefix(BEARER)


@lru_cache(HOSTS_REMEMBERED)
def _host(peer: str) -> str:
    """The address without the port: `ipv4:1.2.3.4:5` to `1.2.3.4`.

    Of IPv6 it is the network: one caller has all of its addresses.
    """
    kind, _, rest = peer.partition(":")
    if kind == "ipv6":
        address = unquote(rest).rpartition(":")[0].strip("[]").partition("%")[0]
        return str(IPv6Network((address, IPV6_PREFIX), strict=False))
    return rest.rpartition(":")[0] if kind == "ipv4" else rest
