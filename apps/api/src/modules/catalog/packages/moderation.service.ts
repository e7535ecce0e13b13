/** Lets staff hide packages and show them again. The owner sees the reason. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type { Transaction } from 'kysely';
import { changeVisibility } from '../../../core/admin-actions.ts';
import { Failure } from '../../../core/failures.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { lockPackage, setPackageHidden } from './packages.sql.ts';

/** Hides a package from everyone except its owner. Throws ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE. */
export const hidePackage = (deps: Deps, actor: Actor, input: { id: string; reason: string }) =>
  inTransaction(deps, (tx) => moderatePackage(tx.db, deps, actor, input, 'package.hidden'));

/**
 * Makes a hidden package visible again. Other users see it only if it is active. Throws ADMIN_SUBJECT_NOT_FOUND or
 * ADMIN_ACTION_STALE.
 */
export const showPackage = (deps: Deps, actor: Actor, input: { id: string; reason: string }) =>
  inTransaction(deps, (tx) => moderatePackage(tx.db, deps, actor, input, 'package.shown'));

/** Hides or shows a package in the caller's transaction. Throws ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE. */
export async function moderatePackage(
  db: Transaction<Database>,
  deps: Pick<Deps, 'now'>,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
  action: 'package.hidden' | 'package.shown',
): Promise<void> {
  const pkg = await lockPackage(db, id);
  if (!pkg) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  const subject = { kind: 'package', id, label: pkg.name, hiddenAt: pkg.hiddenAt } as const;
  await changeVisibility(db, deps, actor, subject, { action, reason }, (change) => setPackageHidden(db, id, change));
}
