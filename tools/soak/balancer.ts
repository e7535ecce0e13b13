/** Load balancer in front of the API processes of a soak, as HAProxy or nginx would be. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, startPostgres } from '../local/postgres.ts';
import { CLIENT_PROXIES, type Site } from './world.ts';

const CHECK_MS = 200;
const CHECK_TIMEOUT_MS = 1_000;
/** Longer than two checks, so that no request is sent to a process that has begun to end. */
export const BALANCED_DRAIN_SECONDS = 2;

/** Site with several API processes, to which a load balancer sends requests in turn. */
export interface BalancedSite extends Site {
  /** Returns true if the balancer sends requests to the API process on `port`. */
  isServing(port: number): Promise<boolean>;
}

/** Starts a site with one PostgreSQL server and `apis` API processes behind a load balancer, in the empty `dir`. */
export async function startBalancedSite(dir: string, apis: number): Promise<BalancedSite> {
  const postgres = await startPostgres({ dir: join(dir, 'postgres') });
  const ports = await Promise.all(Array.from({ length: apis }, () => findFreePort()));
  const front = await findFreePort();
  const stopping = new AbortController();
  const ready = new Set<number>();
  const check = async (port: number) => {
    while (!stopping.signal.aborted) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })
        .then((response) => response.ok)
        .catch(() => false);
      if (isReady) ready.add(port);
      else ready.delete(port);
      await sleep(CHECK_MS);
    }
  };
  const checks = ports.map(check);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const targets = ports.filter((port) => ready.has(port));
    const port = targets[turn++ % Math.max(targets.length, 1)];
    if (port === undefined) outgoing.writeHead(503, { 'retry-after': '1' }).end('No process is ready.');
    else forward(incoming, outgoing, port);
  });
  await new Promise<void>((resolve) => {
    server.listen(front, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${front}`,
    ports,
    databaseUrl: postgres.url,
    dataDir: join(dir, 'data'),
    env: {
      DATABASE_URL: postgres.url,
      DRAIN_SECONDS: String(BALANCED_DRAIN_SECONDS),
      TRUST_PROXY: String(CLIENT_PROXIES),
    },
    isServing: (port) => Promise.resolve(ready.has(port)),
    async stop() {
      stopping.abort();
      await Promise.all(checks);
      server.closeAllConnections();
      server.close();
      await postgres.stop();
    },
  };
}

/** Sends a request to the process on `port`, and its response back. Answers 502 if there is no response. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const proxied = request(
    {
      host: '127.0.0.1',
      port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
    },
  );
  proxied.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(error.message);
  });
  outgoing.on('close', () => proxied.destroy());
  incoming.pipe(proxied);
}
