"""How generators connect, and how they speak for a seat."""

import socket

# A connection each: the kernel spreads connections, not calls, over the workers of a server.
APART = (("grpc.use_local_subchannel_pool", 1),)


def seat(token: str) -> tuple[tuple[str, str], ...]:
    """Metadata with which a call speaks for a seat; for a spectator, without a token."""
    return (("authorization", f"Bearer {token}"),) if token else ()


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
