/** Defines the kinds of procedures. The kind determines the allowed callers. */
import { initTRPC, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { isConfirmed, isConfirmedByPasskey } from './confirmations.ts';
import type { Ctx, UserCtx } from './ctx.ts';
import { assertSameAccount } from './page-user.ts';
import { Failure, findFailureCode, getPublicMessage } from './failures.ts';

const t = initTRPC.context<Ctx>().create({
  errorFormatter: ({ shape, error }) => ({ ...shape, ...toPublicError(error) }),
});

/** Returns the parts of an error that callers may see. */
export const toPublicError = (error: TRPCError) => ({
  message: getPublicMessage(error),
  data: { code: error.code, httpStatus: getHTTPStatusCodeFromError(error), failure: findFailureCode(error) },
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** A procedure for all callers. Rejects a write from a page that was rendered for another account. */
export const publicProcedure = t.procedure.use(({ ctx, type, next }) => {
  if (type === 'mutation') assertSameAccount(ctx);
  return next();
});

/**
 * A public procedure that reads from a standby (`Deps.stale`) if `mayBeStale` returns true for the user, so that its
 * result may be a few seconds old. If the procedure also writes, it must use `primary`.
 */
const staleProcedure = (mayBeStale: (user: Ctx['user']) => boolean) =>
  publicProcedure.use(({ ctx, next }) =>
    next({ ctx: { db: mayBeStale(ctx.user) ? ctx.stale : ctx.db, primary: ctx.db } }),
  );

/**
 * For reads about the whole marketplace. Creators read from the primary, so that they see their own changes at once.
 */
export const marketProcedure = staleProcedure((user) => user?.userType !== 'influencer');

/**
 * For reads of one creator's content. Signed-in users read from the primary, because they may be about to book it or
 * may have just changed it.
 */
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

/** Throws CONFIRMATION_REQUIRED unless the user has confirmed who they are within the last minutes. */
function assertConfirmed(ctx: UserCtx): void {
  if (!isConfirmed(ctx)) throw new Failure('CONFIRMATION_REQUIRED');
}

/** For sensitive actions of users, who have to confirm who they are (core/confirmations.ts). */
export const confirmedProcedure = userProcedure.use(({ ctx, next }) => {
  assertConfirmed(ctx);
  return next({ ctx });
});

export const confirmedCreatorProcedure = creatorProcedure.use(({ ctx, next }) => {
  assertConfirmed(ctx);
  return next({ ctx });
});

/**
 * For users with the admin role, whether their account type is creator or brand. They need a second factor, without
 * which nobody can sign in to their account.
 */
export const adminProcedure = userProcedure.use(({ ctx, next }) => {
  if (ctx.user.role !== 'admin') throw new Failure('ADMINS_ONLY');
  if (!ctx.user.hasFactor) throw new Failure('STAFF_FACTOR_MISSING');
  return next({ ctx });
});

/** For staff actions that move money, which have to be confirmed with a passkey. */
export const adminMoneyProcedure = adminProcedure.use(({ ctx, next }) => {
  if (!isConfirmedByPasskey(ctx)) throw new Failure('PASSKEY_REQUIRED');
  return next({ ctx });
});
