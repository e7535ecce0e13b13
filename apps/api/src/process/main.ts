/** Starts the API process (environment, database, migrations, worker, server), and shuts it down. */
import './node-version.ts';
import { InvalidEnvironmentError, parseEnv, type Env } from '../config/env.ts';
import { openLog } from '../config/log.ts';

/** Prints a message and exits with an error code, so that a failed start does not look like a successful one. */
function exitWithError(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readEnv(): Env {
  try {
    return parseEnv(process.env);
  } catch (error) {
    if (error instanceof InvalidEnvironmentError) exitWithError(`The environment is not valid:\n${error.message}`);
    throw error;
  }
}

const env = readEnv();
const log = openLog(env);
// Tracing patches modules while they are loaded, so it has to start before all others. Without an endpoint, its code
// is not even loaded.
const stopTracing =
  env.OTEL_EXPORTER_OTLP_ENDPOINT === '' ? undefined : (await import('./tracing.ts')).startTracing(env);
const { boot, prepareDatabase } = await import('./boot.ts');
const { retryUntilReachable } = await import('./database-wait.ts');
const deps = boot(env, log);
if (env.PLATFORM_MODE === 'rehearsal') log.warn('this is a rehearsal: Stripe is in test mode, and no money moves');
if (env.PUBLIC_URL.startsWith('https:') && env.TRUST_PROXY === 0 && env.ROLE !== 'worker') {
  log.warn(
    'PUBLIC_URL is https and TRUST_PROXY is 0: behind a proxy that ends TLS nobody could sign in; set TRUST_PROXY to the number of proxies',
  );
}

const closers: (() => Promise<unknown>)[] = [...(stopTracing === undefined ? [] : [stopTracing]), () => deps.close()];
const drainMs = env.DRAIN_SECONDS * 1_000;
let closing = false;
async function close(code: number): Promise<void> {
  if (closing) return;
  closing = true;
  // Exit even if closing a dependency hangs.
  setTimeout(() => process.exit(code === 0 ? 1 : code), 15_000 + drainMs).unref();
  for (const closer of closers.toReversed())
    await closer().catch((error: unknown) => log.error({ err: error }, 'error while closing'));
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(0));
// If the parent process (npm start) is killed with SIGKILL, the closed IPC channel is the only sign of it.
process.on('disconnect', () => void close(0));

try {
  await retryUntilReachable(() => prepareDatabase(deps), deps);
} catch (error) {
  log.debug({ err: error }, 'migration failed');
  exitWithError(
    `The database at DATABASE_URL cannot be used: ${error instanceof Error ? error.message || String(error) : String(error)}`,
  );
}

if (env.METRICS_PORT !== 0) {
  const { startMetricsServer } = await import('./metrics-server.ts');
  try {
    closers.push(await startMetricsServer(deps));
  } catch (error) {
    // The product matters more than its figures. Staff see the problem on /admin/health.
    log.error({ err: error }, 'the metrics cannot be served at METRICS_PORT');
    deps.metrics.isPortRefused = true;
  }
}
const { startHealthReports } = await import('./health-reports.ts');
closers.push(startHealthReports(deps));
if (env.ROLE !== 'web') {
  const { startWorker } = await import('./worker.ts');
  const worker = await startWorker(deps);
  closers.push(() => worker.stop());
}
if (env.ROLE !== 'worker') {
  const { buildServer, drainServer } = await import('../http/server.ts');
  const server = await buildServer(deps);
  closers.push(() => server.close());
  if (drainMs > 0) closers.push(() => drainServer(server, drainMs));
  try {
    await server.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    exitWithError(
      inUse
        ? `Port ${env.PORT} is already in use; set PORT to another one.`
        : `The server cannot listen: ${String(error)}`,
    );
  }
}
log.info({ role: env.ROLE, url: env.PUBLIC_URL }, 'ready');
process.send?.('ready');
