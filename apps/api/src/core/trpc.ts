/** Defines the kinds of procedures. The kind determines the allowed callers. */
import { isStaff } from '@marquee/contracts';
import { HOUR_MS } from '@marquee/time';
import { initTRPC, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { VERSION } from '../config/version.ts';
import { guardChanges } from './caller-guard.ts';
import { findPasskeyTrust, isConfirmed } from './confirmations.ts';
import { toActor, type Ctx, type UserCtx } from './ctx.ts';
import { withStaleReads } from './deps.ts';
import { assertSameAccount } from './page-user.ts';
import { Failure, findAwayFailure, findFailureCode, getPublicMessage } from './failures.ts';
import type { Outcome } from './metrics.ts';
import { spendNetworkBudget } from './network-budget.ts';
import { assertAccess, assertNotLocked, type Access } from './permissions.ts';
import { markSpanFailed, runTraced } from './tracing.ts';

/** The properties that a procedure declares. */
interface ProcedureMeta {
  /** The typical server time of a call in milliseconds, which is charged to the caller's network. */
  costMs: number;
}

const t = initTRPC
  .context<Ctx>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter: ({ error, ctx }) => toErrorBody(error, ctx?.request.id),
  });

/**
 * Returns the parts of an error that callers may see. Errors of the server have the request id as a reference, by
 * which staff find the log line and the trace.
 */
function toPublicError(error: TRPCError, requestId?: string) {
  const httpStatus = getHTTPStatusCodeFromError(error);
  const failure = findFailureCode(error);
  return {
    message: getPublicMessage(error),
    data: {
      code: error.code,
      httpStatus,
      failure,
      // A page compares the version with its own, because the server may be the older one during a release.
      ...(failure === 'PAGE_OUTDATED' && { version: VERSION }),
      ...(httpStatus >= 500 && requestId !== undefined && { reference: requestId }),
    },
  };
}

/** An error in tRPC's protocol. `code` is the JSON-RPC code. */
export type ErrorBody = ReturnType<typeof toErrorBody>;

/** Returns the error as tRPC's protocol sends it. */
export const toErrorBody = (error: TRPCError, requestId?: string) => {
  const { message, data } = toPublicError(error, requestId);
  return { message, code: TRPC_ERROR_CODES_BY_KEY[error.code], data };
};

/** Returns how a call with this error ended, for logs and metrics. */
export const getErrorOutcome = (error: TRPCError): Outcome => {
  const status = getHTTPStatusCodeFromError(error);
  return status === 503 ? 'unavailable' : status >= 500 ? 'failed' : 'refused';
};

/**
 * Measures and traces every call of a procedure, over HTTP and in the same process. Replaces errors of a database or a
 * store that is away by a failure that says so.
 */
const measuredProcedure = t.procedure.use(async ({ ctx, path, next }) => {
  const startedAt = performance.now();
  const result = await runTraced(path, async () => {
    const answer = await next();
    // tRPC returns errors instead of throwing them.
    if (!answer.ok && getErrorOutcome(answer.error) !== 'refused') markSpanFailed();
    return answer;
  });
  const away = result.ok ? null : (findAwayFailure(result.error) ?? null);
  const error = away ?? (result.ok ? null : result.error);
  const ms = performance.now() - startedAt;
  const outcome = error === null ? 'ok' : getErrorOutcome(error);
  ctx.deps.metrics.countCall('procedure', path, outcome, ms);
  ctx.request.calls?.push({ procedure: path, ms: Math.round(ms), outcome });
  if (away !== null) throw away;
  return result;
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/**
 * A procedure for all callers. Rejects a write from a page that was rendered for another account. If the procedure
 * declares its cost (`meta`), the call is charged to the caller's network. Each call of a batch is charged.
 */
export const publicProcedure = measuredProcedure.use(async ({ ctx, type, meta, next }) => {
  if (type === 'mutation') assertSameAccount(ctx);
  if (meta !== undefined) await spendNetworkBudget(ctx.deps, ctx.request.ip, meta.costMs);
  return next();
});

/**
 * A public procedure that reads from a standby (`Deps.stale`) if `mayBeStale` returns true for the user, so that its
 * result may be a few seconds old. If the procedure also writes, it must use `primary`.
 */
const staleProcedure = (mayBeStale: (user: Ctx['user']) => boolean) =>
  publicProcedure.use(({ ctx, next }) =>
    next({ ctx: { deps: mayBeStale(ctx.user) ? withStaleReads(ctx.deps) : ctx.deps, primary: ctx.deps } }),
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

/** For signed-in users. Each transaction of a mutation checks that the caller may still make it (`guardChanges`). */
const signedInProcedure = publicProcedure.use(({ ctx, type, next }) => {
  const { user } = ctx;
  if (user === null) throw new Failure('SIGNED_OUT');
  const deps = type === 'mutation' ? guardChanges(ctx.deps, user, ctx.session) : ctx.deps;
  return next({ ctx: { deps, user, actor: toActor(user, ctx.request) } });
});

/** Like `userProcedure`, but also for reported workspaces, because the procedure only cancels a pending change. */
export const stoppingProcedure = (access: Access) =>
  signedInProcedure.use(({ ctx, next }) => {
    assertAccess(ctx.user, access);
    return next({ ctx });
  });

/** A procedure for the people of workspaces whose role has `access` (core/permissions.ts). */
export const userProcedure = (access: Access) =>
  stoppingProcedure(access).use(({ ctx, type, next }) => {
    if (type === 'mutation') assertNotLocked(ctx.user, access);
    return next({ ctx });
  });

/** Like `creatorProcedure`, but also for reported workspaces. */
export const stoppingCreatorProcedure = (access: Access) =>
  stoppingProcedure(access).use(({ ctx, next }) => {
    if (ctx.user.userType !== 'influencer') throw new Failure('CREATORS_ONLY');
    return next({ ctx });
  });

export const creatorProcedure = (access: Access) =>
  userProcedure(access).use(({ ctx, next }) => {
    if (ctx.user.userType !== 'influencer') throw new Failure('CREATORS_ONLY');
    return next({ ctx });
  });

export const brandProcedure = (access: Access) =>
  userProcedure(access).use(({ ctx, next }) => {
    if (ctx.user.userType !== 'brand') throw new Failure('BRANDS_ONLY');
    return next({ ctx });
  });

/** Throws CONFIRMATION_REQUIRED unless the user has confirmed their identity within the last minutes. */
function assertConfirmed(ctx: UserCtx): void {
  if (!isConfirmed(ctx)) throw new Failure('CONFIRMATION_REQUIRED');
}

/** For sensitive actions. The user has to confirm their identity (core/confirmations.ts). */
export const confirmedProcedure = (access: Access) =>
  userProcedure(access).use(({ ctx, next }) => {
    assertConfirmed(ctx);
    return next({ ctx });
  });

export const confirmedBrandProcedure = (access: Access) =>
  brandProcedure(access).use(({ ctx, next }) => {
    assertConfirmed(ctx);
    return next({ ctx });
  });

export const confirmedCreatorProcedure = (access: Access) =>
  creatorProcedure(access).use(({ ctx, next }) => {
    assertConfirmed(ctx);
    return next({ ctx });
  });

/** For staff (`isStaff`), whether their account type is creator or brand. */
export const adminProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (!isStaff(ctx.user)) throw new Failure(ctx.user.role === 'admin' ? 'STAFF_FACTOR_MISSING' : 'ADMINS_ONLY');
  return next({ ctx });
});

/** For staff actions that move money, which have to be confirmed with a passkey that is trusted. */
export const adminMoneyProcedure = adminProcedure.use(({ ctx, next }) => {
  const trustedFrom = findPasskeyTrust(ctx);
  if (trustedFrom === null) throw new Failure('PASSKEY_REQUIRED');
  const hours = Math.ceil((trustedFrom.getTime() - ctx.deps.now().getTime()) / HOUR_MS);
  if (hours > 0)
    throw new Failure(
      'PASSKEY_TOO_NEW',
      `This passkey is new. You can use it for actions that move money in ${hours} ${hours === 1 ? 'hour' : 'hours'}. If you have an older passkey, sign in with it instead.`,
    );
  return next({ ctx });
});
