/** Answers while the database is away: the header Retry-After, and a page that reloads automatically. */
import { PRODUCT_NAME } from '@marquee/brand';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Seconds after which clients should try again. A standby takes over within about ten seconds, and a restart of
 * PostgreSQL takes two to five.
 */
const RETRY_AFTER_SECONDS = 5;

/** Adds the header Retry-After to every response with status 503. */
export function registerRetryAfter(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) addRetryAfter(reply);
    done();
  });
}

/** Adds the header Retry-After to a response. Rounds `ms` up to seconds. */
export const addRetryAfter = (reply: FastifyReply, ms = RETRY_AFTER_SECONDS * 1000): void =>
  void reply.header('retry-after', String(Math.max(1, Math.ceil(ms / 1000))));

/**
 * Sends a page with status 503 that says that the product is unavailable and reloads automatically. It needs no script
 * and no other file, and uses the browser's colors for light and dark.
 */
export function sendUnavailablePage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(503).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en" style="color-scheme: light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>Briefly unavailable | ${PRODUCT_NAME}</title>
</head>
<body style="margin: 0; font: 1rem/1.6 system-ui, sans-serif">
<main style="max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem; text-align: center">
<p style="margin: 0 0 2rem; font-weight: 700">${PRODUCT_NAME}</p>
<h1 style="margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.3">Briefly unavailable</h1>
<p style="margin: 0 0 1.5rem">This page reloads automatically in a few seconds. You don’t need to do anything.</p>
<p style="margin: 0; font-size: 0.875rem; opacity: 0.75">Reference: ${request.id}</p>
</main>
</body>
</html>
`);
}
