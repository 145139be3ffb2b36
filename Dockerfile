# `docker build -t assay .` makes the server, `docker build --target api -t assay-api .` the API and the gateway alone. Both need a
# PostgreSQL (DATABASE_URL) and AUTH_SECRET. lib/server/image.http.test.ts runs these steps in a folder.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-workspaces
COPY . .
RUN npm run build
RUN npm run pack -- /packed/server
RUN npm run pack -- --api /packed/api

FROM node:22-bookworm-slim AS base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ASSAY_DATA_DIR=/data
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /assay
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

FROM base AS api
COPY --from=build /packed/api .
CMD ["node", "scripts/run.mjs", "--built", "--api"]

FROM base AS server
COPY --from=build /packed/server .
CMD ["node", "scripts/run.mjs", "--built"]
