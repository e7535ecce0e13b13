/**
 * Manages the fee and the deadlines that the operator sets. Changes apply to new orders. A booking keeps the terms of
 * its order.
 */
import type { OperatorTerms } from '@marquee/booking';
import type { OperatorTermsChange } from '@marquee/validation';
import type { Env } from '../../config/env.ts';
import { recordAdminAction } from '../../core/admin-actions.ts';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { parseCursor, toPage } from '../../core/paging.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findTerms, insertTerms, listTerms } from './operator-terms.sql.ts';

export { findTerms } from './operator-terms.sql.ts';

type Terms = Awaited<ReturnType<typeof findTerms>>;
/** Cached per environment, because a process may run several products. */
const known = new WeakMap<Env, { terms: Promise<Terms>; until: number }>();

/**
 * Returns the terms for display, cached for `TIMING.termsMs`. An order reads its terms with `findTerms` in its own
 * transaction and shows them before the payment.
 */
export async function shownTerms({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<OperatorTerms> {
  let found = known.get(env);
  if (found === undefined || found.until <= performance.now()) {
    found = { terms: findTerms(db), until: performance.now() + env.TIMING.termsMs };
    known.set(env, found);
    found.terms.catch(() => known.delete(env));
  }
  const { feeBps, windows } = await found.terms;
  return { feeBps, windows };
}

/** Lists all versions of the terms, latest first. The first one is in effect. */
export async function termsPage(ctx: UserCtx, input: { cursor?: string | undefined }) {
  return toPage(await listTerms(ctx.db, parseCursor(input.cursor)), (row) => row.setAt);
}

/**
 * Sets the terms for new orders. `number` is the version that the change is based on. Throws ADMIN_ACTION_STALE if
 * there is a newer version or nothing changes.
 */
export async function changeTerms(
  ctx: UserCtx,
  { number, reason, feeBps, windows }: OperatorTermsChange,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await findTerms(tx);
    const after: OperatorTerms = { feeBps, windows };
    const isSame = feeBps === before.feeBps && namesOf(windows).every((name) => windows[name] === before.windows[name]);
    if (before.number !== number || isSame) throw new Failure('ADMIN_ACTION_STALE');
    const at = ctx.now();
    const set = await insertTerms(tx, {
      number: number + 1,
      feeBps,
      windows: JSON.stringify(windows),
      setBy: ctx.user.id,
      reason,
      setAt: at,
    });
    if (!set) throw new Failure('ADMIN_ACTION_STALE');
    await recordAdminAction(tx, {
      actorId: ctx.user.id,
      action: 'operator_terms.set',
      subjectKind: 'terms',
      subjectId: set.id,
      subjectLabel: `Terms ${number + 1}`,
      reason,
      before: { feeBps: before.feeBps, ...before.windows },
      after: { feeBps: after.feeBps, ...after.windows },
      at,
    });
  });
  known.delete(ctx.env);
}

const namesOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];
