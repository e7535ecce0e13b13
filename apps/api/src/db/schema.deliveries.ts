/** Tables of deliverables, publications and shipments. */
import type { Verdict } from '@marquee/booking';
import type { NewFileComment } from '@marquee/validation';
import type { Generated, JSONColumnType } from 'kysely';
import type { JsonColumn, OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface DeliverableTable {
  id: Generated<string>;
  bookingId: string;
  position: number;
  title: string;
  /** True if the creator added the deliverable, false if the brand ordered it. */
  isAdded: Generated<boolean>;
  /** The day on which the creator plans to deliver, for example '2027-03-14'. */
  plannedOn: Generated<string | null>;
}

/** One version of a deliverable. Versions are numbered from 1. */
export interface DeliveryTable {
  deliverableId: string;
  number: number;
  note: string;
  links: string[];
  sentAt: TimeColumn;
  reviewBy: TimeColumn;
  verdict: Verdict | null;
  decidedAt: OptionalTimeColumn;
  /** The changes that the brand requests, in its own words. */
  changeRequest: string | null;
  remarks: JsonColumn<NewFileComment[]>;
}

export interface DeliveryFileTable {
  id: Generated<string>;
  deliverableId: string;
  /** The number of the version that contains the file, or null before it is sent. */
  number: number | null;
  name: string;
  bytes: number;
  /** The modification time on the uploader's device, in milliseconds since the epoch. */
  uploadKey: string;
  /** The number of parts received so far. Parts arrive in order. */
  parts: Generated<number>;
  /**
   * The file type, detected from the content. Null if the upload is incomplete or browsers cannot display this type
   * on our pages.
   */
  mediaType: string | null;
  sha256: string | null;
  begunAt: TimeColumn;
  finishedAt: OptionalTimeColumn;
  /** Set when the content is deleted after its retention period. */
  droppedAt: OptionalTimeColumn;
  authorWorkspaceId: string | null;
  /** A keyed hash of the uploader's IP network, for the network's quota. */
  network: string | null;
}

/** The total size of a creator's stored files, for the quota. Maintained by triggers on `delivery_file`. */
export interface DeliveredBytesTable {
  authorWorkspaceId: string;
  bytes: number;
}

/** A person without an account who reviews versions of a booking's deliverables for the brand. */
export interface ReviewGuestTable {
  id: Generated<string>;
  bookingId: string;
  name: string;
  email: string;
  invitedByPersonId: string;
  invitedAt: TimeColumn;
  expiresAt: TimeColumn;
  /** The time when the guest first confirmed the email address. */
  openedAt: OptionalTimeColumn;
  revokedAt: OptionalTimeColumn;
}

/** A version that a guest may see, with the guest's vote and comments. */
export interface ReviewGuestVersionTable {
  guestId: string;
  deliverableId: string;
  number: number;
  vote: Generated<Verdict | null>;
  votedAt: OptionalTimeColumn;
  /** The checksum of the version that the guest voted on. The vote counts only while the version still has it. */
  voteChecksum: Generated<string | null>;
  comment: Generated<string>;
  remarks: JSONColumnType<NewFileComment[], string | undefined>;
}

/** A post in which the work of a booking was published. */
export interface PublicationTable {
  id: Generated<string>;
  bookingId: string;
  link: string;
  publishedOn: string;
  /** The time when the creator confirmed that the post is labeled as advertising. */
  disclosedAt: TimeColumn;
  /** The name of the screenshot's file. This and the next three columns are null if there is no screenshot. */
  pictureName: Generated<string | null>;
  pictureWidth: Generated<number | null>;
  pictureHeight: Generated<number | null>;
  pictureAt: OptionalTimeColumn;
  /** Whether the shared results page includes the screenshot. */
  pictureShared: Generated<boolean>;
  /** The time of the next check of the link, or null if it is not checked again. */
  lookAt: OptionalTimeColumn;
  /** The time of the last successful check of the link. */
  answeredAt: OptionalTimeColumn;
  silentSince: OptionalTimeColumn;
}

/**
 * The metrics that a creator reported for a publication at one time. A metric is null if the platform does not
 * report it.
 */
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

/** The secret token under which one side of a booking shares its results. */
export interface SharedResultsTable {
  bookingId: string;
  workspaceId: string;
  token: string;
  sharedAt: TimeColumn;
}

export interface ShipmentTable {
  bookingId: string;
  /** Null if the creator has not entered an address or it was erased. */
  address: Generated<string | null>;
  addressAt: OptionalTimeColumn;
  carrier: Generated<string>;
  tracking: Generated<string>;
  sentAt: OptionalTimeColumn;
  arrivedAt: OptionalTimeColumn;
}
