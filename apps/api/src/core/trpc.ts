/** The context of a call and the kinds of procedure: who may call is the kind, nothing else. */
import { initTRPC, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify';
import type { Deps } from './deps.ts';
import { Failure, publicMessage, type FailureCode } from './failures.ts';
import { findSessionUser, type SessionUser } from '../modules/auth/auth.sql.ts';
import { sessionOf, type RequestSession } from '../modules/auth/auth.sessions.ts';

/** A call: what services need, who is calling, from where, and (over HTTP) the session it may change. */
export interface Ctx extends Deps {
  readonly user: SessionUser | null;
  readonly ip: string;
  readonly session: RequestSession | null;
}
/** A call by a signed-in user. */
export interface UserCtx extends Ctx {
  readonly user: SessionUser;
}

/** Makes the context of one HTTP request. */
export const createContext =
  (deps: Deps) =>
  async ({ req }: Pick<CreateFastifyContextOptions, 'req'>): Promise<Ctx> => {
    const userId = req.session.userId;
    const user =
      userId === undefined ? null : ((await findSessionUser(deps.db, userId, req.session.signInVersion ?? 0)) ?? null);
    return { ...deps, log: req.log, user, ip: req.ip, session: sessionOf(req) };
  };

const t = initTRPC.context<Ctx>().create({
  errorFormatter: ({ shape, error }) => ({ ...shape, ...toldOf(error) }),
});

/** What a caller is told of an error. */
export const toldOf = (error: TRPCError) => ({
  message: publicMessage(error),
  data: { code: error.code, httpStatus: getHTTPStatusCodeFromError(error), failure: failureOf(error) },
});

const failureOf = (error: TRPCError): FailureCode | null => (error instanceof Failure ? error.failure : null);

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

export const publicProcedure = t.procedure;

export const userProcedure = t.procedure.use(({ ctx, next }) => {
  if (ctx.user === null) throw new Failure('SIGNED_OUT');
  return next({ ctx: { ...ctx, user: ctx.user } });
});

export const creatorProcedure = userProcedure.use(({ ctx, next }) => {
  if (ctx.user.userType !== 'influencer') throw new Failure('CREATORS_ONLY');
  return next({ ctx });
});

export const brandProcedure = userProcedure.use(({ ctx, next }) => {
  if (ctx.user.userType !== 'brand') throw new Failure('BRANDS_ONLY');
  return next({ ctx });
});

/** The operator's staff, whatever else the account is. */
export const adminProcedure = userProcedure.use(({ ctx, next }) => {
  if (ctx.user.role !== 'admin') throw new Failure('ADMINS_ONLY');
  return next({ ctx });
});
