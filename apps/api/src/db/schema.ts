/**
 * The types of all database tables, and names for the values of some columns. Names are snake_case in SQL and camelCase
 * here (CamelCasePlugin).
 */
import type { Kysely, Selectable } from 'kysely';
import type { DB } from './schema.generated.ts';

export type Database = DB;
export type Db = Kysely<Database>;

export type { PasskeyChallenge, ProfileLink } from './schema.overrides.ts';

/** The values of a column that are not null. */
type Value<Table extends keyof Database, Column extends keyof Selectable<Database[Table]>> = NonNullable<
  Selectable<Database[Table]>[Column]
>;

export type UserRole = Value<'person', 'role'>;
/** The ways to prove who one is, at sign-in and when confirming an action. */
export type ConfirmationMethod = Value<'signIn', 'method'>;
export type PublicLinkPurpose = Value<'emailedLink', 'purpose'>;
export type MailLinkPurpose = Value<'mailLink', 'purpose'>;
export type DisputeOutcome = Value<'dispute', 'outcome'>;
export type LedgerKind = Value<'ledgerTransaction', 'kind'>;
export type LedgerAccount = Value<'ledgerEntry', 'account'>;
export type DocumentKind = Value<'ledgerDocument', 'kind'>;
export type CardPaymentOutcome = Value<'cardPayment', 'outcome'>;
export type PayoutChangeKind = Value<'payoutChange', 'kind'>;
export type SurplusReason = Value<'surplusPayment', 'reason'>;
