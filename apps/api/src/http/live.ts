/**
 * Serves the live stream: each browser tab opens one stream of server-sent events, which carries all updates for its
 * user. tRPC subscriptions are not used, because an idle one takes 127 kB of memory instead of 13 kB (measured with
 * 2,000 streams).
 */
import type { ServerResponse } from 'node:http';
import { LIVE_PATH, MAX_STREAMS, type LiveEvent, type PersonId, type WorkspaceId } from '@marquee/contracts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';
import { getPersonChannel, type LiveSubscriber } from '../core/live.ts';
import { filterValidSessionKeys } from '../modules/identity/accounts/sessions.service.ts';
import { listMissedUpdates } from '../modules/messaging/messages/missed.service.ts';
import { listActingPeople } from '../modules/identity/workspaces/workspaces.sql.ts';
import { listMissedNotificationUpdates } from '../modules/messaging/notifications/notifications.service.ts';
import { createContext } from './context.ts';
import { assertSameSite } from './origins.ts';

/** Number of groups into which the streams are divided, so that they are not all pinged at once. */
const PING_GROUPS = 20;
/** A stream with more unsent bytes than this is closed. The browser then reconnects. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** Browsers reconnect after a random time in this range, so that they do not all reconnect at once. */
const RETRY_RANGE_MS = { least: 1_000, most: 4_000 };

const pickBetween = (least: number, most: number) => Math.round(least + Math.random() * (most - least));

class EventStream implements LiveSubscriber {
  readonly channels: readonly string[];
  readonly workspaceId: WorkspaceId;
  readonly personId: PersonId;
  readonly sessionKey: string;
  readonly turn = pickBetween(0, PING_GROUPS - 1);
  readonly endsAt: number;
  isDoubted = false;
  readonly #raw: ServerResponse;

  constructor(
    raw: ServerResponse,
    who: { workspaceId: WorkspaceId; personId: PersonId; sessionKey: string },
    lifeMs: number,
  ) {
    this.#raw = raw;
    this.workspaceId = who.workspaceId;
    this.personId = who.personId;
    this.channels = [who.workspaceId, getPersonChannel(who.personId)];
    this.sessionKey = who.sessionKey;
    this.endsAt = performance.now() + lifeMs;
  }

  deliverEvent(event: LiveEvent, id: string | null): void {
    this.write(`${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`);
  }

  recheckSession(): void {
    this.isDoubted = true;
  }

  write(text: string): void {
    if (this.#raw.destroyed) return;
    this.#raw.write(text);
    if (this.#raw.writableLength > MAX_UNREAD_BYTES) this.#raw.destroy();
  }

  end(): void {
    this.#raw.end();
  }
}

/**
 * Registers the live stream on a scope that provides the session. Throws SIGNED_OUT, OTHER_SITE, STREAMS_FULL or
 * TOO_BUSY.
 */
export function registerLive(scope: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  const { pingMs, streamMs } = deps.env.TIMING;
  const streams = new Set<EventStream>();
  let isClosing = false;
  let turn = 0;
  deps.live.setMissedUpdatesSource(async ({ workspaceIds, personIds }, ms) =>
    (
      await Promise.all([listMissedUpdates(deps, workspaceIds, ms), listMissedNotificationUpdates(deps, personIds, ms)])
    ).flat(),
  );

  const checkSessions = async (asked: readonly EventStream[]) => {
    if (asked.length === 0) return;
    const good = await filterValidSessionKeys(deps, [...new Set(asked.map(({ sessionKey }) => sessionKey))]);
    const acting = new Set(
      (
        await listActingPeople(
          deps.db,
          asked.map(({ workspaceId }) => workspaceId),
          asked.map(({ personId }) => personId),
        )
      ).map(({ workspaceId, personId }) => `${workspaceId} ${personId}`),
    );
    for (const stream of asked) {
      stream.isDoubted = false;
      if (good.has(stream.sessionKey) && acting.has(`${stream.workspaceId} ${stream.personId}`)) continue;
      stream.deliverEvent({ kind: 'end', id: '', number: 0 }, null);
      stream.end();
    }
  };
  /**
   * Pings the streams of one group and checks whether their sessions are still valid. Also checks the streams of
   * other groups whose session may have ended.
   */
  const round = () => {
    turn = (turn + 1) % PING_GROUPS;
    const now = performance.now();
    const dueStreams: EventStream[] = [];
    for (const stream of streams) {
      const isDue = stream.turn === turn;
      if (isDue && stream.endsAt < now) stream.end();
      else if (isDue) stream.write('event: ping\ndata: 0\n\n');
      if (isDue || stream.isDoubted) dueStreams.push(stream);
    }
    // The database may be temporarily unavailable. The next round checks again.
    checkSessions(dueStreams).catch((error: unknown) =>
      deps.log.debug({ err: error }, 'failed to check the sessions of streams'),
    );
  };
  let rounds: NodeJS.Timeout | undefined;

  scope.get(LIVE_PATH, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    assertSameSite(deps, request);
    const { user, session } = await contextOf({ req: request });
    if (user === null || session === null) throw new Failure('SIGNED_OUT');
    if (isClosing) throw new Failure('TOO_BUSY');
    if (deps.live.countStreams(getPersonChannel(user.id)) >= MAX_STREAMS) throw new Failure('STREAMS_FULL');
    rounds ??= setInterval(round, pingMs / PING_GROUPS).unref();

    const since = request.headers['last-event-id'];
    reply.hijack();
    const { raw } = reply;
    const stream = new EventStream(
      raw,
      { workspaceId: user.workspaceId, personId: user.id, sessionKey: session.key },
      pickBetween(streamMs * 0.75, streamMs * 1.25),
    );
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    stream.write(`retry: ${pickBetween(RETRY_RANGE_MS.least, RETRY_RANGE_MS.most)}\n\n`);
    streams.add(stream);
    const remove = deps.live.add(stream, typeof since === 'string' ? since : undefined);
    raw.on('error', () => {});
    raw.on('close', () => {
      streams.delete(stream);
      remove();
    });
    // The connection may have been closed before the listener was added.
    if (raw.destroyed) raw.emit('close');
  });
  scope.addHook('preClose', async () => {
    isClosing = true;
    clearInterval(rounds);
    for (const stream of streams) stream.end();
  });
}
