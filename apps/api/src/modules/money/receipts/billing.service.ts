/** Manages the billing details that documents contain. Changes do not affect documents that are already issued. */
import type { BillingDetails } from '@marquee/validation';
import type { UserCtx } from '../../../core/ctx.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { findBillingDetails, upsertBillingDetails } from './billing.sql.ts';

/** Returns the caller's billing details. Missing ones are empty strings. */
export const getBillingDetails = async (ctx: UserCtx): Promise<BillingDetails> =>
  (await findBillingDetails(ctx.db, ctx.user.workspaceId)) ?? { legalName: '', address: '', country: '', taxId: '' };

/** Saves the caller's billing details, which future documents will contain. */
export async function saveBillingDetails(ctx: UserCtx, details: BillingDetails): Promise<BillingDetails> {
  const { legalName, address, country, taxId } = details;
  const at = ctx.now();
  await inTransaction(ctx.db, async (tx) => {
    const userId = ctx.user.workspaceId;
    await upsertBillingDetails(tx, { userId, legalName, address, country, taxId, updatedAt: at });
    await recordAction(tx, { kind: 'workspace.billing_changed', actor: ctx.user, data: {}, at });
  });
  return details;
}
