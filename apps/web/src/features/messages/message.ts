/** What the screens know of messages, and the words about who reads them. */
import { PRODUCT_NAME } from '@marquee/booking';
import type { ConversationAsked } from '@marquee/validation';
import type { Outputs } from '../../trpc.ts';
import { dayOf as readersDay, printer } from '../../ui/clock.ts';

export type Conversation = Outputs['messages']['conversation'];
export type Message = Outputs['messages']['page']['items'][number];

/** A file that has arrived and goes with a message. */
export type SentFile = Pick<Message['files'][number], 'id' | 'name' | 'bytes'>;

/** A message of this page that the server has not taken yet. */
export interface Unsent {
  clientId: string;
  text: string;
  quoted: Message | null;
  files: readonly SentFile[];
  at: string;
  /** Null: it is on its way. */
  failure: string | null;
}

/** The first line of every conversation. */
export const whoReads = ({ bookingId, otherName }: Pick<Conversation, 'bookingId' | 'otherName'>): string =>
  bookingId === null
    ? `Only you and ${otherName} read this.`
    : `You and ${otherName} read this. ${PRODUCT_NAME}’s staff does so only to decide a dispute about this booking, and it is said here when they did.`;

/** What the product itself says in a conversation. */
export const SAID: Record<NonNullable<Message['said']>, string> = {
  staff_read: `${PRODUCT_NAME}’s staff opened this conversation to decide the dispute.`,
};

export const ERASED = 'Deleted with the account of who wrote it';

/** What stands for a message where there is a line for it. `files`: how many came with it. */
export function lineOf(message: { said?: Message['said']; text: string; files: number }): string {
  if (message.said) return SAID[message.said];
  if (message.text !== '') return message.text;
  return message.files === 0 ? ERASED : message.files === 1 ? 'A file' : `${message.files} files`;
}

/** The same of a message as it is loaded. */
export const messageLine = (message: Pick<Message, 'said' | 'text'> & { files: readonly unknown[] }): string =>
  lineOf({ ...message, files: message.files.length });

/** How a conversation is named again, whether it is there yet or not. */
export const askedOf = (conversation: Conversation): ConversationAsked => {
  if (conversation.id !== null) return { id: conversation.id };
  return conversation.bookingId === null
    ? { username: conversation.otherUsername }
    : { bookingId: conversation.bookingId };
};

const DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const thisYear = printer(DAY);
const otherYear = printer({ ...DAY, year: 'numeric' });
const clock = printer({ hour: 'numeric', minute: '2-digit' });

/** The day of a moment (ISO text) on the reader's clock, as one compares them. */
export const dayOf = (at: string): string => readersDay(new Date(at));

const yesterdayOf = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 3_600_000).toISOString().slice(0, 10);

/** 'Today', 'Yesterday', 'Friday, March 6'. */
export function dayWords(at: string, now: Date): string {
  const [day, today] = [dayOf(at), readersDay(now)];
  if (day === today) return 'Today';
  if (day === yesterdayOf(today)) return 'Yesterday';
  return (day.slice(0, 4) === today.slice(0, 4) ? thisYear : otherYear)(new Date(at));
}

export const timeWords = (at: string): string => clock(new Date(at));

/** An id that nobody else makes; also where the page came without TLS and the browser's own way is closed. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
