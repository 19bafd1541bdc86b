# The server of numduel as a container image; docs/deploy.md says how to run it.
ARG PYTHON=3.14

# This image has a C compiler, for the compiled core. A wheel without the core fails the build.
FROM python:${PYTHON}-bookworm AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes --requirement requirements/build.txt \
    && /opt/build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
    && python -m venv /opt/numduel \
    && /opt/numduel/bin/pip install --no-cache-dir --require-hashes --requirement requirements/server.txt \
    && /opt/numduel/bin/pip install --no-cache-dir --no-deps /wheels/numduel-*-abi3-*.whl

FROM python:${PYTHON}-slim-bookworm
COPY --from=build /opt/numduel /opt/numduel
RUN groupadd --gid 10001 numduel \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data numduel \
    && install --directory --owner numduel --group numduel --mode 700 /data
ENV PATH=/opt/numduel/bin:$PATH \
    NUMDUEL_HOME=/data \
    NUMDUEL_PORT=8765 \
    PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8765
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:%s/healthz' % os.environ['NUMDUEL_PORT'], timeout=4)"]
ENTRYPOINT ["numduel"]
CMD ["serve", "--host", "0.0.0.0", "--no-open"]
