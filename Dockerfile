# Two stages: the first compiles the wheel, the second only runs it.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE ./
COPY proto proto
COPY engine engine
COPY ai ai
COPY service service
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.13-slim
RUN --mount=from=build,source=/wheels,target=/wheels pip install --no-cache-dir --no-index --find-links /wheels burgrave \
    && useradd --system --uid 10001 burgrave && install -d -o burgrave /data
USER burgrave
WORKDIR /data
VOLUME /data
EXPOSE 50051
ENV BURGRAVE_ADDRESS=0.0.0.0:50051 BURGRAVE_DATABASE=/data/burgrave.sqlite3
ENTRYPOINT ["burgrave"]
CMD ["serve"]
