import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api } from './api.ts';
import type { ApiAnswer } from './api.ts';
import { ControlFailure, handleControl, setSetting } from './control/api.ts';
import type { ControlTarget } from './control/api.ts';
import { StripeFailure } from './protocol/errors.ts';
import { Faults } from './control/faults.ts';
import { IdempotencyStore } from './protocol/idempotency.ts';
import { openJournal } from './store/journal.ts';
import { servePage } from './browser/pages.ts';
import { Store } from './store/store.ts';
import { getStripeScript } from './browser/stripe-js.ts';
import { Webhooks } from './protocol/webhooks.ts';

export { readJournal } from './store/record.ts';
export type { JournalContents } from './store/record.ts';

export interface StripeOptions {
  /** Folder of the journal, or null to keep everything in memory. */
  dir: string | null;
  /** Port, or 0 for a free one. */
  port?: number;
  host?: string;
  /** Address for browsers, if it differs from the listening address. */
  publicUrl?: string;
  secretKey?: string;
  publishableKey?: string;
  /**
   * Address to send events to. The default is the address that was set in an earlier run or through the control API.
   */
  webhookUrl?: string;
  webhookSecret?: string;
  /** Country of the platform's own account, which determines the accounts that the platform may create and pay. */
  platformCountry?: string;
  /**
   * Settings for webhook deliveries in real milliseconds. `baseDelayMs` is the delay before the first retry (default
   * 250), `maxDelayMs` the longest delay between retries (30,000), and `timeoutMs` the time for the receiver to
   * respond (20,000).
   */
  webhookRetry?: { baseDelayMs?: number; maxDelayMs?: number; timeoutMs?: number };
}

export interface RunningStripe {
  /** Listening address, such as `http://127.0.0.1:4242`. The Stripe SDK takes its host, port and protocol from it. */
  url: string;
  /** Address at which browsers reach the stand-in and load `/stripe.js`. */
  publicUrl: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Stops immediately, which loses no data, because all changes are on disk already. */
  stop(): Promise<void>;
}

const MAX_BODY = 1_000_000;

/**
 * Starts a local stand-in for Stripe. It serves the API under /v1, the browser script at /stripe.js, the onboarding
 * and 3-D Secure pages, and a control API for tests under /_control. It also sends signed webhooks.
 */
export async function startStripe(options: StripeOptions): Promise<RunningStripe> {
  const host = options.host ?? '127.0.0.1';
  const secretKey = options.secretKey ?? 'sk_test_local';
  const publishableKey = options.publishableKey ?? 'pk_test_local';
  const webhookSecret = options.webhookSecret ?? 'whsec_local';
  let publicUrl = options.publicUrl?.replace(/\/+$/, '') ?? '';

  const store = new Store();
  if (options.dir !== null) store.journal = openJournal(options.dir, (entry) => store.replay(entry));
  const { webhookUrl } = options;
  if (webhookUrl !== undefined && store.webhookUrl !== webhookUrl) setSetting(store, 'webhook_url', webhookUrl);
  const faults = new Faults();
  const api = new Api(store, faults, new IdempotencyStore(store), {
    secretKey,
    publishableKey,
    publicUrl: () => publicUrl,
    platformCountry: options.platformCountry ?? 'US',
  });
  const webhooks = new Webhooks(store, {
    secret: webhookSecret,
    baseDelayMs: options.webhookRetry?.baseDelayMs ?? 250,
    maxDelayMs: options.webhookRetry?.maxDelayMs ?? 30_000,
    timeoutMs: options.webhookRetry?.timeoutMs ?? 20_000,
  });
  store.onEvents = (ids) => webhooks.enqueue(ids);
  const parts = { store, api, faults, webhooks };

  const server = createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      // Do not report a client that disconnects in the middle of a request.
      if (!request.destroyed) console.error('Stripe stand-in:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  // Keep connections open longer than clients do. Otherwise, the server might close a connection that a client is
  // about to use.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  publicUrl ||= url;

  webhooks.resumeUndelivered();
  const sweeper = setInterval(() => api.sweep(), 1000);
  sweeper.unref();

  return {
    url,
    publicUrl,
    port,
    secretKey,
    publishableKey,
    webhookSecret,
    async stop() {
      if (!server.listening) return;
      clearInterval(sweeper);
      webhooks.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      store.journal.close();
    },
  };
}

async function serve(
  parts: ControlTarget & { api: Api },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? '/';
  const at = target.indexOf('?');
  const path = at === -1 ? target : target.slice(0, at);
  const query = at === -1 ? '' : target.slice(at + 1);
  const method = request.method ?? 'GET';
  const body = await readBody(request);
  if (path.startsWith('/v1/') || path === '/v1')
    return serveApi(parts.api, method, path, query, body, request, response);
  if (path.startsWith('/_control/')) return serveControl(parts, method, path, body, request, response);
  if (path === '/stripe.js' && (method === 'GET' || method === 'HEAD')) {
    response.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    response.end(getStripeScript());
    return;
  }
  if (path === '/healthz') return send(response, 200, { ok: true });
  if (method === 'OPTIONS') return preflight(request, response);
  servePages(parts, method, path, request, response);
}

async function serveApi(
  api: Api,
  method: string,
  path: string,
  query: string,
  body: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method === 'OPTIONS') return preflight(request, response);
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const answer: ApiAnswer = await api.answer({
    method,
    path,
    query,
    body,
    contentType: header('content-type') ?? '',
    authorization: header('authorization') ?? '',
    idempotencyKey: header('idempotency-key'),
    stripeVersion: header('stripe-version'),
    stripeAccount: header('stripe-account'),
  });
  if (answer.destroy === true) {
    request.socket.destroy();
    return;
  }
  response.writeHead(answer.status, {
    ...answer.headers,
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'Request-Id, Stripe-Version, Idempotency-Key, Idempotent-Replayed, Original-Request',
  });
  response.end(answer.body);
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '300',
  });
  response.end();
}

async function serveControl(
  parts: ControlTarget,
  method: string,
  path: string,
  body: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The control API has no key. To keep web pages out, refuse requests that have an Origin header, and POST requests
  // without JSON. A page cannot send JSON to another origin without a preflight request.
  const json = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  if (request.headers.origin !== undefined || (method === 'POST' && !json)) {
    return send(response, 403, { error: 'Send JSON, and not from a web page.' });
  }
  try {
    const parsedBody: unknown = body === null || body === '' ? {} : JSON.parse(body);
    if (typeof parsedBody !== 'object' || parsedBody === null) throw new ControlFailure('Send a JSON object.');
    send(
      response,
      200,
      await handleControl(parts, method, path.slice('/_control/'.length), parsedBody as Record<string, unknown>),
    );
  } catch (error) {
    const isKnownFailure = error instanceof ControlFailure || error instanceof StripeFailure;
    if (!isKnownFailure && !(error instanceof SyntaxError)) throw error;
    send(response, isKnownFailure ? error.status : 400, { error: error.message });
  }
}

function servePages(
  parts: ControlTarget,
  method: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const wantsJson = (request.headers.accept ?? '').includes('application/json');
  const page = servePage(parts.store, method, path, wantsJson);
  const headers = {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  if (page === null)
    return send(response, 404, {
      error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path.slice(0, 200)}).` },
    });
  if (page.location !== undefined) {
    response.writeHead(303, { ...headers, location: page.location });
    response.end();
  } else if (page.html === undefined) send(response, page.status, page.json);
  else {
    response.writeHead(page.status, {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
    });
    response.end(page.html);
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
  response.end(JSON.stringify(body));
}

/** Returns the body as text, or null if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
  }
  return size > MAX_BODY ? null : Buffer.concat(chunks).toString();
}
