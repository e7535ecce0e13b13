import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type { CustomerInfo, CustomerInfoChange } from '@marquee/validation';
import { mergeEdit } from '../../../core/edits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { findCustomerInfo, lockCustomerInfo, upsertCustomerInfo } from './customer-info.sql.ts';

/** Returns the calling brand's customer info card, or a default card with the account's name and email address. */
export async function getCustomerInfo(deps: Deps, actor: Actor): Promise<CustomerInfo> {
  return toCard(actor, await findCustomerInfo(deps.db, actor.workspaceId));
}

function toCard(actor: Actor, saved: Awaited<ReturnType<typeof findCustomerInfo>>): CustomerInfo {
  // A cast, because the type of the column is wider. Only values that the schema allows are saved.
  return (
    (saved as CustomerInfo | undefined) ?? {
      name: actor.fullName,
      email: actor.email,
      description: '',
      audience: '',
      tone: '',
      date: '',
      notes: '',
    }
  );
}

/** Saves the calling brand's customer info card. Throws EDIT_STALE. */
export function saveCustomerInfo(
  deps: Deps,
  actor: Actor,
  { base, ...edited }: CustomerInfoChange,
): Promise<CustomerInfo> {
  return inTransaction(deps, async (tx) => {
    const brandId = actor.workspaceId;
    const info = mergeEdit(toCard(actor, await lockCustomerInfo(tx.db, brandId)), edited, base);
    await upsertCustomerInfo(tx.db, { brandId, ...info, updatedAt: deps.now() });
    return info;
  });
}
