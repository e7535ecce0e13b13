/** Lets a scope know who is signed in. */
import cookie from '@fastify/cookie';
import session from '@fastify/session';
import type {
  DoneFuncWithErrOrRes,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify';
import type { Deps } from '../core/deps.ts';
import { isEnded, SESSION_MS, sessionStore } from '../modules/auth/auth.sessions.ts';
import { sessionCookie } from './cookies.ts';
import { registerDevices } from './devices.ts';

/**
 * The request's session as far as it was made; undefined until somebody asks for that of a request without a cookie.
 */
const MADE = Symbol('session');

type Made = FastifyRequest & { [MADE]?: FastifyRequest['session'] | null };
type ReadSession = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;
type SaveSession = (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes) => void;

/** Whether the request came with a session, or was given one; asking for `request.session` makes one. */
export const hasSession = (request: FastifyRequest): boolean => (request as Made)[MADE] !== undefined;

/** Registers cookies and sessions on a scope. */
export async function registerSession(scope: FastifyInstance, deps: Deps): Promise<void> {
  const { name, options } = sessionCookie(deps);
  await scope.register(cookie, { secret: deps.env.SESSION_SECRET });
  session(
    lazily(scope, name),
    {
      secret: deps.env.SESSION_SECRET,
      cookieName: name,
      cookie: { ...options, maxAge: SESSION_MS },
      store: sessionStore(deps),
      saveUninitialized: false,
      rolling: false,
    },
    (error) => {
      if (error) throw error;
    },
  );
  registerDevices(scope, deps);
  // Signing out leaves the request without a session; the browser need not keep the cookie of one that is over.
  scope.addHook('onSend', (request, reply, _payload, done) => {
    if (hasSession(request) && isEnded(request) && request.cookies[name] !== undefined)
      void reply.clearCookie(name, options);
    done();
  });
}

/**
 * The scope as the library sees it. It would make an id, two hashes and a signature for every request that brings no
 * cookie, and most of these never ask for their session: it is made when they do.
 */
function lazily(scope: FastifyInstance, cookieName: string): FastifyInstance {
  let read: ReadSession = (_request, _reply, done) => done();
  const addHook = (hook: string, handler: ReadSession & SaveSession) => {
    if (hook === 'onRequest') {
      read = handler;
      scope.addHook('onRequest', (request, reply, done) => {
        if (request.cookies[cookieName] === undefined) done();
        else handler(request, reply, done);
      });
    } else {
      scope.addHook('onSend', (request, reply, payload, done) => {
        if (hasSession(request)) handler(request, reply, payload, done);
        else done();
      });
    }
  };
  const decorateRequest = (property: string, value: unknown) =>
    property === 'session'
      ? scope.decorateRequest('session', {
          getter(this: Made) {
            // Without a cookie nothing is read: it is there when this returns.
            if (this[MADE] === undefined) read(this, undefined as never, () => {});
            return this[MADE] as FastifyRequest['session'];
          },
          setter(this: Made, made: FastifyRequest['session']) {
            this[MADE] = made;
          },
        })
      : scope.decorateRequest(property, value as never);
  return Object.create(scope, {
    addHook: { value: addHook },
    decorateRequest: { value: decorateRequest },
  }) as FastifyInstance;
}
