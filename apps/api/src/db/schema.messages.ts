/** What the two sides write to each other (migration 0044). */
import type { Generated } from 'kysely';
import type { OptionalTime, Time } from './schema.columns.ts';

export interface ConversationTable {
  id: Generated<string>;
  creatorId: string;
  brandId: string;
  /** Null: the one of the pair. */
  bookingId: string | null;
  lastNumber: Generated<number>;
  createdAt: Time;
}

export interface ConversationMemberTable {
  conversationId: string;
  userId: string;
  /** Of the newest message that this person hears. */
  lastNumber: Generated<number>;
  lastAt: Time;
  readNumber: Generated<number>;
  unread: Generated<number>;
  unreadSince: OptionalTime;
  mailedAt: OptionalTime;
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
  quoted: number | null;
  /** False: the other side had blocked its author then. */
  isHeard: boolean;
  at: Time;
  erasedAt: OptionalTime;
}

export interface MessageBlockTable {
  blockerId: string;
  blockedId: string;
  at: Time;
}
