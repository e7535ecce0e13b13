# The product as one image. It runs as web server, as worker, or as both (ROLE); the local Stripe stand-in is in it too.
FROM node:24-bookworm-slim AS build
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
RUN npm prune --omit=dev
# Of each font of the documents, the two weights that are used (documents.drawer.ts).
RUN find node_modules/@expo-google-fonts -name '*.ttf' ! -path '*/400Regular/*' ! -path '*/700Bold/*' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data WEB_DIR=/app/apps/web/dist NODE_COMPILE_CACHE=/data/compiled
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=80", "apps/api/dist/main.js"]
