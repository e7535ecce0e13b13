import type { AdminBookings, AdminPackages, AdminUsers } from '@marquee/validation';
import { ACCOUNT_CHANGE_LABELS, type AccountChangeKind, type WorkspaceId } from '@marquee/contracts';
import { sql, type RawBuilder } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import { PLANNED_EACH_TIME } from '../../../db/client.ts';
import { containsTextSql } from '../../../db/contains.ts';
import type { Db } from '../../../db/schema.ts';

/** Matches rows that are older than the last row of the previous page. */
const isAfterCursor = (after: KeysetCursor, at: string, id: string) =>
  sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.at}, ${after.id}::uuid)`;

const isNameMatching = (search: string) => containsTextSql(search, sql.ref('fullName'), sql`(username::text)`);

/** Number of newest rows that `isAmongNewest` scans before it looks up each condition by its index. */
const NEWEST_ROWS_SCANNED = 5_000;
const MAX_ROWS_PER_CONDITION = 10_000;

/** The columns that conditions of `isAmongNewest` may use. The index `booking_newest` covers the booking columns. */
const CONDITION_COLUMNS = {
  workspace: sql`full_name, username, user_type, suspended_at`,
  package: sql`name, creator_id, hidden_at`,
  booking: sql`package_name, creator_id, brand_id`,
};

/**
 * Matches the rows of `table` that meet one of `conditions` and belong to the page after `after`, newest first.
 * Scans the newest rows. If they contain too few matches to fill the page, looks up each condition by its own index.
 */
const isAmongNewest = (
  table: keyof typeof CONDITION_COLUMNS,
  after: KeysetCursor | null,
  conditions: readonly RawBuilder<unknown>[],
) => {
  const rows = sql.table(table);
  const rest = after === null ? sql`true` : isAfterCursor(after, `${table}.createdAt`, `${table}.id`);
  const page = sql`order by created_at desc, id desc limit ${sql.lit(PAGE_SIZE + 1)}`;
  const found = conditions.map(
    (condition) =>
      sql`(select id, created_at from ${rows} where ${condition} and ${rest} limit ${sql.lit(MAX_ROWS_PER_CONDITION)})`,
  );
  return sql<boolean>`${sql.ref(`${table}.id`)} = any(array(
    with near as materialized (
      select id, created_at from (
        select id, created_at, ${CONDITION_COLUMNS[table]} from ${rows} where ${rest} order by created_at desc, id desc limit ${sql.lit(NEWEST_ROWS_SCANNED)}
      ) as ${rows} where ${sql.join(
        conditions.map((condition) => sql`(${condition})`),
        sql` or `,
      )} ${page}
    ), far as materialized (
      select id, created_at from (${sql.join(found, sql` union `)}) as far
      where (select count(*) from near) <= ${sql.lit(PAGE_SIZE)} ${page}
    )
    select id from near union select id from far))`;
};

const userColumns = [
  'workspace.id',
  'workspace.username',
  'workspace.fullName',
  'userType',
  'profileImageUrl',
  'workspace.createdAt',
  'suspendedAt',
  'owner.email',
  'owner.role',
] as const;

/** Selects workspaces with their first owner, who answers for the workspace towards staff. */
const selectWorkspacesWithOwner = (db: Db) =>
  db.selectFrom('workspace').innerJoinLateral(
    (from) =>
      from
        .selectFrom('member')
        .innerJoin('person', 'person.id', 'member.personId')
        .select(['person.id', 'person.email', 'person.role', 'person.hasFactor'])
        .whereRef('member.workspaceId', '=', 'workspace.id')
        .where('member.role', '=', 'owner')
        .orderBy('member.joinedAt')
        .orderBy('person.id')
        .limit(1)
        .as('owner'),
    (join) => join.onTrue(),
  );

/** Matches workspaces that have a member who works for the operator. */
const hasStaff = sql<boolean>`workspace.id in (
  select workspace_id from member join person on person.id = person_id where person.role = 'admin')`;

const WORKSPACE_FILTERS: Record<AdminUsers['show'], RawBuilder<boolean>> = {
  all: sql`true`,
  creators: sql`workspace.user_type = 'influencer'`,
  brands: sql`workspace.user_type = 'brand'`,
  suspended: sql`workspace.suspended_at is not null`,
  admins: hasStaff,
};

/**
 * Lists workspaces, newest first. The search text may be part of the name or username of the workspace, or of the
 * name or email address of a member. All four columns have trigram indexes.
 */
export const listUsers = (db: Db, { search = '', show }: AdminUsers, after: KeysetCursor | null) =>
  selectWorkspacesWithOwner(db)
    .select(userColumns)
    .where(WORKSPACE_FILTERS[show])
    .$if(search !== '', (query) =>
      query.modifyFront(PLANNED_EACH_TIME).where(
        isAmongNewest('workspace', after, [
          sql`${isNameMatching(search)} and ${WORKSPACE_FILTERS[show]}`,
          sql`id in (select workspace_id from member join person on person.id = person_id
              where ${containsTextSql(search, sql`person.full_name`, sql`(person.email::text)`)})
            and ${WORKSPACE_FILTERS[show]}`,
        ]),
      ),
    )
    .$if(after !== null, (query) =>
      query.where(isAfterCursor(after as KeysetCursor, 'workspace.createdAt', 'workspace.id')),
    )
    .orderBy('workspace.createdAt', 'desc')
    .orderBy('workspace.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

export const findUser = (db: Db, id: string) =>
  selectWorkspacesWithOwner(db)
    .select([
      ...userColumns,
      'location',
      'suspendedReason',
      'stripeAccountId',
      'payoutsEnabled',
      'payoutDisabledReason',
      'payoutRequirements',
      'payoutsHeldUntil',
      'reportedAt',
      'owner.id as ownerId',
      'owner.hasFactor',
    ])
    .where('workspace.id', '=', id)
    .executeTakeFirst();

/** Maximum number of account changes that staff see. */
const MAX_ACCOUNT_CHANGES = 50;

/**
 * Lists the changes that matter for the security of a workspace's members since `since`, newest first. Each change
 * sends an email, so the emails are the list.
 */
export const listAccountChanges = (db: Db, workspaceId: WorkspaceId, since: Date) =>
  db
    .selectFrom('mail')
    .select(['id', sql<AccountChangeKind>`kind`.as('kind'), 'createdAt as at'])
    .where((eb) =>
      eb('personId', 'in', eb.selectFrom('member').select('personId').where('workspaceId', '=', workspaceId)),
    )
    .where('createdAt', '>=', since)
    .where('kind', 'in', Object.keys(ACCOUNT_CHANGE_LABELS))
    // The second email about a change goes to the address before.
    .where('subject', 'not like', '%:former')
    .orderBy('createdAt', 'desc')
    .limit(MAX_ACCOUNT_CHANGES)
    .execute();

/** Lists the latest changes of a creator's payout account, newest first. */
export const listPayoutChanges = (db: Db, creatorId: WorkspaceId, since: Date) =>
  db
    .selectFrom('payoutChange')
    .select(['id', 'kind', 'detail', 'at'])
    .where('creatorId', '=', creatorId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(MAX_ACCOUNT_CHANGES)
    .execute();

export const listPackages = (
  db: Db,
  { search = '', show }: AdminPackages,
  where: { after: KeysetCursor | null; creatorId?: WorkspaceId },
) =>
  db
    .selectFrom('package')
    .innerJoin('workspace as creator', 'creator.id', 'package.creatorId')
    .select([
      'package.id',
      'package.name',
      'package.description',
      'package.priceCents',
      'package.isActive',
      'package.hiddenAt',
      'package.hiddenReason',
      'package.createdAt',
      'package.creatorId',
      'creator.fullName as creatorName',
      'creator.username as creatorUsername',
      'creator.suspendedAt as creatorSuspendedAt',
    ])
    .$if(search !== '', (query) =>
      query.modifyFront(PLANNED_EACH_TIME).where(
        isAmongNewest('package', where.after, [
          sql`${containsTextSql(search, sql.ref('name'))} ${show === 'hidden' ? sql`and hidden_at is not null` : sql``}`,
          sql`creator_id in (select id from workspace
              where ${isNameMatching(search)}) ${show === 'hidden' ? sql`and hidden_at is not null` : sql``}`,
        ]),
      ),
    )
    .$if(show === 'hidden', (query) => query.where('package.hiddenAt', 'is not', null))
    .$if(where.creatorId !== undefined, (query) => query.where('package.creatorId', '=', where.creatorId as string))
    .$if(where.after !== null, (query) =>
      query.where(isAfterCursor(where.after as KeysetCursor, 'package.createdAt', 'package.id')),
    )
    .orderBy('package.createdAt', 'desc')
    .orderBy('package.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Matches bookings with work or money in progress. */
export const isBookingUnderWay = sql<boolean>`(booking.status <> 'cancelled'
  and booking.payment_state in ('authorized', 'capturing', 'held', 'releasing', 'disputed'))`;

/** Matches bookings in progress whose creator or brand is suspended. */
const isAttentionNeeded = sql<boolean>`(${isBookingUnderWay} and (creator.suspended_at is not null or brand.suspended_at is not null))`;

/**
 * Selects the ids of the bookings that match `isAttentionNeeded`. Starts from the suspended users, because there are
 * few.
 */
const attentionBookingIdsSql = sql`
  select id from booking where ${isBookingUnderWay} and creator_id in (select id from workspace where suspended_at is not null)
  union select id from booking where ${isBookingUnderWay} and brand_id in (select id from workspace where suspended_at is not null)`;

const selectBookingsWithPeople = (db: Db) =>
  db
    .selectFrom('booking')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
    .select([
      'booking.id',
      'booking.packageName',
      'booking.status',
      'booking.paymentState',
      'booking.priceCents',
      'booking.feeBps',
      'booking.feeCents',
      'booking.totalCents',
      'booking.createdAt',
      'booking.creatorId',
      'booking.brandId',
      'creator.fullName as creatorName',
      'brand.fullName as brandName',
      isAttentionNeeded.as('needsAttention'),
    ]);

/**
 * Returns a condition for bookings whose id starts with the search text, as a one-element list. Returns an empty
 * list unless the text consists of 4 to 32 hexadecimal digits.
 */
function createIdRangeConditions(search: string): RawBuilder<unknown>[] {
  const digits = search.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{4,32}$/.test(digits)) return [];
  return [sql`id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`];
}

export const listBookingsForStaff = (
  db: Db,
  { search = '', show, workspaceId }: AdminBookings,
  after: KeysetCursor | null,
) =>
  selectBookingsWithPeople(db)
    .$if(search !== '', (query) =>
      query.modifyFront(PLANNED_EACH_TIME).where(
        isAmongNewest(
          'booking',
          after,
          [
            containsTextSql(search, sql.ref('package_name')),
            sql`creator_id in (select id from workspace where ${containsTextSql(search, sql.ref('fullName'))})`,
            sql`brand_id in (select id from workspace where ${containsTextSql(search, sql.ref('fullName'))})`,
            ...createIdRangeConditions(search),
          ].map(
            (condition) => sql`${condition} ${show === 'attention' ? sql`and id in (${attentionBookingIdsSql})` : sql``}
            ${workspaceId === undefined ? sql`` : sql`and (brand_id = ${workspaceId} or creator_id = ${workspaceId})`}`,
          ),
        ),
      ),
    )
    .$if(show === 'attention', (query) => query.where(sql<boolean>`booking.id in (${attentionBookingIdsSql})`))
    .$if(workspaceId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('booking.brandId', '=', workspaceId as string), eb('booking.creatorId', '=', workspaceId as string)]),
      ),
    )
    .$if(after !== null, (query) =>
      query.where(isAfterCursor(after as KeysetCursor, 'booking.createdAt', 'booking.id')),
    )
    .orderBy('booking.createdAt', 'desc')
    .orderBy('booking.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Returns a booking without checking that the caller is a party to it. */
export const findBookingForStaff = (db: Db, id: string) =>
  selectBookingsWithPeople(db)
    .leftJoin('settlement', 'settlement.bookingId', 'booking.id')
    .leftJoin('settlementTransfer as payout', (join) =>
      join.onRef('payout.bookingId', '=', 'booking.id').onRef('payout.payeeWorkspaceId', '=', 'booking.creatorId'),
    )
    .select([
      'booking.cancelReason',
      'booking.packageDescription',
      'booking.features',
      'booking.deliveryDays',
      'booking.customer',
      'booking.questions',
      'booking.answers',
      'booking.stripePaymentIntentId',
      'booking.stripeChargeId',
      'booking.authorizedAt',
      'booking.acceptedAt',
      'booking.startedAt',
      'booking.dueAt',
      'booking.reviewBy',
      'booking.pausedAt',
      'booking.completedAt',
      'booking.deliveryNote',
      'booking.deliveryLinks',
      'booking.releaseAt',
      'booking.releasedAt',
      'booking.cancelledAt',
      'creator.suspendedAt as creatorSuspendedAt',
      'brand.suspendedAt as brandSuspendedAt',
      'settlement.kind as settlementKind',
      'payout.blockedReason',
      'payout.stripeTransferId',
    ])
    .where('booking.id', '=', id)
    .executeTakeFirst();

export const countBookingsNeedingAttention = async (db: Db): Promise<{ count: number }> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (${attentionBookingIdsSql}) as found`.execute(db);
  return rows[0] ?? { count: 0 };
};

/** How many of a workspace's latest bookings, and of the other sides in them, are searched for relations. */
const SEARCHED_BOOKINGS = 500;
const SEARCHED_SIDES = 50;

/** Why two workspaces may belong together: they share a person, a card, or a network address and browser. */
export type RelationReason = 'person' | 'card' | 'network';

/**
 * Lists the workspaces with which a workspace has recent bookings and that may belong to the same people, or may have
 * done so since `since`, with the reason: that of `find_relation`, or 'network' if people of both have signed in from
 * the same address with the same browser. This only helps staff, because people who share an office can look the same.
 */
export const listRelatedWorkspaces = async (db: Db, id: WorkspaceId, since: Date) =>
  (
    await sql<{ id: WorkspaceId; fullName: string; username: string; bookings: number; reason: RelationReason }>`
      with person_of as materialized (select list_people_since(${id}::uuid, ${since}::timestamptz) as person_id),
      card_of as materialized (select list_cards_since(${id}::uuid, ${since}::timestamptz) as fingerprint),
      network_of as materialized (
        select distinct ip, user_agent from sign_in
        where person_id = any(array(select person_id from person_of)) and at > ${since} and ip is not null
          and user_agent is not null)
      select other.id, other.full_name, other.username, sides.bookings, reason
      from (
        select other_id, count(*)::int as bookings, max(created_at) as last_at
        from (
          (select creator_id as other_id, created_at from booking where brand_id = ${id}
            order by created_at desc limit ${SEARCHED_BOOKINGS})
          union all
          (select brand_id, created_at from booking where creator_id = ${id}
            order by created_at desc limit ${SEARCHED_BOOKINGS})
        ) as latest
        group by other_id order by last_at desc limit ${SEARCHED_SIDES}
      ) as sides
      join workspace other on other.id = sides.other_id
      cross join lateral (select array(select list_people_since(other.id, ${since}::timestamptz)) as person_ids) as people
      cross join lateral (select case
        when exists (select from person_of where person_id = any(people.person_ids)) then 'person'
        when exists (select list_cards_since(other.id, ${since}::timestamptz) intersect select fingerprint from card_of)
          then 'card'
        when exists (
          select ip, user_agent from sign_in where person_id = any(people.person_ids) and at > ${since}
          intersect select ip, user_agent from network_of) then 'network'
        end as reason) as relation
      where reason is not null
      order by sides.last_at desc`.execute(db)
  ).rows;
