/**
 * The events of the live stream. An event only announces that data has changed, and pages then request the new data.
 * The server sends no other kinds, and pages handle each of these.
 */
export const LIVE_KINDS = {
  /** The stream has been opened. Events from before are not sent, so the page reloads its data. */
  hello: 'control',
  /** The server cannot replay missed events, so the page reloads its data. */
  reload: 'control',
  /** The session or the membership has ended. The page checks which, and does not reconnect. */
  end: 'control',
  /** A conversation has a new message with this `number`. */
  message: 'news',
  /** A participant has read more messages of a conversation. `number` is higher each time. */
  read: 'news',
  /** The other party is typing. This event is not stored. */
  typing: 'passing',
  booking: 'news',
  /** The user has a new notification. `id` is the user's id. */
  notification: 'news',
} as const satisfies Record<string, 'control' | 'news' | 'passing'>;
export type LiveKind = keyof typeof LIVE_KINDS;

/**
 * An event as sent to pages. `id` is the id of the conversation or booking, except for `notification`. Control
 * events have an empty `id` and `number` 0.
 */
export interface LiveEvent {
  kind: LiveKind;
  id: string;
  number: number;
}

export const LIVE_PATH = '/api/live';
/** Maximum number of streams per user and server process. Each visible tab opens one. */
export const MAX_STREAMS = 10;
/** Time for which the page shows 'is writing' after the last `typing` event. */
export const TYPING_SHOWN_MS = 6_000;
/** While a user types, the page reports it at most this often. */
export const TYPING_SIGNAL_INTERVAL_MS = 3_000;
