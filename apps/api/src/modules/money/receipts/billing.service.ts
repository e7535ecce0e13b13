/** Manages the billing details that documents contain. Changes do not affect documents that are already issued. */
import type { BillingChange, BillingDetails } from '@marquee/validation';
import type { UserCtx } from '../../../core/ctx.ts';
import { mergeEdit } from '../../../core/edits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { findBillingDetails, lockBillingDetails, upsertBillingDetails } from './billing.sql.ts';

const NO_BILLING_DETAILS: BillingDetails = { legalName: '', address: '', country: '', taxId: '' };

/** Returns the caller's billing details. Missing ones are empty strings. */
export const getBillingDetails = async (ctx: UserCtx): Promise<BillingDetails> =>
  (await findBillingDetails(ctx.db, ctx.user.workspaceId)) ?? NO_BILLING_DETAILS;

/** Saves the caller's billing details, which future documents will contain. Throws EDIT_STALE. */
export async function saveBillingDetails(ctx: UserCtx, { base, ...edited }: BillingChange): Promise<BillingDetails> {
  const at = ctx.now();
  return inTransaction(ctx.db, async (tx) => {
    const workspaceId = ctx.user.workspaceId;
    const details = mergeEdit((await lockBillingDetails(tx, workspaceId)) ?? NO_BILLING_DETAILS, edited, base);
    await upsertBillingDetails(tx, { workspaceId, ...details, updatedAt: at });
    await recordAction(tx, { kind: 'workspace.billing_changed', actor: ctx.user, data: {}, at });
    return details;
  });
}
