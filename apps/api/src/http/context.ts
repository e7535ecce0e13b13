/** Makes the context of one HTTP request. */
import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify';
import type { FastifyRequest } from 'fastify';
import type { Ctx, SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { sessionOf } from '../modules/auth/auth.sessions.ts';
import { findSessionUser } from '../modules/auth/auth.sql.ts';
import { usersOfDevice } from './devices.ts';
import { hasSession } from './session.ts';

/** Reads who is calling from the request's session, anew on every request. */
export const createContext =
  (deps: Deps) =>
  async ({ req }: Pick<CreateFastifyContextOptions, 'req'>): Promise<Ctx> => ({
    ...deps,
    log: req.log,
    user: await callerOf(deps, req),
    ip: req.ip,
    session: sessionOf(req, () => usersOfDevice(deps, req)),
    asked: new Map(),
  });

async function callerOf({ db }: Deps, request: FastifyRequest): Promise<SessionUser | null> {
  if (!hasSession(request)) return null;
  const { userId, signInVersion } = request.session;
  return userId === undefined ? null : ((await findSessionUser(db, userId, signInVersion ?? 0)) ?? null);
}
