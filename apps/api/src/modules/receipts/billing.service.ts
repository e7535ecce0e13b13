/** Who somebody is on papers. Those that are made already keep what was true then. */
import type { BillingDetails } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import { findBillingDetails, upsertBillingDetails } from './billing.sql.ts';

/** The caller's billing details; empty text where nothing was given. */
export const getBillingDetails = async (ctx: UserCtx): Promise<BillingDetails> =>
  (await findBillingDetails(ctx.db, ctx.user.id)) ?? { legalName: '', address: '', country: '', taxId: '' };

/** Saves all of them, for papers that are made from now on. */
export async function saveBillingDetails(ctx: UserCtx, details: BillingDetails): Promise<BillingDetails> {
  const { legalName, address, country, taxId } = details;
  await upsertBillingDetails(ctx.db, { userId: ctx.user.id, legalName, address, country, taxId, updatedAt: ctx.now() });
  return details;
}
