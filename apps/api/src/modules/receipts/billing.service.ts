/** Manages the billing details that documents show. Existing documents keep the details of their time. */
import type { BillingDetails } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import { findBillingDetails, upsertBillingDetails } from './billing.sql.ts';

/** Returns the caller's billing details, with empty text for missing ones. */
export const getBillingDetails = async (ctx: UserCtx): Promise<BillingDetails> =>
  (await findBillingDetails(ctx.db, ctx.user.id)) ?? { legalName: '', address: '', country: '', taxId: '' };

/** Saves all billing details for future documents. */
export async function saveBillingDetails(ctx: UserCtx, details: BillingDetails): Promise<BillingDetails> {
  const { legalName, address, country, taxId } = details;
  await upsertBillingDetails(ctx.db, { userId: ctx.user.id, legalName, address, country, taxId, updatedAt: ctx.now() });
  return details;
}
