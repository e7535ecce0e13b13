/** What people are told in the product, and which mails they want. */
import type { MailChoice } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { OptionalTime, Time } from './schema.columns.ts';

export interface NoticeTable {
  /** The mail's that says the same. */
  id: string;
  /** Rises; the live stream tells the newest one. */
  seq: Generated<number>;
  userId: string;
  kind: string;
  text: string;
  /** Null: it leads nowhere. */
  path: string | null;
  at: Time;
  readAt: OptionalTime;
}

export interface NoticeSettingsTable {
  userId: string;
  off: MailChoice[];
  /** Full hours of the person's day, both or none. */
  quietFrom: number | null;
  quietTo: number | null;
}

/** The secret address at which a person's calendar reads deadlines. */
export interface CalendarFeedTable {
  userId: string;
  /** Of the last part of the address. */
  tokenHash: string;
  madeAt: Time;
}
