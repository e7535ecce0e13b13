/**
 * What other processes tell through PostgreSQL's LISTEN and NOTIFY, for all that listen in this process: one
 * connection, opened when the first of them wants it, and again a while after it was lost.
 */
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { KEEP_ALIVE } from '../db/client.ts';

export interface Channel {
  /** A name that needs no quotes. */
  readonly name: string;
  take(payload: string): void;
  /** Whether anybody still wants to hear: a lost connection is not opened again for nobody. */
  isWanted(): boolean;
  /** From now on everything is heard. */
  onHeard?(): void;
  /** From now on nothing is heard. */
  onLost?(): void;
}

export interface Listener {
  add(channel: Channel): void;
  /** Opens the connection where there is none. Never fails: until it is there, nothing is heard. */
  open(): void;
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * Makes the listener of a process. `url` leads to PostgreSQL itself, not to a pooler: LISTEN needs a session of its
 * own. `retryMs`: how soon a lost connection is opened again.
 */
export function openListener(url: string, log: FastifyBaseLogger, retryMs: number): Listener {
  const channels = new Map<string, Channel>();
  let client: pg.Client | undefined;
  let isListening = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  const open = () => {
    if (client !== undefined || isClosed || retry !== undefined) return;
    const opening = new pg.Client({
      connectionString: url,
      application_name: 'marquee-listener',
      connectionTimeoutMillis: 5_000,
      query_timeout: 20_000,
      ...KEEP_ALIVE,
    });
    client = opening;
    const lose = (why?: unknown) => {
      if (client !== opening) return;
      client = undefined;
      isListening = false;
      if (isClosed) return;
      log.warn({ err: why }, 'news of other processes are lost; what they were is looked up until they are back');
      for (const channel of channels.values()) channel.onLost?.();
      // What is lost already need not end well.
      opening.end().catch(() => {});
      retry = setTimeout(() => {
        retry = undefined;
        if ([...channels.values()].some((channel) => channel.isWanted())) open();
      }, retryMs).unref();
    };
    opening.on('error', lose);
    opening.on('end', lose);
    opening.on('notification', ({ channel, payload }) => channels.get(channel)?.take(payload ?? ''));
    const begin = async () => {
      try {
        await opening.connect();
        await opening.query([...channels.keys()].map((name) => `listen ${name}`).join('; '));
        isListening = client === opening;
        if (isListening) for (const channel of channels.values()) channel.onHeard?.();
      } catch (error) {
        lose(error);
      }
    };
    void begin();
  };

  return {
    add(channel) {
      const isNew = !channels.has(channel.name);
      channels.set(channel.name, channel);
      // A connection that cannot take this reports its own end, and the next one listens to all channels.
      if (isNew) client?.query(`listen ${channel.name}`).catch(() => {});
    },
    open,
    isListening: () => isListening,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
