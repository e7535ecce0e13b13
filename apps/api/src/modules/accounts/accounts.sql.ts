import { randomBytes } from 'node:crypto';
import type { PostFigure } from '@marquee/booking';
import { DELETED_PREFIX } from '@marquee/validation';
/** Reads and erases across all tables: what is stored about one person. */
import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/**
 * Everything about a person, a key for each kind of thing. No secrets, and of other people only what a booking shows.
 */
export async function findPerson(db: Db, id: string) {
  const account = await db
    .selectFrom('appUser')
    .select([
      'id',
      'username',
      'fullName',
      'email',
      'emailVerifiedAt',
      'pendingEmail',
      'userType',
      'bio',
      'location',
      'profileImageUrl',
      'categories',
      'languages',
      'links',
      'followers',
      'payoutsEnabled',
      'payoutCountry',
      'timeZone',
      'createdAt',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [
    formerUsernames,
    platforms,
    portfolio,
    followerProofs,
    packages,
    customerInfo,
    billing,
    documents,
    contactMessages,
    bookings,
    activity,
    ledger,
    signInMethods,
    sessions,
    mails,
    returnedPayouts,
    reports,
    decisions,
    availability,
    waitingPlaces,
    savedBriefs,
    savedLists,
    savedSearches,
    offers,
    messages,
    blocked,
    reviews,
    reviewsReceived,
    deliveries,
    posts,
    shipments,
    sharedResults,
    workRecords,
    notices,
    noticeSettings,
  ] = await Promise.all([
    db.selectFrom('formerUsername').select(['username', 'changedAt']).where('userId', '=', id).execute(),
    db
      .selectFrom('creatorPlatform')
      .select(['platform', 'handle', 'followers', 'startingPriceCents'])
      .where('creatorId', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('portfolioPicture')
      .select(['url', 'caption', 'createdAt'])
      .where('creatorId', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('followerProof')
      .select(['platform', 'handle', 'followers', 'pictureUrl', 'state', 'reason', 'sentAt', 'decidedAt'])
      .where('creatorId', '=', id)
      .orderBy('sentAt')
      .execute(),
    db
      .selectFrom('package')
      .leftJoin('questionnaire', 'questionnaire.packageId', 'package.id')
      .select([
        'id',
        'name',
        'description',
        'priceCents',
        'deliveryDays',
        'features',
        'options',
        'isPopular',
        'isActive',
        'createdAt',
        'package.updatedAt',
        'questions',
      ])
      .where('creatorId', '=', id)
      .execute(),
    db
      .selectFrom('customerInfo')
      .select(['name', 'email', 'description', 'audience', 'tone', 'date', 'notes', 'updatedAt'])
      .where('brandId', '=', id)
      .execute(),
    db
      .selectFrom('billingDetails')
      .select(['legalName', 'address', 'country', 'taxId', 'updatedAt'])
      .where('userId', '=', id)
      .execute(),
    // What stands on the person's own papers, and stays there (privacy page).
    db
      .selectFrom('ledgerDocument')
      .innerJoin('booking', 'booking.id', 'ledgerDocument.bookingId')
      .select(['kind', 'year', 'number', 'bookingId', 'issuedAt', 'code', 'facts'])
      .where((eb) =>
        eb.or([
          eb.and([eb('booking.brandId', '=', id), eb('kind', '<>', 'payout')]),
          eb.and([eb('booking.creatorId', '=', id), eb('kind', 'in', ['payout', 'agreement'])]),
        ]),
      )
      .orderBy('issuedAt')
      .execute(),
    db
      .selectFrom('contactMessage')
      .select(['name', 'email', 'company', 'subject', 'category', 'message', 'createdAt'])
      .select(
        sql<{ text: string; at: string }[]>`coalesce((
          select jsonb_agg(jsonb_build_object('text', text, 'at', at) order by at)
          from contact_reply where message_id = contact_message.id and staff_id is null), '[]')`.as('replies'),
      )
      .where('userId', '=', id)
      .execute(),
    db
      .selectFrom('booking')
      .select([
        'id',
        'status',
        'paymentState',
        'cancelReason',
        'packageName',
        'packageDescription',
        'deliveryDays',
        'features',
        'chosen',
        'priceCents',
        'feeCents',
        'totalCents',
        'customer',
        'questions',
        'answers',
        'createdAt',
        'authorizedAt',
        'acceptedAt',
        'startedAt',
        'dueAt',
        'completedAt',
        'approvedAt',
        'releasedAt',
        'cancelledAt',
      ])
      .where((eb) =>
        eb.or([eb('brandId', '=', id), eb.and([eb('creatorId', '=', id), eb('authorizedAt', 'is not', null)])]),
      )
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('event')
      .select(['kind', 'bookingId', 'data', 'at'])
      .where('actorId', '=', id)
      .orderBy(sql`seq`)
      .execute(),
    db
      .selectFrom('ledgerEntry')
      .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
      .select([
        'ledgerTransaction.kind',
        'ledgerTransaction.bookingId',
        'ledgerEntry.amountCents',
        'ledgerTransaction.at',
      ])
      .where('userId', '=', id)
      .orderBy('ledgerTransaction.at')
      .execute(),
    db
      .selectFrom('externalIdentity')
      .select(['issuer', 'email', 'connectedAt', 'lastUsedAt'])
      .where('userId', '=', id)
      .execute(),
    db
      .selectFrom('session')
      .select(['userAgent', 'ip', 'createdAt', 'lastSeenAt', 'expiresAt'])
      .where('userId', '=', id)
      .execute(),
    db
      .selectFrom('mail')
      .select(['kind', 'createdAt', 'sentAt'])
      .where('userId', '=', id)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('returnedPayout')
      .select(['amount', 'currency', 'failureCode', 'foundAt', 'resolvedAt'])
      .where('creatorId', '=', id)
      .orderBy('foundAt')
      .execute(),
    db
      .selectFrom('report')
      .select(['subjectKind', 'subjectLabel', 'reason', 'sentence', 'createdAt'])
      .where('reporterId', '=', id)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('moderationDecision')
      .select(['subjectKind', 'subjectLabel', 'outcome', 'decidedAt', 'appeal', 'appealedAt', 'appealOutcome'])
      .where('ownerId', '=', id)
      .orderBy('decidedAt')
      .execute(),
    db
      .selectFrom('creatorAvailability')
      .select(['mostBookings', 'leadDays', 'updatedAt'])
      .select(
        sql<{ first: string; last: string }[]>`coalesce((
          select jsonb_agg(jsonb_build_object('first', first_day, 'last', last_day) order by position)
          from time_off where creator_id = creator_availability.creator_id), '[]')`.as('timeOff'),
      )
      .where('creatorId', '=', id)
      .execute(),
    db
      .selectFrom('waitingPlace')
      .select([
        'packageName',
        'priceCents',
        'customer',
        'answers',
        'choice',
        'joinedAt',
        'offeredAt',
        'endedAt',
        'outcome',
      ])
      .where('brandId', '=', id)
      .orderBy('joinedAt')
      .execute(),
    db
      .selectFrom('savedBrief')
      .select(['name', 'brief', 'createdAt', 'updatedAt'])
      .where('brandId', '=', id)
      .orderBy('place')
      .execute(),
    db
      .selectFrom('savedList')
      .select(['name', 'token', 'showsNotes', 'createdAt'])
      .select(
        sql<{ kind: string; creator: string; package: string | null; note: string; savedAt: string }[]>`coalesce((
          select jsonb_agg(jsonb_build_object('kind', kind, 'creator', username, 'package', package_name, 'note', note,
            'priceCents', price_cents, 'savedAt', saved_at) order by saved_at)
          from saved_entry join app_user on app_user.id = creator_id where list_id = saved_list.id), '[]')`.as(
          'entries',
        ),
      )
      .where('ownerId', '=', id)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('savedSearch')
      .select(['name', 'search', 'createdAt', 'isMailed'])
      .where('ownerId', '=', id)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('offer')
      .select(['id', 'brief', 'budgetCents', 'wantedDay', 'platforms', 'askedAt', 'endedAt', 'outcome', 'words'])
      .select(
        sql<
          { side: string; name: string; scope: string; priceCents: number; deliveryDays: number; madeAt: string }[]
        >`coalesce((
          select jsonb_agg(jsonb_build_object('side', side, 'name', name, 'scope', scope, 'features', features,
            'priceCents', price_cents, 'deliveryDays', delivery_days, 'madeAt', made_at, 'expiresAt', expires_at,
            'acceptedAt', accepted_at) order by made_at)
          from offer_version where offer_id = offer.id), '[]')`.as('versions'),
      )
      .where((eb) => eb.or([eb('brandId', '=', id), eb('creatorId', '=', id)]))
      .orderBy('askedAt')
      .execute(),
    // What the person wrote; the others' words are theirs.
    db
      .selectFrom('message')
      .innerJoin('conversation', 'conversation.id', 'message.conversationId')
      .select(['conversationId', 'conversation.bookingId', 'message.number', 'text', 'at'])
      .select(
        sql<string[]>`array(select name from message_file file where file.conversation_id = message.conversation_id
          and file.number = message.number order by begun_at, id)`.as('files'),
      )
      .where('authorId', '=', id)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('messageBlock')
      .innerJoin('appUser', 'appUser.id', 'blockedId')
      .select(['fullName', 'username', 'at'])
      .where('blockerId', '=', id)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('review')
      .select(['bookingId', 'stars', 'parts', 'text', 'staffNote', 'writtenAt', 'shownAt'])
      .where('authorId', '=', id)
      .orderBy('writtenAt')
      .execute(),
    // What others wrote is not told before it is shown.
    db
      .selectFrom('review')
      .select(['bookingId', 'stars', 'parts', 'text', 'shownAt', 'answer', 'answeredAt'])
      .where('subjectId', '=', id)
      .where('shownAt', 'is not', null)
      .where('hiddenAt', 'is', null)
      .orderBy('shownAt')
      .execute(),
    // What the person sent or said of deliverables; files are named, and stay where both sides find them.
    db
      .selectFrom('deliverable')
      .innerJoin('booking', 'booking.id', 'deliverable.bookingId')
      .innerJoin('delivery', 'delivery.deliverableId', 'deliverable.id')
      .select([
        'deliverable.bookingId',
        'deliverable.title',
        'delivery.number',
        'delivery.note',
        'delivery.links',
        'delivery.sentAt',
        'delivery.verdict',
        'delivery.wish',
        'delivery.remarks',
        'delivery.decidedAt',
      ])
      .where((where) => where.or([where('booking.creatorId', '=', id), where('booking.brandId', '=', id)]))
      .orderBy('delivery.sentAt')
      .execute(),
    // Where work was published, and what was reported of it.
    db
      .selectFrom('post')
      .innerJoin('booking', 'booking.id', 'post.bookingId')
      .select([
        'post.bookingId',
        'post.link',
        'post.publishedOn',
        'post.pictureAt',
        'post.answeredAt',
        'post.silentSince',
      ])
      .select(
        sql<({ reportedAt: string } & Record<PostFigure, number | null>)[]>`coalesce((
          select jsonb_agg(to_jsonb(figures) - 'post_id' - 'number' order by number)
          from post_figures figures where post_id = post.id), '[]')`.as('reports'),
      )
      .where((where) => where.or([where('booking.creatorId', '=', id), where('booking.brandId', '=', id)]))
      .orderBy('post.publishedOn')
      .execute(),
    // Where a creator has products sent.
    db
      .selectFrom('shipment')
      .innerJoin('booking', 'booking.id', 'shipment.bookingId')
      .select([
        'shipment.bookingId',
        'shipment.address',
        'shipment.carrier',
        'shipment.tracking',
        'shipment.sentAt',
        'shipment.arrivedAt',
      ])
      .where('booking.creatorId', '=', id)
      .where('shipment.addressAt', 'is not', null)
      .execute(),
    db.selectFrom('sharedResults').select(['bookingId', 'token', 'sharedAt']).where('userId', '=', id).execute(),
    db.selectFrom('workRecord').select(['day', 'madeAt', 'code', 'facts']).where('creatorId', '=', id).execute(),
    db.selectFrom('notice').select(['text', 'path', 'at', 'readAt']).where('userId', '=', id).orderBy('at').execute(),
    db
      .selectFrom('noticeSettings')
      .select(['off', 'daily', 'pushOff', 'quietFrom', 'quietTo'])
      .where('userId', '=', id)
      .execute(),
  ]);
  return {
    account,
    formerUsernames,
    platforms,
    portfolio,
    followerProofs,
    packages,
    customerInfo: customerInfo[0] ?? null,
    billing: billing[0] ?? null,
    documents,
    contactMessages,
    bookings,
    activity,
    ledger,
    signInMethods,
    sessions,
    mails,
    returnedPayouts,
    reports,
    decisions,
    availability: availability[0] ?? null,
    waitingPlaces,
    savedBriefs,
    savedLists,
    savedSearches,
    offers,
    messages,
    blocked,
    reviews,
    reviewsReceived,
    deliveries,
    posts,
    shipments,
    sharedResults,
    workRecords,
    notices,
    noticeSettings: noticeSettings[0] ?? null,
  };
}

/** The files that a person's pictures are. */
export const listPicturesOf = (tx: Transaction<Database>, userId: string) =>
  tx
    .selectFrom('portfolioPicture')
    .select('url')
    .where('creatorId', '=', userId)
    .union(
      tx
        .selectFrom('appUser')
        .select(sql<string>`profile_image_url`.as('url'))
        .where('id', '=', userId)
        .where('profileImageUrl', 'is not', null),
    )
    .union(
      tx
        .selectFrom('followerProof')
        .select(sql<string>`picture_url`.as('url'))
        .where('creatorId', '=', userId)
        .where('pictureUrl', 'is not', null),
    )
    .execute();

/** A username that nobody has: of random letters, because one that could be foretold could be taken. */
async function freeDeletedName(tx: Transaction<Database>): Promise<string> {
  for (;;) {
    const username = `${DELETED_PREFIX}${randomBytes(10).toString('hex')}`;
    const taken = await tx.selectFrom('appUser').select('id').where('username', '=', username).executeTakeFirst();
    if (!taken) return username;
  }
}

/**
 * Takes the person out of every row that stays, and removes the others.
 * The account's row stays: bookings and the ledger refer to it.
 */
export async function erasePerson(tx: Transaction<Database>, id: string, now: Date): Promise<void> {
  await tx.deleteFrom('formerUsername').where('userId', '=', id).execute();
  await tx.deleteFrom('creatorPlatform').where('creatorId', '=', id).execute();
  await tx.deleteFrom('portfolioPicture').where('creatorId', '=', id).execute();
  await tx.deleteFrom('followerProof').where('creatorId', '=', id).execute();
  await tx.deleteFrom('profileView').where('creatorId', '=', id).execute();
  await tx.deleteFrom('creatorViewDay').where('creatorId', '=', id).execute();
  await tx.deleteFrom('calendarFeed').where('userId', '=', id).execute();
  await tx.deleteFrom('sharedResults').where('userId', '=', id).execute();
  await tx.deleteFrom('workRecord').where('creatorId', '=', id).execute();
  // The pictures stay for the other side, as what was delivered does, and are shown to nobody else.
  await tx
    .updateTable('post')
    .set({ pictureShared: false })
    .where('bookingId', 'in', (from) => from.selectFrom('booking').select('id').where('creatorId', '=', id))
    .where('pictureShared', '=', true)
    .execute();
  await tx
    .updateTable('shipment')
    .set({ address: null })
    .where('bookingId', 'in', (from) => from.selectFrom('booking').select('id').where('creatorId', '=', id))
    .where('address', 'is not', null)
    .execute();
  await tx.deleteFrom('customerInfo').where('brandId', '=', id).execute();
  await tx.deleteFrom('savedBrief').where('brandId', '=', id).execute();
  // What it said stays on the papers that were made: the law asks for those.
  await tx.deleteFrom('billingDetails').where('userId', '=', id).execute();
  await tx.deleteFrom('contactMessage').where('userId', '=', id).execute();
  // What was reported stays to be decided, by nobody in particular.
  await tx.updateTable('report').set({ reporterId: null }).where('reporterId', '=', id).execute();
  await tx.updateTable('report').set({ subjectLabel: 'Deleted user' }).where('subjectId', '=', id).execute();
  await tx
    .updateTable('moderationDecision')
    .set({ subjectLabel: 'Deleted user' })
    .where('subjectId', '=', id)
    .execute();
  // The stars stay: they are what the other side's average is made of.
  await tx.updateTable('review').set({ text: '', staffNote: '' }).where('authorId', '=', id).execute();
  await tx
    .updateTable('review')
    .set({ answer: '' })
    .where('subjectId', '=', id)
    .where('answer', 'is not', null)
    .execute();
  await tx
    .updateTable('booking')
    .set({ customer: sql`customer || '{"name": "Deleted user", "email": ""}'::jsonb` })
    .where('brandId', '=', id)
    .execute();
  await tx
    .updateTable('appUser')
    .set({
      username: await freeDeletedName(tx),
      fullName: 'Deleted user',
      email: `${id}@deleted.invalid`,
      emailVerifiedAt: null,
      pendingEmail: null,
      passwordHash: null,
      bio: '',
      location: '',
      payoutCountry: null,
      timeZone: null,
      profileImageUrl: null,
      categories: [],
      languages: [],
      links: '[]',
      followers: 0,
      deletedAt: now,
    })
    .where('id', '=', id)
    .execute();
}
