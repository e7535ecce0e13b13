/** Creates the context of an HTTP request. */
import { IDEMPOTENCY_HEADER, PAGE_USER_HEADER } from '@marquee/validation';
import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify';
import type { FastifyRequest } from 'fastify';
import type { Ctx, SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { createRequestSession } from '../modules/auth/auth.sessions.ts';
import { findSessionUser } from '../modules/auth/auth.sql.ts';
import { listDeviceUserIds } from './devices.ts';

const MAX_KEY_LENGTH = 100;

const getHeader = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' && value.length <= MAX_KEY_LENGTH ? value : undefined;
};

/**
 * Returns a function that creates the context of a request. The function reads the signed-in user from the session
 * on each request.
 */
export const createContext =
  (deps: Deps) =>
  async ({ req }: Pick<CreateFastifyContextOptions, 'req'>): Promise<Ctx> => ({
    ...deps,
    log: req.log,
    user: await findCaller(deps, req),
    ip: req.ip,
    session: createRequestSession(deps, req, () => listDeviceUserIds(deps, req)),
    asked: new Map(),
    pageUser: getHeader(req, PAGE_USER_HEADER),
    idempotencyKey: getHeader(req, IDEMPOTENCY_HEADER),
  });

async function findCaller({ db }: Deps, request: FastifyRequest): Promise<SessionUser | null> {
  const { userId, signInVersion } = request.session;
  return userId === undefined ? null : ((await findSessionUser(db, userId, signInVersion ?? 0)) ?? null);
}
