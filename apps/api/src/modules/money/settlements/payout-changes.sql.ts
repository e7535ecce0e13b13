import type { WorkspaceId } from '@marquee/contracts';
import type { Insertable, Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';

/** Inserts a payout change. Returns its id. */
export const insertPayoutChange = async (
  db: Transaction<Database>,
  row: Insertable<Database['payoutChange']>,
): Promise<string> => (await db.insertInto('payoutChange').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** Locks the creator with this Stripe account, so that changes of the bank accounts are noticed one after another. */
export const lockPayoutBanks = (db: Transaction<Database>, stripeAccountId: string) =>
  db
    .selectFrom('workspace')
    .select(['id', 'payoutBanks', 'deletedAt'])
    .where('stripeAccountId', '=', stripeAccountId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const setPayoutBanks = (db: Transaction<Database>, creatorId: WorkspaceId, payoutBanks: string[]) =>
  db.updateTable('workspace').set({ payoutBanks }).where('id', '=', creatorId).execute();

export const setPayoutsHeldUntil = (db: Transaction<Database>, creatorId: WorkspaceId, payoutsHeldUntil: Date) =>
  db.updateTable('workspace').set({ payoutsHeldUntil }).where('id', '=', creatorId).execute();
