/**
 * Tells those who wait for a job, in whichever process, that it is done: through PostgreSQL's LISTEN and NOTIFY, on one
 * connection of a process that is opened when somebody waits for the first time.
 */
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { KEEP_ALIVE } from '../db/client.ts';

const CHANNEL = 'marquee_job_done';

export interface JobWatch {
  /** Whether news of other processes come at once; otherwise those who wait must look for themselves. */
  isListening(): boolean;
  /** Resolves when the job is told to be done, or after `ms`. Returns which. */
  wait(jobId: string, ms: number): Promise<'done' | 'unknown'>;
  /** Tells everybody that a job is done. Never fails: it is news, the job's row is what counts. */
  tell(jobId: string): void;
  close(): Promise<void>;
}

/** What is lost already need not end well. */
const endQuietly = (client: pg.Client): Promise<void> => client.end().catch(() => {});

/**
 * Makes the watch of a process. `url` leads to PostgreSQL itself: LISTEN needs a session of its own. `pool` may lead
 * through a pooler. `retryMs`: how soon a lost connection is opened again.
 */
export function openJobWatch(url: string, pool: pg.Pool, log: FastifyBaseLogger, retryMs: number): JobWatch {
  const waiting = new Map<string, Set<() => void>>();
  let client: pg.Client | undefined;
  let isListening = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  const wake = (jobId: string): boolean => {
    const found = waiting.get(jobId);
    waiting.delete(jobId);
    for (const resolve of found ?? []) resolve();
    return found !== undefined;
  };

  const listen = () => {
    if (client !== undefined || isClosed || retry !== undefined) return;
    const opening = new pg.Client({
      connectionString: url,
      application_name: 'marquee-job-watch',
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
      log.warn({ err: why }, 'news of jobs are lost; those who wait look for themselves until they are back');
      void endQuietly(opening);
      retry = setTimeout(() => {
        retry = undefined;
        if (waiting.size > 0) listen();
      }, retryMs).unref();
    };
    opening.on('error', lose);
    opening.on('end', lose);
    opening.on('notification', ({ payload }) => void wake(payload ?? ''));
    const begin = async () => {
      try {
        await opening.connect();
        await opening.query(`listen ${CHANNEL}`);
        isListening = client === opening;
      } catch (error) {
        lose(error);
      }
    };
    void begin();
  };

  return {
    isListening: () => isListening,
    wait(jobId, ms) {
      listen();
      return new Promise((resolve) => {
        const all = waiting.get(jobId) ?? new Set();
        waiting.set(jobId, all);
        const timer = setTimeout(() => {
          all.delete(done);
          if (all.size === 0 && waiting.get(jobId) === all) waiting.delete(jobId);
          resolve('unknown');
        }, ms);
        const done = () => {
          clearTimeout(timer);
          resolve('done');
        };
        all.add(done);
      });
    },
    tell(jobId) {
      // Whoever waits has nearly always asked this process for the job; others look again by themselves.
      if (wake(jobId)) return;
      pool
        .query('select pg_notify($1, $2)', [CHANNEL, jobId])
        .catch((error: unknown) => log.debug({ err: error }, 'nobody was told of a job'));
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      const open = client;
      client = undefined;
      if (open !== undefined) await endQuietly(open);
    },
  };
}
