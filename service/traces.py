"""Traces for OpenTelemetry, if asked for."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from service.settings import BadSetting, Settings

FLUSH_SECONDS = 2.0  # for a collector to take what is left when the server stops


@contextmanager
def tracing(settings: Settings) -> Iterator[list[Any]]:
    """Interceptors that trace every call to the endpoint of the settings; none without one.

    On leaving, what has not been sent is.
    """
    if not settings.traces:
        yield []
        return
    try:
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        from opentelemetry.instrumentation.grpc import aio_server_interceptor
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise BadSetting("traces needs the extra: pip install 'burgrave[traces]'") from None
    provider = TracerProvider(
        resource=Resource.create({"service.name": "burgrave"}), shutdown_on_exit=False
    )
    # An endpoint of https:// goes over TLS all the same.
    exporter = OTLPSpanExporter(endpoint=settings.traces, insecure=True)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    try:
        yield [aio_server_interceptor(tracer_provider=provider)]  # type: ignore[no-untyped-call]
    finally:
        flushing = threading.Thread(target=provider.shutdown, daemon=True)
        flushing.start()
        flushing.join(FLUSH_SECONDS)
