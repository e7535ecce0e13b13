/** The kinds of procedure: who may call is the kind, nothing else. */
import { initTRPC, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { Ctx } from './ctx.ts';
import { assertSameAccount } from './page-user.ts';
import { Failure, getPublicMessage, type FailureCode } from './failures.ts';

const t = initTRPC.context<Ctx>().create({
  errorFormatter: ({ shape, error }) => ({ ...shape, ...toPublicError(error) }),
});

/** What a caller is told of an error. */
export const toPublicError = (error: TRPCError) => ({
  message: getPublicMessage(error),
  data: { code: error.code, httpStatus: getHTTPStatusCodeFromError(error), failure: findFailureCode(error) },
});

const findFailureCode = (error: TRPCError): FailureCode | null => (error instanceof Failure ? error.failure : null);

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Every write is refused if the page that sends it was rendered for another account. */
export const publicProcedure = t.procedure.use(({ ctx, type, next }) => {
  if (type === 'mutation') assertSameAccount(ctx);
  return next();
});

/**
 * Public, and some seconds old for those whom `mayBeStale` names (`Deps.stale`). What such a procedure answers with is
 * read only; `primary` is for what is noted beside the answer.
 */
const staleProcedure = (mayBeStale: (user: Ctx['user']) => boolean) =>
  publicProcedure.use(({ ctx, next }) =>
    next({ ctx: { db: mayBeStale(ctx.user) ? ctx.stale : ctx.db, primary: ctx.db } }),
  );

/** The market as a whole. Creators see their own changes in it at once. */
export const marketProcedure = staleProcedure((user) => user?.userType !== 'influencer');

/** What one creator shows. Whoever is signed in may be about to book it, or has just changed it. */
export const showcaseProcedure = staleProcedure((user) => user === null);

export const userProcedure = publicProcedure.use(({ ctx, next }) => {
  if (ctx.user === null) throw new Failure('SIGNED_OUT');
  return next({ ctx: { user: ctx.user } });
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
