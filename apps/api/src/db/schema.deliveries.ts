/** Tables of deliverables, publications and shipments. */
import type { Verdict } from '@marquee/booking';
import type { NewFileComment } from '@marquee/validation';
import type { Generated } from 'kysely';
import type { JsonColumn, OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface DeliverableTable {
  id: Generated<string>;
  bookingId: string;
  position: number;
  title: string;
  /** True if the creator added it, false if the brand ordered it. */
  isAdded: Generated<boolean>;
  /** The day on which the creator plans to send it, for example '2027-03-14'. */
  plannedOn: Generated<string | null>;
}

/** One version of a deliverable. Versions count from 1. */
export interface DeliveryTable {
  deliverableId: string;
  number: number;
  note: string;
  links: string[];
  sentAt: TimeColumn;
  verdict: Verdict | null;
  decidedAt: OptionalTimeColumn;
  /** The changes that the brand requests. */
  wish: string | null;
  remarks: JsonColumn<NewFileComment[]>;
}

export interface DeliveryFileTable {
  id: Generated<string>;
  deliverableId: string;
  /** The version that contains the file, or null before it is sent. */
  number: number | null;
  name: string;
  bytes: number;
  /** The modification time on the uploader's device, in milliseconds. */
  changedAt: number;
  /** Number of parts that have arrived, without a gap. */
  parts: Generated<number>;
  /** Detected from the content. Null if the file is incomplete or cannot be shown on the page. */
  mediaType: string | null;
  sha256: string | null;
  begunAt: TimeColumn;
  finishedAt: OptionalTimeColumn;
  /** Set when the content is deleted after its retention time. */
  droppedAt: OptionalTimeColumn;
  authorId: string | null;
  /** The uploader's network, as a keyed hash. */
  network: string | null;
}

/** The bytes of a creator's stored files that count toward the quota. Triggers of `delivery_file` maintain it. */
export interface DeliveredBytesTable {
  authorId: string;
  bytes: number;
}

/** A post in which the work of a booking was published. */
export interface PublicationTable {
  id: Generated<string>;
  bookingId: string;
  link: string;
  /** A day such as '2027-03-14'. */
  publishedOn: string;
  /** When the creator confirmed that the post is marked as advertising. */
  disclosedAt: TimeColumn;
  /** The file name in the picture store. It and the next three columns are null if there is no picture. */
  pictureName: Generated<string | null>;
  pictureWidth: Generated<number | null>;
  pictureHeight: Generated<number | null>;
  pictureAt: OptionalTimeColumn;
  /** Whether the shared results page shows the picture. */
  pictureShared: Generated<boolean>;
  /** When the link is checked next, or null for never. */
  lookAt: OptionalTimeColumn;
  /** `answeredAt` is the last successful check of the link. `silentSince` is set while checks fail. */
  answeredAt: OptionalTimeColumn;
  silentSince: OptionalTimeColumn;
}

/** The figures that a creator reported for a post at one time. A figure is null if the platform does not show it. */
export interface PublicationMetricsTable {
  publicationId: string;
  number: number;
  reportedAt: TimeColumn;
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  saves: number | null;
  clicks: number | null;
}

/** The secret token of the page on which one side of a booking shares its results. */
export interface SharedResultsTable {
  bookingId: string;
  userId: string;
  token: string;
  sharedAt: TimeColumn;
}

export interface ShipmentTable {
  bookingId: string;
  /** Null if it was not given or was erased. */
  address: Generated<string | null>;
  addressAt: OptionalTimeColumn;
  carrier: Generated<string>;
  tracking: Generated<string>;
  sentAt: OptionalTimeColumn;
  arrivedAt: OptionalTimeColumn;
}
