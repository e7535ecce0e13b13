/** Refuses requests that pages of other sites send with our session cookie (safety.md "Access"). */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';

/** Returns whether HTTP defines the request's method as read-only. */
export const isSafeMethod = ({ method }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Throws OTHER_SITE if a page of another site sent the request. Call it for every request that changes something,
 * regardless of the method.
 */
export function assertSameSite({ env }: Pick<Deps, 'env'>, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new Failure('OTHER_SITE');
    return;
  }
  const origin = request.headers.origin;
  if (origin !== undefined && origin !== new URL(env.PUBLIC_URL).origin) {
    if (env.NODE_ENV === 'production' || !isOwnHost(origin, request)) throw new Failure('OTHER_SITE');
  }
}

/**
 * Returns whether `origin` is the host of the request. In development, the server is reached as localhost, as
 * 127.0.0.1 or through the dev server's proxy. In production, only PUBLIC_URL is accepted.
 */
function isOwnHost(origin: string, request: FastifyRequest): boolean {
  return request.protocol === 'http' && URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
