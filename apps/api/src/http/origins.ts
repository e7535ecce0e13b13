/** Refuses requests of other sites' pages with our cookie (safety.md "Access"). */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';

/** Whether this method must not change anything. */
export const isSafeMethod = ({ method }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Throws OTHER_SITE if another site's page sent the request. Call it for every request that changes something,
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
 * In development, the server is reached as localhost, 127.0.0.1 or through the dev server's proxy. In production, only
 * PUBLIC_URL counts.
 */
function isOwnHost(origin: string, request: FastifyRequest): boolean {
  return request.protocol === 'http' && URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
