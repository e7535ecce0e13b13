/** Logs one line per request, and counts requests by route. */
import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { CallRecord } from '../core/ctx.ts';
import { LIVE_PATH, type PersonId } from '@marquee/contracts';
import type { Metrics, Outcome } from '../core/metrics.ts';

/** The data about a request that its log line contains. */
interface RequestFacts {
  personId: PersonId | null;
  /** The procedures that it called. A batch and a rendered page call several. */
  calls: CallRecord[];
  /** The first unexpected error. */
  error: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the first call of `getRequestFacts`. */
    facts: RequestFacts | null;
  }
}

/** Adds the property for `getRequestFacts` to the requests of a server. */
export const decorateRequests = (app: FastifyInstance) => app.decorateRequest('facts', null);

/** Returns the facts of a request, to which the caller may add. */
export function getRequestFacts(request: FastifyRequest): RequestFacts {
  return (request.facts ??= { personId: null, calls: [], error: undefined });
}

/** Notes an unexpected error for the request's log line. Later errors of the same request are ignored. */
export function noteRequestError(request: FastifyRequest, error: unknown): void {
  getRequestFacts(request).error ??= error;
}

const getOutcome = (status: number): Outcome =>
  status === 503 ? 'unavailable' : status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok';

/** The pattern of the route, or `unknown` for an address that no route serves. */
const getRoute = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown';

/**
 * Logs one line per request: id, user, method, route pattern, procedures, status, duration, outcome, and the first
 * unexpected error. Never logs the URL, because its query may contain sign-in tokens. Fastify's own log lines contain
 * the URL, so they are turned off.
 */
export class RequestLog extends LogController {
  readonly #metrics: Metrics;

  constructor(metrics: Metrics) {
    super({ requestIdLogLabel: 'requestId' });
    this.#metrics = metrics;
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { personId, calls, error: noted } = getRequestFacts(request);
    const { statusCode: status, elapsedTime } = reply;
    const route = getRoute(request);
    const unexpected = error ?? noted;
    const outcome = unexpected === undefined ? getOutcome(status) : status === 503 ? 'unavailable' : 'failed';
    // A live stream lasts as long as its page is open, so its duration says nothing.
    if (route !== LIVE_PATH) this.#metrics.countCall('route', `${request.method} ${route}`, outcome, elapsedTime);
    const line = {
      user: personId,
      method: request.method,
      route,
      ...(calls.length > 0 && { calls }),
      status,
      ms: Math.round(elapsedTime),
      outcome,
    };
    if (unexpected === undefined) reply.log.info(line, 'request');
    else reply.log.error({ ...line, err: unexpected }, 'request failed');
  }

  override routeNotFound(): void {}
}
