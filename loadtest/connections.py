"""How generators connect, and how they speak for a seat."""

# A connection each: the kernel spreads connections, not calls, over the workers of a server.
APART = (("grpc.use_local_subchannel_pool", 1),)


def seat(token: str) -> tuple[tuple[str, str], ...]:
    """Metadata with which a call speaks for a seat; for a spectator, without a token."""
    return (("authorization", f"Bearer {token}"),) if token else ()
