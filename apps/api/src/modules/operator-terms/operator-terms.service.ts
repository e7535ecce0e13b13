/**
 * The fee and the windows, which the operator sets. What is set holds for orders that are made from then on: a booking
 * keeps the terms that it was ordered under.
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
/** By the settings of the product that runs: a process may run several. */
const known = new WeakMap<Env, { terms: Promise<Terms>; until: number }>();

/**
 * The terms as pages show them, which other processes may have known for `TIMING.termsMs`. An order is made under
 * those that `findTerms` reads in its transaction, and shows them before it is paid.
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

/** One page of all the times that the terms were set, newest first; the first one holds. */
export async function termsPage(ctx: UserCtx, input: { cursor?: string | undefined }) {
  return toPage(await listTerms(ctx.db, parseCursor(input.cursor)), (row) => row.setAt);
}

/**
 * Sets the terms for orders from now on. `number` is that of the terms that are changed. Throws ADMIN_ACTION_STALE
 * when somebody else has set them meanwhile, or when nothing is changed.
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
