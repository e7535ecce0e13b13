import { sql, type Insertable, type Transaction } from 'kysely';
import type { Verdict } from '@marquee/booking';
import type { NewFileComment } from '@marquee/validation';
import type { Database, Db } from '../../../db/schema.ts';

// Members hold the booking's lock when they change its guests, and guests when they vote.

export const insertGuest = (db: Transaction<Database>, row: Insertable<Database['reviewGuest']>) =>
  db.insertInto('reviewGuest').values(row).returning('id').executeTakeFirstOrThrow();

/** Lists all guests of a booking, first invited first. There are at most `LIMITS.reviewGuests`. */
export const listGuests = (db: Db, bookingId: string) =>
  db
    .selectFrom('reviewGuest')
    .select(['id', 'name', 'email', 'invitedAt', 'expiresAt', 'openedAt', 'revokedAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('invitedAt')
    .orderBy('id')
    .execute();

/** Whether a booking has or had guests. */
export const hasGuests = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db.selectFrom('reviewGuest').select('id').where('bookingId', '=', bookingId).limit(1).executeTakeFirst()) !==
  undefined;

export const updateGuest = (
  db: Transaction<Database>,
  id: string,
  change: { name: string; expiresAt: Date } | { openedAt: Date } | { revokedAt: Date },
) => db.updateTable('reviewGuest').set(change).where('id', '=', id).execute();

/** Finds the booking of a guest, and the brand that invited the guest. */
export const findGuestBooking = (db: Db, id: string) =>
  db
    .selectFrom('reviewGuest')
    .innerJoin('booking', 'booking.id', 'reviewGuest.bookingId')
    .select(['reviewGuest.bookingId', 'booking.brandId'])
    .where('reviewGuest.id', '=', id)
    .executeTakeFirst();

/** The guests whose access has neither expired nor been revoked. It ends with the brand's account, too. */
const selectActiveGuests = (db: Db, now: Date) =>
  db
    .selectFrom('reviewGuest as guest')
    .innerJoin('booking', 'booking.id', 'guest.bookingId')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
    .where('guest.revokedAt', 'is', null)
    .where('guest.expiresAt', '>', now)
    .where('brand.deletedAt', 'is', null)
    .where('brand.suspendedAt', 'is', null);

/** Finds a guest with access, with the names of both sides of the booking. */
export const findActiveGuest = (db: Db, id: string, now: Date) =>
  selectActiveGuests(db, now)
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .select([
      'guest.id',
      'guest.bookingId',
      'guest.name',
      'guest.email',
      'guest.expiresAt',
      'guest.openedAt',
      'booking.brandId',
      'brand.fullName as workspaceName',
      'creator.fullName as creatorName',
    ])
    .where('guest.id', '=', id)
    .executeTakeFirst();

interface VersionKey {
  deliverableId: string;
  number: number;
}

/** Lets a guest see a version. Does nothing if the guest may already see it. */
export const insertGuestVersion = (db: Transaction<Database>, guestId: string, { deliverableId, number }: VersionKey) =>
  db
    .insertInto('reviewGuestVersion')
    .values({ guestId, deliverableId, number })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Lists the versions that these guests may see, with the guests' reviews, oldest version first. */
export const listGuestVersions = (db: Db, guestIds: readonly string[]) =>
  db
    .selectFrom('reviewGuestVersion as granted')
    .innerJoin('deliverable', 'deliverable.id', 'granted.deliverableId')
    .innerJoin('delivery', (join) =>
      join
        .onRef('delivery.deliverableId', '=', 'granted.deliverableId')
        .onRef('delivery.number', '=', 'granted.number'),
    )
    .select([
      'granted.guestId',
      'granted.deliverableId',
      'granted.number',
      'granted.vote',
      'granted.votedAt',
      'granted.voteChecksum',
      'granted.comment',
      'granted.remarks',
      'deliverable.title',
      'delivery.note',
      'delivery.links',
      'delivery.sentAt',
      'delivery.verdict',
    ])
    .where(sql<boolean>`granted.guest_id = any(${[...guestIds]}::uuid[])`)
    .orderBy('deliverable.position')
    .orderBy('granted.number')
    .orderBy('granted.guestId')
    .execute();

export const updateGuestReview = (
  db: Transaction<Database>,
  { guestId, deliverableId, number }: VersionKey & { guestId: string },
  review: { vote: Verdict; votedAt: Date; voteChecksum: string; comment: string; remarks: readonly NewFileComment[] },
) =>
  db
    .updateTable('reviewGuestVersion')
    .set({ ...review, remarks: JSON.stringify(review.remarks) })
    .where('guestId', '=', guestId)
    .where('deliverableId', '=', deliverableId)
    .where('number', '=', number)
    .execute();

/** Returns the given guests that can see a version now. */
export const listGuestsWithVersion = (db: Db, guestIds: readonly string[], version: VersionKey, now: Date) =>
  selectActiveGuests(db, now)
    .innerJoin('reviewGuestVersion as granted', 'granted.guestId', 'guest.id')
    .select('guest.id')
    .where(sql<boolean>`granted.guest_id = any(${[...guestIds]}::uuid[])`)
    .where('granted.deliverableId', '=', version.deliverableId)
    .where('granted.number', '=', version.number)
    .execute();

/** Returns the name of the member who decides about a booking's deliverables: the booking's contact, or an owner. */
export const findDecisionOwner = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('member', 'member.workspaceId', 'booking.brandId')
    .innerJoin('person', 'person.id', 'member.personId')
    .select(['person.id', 'person.fullName as name'])
    .where('booking.id', '=', bookingId)
    .where((eb) =>
      eb.or([eb('member.role', '=', 'owner'), eb('member.personId', '=', eb.ref('booking.brandContactPersonId'))]),
    )
    .orderBy(sql`member.person_id = booking.brand_contact_person_id desc nulls last`)
    .orderBy('member.joinedAt')
    .orderBy('person.id')
    .limit(1)
    .executeTakeFirst();
