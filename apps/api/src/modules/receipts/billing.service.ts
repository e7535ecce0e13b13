/** Who somebody is on papers. Those that are made already keep what was true then. */
import type { BillingDetails } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import { findBilling, upsertBilling } from './billing.sql.ts';

/** The caller's billing details; empty text where nothing was given. */
export const billingOf = async (ctx: UserCtx): Promise<BillingDetails> =>
  (await findBilling(ctx.db, ctx.user.id)) ?? { legalName: '', address: '', country: '', taxId: '' };

/** Saves all of them, for papers that are made from now on. */
export async function saveBilling(ctx: UserCtx, details: BillingDetails): Promise<BillingDetails> {
  const { legalName, address, country, taxId } = details;
  await upsertBilling(ctx.db, { userId: ctx.user.id, legalName, address, country, taxId, updatedAt: ctx.now() });
  return details;
}
