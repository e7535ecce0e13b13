/** Lets staff hide packages and show them again. The owner sees the reason. */
import type { Transaction } from 'kysely';
import { changeVisibility } from '../../../core/admin-actions.ts';
import type { UserCtx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import type { Database } from '../../../db/schema.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { lockPackage, setPackageHidden } from './packages.sql.ts';

/** Hides a package from everyone except its owner. Throws ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE. */
export const hidePackage = (ctx: UserCtx, input: { id: string; reason: string }) =>
  inTransaction(ctx.db, (tx) => moderatePackage(tx, ctx, input, 'package.hidden'));

/**
 * Makes a hidden package visible again. Other users see it only if it is active. Throws ADMIN_SUBJECT_NOT_FOUND or
 * ADMIN_ACTION_STALE.
 */
export const showPackage = (ctx: UserCtx, input: { id: string; reason: string }) =>
  inTransaction(ctx.db, (tx) => moderatePackage(tx, ctx, input, 'package.shown'));

/** Hides or shows a package within the transaction `tx`. Throws ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE. */
export async function moderatePackage(
  tx: Transaction<Database>,
  ctx: Pick<UserCtx, 'user' | 'now'>,
  { id, reason }: { id: string; reason: string },
  action: 'package.hidden' | 'package.shown',
): Promise<void> {
  const found = await lockPackage(tx, id);
  if (!found) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  const subject = { kind: 'package', id, label: found.name, hiddenAt: found.hiddenAt } as const;
  await changeVisibility(tx, ctx, subject, { action, reason }, (change) => setPackageHidden(tx, id, change));
}
