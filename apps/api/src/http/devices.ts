/**
 * Remembers in a cookie which people have signed in on a device. Failed sign-ins on other devices, for example by an
 * attacker, then cannot lock these people out of this device.
 */
import type { PersonId } from '@marquee/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { getSessionCookie } from './cookies.ts';

/** Maximum number of person ids per device. The latest ones are kept. */
const MAX_PEOPLE_PER_DEVICE = 5;
const COOKIE_MAX_AGE_S = 365 * 24 * 3600;

const getDeviceCookieName = (deps: Deps) => `${getSessionCookie(deps).name}-device`;

/** Lists the person ids in the request's device cookie. A cookie without a valid signature is ignored. */
export function listDevicePersonIds(deps: Deps, request: FastifyRequest): readonly PersonId[] {
  const raw = request.cookies[getDeviceCookieName(deps)];
  const { valid, value } = raw === undefined ? { valid: false, value: null } : request.unsignCookie(raw);
  return valid && value !== null ? value.split('.') : [];
}

/** Registers the hook that updates the cookie after a sign-in. */
export function registerDeviceCookie(scope: FastifyInstance, deps: Deps): void {
  scope.addHook('onSend', (request, reply, _payload, done) => {
    const { signedIn } = request;
    if (signedIn === undefined) return done();
    const before = listDevicePersonIds(deps, request).filter((id) => id !== signedIn);
    void reply.setCookie(getDeviceCookieName(deps), [signedIn, ...before].slice(0, MAX_PEOPLE_PER_DEVICE).join('.'), {
      ...getSessionCookie(deps).options,
      signed: true,
      maxAge: COOKIE_MAX_AGE_S,
    });
    done();
  });
}
