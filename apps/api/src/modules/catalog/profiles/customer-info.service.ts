import type { CustomerInfo, CustomerInfoChange } from '@marquee/validation';
import type { UserCtx } from '../../../core/ctx.ts';
import { mergeEdit } from '../../../core/edits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { findCustomerInfo, lockCustomerInfo, upsertCustomerInfo } from './customer-info.sql.ts';

/** Returns the calling brand's customer info card, or a default card with the account's name and email address. */
export async function getCustomerInfo(ctx: UserCtx): Promise<CustomerInfo> {
  return toCard(ctx, await findCustomerInfo(ctx.db, ctx.user.workspaceId));
}

function toCard(ctx: UserCtx, saved: Awaited<ReturnType<typeof findCustomerInfo>>): CustomerInfo {
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

/** Saves the calling brand's customer info card. Throws EDIT_STALE. */
export function saveCustomerInfo(ctx: UserCtx, { base, ...edited }: CustomerInfoChange): Promise<CustomerInfo> {
  return inTransaction(ctx.db, async (tx) => {
    const brandId = ctx.user.workspaceId;
    const info = mergeEdit(toCard(ctx, await lockCustomerInfo(tx, brandId)), edited, base);
    await upsertCustomerInfo(tx, { brandId, ...info, updatedAt: ctx.now() });
    return info;
  });
}
