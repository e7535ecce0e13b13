/**
 * `npm run bench:tracing` measures what metrics and traces cost. It sends the same read to an API process without
 * traces, which is the baseline, and to processes with traces, in rotation. A collector in this process receives the
 * traces. The cost of metrics is measured as the time to count the calls of one request, because metrics are always on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseEnv } from '../../apps/api/src/config/env.ts';
import { openLog } from '../../apps/api/src/config/log.ts';
import { openMetrics } from '../../apps/api/src/core/metrics.ts';
import { newCreator, newPackage } from '../../apps/api/src/demo/builders.ts';
import { boot, prepareDatabase } from '../../apps/api/src/process/boot.ts';
import { startPostgres } from '../local/postgres.ts';
import { LOCAL_KEYS } from '../local/services.ts';
import { startApi } from './calls.ts';
import { measureLoad } from './load.ts';

/** A request over tRPC is counted twice: by its route and by its procedure. */
const COUNTS_PER_REQUEST = 2;
const COUNTED_CALLS = 1_000_000;

/** Returns the milliseconds that counting one call takes. */
function measureCount(): number {
  const metrics = openMetrics({ pools: {}, countStreams: () => 0 });
  const count = (calls: number) => {
    for (let at = 0; at < calls; at++) metrics.countCall('procedure', 'packages.byId', 'ok', at % 50);
  };
  count(COUNTED_CALLS / 10);
  const startedAt = performance.now();
  count(COUNTED_CALLS);
  return (performance.now() - startedAt) / COUNTED_CALLS;
}

export async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '5' } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'marquee-bench-tracing-'));
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), durable: false });
  const env = parseEnv({ ...LOCAL_KEYS, DATABASE_URL: postgres.url, DATA_DIR: folder });
  const deps = boot(env, openLog({ LOG_LEVEL: 'warn' }));
  let bytes = 0;
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => {
    collector.listen(0, '127.0.0.1', resolve);
  });
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  await prepareDatabase(deps);
  const { id } = await newPackage(deps, await newCreator(deps));
  const off = await startApi({ DATABASE_URL: postgres.url });
  const traced = { DATABASE_URL: postgres.url, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const sampled = await startApi(traced);
  const all = await startApi({ ...traced, OTEL_TRACES_SAMPLER_ARG: '1' });
  try {
    const paths = [`/trpc/packages.byId?input=${encodeURIComponent(JSON.stringify({ id }))}`];
    const results = await measureLoad({
      targets: [
        { name: 'without traces', origin: off.origin, pid: off.pid, paths },
        { name: 'with traces of one request in 20', origin: sampled.origin, pid: sampled.pid, paths },
        { name: 'with traces of every request', origin: all.origin, pid: all.pid, paths },
      ],
      connections: 16,
      seconds: Number(options.seconds),
      rounds: Number(options.rounds),
      say: (line) => console.error(line),
    });
    const [baseline] = results;
    if (baseline === undefined) throw new Error('There are no results');
    const countMs = measureCount() * COUNTS_PER_REQUEST;
    for (const { name, requestsPerSecond, cpuMs, p99Ms } of results)
      console.log(
        `${name}: ${requestsPerSecond.toFixed(0)} requests/s (${(requestsPerSecond / baseline.requestsPerSecond).toFixed(2)} of the baseline), ${cpuMs.toFixed(3)} ms of CPU per request, p99 ${p99Ms.toFixed(1)} ms`,
      );
    console.log(
      `metrics: ${(countMs * 1_000).toFixed(1)} µs per request, ${((countMs / baseline.cpuMs) * 100).toFixed(2)} % of its CPU`,
    );
    console.log(`the collector received ${(bytes / 1_000_000).toFixed(1)} MB`);
  } finally {
    await off.stop();
    await sampled.stop();
    await all.stop();
    await deps.close();
    await postgres.stop();
    collector.close();
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
}
