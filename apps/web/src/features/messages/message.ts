/** What the screens know of messages, and the words about who reads them. */
import { PRODUCT_NAME } from '@marquee/booking';
import type { ConversationRef } from '@marquee/validation';
import type { RouterOutputs } from '../../trpc.ts';
import { toReaderDay as readersDay, createReaderFormatter } from '../../lib/readerClock.ts';

export type MessageConversation = RouterOutputs['messages']['conversation'];
export type ConversationMessage = RouterOutputs['messages']['page']['items'][number];

/** A file that has arrived and goes with a message. */
export type SentFile = Pick<ConversationMessage['files'][number], 'id' | 'name' | 'bytes'>;

/** A message of this page that the server has not taken yet. */
export interface UnsentMessage {
  clientId: string;
  text: string;
  quoted: ConversationMessage | null;
  files: readonly SentFile[];
  at: string;
  /** Null: it is on its way. */
  failure: string | null;
}

/** The first line of every conversation. */
export const describeReaders = ({
  bookingId,
  otherName,
}: Pick<MessageConversation, 'bookingId' | 'otherName'>): string =>
  bookingId === null
    ? `Only you and ${otherName} read this.`
    : `You and ${otherName} read this. ${PRODUCT_NAME}’s staff does so only to decide a dispute about this booking, and it is said here when they did.`;

/** What the product itself says in a conversation. */
export const SYSTEM_MESSAGES: Record<NonNullable<ConversationMessage['said']>, string> = {
  staff_read: `${PRODUCT_NAME}’s staff opened this conversation to decide the dispute.`,
};

export const ERASED_MESSAGE_TEXT = 'Deleted with the account of who wrote it';

/** What stands for a message where there is a line for it. `files`: how many came with it. */
export function formatMessagePreview(message: {
  said?: ConversationMessage['said'];
  text: string;
  files: number;
}): string {
  if (message.said) return SYSTEM_MESSAGES[message.said];
  if (message.text !== '') return message.text;
  return message.files === 0 ? ERASED_MESSAGE_TEXT : message.files === 1 ? 'A file' : `${message.files} files`;
}

/** The same of a message as it is loaded. */
export const formatLoadedMessagePreview = (
  message: Pick<ConversationMessage, 'said' | 'text'> & { files: readonly unknown[] },
): string => formatMessagePreview({ ...message, files: message.files.length });

/** How a conversation is named again, whether it is there yet or not. */
export const toConversationRef = (conversation: MessageConversation): ConversationRef => {
  if (conversation.id !== null) return { id: conversation.id };
  return conversation.bookingId === null
    ? { username: conversation.otherUsername }
    : { bookingId: conversation.bookingId };
};

const LONG_DAY_OPTIONS = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const formatDayThisYear = createReaderFormatter(LONG_DAY_OPTIONS);
const formatDayOtherYear = createReaderFormatter({ ...LONG_DAY_OPTIONS, year: 'numeric' });
const formatTimeOfDay = createReaderFormatter({ hour: 'numeric', minute: '2-digit' });

/** The day of a moment (ISO text) on the reader's clock, as one compares them. */
export const toMessageDay = (at: string): string => readersDay(new Date(at));

const getDayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 3_600_000).toISOString().slice(0, 10);

/** 'Today', 'Yesterday', 'Friday, March 6'. */
export function formatMessageDay(at: string, now: Date): string {
  const [day, today] = [toMessageDay(at), readersDay(now)];
  if (day === today) return 'Today';
  if (day === getDayBefore(today)) return 'Yesterday';
  return (day.slice(0, 4) === today.slice(0, 4) ? formatDayThisYear : formatDayOtherYear)(new Date(at));
}

export const formatMessageTime = (at: string): string => formatTimeOfDay(new Date(at));

/** An id that nobody else makes; also where the page came without TLS and the browser's own way is closed. */
export function createClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
