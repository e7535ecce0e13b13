/** Tables of notifications, their settings, push subscriptions and calendar feeds. */
import type { DigestGroup, OptionalEmailGroup, NotificationGroup } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface NotificationTable {
  /** The id of the email with the same message. */
  id: string;
  /** Increases with each notification. The live stream sends the newest number. */
  seq: Generated<number>;
  userId: string;
  kind: string;
  text: string;
  /** The page to open, or null if there is none. */
  path: string | null;
  at: TimeColumn;
  readAt: OptionalTimeColumn;
}

export interface NotificationSettingsTable {
  userId: string;
  off: OptionalEmailGroup[];
  /** Groups whose emails are collected into one per day. */
  daily: Generated<DigestGroup[]>;
  /** Groups for which the person gets no push notifications while Marquee is closed. */
  pushOff: Generated<NotificationGroup[]>;
  /** Quiet hours, as full hours of the person's day. Both are set or both are null. */
  quietFrom: number | null;
  quietTo: number | null;
}

/** The secret address from which a person's calendar app reads deadlines. */
export interface CalendarFeedTable {
  userId: string;
  /** SHA-256 of the last part of the address. */
  tokenHash: string;
  madeAt: TimeColumn;
}

/** A browser that gets notifications even when Marquee is closed (Push API). */
export interface PushSubscriptionTable {
  id: Generated<string>;
  userId: string;
  /** The session in which the subscription was made. It ends with the session. */
  sessionHash: string;
  /** The push service URL of the browser vendor. */
  endpoint: string;
  p256dh: string;
  auth: string;
  createdAt: TimeColumn;
}
