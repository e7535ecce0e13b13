import { DECISION_DAYS } from '@marquee/booking';
import { SUPPORT_PROMISES } from '@marquee/brand';
import { sql, type RawBuilder } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import type { Db } from '../../../db/schema.ts';
import { workspaceForStaffSql } from '../../../db/staff-page.ts';
import { isBookingUnderWay } from './people.sql.ts';
import { isListedAsBlockedPayout, isPayoutBlocked } from './work.sql.ts';

export type InboxKind =
  | 'dispute'
  | 'chargeback'
  | 'message'
  | 'payout'
  | 'exception'
  | 'report'
  | 'appeal'
  | 'proof'
  | 'booking'
  | 'frozen_account'
  | 'factor_reset'
  | 'workspace_return';

/** The position of the last item of the previous page. Items with a deadline come before the others. */
export interface InboxCursor extends KeysetCursor {
  hasDeadline: boolean;
}

export interface InboxItem {
  kind: InboxKind;
  /** The id of the dispute, report and so on. For chargebacks and payouts, it is the id of the booking. */
  id: string;
  /** The deadline, or the time since when the item has been waiting if it has no deadline. */
  at: Date;
  hasDeadline: boolean;
  /** The subject of the item, such as a package, a message, a reported text or a social media handle. */
  about: string | null;
  /** Further information that depends on the kind, such as the kind of an exception. */
  detail: string | null;
  brandName: string | null;
  creatorName: string | null;
  /** The owner of reported content, or the sender of a message. Null if the item belongs to a booking. */
  personName: string | null;
}

interface InboxSource {
  kind: InboxKind;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** The column or expression by which the source is sorted. An index covers it together with `id`. */
  time: RawBuilder<unknown>;
  /** The hours from `time` to the deadline. Left out if there is no deadline. */
  hours?: number;
  about?: RawBuilder<unknown>;
  detail?: RawBuilder<unknown>;
  bookingId?: RawBuilder<unknown>;
  workspaceId?: RawBuilder<unknown>;
  personName?: RawBuilder<unknown>;
}

const isChargebackUnanswered = sql`closed_at is null and responded_at is null`;

const workspaceOfResetSql = workspaceForStaffSql(sql`staff_request.person_id`);
const isUnapproved = sql`done_at is null and cancelled_at is null and approved_at is null`;

const listSources = (now: Date): readonly InboxSource[] => [
  {
    kind: 'dispute',
    from: sql`dispute`,
    where: sql`closed_at is null`,
    id: sql`id`,
    time: sql`answer_by`,
    hours: DECISION_DAYS * 24,
    // Staff cannot decide before the other side has responded or its deadline has passed.
    detail: sql`case when answered_at is null and answer_by > ${now} then 'unanswered' else dispute.kind end`,
    bookingId: sql`booking_id`,
  },
  {
    kind: 'chargeback',
    from: sql`chargeback`,
    where: sql`${isChargebackUnanswered} and respond_by is not null`,
    id: sql`booking_id`,
    time: sql`respond_by`,
    hours: 0,
    bookingId: sql`booking_id`,
  },
  {
    kind: 'message',
    from: sql`contact_message`,
    where: sql`status = 'open'`,
    id: sql`id`,
    time: sql`coalesce(reopened_at, created_at)`,
    hours: SUPPORT_PROMISES.answerHours,
    about: sql`subject`,
    personName: sql`name`,
  },
  {
    kind: 'chargeback',
    from: sql`chargeback`,
    where: sql`${isChargebackUnanswered} and respond_by is null`,
    id: sql`booking_id`,
    time: sql`opened_at`,
    bookingId: sql`booking_id`,
  },
  {
    kind: 'payout',
    from: sql`settlement_transfer`,
    // The other payouts on hold continue automatically, or with the account that is in the list.
    where: sql`${isPayoutBlocked} and settlement_transfer.blocked_reason = 'payout_setup'`,
    id: sql`id`,
    time: sql`claimed_at`,
    bookingId: sql`booking_id`,
  },
  {
    kind: 'frozen_account',
    from: sql`workspace`,
    where: sql`reported_at is not null`,
    id: sql`id`,
    time: sql`reported_at`,
    workspaceId: sql`id`,
  },
  {
    kind: 'factor_reset',
    from: sql`staff_request`,
    where: sql`staff_request.kind = 'factor_reset' and ${isUnapproved}`,
    id: workspaceOfResetSql,
    time: sql`requested_at`,
    workspaceId: workspaceOfResetSql,
  },
  {
    kind: 'workspace_return',
    from: sql`staff_request`,
    where: sql`staff_request.kind = 'workspace_return' and ${isUnapproved}`,
    id: sql`workspace_id`,
    time: sql`requested_at`,
    workspaceId: sql`workspace_id`,
  },
  {
    kind: 'exception',
    from: sql`money_exception`,
    // A dispute without a decision is already in the list.
    where: sql`resolved_at is null and money_exception.kind <> 'dispute_undecided' and not ${isListedAsBlockedPayout}`,
    id: sql`id`,
    time: sql`opened_at`,
    about: sql`subject`,
    detail: sql`money_exception.kind`,
    bookingId: sql`booking_id`,
  },
  {
    kind: 'report',
    from: sql`report`,
    where: sql`decision_id is null`,
    id: sql`id`,
    time: sql`created_at`,
    about: sql`subject_label`,
    detail: sql`subject_kind`,
    workspaceId: sql`owner_workspace_id`,
  },
  {
    kind: 'appeal',
    from: sql`moderation_decision`,
    where: sql`appealed_at is not null and appeal_outcome is null`,
    id: sql`id`,
    time: sql`appealed_at`,
    about: sql`subject_label`,
    detail: sql`subject_kind`,
    workspaceId: sql`owner_workspace_id`,
  },
  {
    kind: 'proof',
    from: sql`follower_proof`,
    where: sql`state = 'waiting'`,
    id: sql`id`,
    time: sql`sent_at`,
    about: sql`handle`,
    detail: sql`platform`,
    workspaceId: sql`creator_id`,
  },
  ...(['creator', 'brand'] as const).map((side): InboxSource => {
    const suspended = sql.ref(`booking.${side}_id`);
    return {
      kind: 'booking',
      from: sql`workspace join booking on ${suspended} = workspace.id`,
      // If both are suspended, the booking is listed once.
      where: sql`suspended_at is not null and ${isBookingUnderWay} ${
        side === 'creator'
          ? sql``
          : sql`and not exists (select from workspace as creator where creator.id = booking.creator_id and creator.suspended_at is not null)`
      }`,
      id: sql`booking.id`,
      time: sql`suspended_at`,
      bookingId: sql`booking.id`,
    };
  }),
];

/**
 * Lists everything that needs action from staff: first the items with a deadline, earliest deadline first, then the
 * others, oldest first. Each source contributes at most one page, so the cost does not grow with the marketplace.
 */
export async function listInbox(db: Db, after: InboxCursor | null, now: Date): Promise<InboxItem[]> {
  const limit = sql.lit(PAGE_SIZE + 1);
  const sources = listSources(now)
    .filter(({ hours }) => hours === undefined || after === null || after.hasDeadline)
    .map(({ kind, from, where, id, time, hours, about, detail, bookingId, workspaceId, personName }) => {
      const none = sql`null`;
      const text = (of: RawBuilder<unknown> | undefined) => (of === undefined ? sql`null::text` : sql`${of}::text`);
      const lead = sql`${sql.lit(hours ?? 0)} * interval '1 hour'`;
      const isBeyond =
        after === null || after.hasDeadline !== (hours !== undefined)
          ? sql``
          : sql`and (${time}, ${id}) > (${after.at}::timestamptz - ${lead}, ${after.id}::uuid)`;
      return sql`(select ${sql.lit(kind)} as kind, ${id} as id, ${time} + ${lead} as at,
        ${sql.lit(hours !== undefined)} as has_deadline, ${text(about)} as about, ${text(detail)} as detail,
        ${bookingId ?? none}::uuid as booking_id, ${workspaceId ?? none}::uuid as workspace_id, ${text(personName)} as person_name
        from ${from} where ${where} ${isBeyond} order by ${time}, ${id} limit ${limit})`;
    });
  const { rows } = await sql<InboxItem>`
    select item.kind, item.id, item.at, item.has_deadline, coalesce(booking.package_name, item.about) as about,
      item.detail, brand.full_name as brand_name, creator.full_name as creator_name,
      coalesce(item.person_name, person.full_name) as person_name
    from (select kind, id, at, has_deadline, about, detail, booking_id, workspace_id, person_name from (${sql.join(sources, sql` union all `)}) as source
      order by has_deadline desc, at, id limit ${limit}) as item
      left join booking on booking.id = item.booking_id
      left join workspace as brand on brand.id = booking.brand_id
      left join workspace as creator on creator.id = booking.creator_id
      left join workspace as person on person.id = item.workspace_id
    order by item.has_deadline desc, item.at, item.id`.execute(db);
  return rows;
}
