/**
 * Receives notifications from other processes through PostgreSQL's LISTEN and NOTIFY. All channels of this process
 * share one connection, which is opened on demand and reopened if it is lost.
 */
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { KEEP_ALIVE } from '../db/client.ts';

export interface Channel {
  /** The name of the channel, which must not need quotes in SQL. */
  readonly name: string;
  take(payload: string): void;
  /** Whether the channel still has listeners. If no channel has listeners, a lost connection is not reopened. */
  isWanted(): boolean;
  /** Called when the connection is open and receives notifications. */
  onHeard?(): void;
  /** Called when the connection is lost. */
  onLost?(): void;
}

export interface Listener {
  add(channel: Channel): void;
  /**
   * Opens the connection if there is none. Never throws. Until the connection is open, the process receives no
   * notifications.
   */
  open(): void;
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * Creates the listener of a process. `url` must be the URL of PostgreSQL itself and not of a pooler, because LISTEN
 * needs a dedicated session. `retryMs` is the pause before a lost connection is reopened.
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
      log.warn({ err: why }, 'lost the connection for notifications; polling until it is back');
      for (const channel of channels.values()) channel.onLost?.();
      // Ignore errors on closing, because the connection is already lost.
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
      // This query fails only if the connection is lost. The next connection listens to all channels anyway.
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
