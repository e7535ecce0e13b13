import type { Insertable, Transaction } from 'kysely';
import { prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Stores a Stripe event. Returns false if it is already stored. */
export const insertStripeEvent = async (
  db: Db | Transaction<Database>,
  { id, type, createdAt, receivedAt, source }: Insertable<Database['stripeEvent']>,
): Promise<boolean> => (await runInsertStripeEvent(db, id, type, createdAt, receivedAt, source)) !== undefined;

const runInsertStripeEvent = prepareReadFirst(
  (db: Db, id: string, type: string, createdAt: Date, receivedAt: Date, source: 'webhook' | 'list') =>
    db
      .insertInto('stripeEvent')
      .values({ id, type, createdAt, receivedAt, source })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
);

/** Sets the PaymentIntent of an unpaid booking. Returns false if the booking already has one or has ended. */
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
 * Records that Stripe definitely did not create the intent, so that the next attempt uses a new idempotency key.
 * Returns the number of the next attempt.
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
