# The product as one image. It runs as web server, as worker, or as both (ROLE). The target `stripe` is the local Stripe
# stand-in, for trying Marquee out.
# For production, name the base image by its digest (docs/operations.md, "The image").
ARG NODE_IMAGE=node:24-bookworm-slim
ARG POSTGRES_IMAGE=postgres:18-bookworm
FROM ${NODE_IMAGE} AS build
WORKDIR /app
# Packages first: a change of sources does not fetch them again.
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY apps/web-e2e/package.json apps/web-e2e/
COPY libs/booking/package.json libs/booking/
COPY libs/brand/package.json libs/brand/
COPY libs/contracts/package.json libs/contracts/
COPY libs/matching/package.json libs/matching/
COPY libs/money/package.json libs/money/
COPY libs/time/package.json libs/time/
COPY libs/validation/package.json libs/validation/
COPY tools/package.json tools/
COPY tools/stand-ins/mailbox/package.json tools/stand-ins/mailbox/
COPY tools/stand-ins/openid/package.json tools/stand-ins/openid/
COPY tools/stand-ins/s3/package.json tools/stand-ins/s3/
COPY tools/stand-ins/stripe/package.json tools/stand-ins/stripe/
RUN npm ci
COPY . .
RUN cd apps/web && npx vite build && cd ../api && npx vite build
# The packages that the bundle does not contain. Everything else in node_modules only builds and tests.
RUN node tools/runtime-packages.ts /runtime \
  && mkdir -p /runtime/apps/api /runtime/apps/web \
  && cp -R apps/api/dist /runtime/apps/api/dist && cp -R apps/web/dist /runtime/apps/web/dist \
  && find /runtime/apps/api/dist -name '*.map' -delete \
  && cp apps/api/package.json /runtime/apps/api/ && cp package.json LICENSE THIRD_PARTY_NOTICES /runtime/

FROM build AS stripe
ENV HOST=0.0.0.0
RUN mkdir /data && chown node:node /data
USER node
CMD ["node", "tools/stand-ins/stripe/main.ts"]

# Makes and restores backups, with the programs of the server's own version. PostgreSQL is not part of the product's image.
FROM ${POSTGRES_IMAGE} AS backup
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /runtime /app
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
ENTRYPOINT []
CMD ["node", "apps/api/dist/backup.js", "/backups"]

FROM ${NODE_IMAGE} AS product
# `npm run release` prints the command that passes the version.
ARG VERSION=unknown
LABEL org.opencontainers.image.title="Marquee" org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.licenses="LicenseRef-UNLICENSED"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data WEB_DIR=/app/apps/web/dist NODE_COMPILE_CACHE=/data/compiled
WORKDIR /app
COPY --from=build /runtime /app
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --start-period=30s \
  CMD ["node", "apps/api/dist/health-check.js"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=80", "apps/api/dist/main.js"]
