/** The kinds of procedure: who may call is the kind, nothing else. */
import { initTRPC, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { Ctx } from './ctx.ts';
import { Failure, publicMessage, type FailureCode } from './failures.ts';

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
