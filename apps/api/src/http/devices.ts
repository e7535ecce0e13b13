/**
 * A cookie that says who has signed in on this device before, so that a stranger's wrong tries lock nobody out there.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { getSessionCookie } from './cookies.ts';

/** Ids of the latest people, newest first. */
const MAX_USERS_PER_DEVICE = 5;
const COOKIE_MAX_AGE_S = 365 * 24 * 3600;

const getDeviceCookieName = (deps: Deps) => `${getSessionCookie(deps).name}-device`;

/** The ids of those who signed in on the request's device; a cookie that we have not signed says nothing. */
export function listDeviceUserIds(deps: Deps, request: FastifyRequest): readonly string[] {
  const raw = request.cookies[getDeviceCookieName(deps)];
  const { valid, value } = raw === undefined ? { valid: false, value: null } : request.unsignCookie(raw);
  return valid && value !== null ? value.split('.') : [];
}

/** Keeps the cookie of a scope that has cookies: whoever signs in comes first in it. */
export function registerDeviceCookie(scope: FastifyInstance, deps: Deps): void {
  scope.addHook('onSend', (request, reply, _payload, done) => {
    const { signedIn } = request;
    if (signedIn === undefined) return done();
    const before = listDeviceUserIds(deps, request).filter((id) => id !== signedIn);
    void reply.setCookie(getDeviceCookieName(deps), [signedIn, ...before].slice(0, MAX_USERS_PER_DEVICE).join('.'), {
      ...getSessionCookie(deps).options,
      signed: true,
      maxAge: COOKIE_MAX_AGE_S,
    });
    done();
  });
}
