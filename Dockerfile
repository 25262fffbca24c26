# The shop without its proxy. compose.yaml runs it with PostgreSQL and HTTPS.
FROM node:24-bookworm-slim AS build
WORKDIR /haat
# Before the sources, so that a change of these does not install the packages again.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The user of the shop must be able to read the files, also if the umask of who cloned them was 077.
RUN node scripts/debian-package.mjs /shop && chmod --recursive u=rwX,go=rX /shop

FROM node:24-bookworm-slim
WORKDIR /haat
COPY --from=build /shop ./
RUN ln -s /haat/scripts/haat.mjs /usr/local/bin/haat && mkdir /data && chown node:node /data && chmod 700 /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/haat-compiled HAAT_START="docker compose up --detach"
# /tmp: a backup is restored there to be checked, so it is a volume and not memory.
VOLUME ["/data", "/tmp"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s CMD ["node", "scripts/health-check.mjs"]
CMD ["haat", "start"]
