# Two stages that build, one small one that runs. No compiler, test or linter reaches the last.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY admin/package.json admin/
COPY admin/patches/ admin/patches/
RUN npm ci --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY scripts/ scripts/
COPY src/ src/
COPY admin/ admin/
# docker build --build-arg COMMIT=$(git rev-parse HEAD): told by /health/version.
ARG COMMIT=
RUN npm run build && npm run build:admin

FROM node:24-bookworm-slim AS packages
WORKDIR /packages
COPY package.json package-lock.json ./
# The admin is built above and served as files: its packages are not needed to run.
RUN npm ci --no-audit --no-fund --omit=dev --workspaces=false
# docker build --build-arg TELEMETRY=1: what sends traces, for OTEL_EXPORTER_OTLP_ENDPOINT.
ARG TELEMETRY=
COPY ops/telemetry/ ops/telemetry/
RUN if [ -n "$TELEMETRY" ]; then npm ci --prefix ops/telemetry --no-audit --no-fund; fi

FROM node:24-bookworm-slim
ENV NODE_ENV=production PORT=3000 HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/app/dist/.compiled
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /packages/node_modules node_modules/
COPY --from=packages /packages/ops ops/
COPY --from=build /build/package.json ./
COPY --from=build /build/dist dist/
COPY --from=build /build/admin/dist admin/dist/
# What V8 compiles is kept for each start, by the id of who compiled it: the one that runs the product.
RUN mkdir dist/.compiled && chown node:node dist/.compiled
# docker build --build-arg FFMPEG=1: uploaded videos are also streamed.
ARG FFMPEG=
RUN if [ -n "$FFMPEG" ]; then apt-get update -qq && apt-get install -y -qq --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*; fi
USER node
RUN node -e "['app.module', 'infrastructure/http/server'].forEach((part) => require('/app/dist/' + part))"
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The server handles SIGTERM itself and waits for the processes that it starts, so it needs no init before it.
CMD ["node", "--enable-source-maps", "dist/main.js"]
