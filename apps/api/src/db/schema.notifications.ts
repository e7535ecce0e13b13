/** What people are told in the product, and which mails they want. */
import type { DigestGroup, OptionalEmailGroup, NotificationGroup } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface NotificationTable {
  /** The mail's that says the same. */
  id: string;
  /** Rises; the live stream tells the newest one. */
  seq: Generated<number>;
  userId: string;
  kind: string;
  text: string;
  /** Null: it leads nowhere. */
  path: string | null;
  at: TimeColumn;
  readAt: OptionalTimeColumn;
}

export interface NotificationSettingsTable {
  userId: string;
  off: OptionalEmailGroup[];
  /** Groups whose mails are collected in one a day. */
  daily: Generated<DigestGroup[]>;
  /** Groups of which this person's browsers are told nothing while no page of ours is open in them. */
  pushOff: Generated<NotificationGroup[]>;
  /** Full hours of the person's day, both or none. */
  quietFrom: number | null;
  quietTo: number | null;
}

/** The secret address at which a person's calendar reads deadlines. */
export interface CalendarFeedTable {
  userId: string;
  /** Of the last part of the address. */
  tokenHash: string;
  madeAt: TimeColumn;
}

/** A browser that is told also while no page of ours is open in it (Push API). */
export interface PushSubscriptionTable {
  id: Generated<string>;
  userId: string;
  /** The session that it was made in, and ends with. */
  sessionHash: string;
  /** Where the browser's maker takes what is for it. */
  endpoint: string;
  p256dh: string;
  auth: string;
  createdAt: TimeColumn;
}
