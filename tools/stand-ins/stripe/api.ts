import { setTimeout as sleep } from 'node:timers/promises';
import { accountRoutes } from './resources/accounts.ts';
import { balanceRoutes } from './resources/balance.ts';
import type { Call, Route } from './protocol/call.ts';
import { chargeRoutes } from './resources/charges.ts';
import { customerRoutes } from './resources/customers.ts';
import { disputeRoutes } from './resources/disputes.ts';
import { StripeFailure, createParameterError } from './protocol/errors.ts';
import type { StripeErrorBody } from './protocol/errors.ts';
import { API_VERSION } from './store/event.ts';
import { eventRoutes } from './resources/events.ts';
import { checkExpand, expand } from './resources/expand.ts';
import type { ArmedFault, Faults } from './control/faults.ts';
import { decodeForm } from './protocol/form.ts';
import type { FormHash } from './protocol/form.ts';
import { digestRequest } from './protocol/idempotency.ts';
import type { IdempotencyStore } from './protocol/idempotency.ts';
import { randomText } from './store/ids.ts';
import { expireAuthorizations } from './resources/payment-flow.ts';
import { toClientView, paymentIntentRoutes } from './resources/payment-intents.ts';
import { paymentMethodRoutes } from './resources/payment-methods.ts';
import { payoutRoutes } from './resources/payouts.ts';
import { refundRoutes } from './resources/refunds.ts';
import { setupIntentRoutes, toSetupClientView } from './resources/setup-intents.ts';
import type { Store, StoredAnswer } from './store/store.ts';
import { transferRoutes } from './resources/transfers.ts';

interface ApiRequest {
  method: string;
  path: string;
  /** Query string without the question mark. */
  query: string;
  /** Request body as text, or null if it was too large. */
  body: string | null;
  contentType: string;
  authorization: string;
  idempotencyKey: string | null;
  stripeVersion: string | null;
  stripeAccount: string | null;
}

/** HTTP response. If `destroy` is set, the connection is dropped without a response. */
export interface ApiAnswer {
  status: number;
  body: string;
  headers: Record<string, string>;
  destroy?: boolean;
}

interface ApiOptions {
  secretKey: string;
  publishableKey: string;
  publicUrl: () => string;
  platformCountry: string;
}

const ROUTES: Route[] = [
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...transferRoutes,
  ...accountRoutes,
  ...payoutRoutes,
  ...balanceRoutes,
  ...eventRoutes,
  ...paymentMethodRoutes,
  ...customerRoutes,
  ...setupIntentRoutes,
  ...disputeRoutes,
];
/** Routes by method and number of path segments, which keeps the lookup fast. */
const ROUTES_BY_SHAPE = new Map<string, { route: Route; segments: string[] }[]>();
for (const route of ROUTES) {
  const segments = route.path.slice(1).split('/');
  const shape = `${route.method} ${segments.length}`;
  ROUTES_BY_SHAPE.set(shape, [...(ROUTES_BY_SHAPE.get(shape) ?? []), { route, segments }]);
}

/**
 * Implements Stripe's API, with authentication, injected faults, idempotency keys, parameters, endpoints and errors.
 */
export class Api {
  /** Number of requests since the start, by endpoint (`METHOD /v1/path/:id`). */
  readonly requests = new Map<string, number>();
  readonly #store: Store;
  readonly #faults: Faults;
  readonly #idempotency: IdempotencyStore;
  readonly #options: ApiOptions;
  #sweptAt = 0;

  constructor(store: Store, faults: Faults, idempotency: IdempotencyStore, options: ApiOptions) {
    this.#store = store;
    this.#faults = faults;
    this.#idempotency = idempotency;
    this.#options = options;
  }

  /** Handles one request. Errors become responses, so the promise never rejects. */
  async answer(request: ApiRequest): Promise<ApiAnswer> {
    const requestId = `req_${randomText(14)}`;
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': requestId,
      'stripe-version': request.stripeVersion ?? API_VERSION,
    };
    if (request.idempotencyKey !== null) headers['idempotency-key'] = request.idempotencyKey;
    const fault = this.#faults.hit({ method: request.method, path: request.path, key: request.idempotencyKey });
    if (fault?.kind === 'hang') await sleep(fault.ms ?? 60_000, undefined, { ref: false });
    if (fault?.kind === 'reset' || fault?.kind === 'hang') return { status: 0, body: '', headers, destroy: true };

    let answer: Omit<StoredAnswer, 'key' | 'request' | 'at'>;
    try {
      answer = await this.#answer(request, requestId, fault);
    } catch (error) {
      const failure = toStripeFailure(error);
      answer = { status: failure.status, body: toErrorBody(failure, requestId), requestId };
    }
    if (answer.requestId !== requestId) {
      headers['idempotent-replayed'] = 'true';
      headers['original-request'] = answer.requestId;
    }
    if (fault?.kind === 'lose_response') {
      if (fault.ms !== undefined) await sleep(fault.ms, undefined, { ref: false });
      return { status: 0, body: '', headers, destroy: true };
    }
    return { status: answer.status, body: JSON.stringify(answer.body), headers };
  }

  async #answer(request: ApiRequest, requestId: string, fault: ArmedFault | null) {
    const { body, idempotencyKey } = request;
    if (body === null)
      throw new StripeFailure(413, { type: 'invalid_request_error', message: 'Request is too large.' });
    const hasBody = request.method === 'POST' && body !== '';
    if (hasBody && !/^application\/x-www-form-urlencoded\b/i.test(request.contentType)) {
      throw createParameterError(
        `Invalid request: this API takes application/x-www-form-urlencoded bodies, not '${request.contentType.slice(0, 80)}'.`,
        null,
      );
    }
    const form = decodeForm(hasBody ? (request.query === '' ? body : `${request.query}&${body}`) : request.query);
    const publishable = this.#authenticate(request, form);
    const matchedRoute = findRoute(request.method, request.path);
    if (matchedRoute === null) throw createUnknownUrlError(request.method, request.path);
    const { route, ids } = matchedRoute;
    const name = `${route.method} ${route.path}`;
    this.requests.set(name, (this.requests.get(name) ?? 0) + 1);
    if (publishable && route.browser !== true) throw createSecretKeyError();
    if (request.stripeAccount !== null && route.ofAccount !== true) {
      throw createParameterError(
        "The local Stripe stand-in does not do this for connected accounts (the 'Stripe-Account' header).",
        null,
      );
    }
    const { expand: expandParam, _stripe_account: _a, _stripe_version: _v, ...params } = form;
    const paths = expandPaths(expandParam);
    checkExpand(route, paths);
    const call = {
      ids,
      params: Object.assign(Object.create(null), params) as FormHash,
      publishable,
      paths,
      account: request.stripeAccount,
    };

    const key = route.method === 'POST' ? idempotencyKey : null;
    const delay = async () => {
      if (fault?.kind === 'slow') await sleep(fault.ms ?? 1000, undefined, { ref: false });
    };
    if (key === null) {
      await delay();
      return this.#execute(route, call, requestId, null, fault);
    }
    const requestDigest = digestRequest(request.method, request.path, `${request.query}\n${body}`);
    const stored = this.#idempotency.take(key, requestDigest);
    if (stored !== null) return stored;
    try {
      await delay();
      return this.#execute(route, call, requestId, { key, request: requestDigest }, fault);
    } finally {
      this.#idempotency.release(key);
    }
  }

  #execute(
    route: Route,
    call: Pick<Call, 'ids' | 'params' | 'publishable' | 'account'> & { paths: string[] },
    requestId: string,
    key: { key: string; request: string } | null,
    fault: ArmedFault | null,
  ): Omit<StoredAnswer, 'key' | 'request' | 'at'> {
    const store = this.#store;
    const injected = fault?.kind === 'error' ? createInjectedError(fault) : null;
    if (injected !== null && fault?.executed !== true && fault?.stored !== true) throw injected;
    this.sweep();
    const tx = store.begin({ id: requestId, idempotency_key: key?.key ?? null });
    const remember = (status: number, body: unknown): StoredAnswer | null =>
      key === null ? null : { ...key, status, body, at: store.clock.now(), requestId };
    if (injected !== null && fault?.executed !== true) {
      const body = toErrorBody(injected, requestId);
      tx.commit(remember(injected.status, body));
      return { status: injected.status, body, requestId };
    }
    try {
      const result = route.run({
        ...call,
        store,
        tx,
        publicUrl: this.#options.publicUrl(),
        platformCountry: this.#options.platformCountry,
      });
      const status = injected?.status ?? 200;
      const view = call.publishable ? toBrowserView(result) : expand(tx, result, call.paths);
      const body = injected === null ? view : toErrorBody(injected, requestId);
      tx.commit(remember(status, body));
      return { status, body, requestId };
    } catch (error) {
      const failure = toStripeFailure(error);
      const plain = toErrorBody(failure, requestId);
      const body = call.publishable ? toBrowserView(plain) : plain;
      if (failure.keepChanges) tx.commit(remember(failure.status, body));
      else if (failure.executed && key !== null) store.begin().commit(remember(failure.status, body));
      return { status: failure.status, body, requestId };
    }
  }

  /** Expires authorizations that have reached their deadline, at most once per second of the stand-in's clock. */
  sweep(): void {
    const now = this.#store.clock.now();
    if (now === this.#sweptAt) return;
    this.#sweptAt = now;
    expireAuthorizations(this.#store);
  }

  /** Returns true for the publishable key and false for the secret key. Throws 401 for a missing or wrong key. */
  #authenticate(request: ApiRequest, form: FormHash): boolean {
    const [scheme = '', credentials = ''] = request.authorization.split(' ');
    let key = /^bearer$/i.test(scheme) ? credentials : '';
    if (/^basic$/i.test(scheme)) key = Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '';
    const inForm = form['key'];
    // Browsers may pass the publishable key as a parameter.
    if (key === '' && typeof inForm === 'string') key = inForm;
    delete form['key'];
    if (key === this.#options.secretKey) return false;
    if (key === this.#options.publishableKey) return true;
    const message =
      key === ''
        ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."
        : `Invalid API Key provided: ${maskKey(key)}`;
    throw new StripeFailure(401, { type: 'invalid_request_error', message }, { executed: false });
  }
}

function maskKey(key: string): string {
  const keyPrefix = /^[a-z]{2}_(?:test|live)_/.exec(key)?.[0] ?? '';
  return `${keyPrefix}${'*'.repeat(Math.min(24, Math.max(4, key.length - keyPrefix.length - 4)))}${key.slice(-4)}`;
}

function findRoute(method: string, path: string): { route: Route; ids: string[] } | null {
  const segments = path.slice(1).split('/');
  for (const { route, segments: routeSegments } of ROUTES_BY_SHAPE.get(`${method} ${segments.length}`) ?? []) {
    const ids: string[] = [];
    const fits = routeSegments.every((want, i) => {
      const got = segments[i] ?? '';
      if (want !== ':id') return want === got;
      ids.push(decodeSegment(got));
      return got !== '';
    });
    if (fits) return { route, ids };
  }
  return null;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function expandPaths(expandParam: FormHash[string] | undefined): string[] {
  if (expandParam === undefined) return [];
  const paths = typeof expandParam === 'object' ? Object.values(expandParam) : [expandParam];
  return paths.slice(0, 20).map((path, i) => {
    if (typeof path !== 'string' || path === '') throw createParameterError('Invalid array', `expand[${i}]`);
    return path;
  });
}

function createUnknownUrlError(method: string, path: string): StripeFailure {
  const message = `Unrecognized request URL (${method}: ${path.slice(0, 200)}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return new StripeFailure(404, { type: 'invalid_request_error', message }, { executed: false });
}

function createSecretKeyError(): StripeFailure {
  return new StripeFailure(
    401,
    {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    },
    { executed: false },
  );
}

function toStripeFailure(error: unknown): StripeFailure {
  if (error instanceof StripeFailure) return error;
  console.error('Stripe stand-in:', error);
  return new StripeFailure(
    500,
    { type: 'api_error', message: 'An unknown error occurred in the local Stripe stand-in.' },
    { executed: false },
  );
}

function toErrorBody(failure: StripeFailure, requestId: string): { error: StripeErrorBody } {
  return {
    error: { ...failure.body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` },
  };
}

/** Reduces intents, even inside an error, to the fields that a browser may see. */
function toBrowserView(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const object = body as { object?: unknown; error?: StripeErrorBody };
  if (object.object === 'payment_intent') return toClientView(body as Parameters<typeof toClientView>[0]);
  if (object.object === 'setup_intent') return toSetupClientView(body as Parameters<typeof toSetupClientView>[0]);
  const { error } = object;
  return error === undefined
    ? body
    : {
        error: {
          ...error,
          ...(error.payment_intent && { payment_intent: toClientView(error.payment_intent) }),
          ...(error.setup_intent && { setup_intent: toSetupClientView(error.setup_intent) }),
        },
      };
}

function createInjectedError(fault: ArmedFault): StripeFailure {
  const status = fault.status ?? 500;
  const how = { executed: false };
  switch (status) {
    case 400:
      return new StripeFailure(
        400,
        { type: 'invalid_request_error', message: 'Injected fault: invalid request.' },
        how,
      );
    case 402:
      return new StripeFailure(
        402,
        {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: 'Your card was declined.',
        },
        how,
      );
    case 409:
      return new StripeFailure(
        409,
        {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this Idempotent Key (injected fault).',
        },
        how,
      );
    case 429:
      return new StripeFailure(
        429,
        {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message:
            'Testmode request rate limit exceeded, the rate limits in testmode are lower than livemode. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
        },
        how,
      );
    default:
      return new StripeFailure(
        status,
        { type: 'api_error', message: 'An unknown error occurred (injected fault).' },
        how,
      );
  }
}
