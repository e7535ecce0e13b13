/** Makes the context of one HTTP request. */
import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify';
import type { Ctx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { sessionOf } from '../modules/auth/auth.sessions.ts';
import { findSessionUser } from '../modules/auth/auth.sql.ts';
import { usersOfDevice } from './devices.ts';

/** Reads who is calling from the request's session, anew on every request. */
export const createContext =
  (deps: Deps) =>
  async ({ req }: Pick<CreateFastifyContextOptions, 'req'>): Promise<Ctx> => {
    const userId = req.session.userId;
    const user =
      userId === undefined ? null : ((await findSessionUser(deps.db, userId, req.session.signInVersion ?? 0)) ?? null);
    return { ...deps, log: req.log, user, ip: req.ip, session: sessionOf(req, usersOfDevice(deps, req)) };
  };
