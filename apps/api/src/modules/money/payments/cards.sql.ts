import { listRolesWith, type PersonId, type WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { CardPaymentOutcome, Database, Db } from '../../../db/schema.ts';

/** Returns a brand's saved cards with who added them, newest first. A brand can have only a few. */
export const listSavedCards = (db: Db, brandId: WorkspaceId) =>
  db
    .selectFrom('savedCard')
    .innerJoin('person', 'person.id', 'savedCard.addedByPersonId')
    .select([
      'savedCard.id',
      'savedCard.brand',
      'savedCard.last4',
      'savedCard.expMonth',
      'savedCard.expYear',
      'savedCard.addedAt',
      'person.fullName as addedByName',
    ])
    .where('savedCard.brandId', '=', brandId)
    .where('savedCard.removedAt', 'is', null)
    .orderBy('savedCard.addedAt', 'desc')
    .orderBy('savedCard.id', 'desc')
    .execute();

/** Returns whether the brand has been charged for a booking. */
export async function hasPaidBooking(db: Db, brandId: WorkspaceId): Promise<boolean> {
  const card = await db
    .selectFrom('booking')
    .select('id')
    .where('brandId', '=', brandId)
    // The condition of the index booking_spending.
    .where('paymentState', 'in', ['held', 'releasing', 'released', 'refunding', 'split', 'disputed'])
    .limit(1)
    .executeTakeFirst();
  return card !== undefined;
}

export const findCustomer = (db: Db, brandId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select(['stripeCustomerId', 'stripeCustomerAttempt'])
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow();

/** Locks a brand, so that its cards do not change in the meantime. */
export const lockCustomer = (db: Transaction<Database>, brandId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select(['stripeCustomerId', 'deletedAt', 'reportedAt'])
    .where('id', '=', brandId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Records that Stripe definitely did not create the customer, so that the next attempt has a new idempotency key. */
export const setNextCustomerAttempt = (db: Db, brandId: WorkspaceId, failedAttempt: number) =>
  db
    .updateTable('workspace')
    .set({ stripeCustomerAttempt: failedAttempt + 1 })
    .where('id', '=', brandId)
    .where('stripeCustomerAttempt', '=', failedAttempt)
    .execute();

/** Stores the brand's customer, unless another one is already stored. */
export const setStripeCustomer = (db: Db, brandId: WorkspaceId, stripeCustomerId: string) =>
  db
    .updateTable('workspace')
    .set({ stripeCustomerId })
    .where('id', '=', brandId)
    .where('stripeCustomerId', 'is', null)
    .execute();

/**
 * Removes a customer that was deleted at Stripe. Its brand gets a new one with its next card. Returns the brand's id,
 * or undefined if no brand has this customer.
 */
export async function deleteStripeCustomer(
  db: Transaction<Database>,
  stripeCustomerId: string,
): Promise<string | undefined> {
  const brand = await db
    .updateTable('workspace')
    .set({ stripeCustomerId: null, stripeCustomerAttempt: sql<number>`stripe_customer_attempt + 1` })
    .where('stripeCustomerId', '=', stripeCustomerId)
    .returning('id')
    .executeTakeFirst();
  return brand?.id;
}

/** Counts one more attempt of the brand to add a card, and returns its number. */
export async function incrementCardSetups(db: Db, brandId: WorkspaceId): Promise<number> {
  const { cardSetups } = await db
    .updateTable('workspace')
    .set({ cardSetups: sql<number>`card_setups + 1` })
    .where('id', '=', brandId)
    .returning('cardSetups')
    .executeTakeFirstOrThrow();
  return cardSetups;
}

export async function countSavedCards(db: Db, brandId: WorkspaceId): Promise<number> {
  const { count } = await db
    .selectFrom('savedCard')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brandId', '=', brandId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the card with this payment method, even if it was removed. */
export const findCardByPaymentMethod = (db: Db, stripePaymentMethodId: string) =>
  db
    .selectFrom('savedCard')
    .select(['id', 'brandId', 'removedAt'])
    .where('stripePaymentMethodId', '=', stripePaymentMethodId)
    .executeTakeFirst();

/** Returns the brand's saved card with this number. */
export const findCardByFingerprint = (db: Transaction<Database>, brandId: WorkspaceId, fingerprint: string) =>
  db
    .selectFrom('savedCard')
    .select(['id', 'stripePaymentMethodId', 'expMonth', 'expYear'])
    .where('brandId', '=', brandId)
    .where('fingerprint', '=', fingerprint)
    .where('removedAt', 'is', null)
    .executeTakeFirst();

export const insertCard = (db: Transaction<Database>, card: Insertable<Database['savedCard']>) =>
  db.insertInto('savedCard').values(card).returning('id').executeTakeFirstOrThrow();

export const updateCard = (db: Transaction<Database>, id: string, card: Partial<Insertable<Database['savedCard']>>) =>
  db.updateTable('savedCard').set(card).where('id', '=', id).execute();

/**
 * Removes a card of the brand. Returns the card as it was before. Returns undefined if the brand has no such card.
 */
export async function setCardRemoved(
  db: Transaction<Database>,
  { id, brandId, at, by }: { id: string; brandId: WorkspaceId; at: Date; by: string | null },
): Promise<{ stripePaymentMethodId: string; brand: string; last4: string; removedAt: Date | null } | undefined> {
  const card = await db
    .selectFrom('savedCard')
    .select(['stripePaymentMethodId', 'brand', 'last4', 'removedAt'])
    .where('id', '=', id)
    .where('brandId', '=', brandId)
    .forUpdate()
    .executeTakeFirst();
  if (card?.removedAt === null) await updateCard(db, id, { removedAt: at, removedByPersonId: by });
  return card;
}

/** Removes all cards of a brand and returns them. */
export const setAllCardsRemoved = (
  db: Transaction<Database>,
  { brandId, at, by }: { brandId: WorkspaceId; at: Date; by: string | null },
) =>
  db
    .updateTable('savedCard')
    .set({ removedAt: at, removedByPersonId: by })
    .where('brandId', '=', brandId)
    .where('removedAt', 'is', null)
    .returning(['stripePaymentMethodId', 'brand', 'last4'])
    .execute();

/** Returns the members who manage cards and the name of the workspace. */
export async function findCardManagers(db: Transaction<Database>, workspaceId: WorkspaceId) {
  const managers = await db
    .selectFrom('member')
    .select('personId')
    .where('workspaceId', '=', workspaceId)
    .where('role', 'in', listRolesWith('cards.manage'))
    .execute();
  const { workspaceName } = await db
    .selectFrom('workspace')
    .select('fullName as workspaceName')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { workspaceName, managerIds: managers.map(({ personId }) => personId) };
}

export const findMemberName = async (db: Transaction<Database>, personId: PersonId): Promise<string> =>
  (await db.selectFrom('person').select('fullName').where('id', '=', personId).executeTakeFirstOrThrow()).fullName;

// Payments with a saved card.

/**
 * Returns whether a workspace was reported as stolen, and keeps it from being reported until the transaction ends. Must
 * come before locks on bookings and budgets, because an order locks the workspace before them.
 */
export const lockReportedState = async (db: Transaction<Database>, workspaceId: WorkspaceId): Promise<boolean> => {
  const row = await db
    .selectFrom('workspace')
    .select('reportedAt')
    .where('id', '=', workspaceId)
    .forShare()
    .executeTakeFirstOrThrow();
  return row.reportedAt !== null;
};

/** Returns a saved card of the brand, and keeps it from being removed until the transaction ends. */
export const lockSavedCard = (db: Transaction<Database>, id: string, brandId: WorkspaceId) =>
  db
    .selectFrom('savedCard')
    .select('stripePaymentMethodId')
    .where('id', '=', id)
    .where('brandId', '=', brandId)
    .where('removedAt', 'is', null)
    .forShare()
    .executeTakeFirst();

/** Returns the booking's attempt to which Stripe has not definitely answered yet. */
export const findOpenCardPayment = (db: Transaction<Database>, bookingId: string) =>
  db
    .selectFrom('cardPayment')
    .select(['id', 'stripePaymentMethodId', 'offSession'])
    .where('bookingId', '=', bookingId)
    .where('outcome', 'is', null)
    .executeTakeFirst();

export async function insertCardPayment(
  db: Transaction<Database>,
  payment: Insertable<Database['cardPayment']>,
): Promise<string> {
  const { id } = await db.insertInto('cardPayment').values(payment).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const setPayoutHeldUntil = (db: Transaction<Database>, id: string, payoutHeldUntil: Date) =>
  db.updateTable('cardPayment').set({ payoutHeldUntil }).where('id', '=', id).execute();

export const findCardPayment = (db: Db, id: string) =>
  db
    .selectFrom('cardPayment')
    .innerJoin('booking', 'booking.id', 'cardPayment.bookingId')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
    .select([
      'cardPayment.id',
      'cardPayment.bookingId',
      'cardPayment.stripePaymentMethodId',
      'cardPayment.offSession',
      'cardPayment.outcome',
      'booking.stripePaymentIntentId',
      'brand.stripeCustomerId',
    ])
    .where('cardPayment.id', '=', id)
    .executeTakeFirst();

/** Stores Stripe's definite answer to an attempt. The first one counts. */
export const setCardPaymentOutcome = (
  db: Db,
  id: string,
  { outcome, finishedAt }: { outcome: CardPaymentOutcome; finishedAt: Date },
) =>
  db
    .updateTable('cardPayment')
    .set({ outcome, finishedAt })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
