/** Manages the billing details that documents contain. Changes do not affect documents that are already issued. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type { BillingChange, BillingDetails } from '@marquee/validation';
import { mergeEdit } from '../../../core/edits.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { findBillingDetails, lockBillingDetails, upsertBillingDetails } from './billing.sql.ts';

const NO_BILLING_DETAILS: BillingDetails = { legalName: '', address: '', country: '', taxId: '' };

/** Returns the caller's billing details. Missing ones are empty strings. */
export const getBillingDetails = async (deps: Deps, actor: Actor): Promise<BillingDetails> =>
  (await findBillingDetails(deps.db, actor.workspaceId)) ?? NO_BILLING_DETAILS;

/** Saves the caller's billing details, which future documents will contain. Throws EDIT_STALE or TOO_MANY_REQUESTS. */
export async function saveBillingDetails(
  deps: Deps,
  actor: Actor,
  { base, ...edited }: BillingChange,
): Promise<BillingDetails> {
  await enforceRateLimit(deps, 'workspace change', actor.id);
  const at = deps.now();
  return inTransaction(deps, async (tx) => {
    const workspaceId = actor.workspaceId;
    const details = mergeEdit((await lockBillingDetails(tx.db, workspaceId)) ?? NO_BILLING_DETAILS, edited, base);
    await upsertBillingDetails(tx.db, { workspaceId, ...details, updatedAt: at });
    await recordAction(tx.db, { kind: 'workspace.billing_changed', actor, data: {}, at });
    return details;
  });
}
