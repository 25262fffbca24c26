# The shop without its proxy. compose.yaml runs it with PostgreSQL and HTTPS.
FROM node:24-bookworm-slim AS build
WORKDIR /haat
# Before the sources, so that a change of these does not install the packages again.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /haat
COPY --from=build /haat/package.json /haat/package-lock.json ./
COPY --from=build /haat/node_modules ./node_modules
COPY --from=build /haat/build ./build
# The start compares the build with its sources: web, shared, public and the settings of the build.
COPY --from=build /haat/vite.config.ts /haat/react-router.config.ts /haat/tsconfig.json ./
COPY --from=build /haat/web ./web
COPY --from=build /haat/shared ./shared
COPY --from=build /haat/public ./public
COPY --from=build /haat/server ./server
COPY --from=build /haat/sandbox ./sandbox
COPY --from=build /haat/postgres ./postgres
COPY --from=build /haat/migrations ./migrations
COPY --from=build /haat/demo ./demo
COPY --from=build /haat/scripts ./scripts
RUN ln -s /haat/scripts/haat.mjs /usr/local/bin/haat && mkdir /data && chown node:node /data && chmod 700 /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/haat-compiled
# /tmp: a backup is restored there to be checked, so it is a volume and not memory.
VOLUME ["/data", "/tmp"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s CMD ["node", "scripts/health-check.mjs"]
CMD ["node", "scripts/start.mjs"]
