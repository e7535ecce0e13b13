import type { CustomerInfo } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import { findCustomerInfo, upsertCustomerInfo } from './customer-info.sql.ts';

/** Returns the calling brand's customer card, or a default from the account. */
export async function getCustomerInfo(ctx: UserCtx): Promise<CustomerInfo> {
  const saved = await findCustomerInfo(ctx.db, ctx.user.id);
  // The schema defines the values. The column only limits their length.
  return (
    (saved as CustomerInfo | undefined) ?? {
      name: ctx.user.fullName,
      email: ctx.user.email,
      description: '',
      audience: '',
      tone: '',
      date: '',
      notes: '',
    }
  );
}

/** Saves the customer card. */
export async function saveCustomerInfo(ctx: UserCtx, info: CustomerInfo): Promise<CustomerInfo> {
  const { name, email, description, audience, tone, date, notes } = info;
  await upsertCustomerInfo(ctx.db, {
    brandId: ctx.user.id,
    name,
    email,
    description,
    audience,
    tone,
    date,
    notes,
    updatedAt: ctx.now(),
  });
  return info;
}
