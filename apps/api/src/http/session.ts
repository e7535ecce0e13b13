import cookie from '@fastify/cookie';
import session from '@fastify/session';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { isSessionEnded, SESSION_MS, sessionStore } from '../modules/identity/auth/auth.sessions.ts';
import { getSessionCookie } from './cookies.ts';
import { registerDeviceCookie } from './devices.ts';

/** Registers cookies and sessions, which identify the signed-in user, on a scope. */
export async function registerSession(scope: FastifyInstance, deps: Deps): Promise<void> {
  const { name, options } = getSessionCookie(deps);
  await scope.register(cookie, { secret: deps.env.SESSION_SECRET });
  await scope.register(session, {
    secret: deps.env.SESSION_SECRET,
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
