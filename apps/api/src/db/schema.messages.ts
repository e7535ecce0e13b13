/** Tables of conversations, messages and their files. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface ConversationTable {
  id: Generated<string>;
  creatorId: string;
  brandId: string;
  /** Null for the general conversation between the brand and the creator. */
  bookingId: string | null;
  lastNumber: Generated<number>;
  createdAt: TimeColumn;
}

export interface ConversationMemberTable {
  conversationId: string;
  userId: string;
  /** The number of the newest message that this member receives. */
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
  /** Null if the product wrote the message (`said`). */
  authorId: string | null;
  clientId: string | null;
  said: 'staff_read' | null;
  text: string;
  /** The search terms of the text. The database generates them. */
  terms: GeneratedAlways<string>;
  /** The number of attached files. */
  files: Generated<number>;
  quoted: number | null;
  /** False if the other side had blocked the author when the message was sent. */
  isHeard: boolean;
  at: TimeColumn;
  erasedAt: OptionalTimeColumn;
}

export interface MessageFileTable {
  id: Generated<string>;
  authorId: string;
  /** The message that contains the file. This and `number` are null before it is sent. */
  conversationId: string | null;
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
  /** Set when the content is deleted after its retention time or with its author's account. */
  droppedAt: OptionalTimeColumn;
  /** The uploader's network, as a keyed hash. */
  network: string | null;
}

export interface MessageBlockTable {
  blockerId: string;
  blockedId: string;
  at: TimeColumn;
}
