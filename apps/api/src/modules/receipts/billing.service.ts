/** Manages the billing details that documents contain. Changes do not affect documents that are already issued. */
import type { BillingDetails } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import { findBillingDetails, upsertBillingDetails } from './billing.sql.ts';

/** Returns the caller's billing details. Missing ones are empty strings. */
export const getBillingDetails = async (ctx: UserCtx): Promise<BillingDetails> =>
  (await findBillingDetails(ctx.db, ctx.user.workspaceId)) ?? { legalName: '', address: '', country: '', taxId: '' };

/** Saves the caller's billing details, which future documents will contain. */
export async function saveBillingDetails(ctx: UserCtx, details: BillingDetails): Promise<BillingDetails> {
  const { legalName, address, country, taxId } = details;
  await upsertBillingDetails(ctx.db, {
    userId: ctx.user.workspaceId,
    legalName,
    address,
    country,
    taxId,
    updatedAt: ctx.now(),
  });
  return details;
}
