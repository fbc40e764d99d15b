# Two stages: the first compiles the wheels, the second only runs them.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE ./
COPY proto proto
COPY engine engine
COPY ai ai
COPY service service
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[traces]'

FROM python:3.13-slim
RUN --mount=from=build,source=/wheels,target=/wheels pip install --no-cache-dir --no-index --find-links /wheels 'burgrave[traces]' \
    && useradd --system --uid 10001 burgrave && install -d -o burgrave /data
# The root file system may be read-only: games go to /data, the counters of the workers to /tmp.
USER 10001
WORKDIR /data
VOLUME /data /tmp
EXPOSE 50051 9090
ENV BURGRAVE_ADDRESS=0.0.0.0:50051 \
    BURGRAVE_DATABASE=/data/burgrave.sqlite3 \
    BURGRAVE_HTTP_ADDRESS=0.0.0.0:9090 \
    BURGRAVE_LOG_FORMAT=json
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9090/readyz', timeout=2)"]
# One process tree: the server passes SIGTERM on to its workers and waits for them.
STOPSIGNAL SIGTERM
ENTRYPOINT ["burgrave"]
CMD ["serve"]
