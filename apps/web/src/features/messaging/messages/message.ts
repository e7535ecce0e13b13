import { PRODUCT_NAME } from '@marquee/brand';
import type { ConversationRef } from '@marquee/validation';
import type { RouterOutputs } from '../../../trpc.ts';
import { toReaderDay as readersDay, createReaderFormatter } from '../../../lib/readerClock.ts';

export type MessageConversation = RouterOutputs['messages']['conversation'];
export type ConversationMessage = RouterOutputs['messages']['page']['items'][number];

/** The author of a message. `authorName` is set if the name of the author's side does not say who wrote it. */
export type MessageAuthor = Pick<ConversationMessage, 'authorWorkspaceId' | 'authorName' | 'isOwn'>;

export type SentFile = Pick<ConversationMessage['files'][number], 'id' | 'name' | 'bytes'>;

/** A message that was written on this page and that the server has not accepted yet. */
export interface UnsentMessage {
  clientId: string;
  text: string;
  quoted: ConversationMessage | null;
  files: readonly SentFile[];
  at: string;
  /** The error message if sending failed, or null while the message is being sent. */
  failure: string | null;
}

/** Returns the text at the top of a conversation, which names its readers. */
export const describeReaders = ({
  bookingId,
  otherName,
}: Pick<MessageConversation, 'bookingId' | 'otherName'>): string =>
  bookingId === null
    ? `Only you and ${otherName} can read this conversation.`
    : `Only you and ${otherName} can read this conversation. ${PRODUCT_NAME} staff read it only to resolve a dispute. If they do, you see a note here.`;

/** The texts of messages that the platform adds to a conversation. */
export const SYSTEM_MESSAGES: Record<NonNullable<ConversationMessage['announcement']>, string> = {
  staff_read: `${PRODUCT_NAME} staff read this conversation to decide the dispute.`,
};

export const ERASED_MESSAGE_TEXT = 'Deleted with the author’s account';

/** Returns a one-line preview of a message. `files` is the number of attachments. */
export function formatMessagePreview(message: {
  announcement?: ConversationMessage['announcement'];
  text: string;
  files: number;
}): string {
  if (message.announcement) return SYSTEM_MESSAGES[message.announcement];
  if (message.text !== '') return message.text;
  return message.files === 0 ? ERASED_MESSAGE_TEXT : message.files === 1 ? 'A file' : `${message.files} files`;
}

export const formatLoadedMessagePreview = (
  message: Pick<ConversationMessage, 'announcement' | 'text'> & { files: readonly unknown[] },
): string => formatMessagePreview({ ...message, files: message.files.length });

/** Returns the reference under which the API finds the conversation, even before its first message. */
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

/** Returns the day of an ISO timestamp in the viewer's time zone as a sortable string. */
export const toMessageDay = (at: string): string => readersDay(new Date(at));

const getDayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 3_600_000).toISOString().slice(0, 10);

export function formatMessageDay(at: string, now: Date): string {
  const [day, today] = [toMessageDay(at), readersDay(now)];
  if (day === today) return 'Today';
  if (day === getDayBefore(today)) return 'Yesterday';
  return (day.slice(0, 4) === today.slice(0, 4) ? formatDayThisYear : formatDayOtherYear)(new Date(at));
}

export const formatMessageTime = (at: string): string => formatTimeOfDay(new Date(at));

/** Returns a random version 4 UUID. Does not use `crypto.randomUUID`, which is missing on pages without TLS. */
export function createClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
