import { type Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** Notes an event's id; false when it was there already. */
export async function insertStripeEvent(
  tx: Transaction<Database>,
  event: { id: string; type: string; receivedAt: Date },
) {
  const inserted = await tx
    .insertInto('stripeEvent')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
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
