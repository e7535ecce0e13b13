/**
 * Manages the operator terms: the fee and the deadlines. Changes apply to new orders, and existing bookings keep
 * their terms.
 */
import type { Actor } from '../../../core/actor.ts';
import type { OperatorTerms } from '@marquee/booking';
import type { OperatorTermsChange } from '@marquee/validation';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { findOperatorTerms, insertOperatorTerms, listOperatorTerms } from './operator-terms.sql.ts';

export { findOperatorTerms } from './operator-terms.sql.ts';

/**
 * Returns the current terms for display, cached for `TIMING.termsMs`. For an order, use `findOperatorTerms` in the
 * order's transaction instead.
 */
export async function getOperatorTerms({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<OperatorTerms> {
  const { feeBps, windows } = await memory.operatorTerms.read('current', () => findOperatorTerms(db));
  return { feeBps, windows };
}

/** Returns a page of the versions of the terms, latest first. */
export async function getOperatorTermsPage(deps: Deps, input: { cursor?: string | undefined }) {
  return toPage(await listOperatorTerms(deps.db, parseCursor(input.cursor)), (row) => row.setAt);
}

/**
 * Sets the terms for new orders. `number` is the number of the version that the change is based on. Throws
 * ADMIN_ACTION_STALE if there is a newer version or if nothing would change.
 */
export async function changeOperatorTerms(
  deps: Deps,
  actor: Actor,
  { number, reason, feeBps, windows }: OperatorTermsChange,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const before = await findOperatorTerms(tx.db);
    const after: OperatorTerms = { feeBps, windows };
    const isSame = feeBps === before.feeBps && getKeys(windows).every((name) => windows[name] === before.windows[name]);
    if (before.number !== number || isSame) throw new Failure('ADMIN_ACTION_STALE');
    const at = deps.now();
    const set = await insertOperatorTerms(tx.db, {
      number: number + 1,
      feeBps,
      windows: JSON.stringify(windows),
      setByPersonId: actor.id,
      reason,
      setAt: at,
    });
    if (!set) throw new Failure('ADMIN_ACTION_STALE');
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
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
  deps.memory.operatorTerms.clear();
}

const getKeys = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];
