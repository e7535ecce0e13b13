/** Conversations between brands and creators. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface ConversationTable {
  id: Generated<string>;
  creatorId: string;
  brandId: string;
  /** Null: the one of the pair. */
  bookingId: string | null;
  lastNumber: Generated<number>;
  createdAt: TimeColumn;
}

export interface ConversationMemberTable {
  conversationId: string;
  userId: string;
  /** Of the newest message that this person hears. */
  lastNumber: Generated<number>;
  lastAt: TimeColumn;
  readNumber: Generated<number>;
  readAt: OptionalTimeColumn;
  unread: Generated<number>;
  unreadSince: OptionalTimeColumn;
  mailedAt: OptionalTimeColumn;
}

export interface MessageTable {
  conversationId: string;
  number: number;
  id: Generated<string>;
  /** Null: the product says it (`said`). */
  authorId: string | null;
  clientId: string | null;
  said: 'staff_read' | null;
  text: string;
  /** What searches find, made from the text by the database. */
  terms: GeneratedAlways<string>;
  /** How many files came with it. */
  files: Generated<number>;
  quoted: number | null;
  /** False: the other side had blocked its author then. */
  isHeard: boolean;
  at: TimeColumn;
  erasedAt: OptionalTimeColumn;
}

export interface MessageFileTable {
  id: Generated<string>;
  authorId: string;
  /** Of the message that it is part of; null, both: it was not sent yet. */
  conversationId: string | null;
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
  /** It was kept for its time, or its author's account is gone. */
  droppedAt: OptionalTimeColumn;
  /** The network it was uploaded from, as a keyed hash. */
  network: string | null;
}

export interface MessageBlockTable {
  blockerId: string;
  blockedId: string;
  at: TimeColumn;
}
