import { type Transaction } from 'kysely';
import { prepareReadFirst } from '../../db/prepared.ts';
import type { Database, Db } from '../../db/schema.ts';

/** Stores an event's id. Returns false if it was stored already. */
export const insertStripeEvent = async (
  db: Db | Transaction<Database>,
  { id, type, receivedAt }: { id: string; type: string; receivedAt: Date },
): Promise<boolean> => (await runInsertStripeEvent(db, id, type, receivedAt)) !== undefined;

const runInsertStripeEvent = prepareReadFirst((db: Db, id: string, type: string, receivedAt: Date) =>
  db
    .insertInto('stripeEvent')
    .values({ id, type, receivedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
);

/** Sets the intent of an unpaid booking. Returns false if it has one, or if the booking has ended. */
export async function setPaymentIntent(db: Db, bookingId: string, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('booking')
    .set({ stripePaymentIntentId: intentId })
    .where('id', '=', bookingId)
    .where('stripePaymentIntentId', 'is', null)
    .where('status', '!=', 'cancelled')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Counts an intent that Stripe definitely did not create, so that the next attempt is a new request. Returns its
 * number.
 */
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
