/**
 * Distributes live events to open pages across processes. An event only tells pages to reload data. If a process
 * misses events, they can be derived from the database rows (`FindMissedUpdates`).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { LIVE_KINDS, type LiveEvent, type PersonId, type WorkspaceId } from '@marquee/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Timing } from '../config/timing.ts';
import type { Listener } from './listener.ts';

const LIVE_CHANNEL = 'marquee_live';
/** PostgreSQL rejects NOTIFY payloads of 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_000;
/** Number of events kept for streams that reconnect. This covers several minutes in a busy process. */
const MAX_REMEMBERED_EVENTS = 2_000;
/**
 * Rows up to this age are searched for missed events. Longer than the maximum duration of a transaction (15 s,
 * db/client.ts) plus the clock difference between two machines.
 */
const LOOKBACK_MS = 60_000;

/**
 * A change to announce to the workspaces or people in `to` (`getPersonChannel`). The kind `access` makes the server
 * check whether people's sessions are still valid, and sends no event to their pages.
 */
export type LiveUpdate =
  | (LiveEvent & { kind: Exclude<LiveEvent['kind'], 'hello' | 'reload' | 'end'>; to: readonly string[] })
  | { kind: 'access'; to: readonly string[] };

/**
 * An open stream of a page. When a page reconnects, it continues after the last event `id` that it received. The
 * `id` is null for events that are not worth replaying.
 */
export interface LiveSubscriber {
  /** The workspace in which the page acts, and the person's channel. */
  readonly channels: readonly string[];
  deliverEvent(event: LiveEvent, id: string | null): void;
  /** Called if the user's session may have ended. */
  recheckSession(): void;
}

const PERSON_PREFIX = 'person:';

/** Returns the channel of changes for a person in all workspaces, such as notifications. */
export const getPersonChannel = (personId: PersonId): string => `${PERSON_PREFIX}${personId}`;

/** Returns the changes for workspaces and people in the last `ms`, derived from the database rows. */
export type FindMissedUpdates = (
  to: { workspaceIds: readonly WorkspaceId[]; personIds: readonly PersonId[] },
  ms: number,
) => Promise<LiveUpdate[]>;

export interface Live {
  /**
   * Publishes a change to the streams of this process immediately, and to other processes shortly after. Never
   * throws.
   */
  publish(update: LiveUpdate): void;
  countStreams(channel: string): number;
  /** The number of open streams of this process. */
  countAllStreams(): number;
  /**
   * Adds a stream. `since` is the last event id that its page received. Replays the events since then, or tells the
   * page to reload if that is not possible. Returns a function that removes the stream.
   */
  add(subscriber: LiveSubscriber, since: string | undefined): () => void;
  setMissedUpdatesSource(source: FindMissedUpdates): void;
  close(): Promise<void>;
}

interface RememberedEvent {
  number: number;
  to: readonly string[];
  event: LiveEvent;
}

/** A message between processes. `from` is the sending process, which has already notified its own streams. */
interface ProcessMessage {
  from: string;
  updates: LiveUpdate[];
}

const NO_EVENT = { id: '', number: 0 };

/**
 * Creates event ids from the sequence numbers of this process. They are encrypted, so that pages cannot tell how
 * many events there are. `open` returns undefined for invalid ids and ids of other processes.
 */
function createSealedIds() {
  const key = randomBytes(16);
  return {
    /**
     * Encrypts a block that consists of the number, four zero bytes and four random bytes. `open` recognizes its own
     * ids by the zero bytes.
     */
    seal(number: number): string {
      const block = Buffer.alloc(16);
      block.writeBigUInt64BE(BigInt(number));
      randomBytes(4).copy(block, 12);
      return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(block).toString('base64url');
    },
    open(id: string): number | undefined {
      if (!/^[\w-]{22}$/.test(id)) return undefined;
      const sealed = Buffer.from(id, 'base64url');
      const block = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(sealed);
      const number = Number(block.readBigUInt64BE());
      return block.readUInt32BE(8) === 0 && Number.isSafeInteger(number) ? number : undefined;
    },
  };
}

/** Creates the hub of a process. Transactions publish to it after they commit (core/unit-of-work.ts). */
export function openLive(
  listener: Listener,
  { pool, log, timing }: { pool: pg.Pool; log: FastifyBaseLogger; timing: Timing },
): Live {
  const processId = randomBytes(4).toString('hex');
  const ids = createSealedIds();
  const subscribersByChannel = new Map<string, Set<LiveSubscriber>>();
  const recentEvents: RememberedEvent[] = [];
  let lastNumber = 0;
  let unsent: LiveUpdate[] = [];
  let sendTimer: NodeJS.Timeout | undefined;
  let findMissedUpdates: FindMissedUpdates | undefined;
  let searchTimer: NodeJS.Timeout | undefined;
  let isSearching = false;
  let connectionLostAt: number | undefined;

  // The highest event number that was delivered per channel and subject. Only the current and the previous map are
  // kept, so that old entries are dropped.
  let deliveredNumbers = new Map<string, number>();
  let olderDeliveredNumbers = new Map<string, number>();
  let rotatedAt = performance.now();
  const getSubjectKey = (channel: string, { kind, id }: LiveEvent) => `${channel} ${kind} ${id}`;
  const wasDelivered = (channel: string, event: LiveEvent) => {
    const key = getSubjectKey(channel, event);
    return (deliveredNumbers.get(key) ?? olderDeliveredNumbers.get(key) ?? -1) >= event.number;
  };
  const noteDelivered = (channel: string, event: LiveEvent) => {
    if (performance.now() - rotatedAt > 3 * LOOKBACK_MS) {
      olderDeliveredNumbers = deliveredNumbers;
      deliveredNumbers = new Map();
      rotatedAt = performance.now();
    }
    if (!wasDelivered(channel, event)) deliveredNumbers.set(getSubjectKey(channel, event), event.number);
  };

  const deliver = (update: LiveUpdate) => {
    const { kind, to } = update;
    if (kind === 'access') {
      for (const channel of to)
        for (const subscriber of subscribersByChannel.get(channel) ?? []) subscriber.recheckSession();
      return;
    }
    const event: LiveEvent = { kind, id: update.id, number: update.number };
    // The numbers of booking events and notifications count across all users, so they would reveal the volume of
    // business. Pages do not need them.
    const sentEvent: LiveEvent = kind === 'booking' || kind === 'notification' ? { ...event, number: 0 } : event;
    const isPassing = LIVE_KINDS[kind] === 'passing';
    if (!isPassing) {
      lastNumber += 1;
      recentEvents.push({ number: lastNumber, to, event: sentEvent });
      if (recentEvents.length > MAX_REMEMBERED_EVENTS) recentEvents.splice(0, MAX_REMEMBERED_EVENTS / 4);
    }
    for (const channel of to) {
      const subscribers = subscribersByChannel.get(channel);
      if (subscribers === undefined) continue;
      if (!isPassing) noteDelivered(channel, event);
      for (const subscriber of subscribers) subscriber.deliverEvent(sentEvent, isPassing ? null : ids.seal(lastNumber));
    }
  };

  const send = async () => {
    sendTimer = undefined;
    const messages = toProcessMessages(processId, unsent);
    unsent = [];
    try {
      await pool.query('select pg_notify($1, message) from unnest($2::text[]) as message', [LIVE_CHANNEL, messages]);
    } catch (error) {
      log.debug({ err: error }, 'failed to notify other processes; they will find the events by polling');
    }
  };

  const deliverMissedUpdates = async (ms: number) => {
    if (findMissedUpdates === undefined || isSearching || subscribersByChannel.size === 0) return;
    isSearching = true;
    try {
      const channels = [...subscribersByChannel.keys()];
      const isPerson = (channel: string) => channel.startsWith(PERSON_PREFIX);
      const subscribed = {
        workspaceIds: channels.filter((channel) => !isPerson(channel)),
        personIds: channels.filter(isPerson).map((channel) => channel.slice(PERSON_PREFIX.length)),
      };
      for (const update of await findMissedUpdates(subscribed, ms)) {
        if (update.kind === 'access') continue;
        const to = update.to.filter((channel) => subscribersByChannel.has(channel) && !wasDelivered(channel, update));
        if (to.length > 0) deliver({ ...update, to });
      }
    } catch (error) {
      log.debug({ err: error }, 'failed to search for missed events');
    } finally {
      isSearching = false;
    }
  };

  listener.add({
    name: LIVE_CHANNEL,
    isWanted: () => subscribersByChannel.size > 0,
    take(payload) {
      const message = JSON.parse(payload || '{}') as Partial<ProcessMessage>;
      if (message.from !== processId) for (const update of message.updates ?? []) deliver(update);
    },
    onLost: () => (connectionLostAt ??= performance.now()),
    onHeard() {
      const since = connectionLostAt;
      connectionLostAt = undefined;
      if (since !== undefined) void deliverMissedUpdates(performance.now() - since + LOOKBACK_MS);
    },
  });

  const replayEvents = (subscriber: LiveSubscriber, since: string) => {
    const number = ids.open(since);
    const oldestNumber = recentEvents[0]?.number ?? lastNumber + 1;
    if (number === undefined || number < oldestNumber - 1)
      return subscriber.deliverEvent({ kind: 'reload', ...NO_EVENT }, getLastEventId());
    for (const past of recentEvents)
      if (past.number > number && past.to.some((channel) => subscriber.channels.includes(channel)))
        subscriber.deliverEvent(past.event, ids.seal(past.number));
  };
  const getLastEventId = () => ids.seal(lastNumber);

  return {
    publish(update) {
      deliver(update);
      unsent.push(update);
      sendTimer ??= setTimeout(() => void send(), timing.gatherMs);
    },
    countStreams: (channel) => subscribersByChannel.get(channel)?.size ?? 0,
    countAllStreams: () => new Set([...subscribersByChannel.values()].flatMap((subscribers) => [...subscribers])).size,
    add(subscriber, since) {
      for (const channel of subscriber.channels)
        subscribersByChannel.set(channel, (subscribersByChannel.get(channel) ?? new Set()).add(subscriber));
      listener.open();
      searchTimer ??= setInterval(() => void deliverMissedUpdates(LOOKBACK_MS), timing.missedMs).unref();
      if (since === undefined) subscriber.deliverEvent({ kind: 'hello', ...NO_EVENT }, getLastEventId());
      else replayEvents(subscriber, since);
      return () => {
        for (const channel of subscriber.channels) {
          const subscribers = subscribersByChannel.get(channel);
          subscribers?.delete(subscriber);
          if (subscribers?.size === 0) subscribersByChannel.delete(channel);
        }
      };
    },
    setMissedUpdatesSource(source) {
      findMissedUpdates = source;
    },
    async close() {
      clearInterval(searchTimer);
      clearTimeout(sendTimer);
      if (unsent.length > 0) await send();
    },
  };
}

/** Groups updates into messages that are small enough for NOTIFY. */
function toProcessMessages(from: string, updates: readonly LiveUpdate[]): string[] {
  const messages: string[] = [];
  let parts: string[] = [];
  let bytes = 0;
  const finishMessage = () => {
    if (parts.length > 0) messages.push(`{"from":"${from}","updates":[${parts.join(',')}]}`);
    parts = [];
    bytes = 0;
  };
  for (const update of updates) {
    const part = JSON.stringify(update);
    if (bytes + part.length > MAX_PAYLOAD_BYTES) finishMessage();
    parts.push(part);
    bytes += part.length + 1;
  }
  finishMessage();
  return messages;
}
