import { randomBytes } from 'node:crypto';
import cookie, { Signer } from '@fastify/cookie';
import session from '@fastify/session';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { isSessionEnded, SESSION_MS, sessionStore } from '../modules/identity/accounts/sessions.service.ts';
import { getSessionCookie } from './cookies.ts';
import { registerDeviceCookie } from './devices.ts';

const SESSION_ID_BYTES = 32;

/**
 * The session id of visitors without a session cookie. Their sessions are empty and never stored, so they need neither
 * random bytes nor a signature. A visitor's session gets a random id before anything is stored in it (`regenerate`).
 */
const VISITOR_SESSION_ID = 'visitor';

/** Registers cookies and sessions, which identify the signed-in user, on a scope. */
export async function registerSession(scope: FastifyInstance, deps: Deps): Promise<void> {
  const { name, options } = getSessionCookie(deps);
  await scope.register(cookie, { secret: deps.env.SESSION_SECRET });
  const signer = new Signer(deps.env.SESSION_SECRET);
  await scope.register(session, {
    secret: {
      // @fastify/session neither saves a session nor sets a cookie if the signed id is empty.
      sign: (id) => (id === VISITOR_SESSION_ID ? '' : signer.sign(id)),
      unsign: (signed) => signer.unsign(signed),
    },
    idGenerator: (request) =>
      request?.session.cookie === undefined && request?.cookies[name] === undefined
        ? VISITOR_SESSION_ID
        : randomBytes(SESSION_ID_BYTES).toString('base64url'),
    cookieName: name,
    cookie: { ...options, maxAge: SESSION_MS },
    store: sessionStore(deps),
    saveUninitialized: false,
    rolling: false,
  });
  registerDeviceCookie(scope, deps);
  // If signing out ended the session during this request, remove the browser's cookie, too.
  scope.addHook('onSend', (request, reply, _payload, done) => {
    if (isSessionEnded(request) && request.cookies[name] !== undefined) void reply.clearCookie(name, options);
    done();
  });
}
