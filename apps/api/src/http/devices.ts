/**
 * Remembers in a cookie which people have signed in on a device, and since when. Failed sign-ins on other devices, for
 * example by an attacker, then cannot lock these people out of this device, and a device that is new to an account can
 * be treated with more care (core/step-up.ts).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DevicePerson } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { getSessionCookie } from './cookies.ts';

/** Maximum number of person ids per device. The latest ones are kept. */
const MAX_PEOPLE_PER_DEVICE = 5;
const COOKIE_MAX_AGE_S = 365 * 24 * 3600;

const getDeviceCookieName = (deps: Deps) => `${getSessionCookie(deps).name}-device`;

/** Lists the people in the request's device cookie. A cookie without a valid signature is ignored. */
export function listDevicePeople(deps: Deps, request: FastifyRequest): readonly DevicePerson[] {
  const raw = request.cookies[getDeviceCookieName(deps)];
  const { valid, value } = raw === undefined ? { valid: false, value: null } : request.unsignCookie(raw);
  return valid && value !== null ? value.split('.').map(parseDevicePerson) : [];
}

/** Parses a person's id and the time of their first sign-in on the device, in seconds. */
function parseDevicePerson(entry: string): DevicePerson {
  const [id = '', seconds] = entry.split('~');
  return { id, since: new Date(Number(seconds ?? 0) * 1000) };
}

const formatDevicePerson = ({ id, since }: DevicePerson): string => `${id}~${Math.floor(since.getTime() / 1000)}`;

/** Registers the hook that updates the cookie after a sign-in. */
export function registerDeviceCookie(scope: FastifyInstance, deps: Deps): void {
  scope.addHook('onSend', (request, reply, _payload, done) => {
    const { signedIn } = request;
    if (signedIn === undefined) return done();
    const before = listDevicePeople(deps, request);
    const person = before.find(({ id }) => id === signedIn) ?? { id: signedIn, since: deps.now() };
    const people = [person, ...before.filter(({ id }) => id !== signedIn)].slice(0, MAX_PEOPLE_PER_DEVICE);
    void reply.setCookie(getDeviceCookieName(deps), people.map(formatDevicePerson).join('.'), {
      ...getSessionCookie(deps).options,
      signed: true,
      maxAge: COOKIE_MAX_AGE_S,
    });
    done();
  });
}
