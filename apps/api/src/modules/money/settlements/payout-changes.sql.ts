import type { Insertable, Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';

/** Inserts a payout change. Returns its id. */
export const insertPayoutChange = async (
  tx: Transaction<Database>,
  row: Insertable<Database['payoutChange']>,
): Promise<string> => (await tx.insertInto('payoutChange').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** Locks the creator with this Stripe account, so that changes of the bank accounts are noticed one after another. */
export const lockPayoutBanks = (tx: Transaction<Database>, stripeAccountId: string) =>
  tx
    .selectFrom('workspace')
    .select(['id', 'payoutBanks', 'deletedAt'])
    .where('stripeAccountId', '=', stripeAccountId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const setPayoutBanks = (tx: Transaction<Database>, creatorId: string, payoutBanks: string[]) =>
  tx.updateTable('workspace').set({ payoutBanks }).where('id', '=', creatorId).execute();

export const setPayoutsHeldUntil = (tx: Transaction<Database>, creatorId: string, payoutsHeldUntil: Date) =>
  tx.updateTable('workspace').set({ payoutsHeldUntil }).where('id', '=', creatorId).execute();
