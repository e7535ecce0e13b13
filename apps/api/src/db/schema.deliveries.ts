/** What bookings deliver piece by piece. */
import type { Verdict } from '@marquee/booking';
import type { Remark } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { Json, OptionalTime, Time } from './schema.columns.ts';

export interface DeliverableTable {
  id: Generated<string>;
  bookingId: string;
  /** From 1. */
  position: number;
  title: string;
  /** The creator added it; the others are what was ordered. */
  isAdded: Generated<boolean>;
}

/** One version of a deliverable. */
export interface DeliveryTable {
  deliverableId: string;
  /** From 1. */
  number: number;
  note: string;
  links: string[];
  sentAt: Time;
  verdict: Verdict | null;
  decidedAt: OptionalTime;
  /** What should change. */
  wish: string | null;
  remarks: Json<Remark[]>;
}

export interface DeliveryFileTable {
  id: Generated<string>;
  deliverableId: string;
  /** Of the version that it is part of; null: it was not sent yet. */
  number: number | null;
  name: string;
  bytes: number;
  /** On the device that it comes from, in milliseconds. */
  changedAt: number;
  /** Parts that have arrived, in a row from the first one. */
  parts: Generated<number>;
  /** By content; null: not whole yet, or of no kind that is shown in the page. */
  mediaType: string | null;
  sha256: string | null;
  begunAt: Time;
  finishedAt: OptionalTime;
  /** It was kept for its time. */
  droppedAt: OptionalTime;
}
