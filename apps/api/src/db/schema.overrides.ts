/**
 * The column types that the database does not know: the contents of JSON, texts without a list of values in a check
 * constraint, and columns that a trigger sets. `npm run schema` writes them into schema.generated.ts, which takes all
 * other types from the columns, their check constraints and their foreign keys.
 */
import type {
  BookingStatus,
  CancelReason,
  DeclineReason,
  PaymentState,
  PayoutBlockedReason,
  Verdict,
  Windows,
} from '@marquee/booking';
import type { BookedChoice, PackageChoice, PackageOptions as PackageOptionsData } from '@marquee/money';
import type {
  AnswerMap,
  CreatorSearch,
  DigestGroup,
  MatchBrief,
  NewFileComment,
  NotificationGroup,
  OptionalEmailGroup,
  OrderCustomer,
  OrderRequestState,
  Question,
  QuestionAnswer,
  ReportSubject,
  RequestedOrder,
  SavedKind,
} from '@marquee/validation';
import type {
  ActionTopic,
  MemberRole,
  WorkspaceRole,
  PersonId,
  Platform,
  WorkspaceAction as WorkspaceActionRow,
  WorkspaceActionKind,
  WorkspaceId,
} from '@marquee/contracts';
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely';

/** A challenge for a passkey, which is valid once and for five minutes. */
export interface PasskeyChallenge {
  value: string;
  purpose: 'registration' | 'sign_in' | 'confirmation';
  /** The person who requested it, or null without a signed-in person. */
  personId: PersonId | null;
  /** The ISO time after which the challenge is refused. */
  expiresAt: string;
}

export interface ProfileLink {
  label: string;
  url: string;
}

/** JSON that is read as an object and written as JSON text, or null. */
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** The id of a side of a booking, which a trigger copies from the booking. */
type CopiedSide = ColumnType<WorkspaceId, WorkspaceId | undefined, WorkspaceId>;

/** The type of an overridden column. */
export type ColumnOverride<Path extends keyof ColumnOverrides> = ColumnOverrides[Path];

/** The overridden columns by table and column. `npm run schema` fails if one does not exist. */
interface ColumnOverrides {
  'admin_action.after': JSONColumnType<object>;
  'admin_action.before': JSONColumnType<object>;
  'booking.answers': JSONColumnType<QuestionAnswer[]>;
  'booking.cancel_reason': CancelReason | null;
  'booking.chosen': ColumnType<BookedChoice | null, string | null | undefined, never>;
  'booking.customer': JSONColumnType<OrderCustomer>;
  'booking.decline_reason': DeclineReason | null;
  'booking.payment_state': PaymentState;
  'booking.questions': JSONColumnType<Question[]>;
  'booking.status': BookingStatus;
  'booking.windows': JSONColumnType<Windows>;
  'cached_figure.data': JSONColumnType<object>;
  'cancellation_request.brand_id': CopiedSide;
  'cancellation_request.creator_id': CopiedSide;
  'chargeback.state_before': PaymentState;
  'creator_card.availability': object | null;
  'creator_card.card': object;
  'creator_card.offers': object[];
  'creator_listing.platforms': Platform[];
  'creator_platform.platform': Platform;
  'delivery.remarks': JSONColumnType<NewFileComment[]>;
  'delivery.verdict': Verdict | null;
  'dispute.brand_id': CopiedSide;
  'dispute.creator_id': CopiedSide;
  'event.data': JSONColumnType<object>;
  'follower_proof.platform': Platform;
  'invitation.role': MemberRole;
  'job.payload': JSONColumnType<object>;
  'ledger_document.facts': JSONColumnType<object>;
  'mail.data': ColumnType<object | null, string, null>;
  'member.role': MemberRole;
  'ownership_change.role': MemberRole;
  'moderation_decision.subject_kind': ReportSubject;
  'money_exception.data': JSONColumnType<object>;
  'notification_settings.daily': ColumnType<DigestGroup[], DigestGroup[] | undefined, DigestGroup[]>;
  'notification_settings.off': OptionalEmailGroup[];
  'notification_settings.push_off': ColumnType<
    NotificationGroup[],
    NotificationGroup[] | undefined,
    NotificationGroup[]
  >;
  'offer.platforms': Platform[];
  'operator_terms.windows': JSONColumnType<Windows>;
  'order_request.input': ColumnType<RequestedOrder | null, string, null>;
  'order_request.sale': JSONColumnType<object>;
  'order_request.state': OrderRequestState;
  'package.options': OptionalJson<PackageOptionsData>;
  'package_options.options': JSONColumnType<PackageOptionsData> | null;
  'questionnaire.questions': JSONColumnType<Question[]>;
  'reconciliation_position.position': JSONColumnType<object>;
  'report.subject_kind': ReportSubject;
  'review_guest_version.remarks': JSONColumnType<NewFileComment[], string | undefined>;
  'saved_brief.brief': ColumnType<MatchBrief, string, string>;
  'saved_item.kind': SavedKind;
  'saved_search.search': JSONColumnType<CreatorSearch>;
  'session.challenge': OptionalJson<PasskeyChallenge>;
  'session.data': JSONColumnType<Record<string, unknown>>;
  'settlement_transfer.blocked_reason': ColumnType<
    PayoutBlockedReason | null,
    PayoutBlockedReason | null | undefined,
    PayoutBlockedReason | null
  >;
  'waiting_list_entry.answers': OptionalJson<AnswerMap>;
  'waiting_list_entry.choice': OptionalJson<PackageChoice>;
  'waiting_list_entry.customer': OptionalJson<OrderCustomer>;
  'work_record.facts': JSONColumnType<object>;
  'workspace.links': ColumnType<ProfileLink[], string | undefined, string>;
  'workspace_action.data': JSONColumnType<WorkspaceActionRow['data']>;
  'workspace_action.kind': WorkspaceActionKind;
  'workspace_action.topic': GeneratedAlways<ActionTopic>;
  'workspace_person.role': WorkspaceRole;
}
