# The bot as an image: docker build -t taproom . ; docs/host/operations.md says how it is run.
ARG BASE=python:3.13-slim-trixie

FROM ${BASE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python3 -m venv /opt/taproom
WORKDIR /source
COPY requirements-postgres.txt ./
RUN /opt/taproom/bin/pip install --require-hashes --requirement requirements-postgres.txt
COPY . ./
# What only builds is left behind, pip last.
RUN /opt/taproom/bin/pip install --no-deps --no-build-isolation . \
    && /opt/taproom/bin/pip uninstall --yes \
        hatchling editables packaging pathspec pluggy tomlkit trove-classifiers setuptools pip

FROM ${BASE}
RUN useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin taproom \
    && install --directory --owner taproom --group taproom --mode 700 /data
COPY --from=build /opt/taproom /opt/taproom
ENV PATH=/opt/taproom/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_PATH=/data/taproom.db \
    METRICS_PORT=9464
USER 10001:10001
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 CMD ["taproom", "health"]
ENTRYPOINT ["taproom"]
CMD ["run"]
