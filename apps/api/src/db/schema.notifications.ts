/** Tables of notifications, notification settings, push subscriptions and calendar feeds. */
import type { DigestGroup, OptionalEmailGroup, NotificationGroup } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface NotificationTable {
  /** The id of the email that created the notification. */
  id: string;
  /** Increases with each notification. The live stream sends the latest number. */
  seq: Generated<number>;
  personId: string;
  /** The workspace in which the person is notified as a member, or null if it is about the person. */
  workspaceId: string | null;
  kind: string;
  text: string;
  /** The path that the notification links to, or null if there is none. */
  path: string | null;
  at: TimeColumn;
  readAt: OptionalTimeColumn;
}

export interface NotificationSettingsTable {
  personId: string;
  off: OptionalEmailGroup[];
  /** Groups whose emails are collected in the daily email. */
  daily: Generated<DigestGroup[]>;
  /** Groups for which the user turned off push notifications. */
  pushOff: Generated<NotificationGroup[]>;
  /**
   * The start and end of quiet hours, as full hours in the user's time zone. Either both are set or both are null.
   */
  quietFrom: number | null;
  quietTo: number | null;
}

/** The secret URL from which a user's calendar app reads deadlines. */
export interface CalendarFeedTable {
  workspaceId: string;
  personId: string;
  /** SHA-256 hash of the token in the URL. */
  tokenHash: string;
  madeAt: TimeColumn;
}

/** A browser that receives push notifications even when Marquee is closed (Push API). */
export interface PushSubscriptionTable {
  id: Generated<string>;
  personId: string;
  /** The session in which the browser subscribed. The subscription ends with this session. */
  sessionHash: string;
  /** The URL at the browser vendor's push service. */
  endpoint: string;
  p256dh: string;
  auth: string;
  createdAt: TimeColumn;
}
