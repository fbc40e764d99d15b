"""Traces for OpenTelemetry, if asked for."""

from typing import Any

from service.settings import BadSetting, Settings


def interceptors(settings: Settings) -> list[Any]:
    """What traces every call to the endpoint of the settings; nothing without one."""
    if not settings.traces:
        return []
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        from opentelemetry.instrumentation.grpc import aio_server_interceptor
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise BadSetting("traces needs the extra: pip install 'burgrave[traces]'") from None
    provider = TracerProvider(resource=Resource.create({"service.name": "burgrave"}))
    exporter = OTLPSpanExporter(endpoint=settings.traces, insecure=True)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return [aio_server_interceptor()]  # type: ignore[no-untyped-call]
