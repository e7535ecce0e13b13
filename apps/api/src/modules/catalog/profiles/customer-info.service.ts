import type { CustomerInfo } from '@marquee/validation';
import type { UserCtx } from '../../../core/ctx.ts';
import { findCustomerInfo, upsertCustomerInfo } from './customer-info.sql.ts';

/** Returns the calling brand's customer info card, or a default card with the account's name and email address. */
export async function getCustomerInfo(ctx: UserCtx): Promise<CustomerInfo> {
  const saved = await findCustomerInfo(ctx.db, ctx.user.workspaceId);
  // A cast, because the type of the column is wider. Only values that the schema allows are saved.
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

export async function saveCustomerInfo(ctx: UserCtx, info: CustomerInfo): Promise<CustomerInfo> {
  const { name, email, description, audience, tone, date, notes } = info;
  await upsertCustomerInfo(ctx.db, {
    brandId: ctx.user.workspaceId,
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
