import { type Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** Notes an event's id; false when it was there already. */
export async function insertStripeEvent(
  db: Db | Transaction<Database>,
  event: { id: string; type: string; receivedAt: Date },
) {
  const inserted = await db
    .insertInto('stripeEvent')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Gives an unpaid booking its intent; false when it has one, or has ended. */
export async function setIntent(db: Db, bookingId: string, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('booking')
    .set({ stripePaymentIntentId: intentId })
    .where('id', '=', bookingId)
    .where('stripePaymentIntentId', 'is', null)
    .where('status', '!=', 'cancelled')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that Stripe definitely did not make an intent: the next try is a new request. Returns its number. */
export async function setNextIntentAttempt(db: Db, bookingId: string, failedAttempt: number): Promise<number> {
  await db
    .updateTable('booking')
    .set({ intentAttempt: failedAttempt + 1 })
    .where('id', '=', bookingId)
    .where('intentAttempt', '=', failedAttempt)
    .execute();
  const { intentAttempt } = await db
    .selectFrom('booking')
    .select('intentAttempt')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return intentAttempt;
}
