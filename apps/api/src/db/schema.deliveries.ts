/** What bookings deliver piece by piece, and what came of it where it was published. */
import type { Verdict } from '@marquee/booking';
import type { NewFileComment } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { JsonColumn, OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface DeliverableTable {
  id: Generated<string>;
  bookingId: string;
  /** From 1. */
  position: number;
  title: string;
  /** The creator added it; the others are what was ordered. */
  isAdded: Generated<boolean>;
  /** The day on which the creator plans to send it. */
  plannedOn: Generated<string | null>;
}

/** One version of a deliverable. */
export interface DeliveryTable {
  deliverableId: string;
  /** From 1. */
  number: number;
  note: string;
  links: string[];
  sentAt: TimeColumn;
  verdict: Verdict | null;
  decidedAt: OptionalTimeColumn;
  /** What should change. */
  wish: string | null;
  remarks: JsonColumn<NewFileComment[]>;
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
  begunAt: TimeColumn;
  finishedAt: OptionalTimeColumn;
  /** It was kept for its time. */
  droppedAt: OptionalTimeColumn;
  /** The creator who uploaded it. */
  authorId: string | null;
  /** The network it was uploaded from, as a keyed hash. */
  network: string | null;
}

/** What the stored files of a creator count toward the quota. Triggers of `delivery_file` maintain it. */
export interface DeliveredBytesTable {
  authorId: string;
  bytes: number;
}

/** Where work of a booking was published. */
export interface PublicationTable {
  id: Generated<string>;
  bookingId: string;
  link: string;
  /** A day, '2027-03-14'. */
  publishedOn: string;
  /** When the creator said that it is marked as advertising. */
  disclosedAt: TimeColumn;
  /** In the store of files; null: there is no picture, and none of the next three. */
  pictureName: Generated<string | null>;
  pictureWidth: Generated<number | null>;
  pictureHeight: Generated<number | null>;
  pictureAt: OptionalTimeColumn;
  /** Those who open shared results see it too. */
  pictureShared: Generated<boolean>;
  /** When the link is looked at next; null: never again. */
  lookAt: OptionalTimeColumn;
  /** When the link answered last, and since when it has not; null: not looked, or it does. */
  answeredAt: OptionalTimeColumn;
  silentSince: OptionalTimeColumn;
}

/** What the creator reported of a post at one time. Null: the platform does not say it. */
export interface PublicationMetricsTable {
  publicationId: string;
  /** From 1. */
  number: number;
  reportedAt: TimeColumn;
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  saves: number | null;
  clicks: number | null;
}

/** The address under which one side of a booking shares its results. */
export interface SharedResultsTable {
  bookingId: string;
  userId: string;
  token: string;
  sharedAt: TimeColumn;
}

/** The product that a brand sends for a booking. */
export interface ShipmentTable {
  bookingId: string;
  /** Null: it was not said, or is forgotten. */
  address: Generated<string | null>;
  addressAt: OptionalTimeColumn;
  carrier: Generated<string>;
  tracking: Generated<string>;
  sentAt: OptionalTimeColumn;
  arrivedAt: OptionalTimeColumn;
}
