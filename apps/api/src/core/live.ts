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
  publish(news: LiveUpdate): void;
  countStreams(channel: string): number;
  /** The number of open streams of this process. */
  countAllStreams(): number;
  /**
   * Adds a stream. `since` is the last event id that its page received. Replays the events since then, or tells the
   * page to reload if that is not possible. Returns a function that removes the stream.
   */
  add(taker: LiveSubscriber, since: string | undefined): () => void;
  setMissedUpdatesSource(missed: FindMissedUpdates): void;
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
  news: LiveUpdate[];
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
  const own = randomBytes(4).toString('hex');
  const ids = createSealedIds();
  const takers = new Map<string, Set<LiveSubscriber>>();
  const remembered: RememberedEvent[] = [];
  let last = 0;
  let waiting: LiveUpdate[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let missed: FindMissedUpdates | undefined;
  let looking: NodeJS.Timeout | undefined;
  let isLooking = false;
  let lostAt: number | undefined;

  // The highest event number that was delivered per channel and subject. Only the current and the previous map are
  // kept, so that old entries are dropped.
  let told = new Map<string, number>();
  let toldBefore = new Map<string, number>();
  let turnedAt = performance.now();
  const keyOf = (channel: string, { kind, id }: LiveEvent) => `${channel} ${kind} ${id}`;
  const wasTold = (channel: string, event: LiveEvent) => {
    const key = keyOf(channel, event);
    return (told.get(key) ?? toldBefore.get(key) ?? -1) >= event.number;
  };
  const noteTold = (channel: string, event: LiveEvent) => {
    if (performance.now() - turnedAt > 3 * LOOKBACK_MS) {
      toldBefore = told;
      told = new Map();
      turnedAt = performance.now();
    }
    if (!wasTold(channel, event)) told.set(keyOf(channel, event), event.number);
  };

  const deliver = (news: LiveUpdate) => {
    const { kind, to } = news;
    if (kind === 'access') {
      for (const channel of to) for (const taker of takers.get(channel) ?? []) taker.recheckSession();
      return;
    }
    const event: LiveEvent = { kind, id: news.id, number: news.number };
    // The numbers of booking events and notifications count across all users, so they would reveal the volume of
    // business. Pages do not need them.
    const shown: LiveEvent = kind === 'booking' || kind === 'notification' ? { ...event, number: 0 } : event;
    const isPassing = LIVE_KINDS[kind] === 'passing';
    if (!isPassing) {
      last += 1;
      remembered.push({ number: last, to, event: shown });
      if (remembered.length > MAX_REMEMBERED_EVENTS) remembered.splice(0, MAX_REMEMBERED_EVENTS / 4);
    }
    for (const channel of to) {
      const found = takers.get(channel);
      if (found === undefined) continue;
      if (!isPassing) noteTold(channel, event);
      for (const taker of found) taker.deliverEvent(shown, isPassing ? null : ids.seal(last));
    }
  };

  const send = async () => {
    gathering = undefined;
    const letters = toProcessMessages(own, waiting);
    waiting = [];
    try {
      await pool.query('select pg_notify($1, letter) from unnest($2::text[]) as letter', [LIVE_CHANNEL, letters]);
    } catch (error) {
      log.debug({ err: error }, 'failed to notify other processes; they will find the events by polling');
    }
  };

  const look = async (ms: number) => {
    if (missed === undefined || isLooking || takers.size === 0) return;
    isLooking = true;
    try {
      const channels = [...takers.keys()];
      const isPerson = (channel: string) => channel.startsWith(PERSON_PREFIX);
      const wanted = {
        workspaceIds: channels.filter((channel) => !isPerson(channel)),
        personIds: channels.filter(isPerson).map((channel) => channel.slice(PERSON_PREFIX.length)),
      };
      for (const news of await missed(wanted, ms)) {
        if (news.kind === 'access') continue;
        const to = news.to.filter((channel) => takers.has(channel) && !wasTold(channel, news));
        if (to.length > 0) deliver({ ...news, to });
      }
    } catch (error) {
      log.debug({ err: error }, 'failed to search for missed events');
    } finally {
      isLooking = false;
    }
  };

  listener.add({
    name: LIVE_CHANNEL,
    isWanted: () => takers.size > 0,
    take(payload) {
      const letter = JSON.parse(payload || '{}') as Partial<ProcessMessage>;
      if (letter.from !== own) for (const news of letter.news ?? []) deliver(news);
    },
    onLost: () => (lostAt ??= performance.now()),
    onHeard() {
      const since = lostAt;
      lostAt = undefined;
      if (since !== undefined) void look(performance.now() - since + LOOKBACK_MS);
    },
  });

  const comeBack = (taker: LiveSubscriber, since: string) => {
    const number = ids.open(since);
    const first = remembered[0]?.number ?? last + 1;
    if (number === undefined || number < first - 1) return taker.deliverEvent({ kind: 'reload', ...NO_EVENT }, nowId());
    for (const each of remembered)
      if (each.number > number && each.to.some((channel) => taker.channels.includes(channel)))
        taker.deliverEvent(each.event, ids.seal(each.number));
  };
  const nowId = () => ids.seal(last);

  return {
    publish(news) {
      deliver(news);
      waiting.push(news);
      gathering ??= setTimeout(() => void send(), timing.gatherMs);
    },
    countStreams: (channel) => takers.get(channel)?.size ?? 0,
    countAllStreams: () => new Set([...takers.values()].flatMap((found) => [...found])).size,
    add(taker, since) {
      for (const channel of taker.channels) takers.set(channel, (takers.get(channel) ?? new Set()).add(taker));
      listener.open();
      looking ??= setInterval(() => void look(LOOKBACK_MS), timing.missedMs).unref();
      if (since === undefined) taker.deliverEvent({ kind: 'hello', ...NO_EVENT }, nowId());
      else comeBack(taker, since);
      return () => {
        for (const channel of taker.channels) {
          const found = takers.get(channel);
          found?.delete(taker);
          if (found?.size === 0) takers.delete(channel);
        }
      };
    },
    setMissedUpdatesSource(source) {
      missed = source;
    },
    async close() {
      clearInterval(looking);
      clearTimeout(gathering);
      if (waiting.length > 0) await send();
    },
  };
}

/** Groups changes into messages that are small enough for NOTIFY. */
function toProcessMessages(from: string, news: readonly LiveUpdate[]): string[] {
  const letters: string[] = [];
  let parts: string[] = [];
  let bytes = 0;
  const seal = () => {
    if (parts.length > 0) letters.push(`{"from":"${from}","news":[${parts.join(',')}]}`);
    parts = [];
    bytes = 0;
  };
  for (const each of news) {
    const part = JSON.stringify(each);
    if (bytes + part.length > MAX_PAYLOAD_BYTES) seal();
    parts.push(part);
    bytes += part.length + 1;
  }
  seal();
  return letters;
}
