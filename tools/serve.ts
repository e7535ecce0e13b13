/** Runs the API or the web app for development, and reloads it when its sources change. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded } from './guarded.mjs';
import { exitWithMessage, ROOT } from './install.mjs';
import { describeServices, readSettings, StartRefusedError, seedOnce, startServices } from './local/services.ts';
import { onStop } from './signals.mjs';

export async function main(): Promise<void> {
  const target = process.argv[2];
  if (target !== 'api' && target !== 'web') exitWithMessage('Usage: node tools/run.mjs serve api|web');
  await (target === 'api' ? serveApi() : serveWeb());
}

/** Starts the local services and the API. The API restarts when a source file changes. */
async function serveApi(): Promise<void> {
  await runUntilStopped(async (stopSignal) => {
    const settings = await readSettings();
    const services = await startServices(settings);
    try {
      await seedOnce(services, settings.dataDir, (line) => console.log(line), stopSignal);
      const main = join(ROOT, 'apps/api/src/process/main.ts');
      const api = spawnGuarded(process.execPath, ['--watch', '--enable-source-maps', main], {
        cwd: ROOT,
        env: services.env,
        patience: 20,
      });
      try {
        const url = `http://localhost:${settings.port}`;
        await waitUntilReady(url, stopSignal);
        for (const line of await describeServices(services, url)) console.log(line);
        return await Promise.race([
          waitForAbort(stopSignal),
          services.broken,
          api.ended.then(() => 'The server ended unexpectedly.'),
        ]);
      } finally {
        await api.stop();
      }
    } finally {
      await services.stop();
    }
  });
}

/** Starts Vite's development server once the API responds, because vite.config.ts forwards API requests to it. */
async function serveWeb(): Promise<void> {
  await runUntilStopped(async (stopSignal) => {
    const { port } = await readSettings();
    await waitUntilReady(`http://localhost:${port}`, stopSignal);
    const vite = spawnGuarded(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js')], {
      cwd: join(ROOT, 'apps/web'),
    });
    try {
      return await Promise.race([
        waitForAbort(stopSignal),
        vite.ended.then(() => 'The web server ended unexpectedly.'),
      ]);
    } finally {
      await vite.stop();
    }
  });
}

/** Runs `serve` until a signal arrives or until it returns an error message. Then ends the process. */
async function runUntilStopped(serve: (told: AbortSignal) => Promise<string | undefined>): Promise<void> {
  const stopSignal = new AbortController();
  onStop(() => stopSignal.abort());
  try {
    const broken = await serve(stopSignal.signal);
    if (broken !== undefined) exitWithMessage(broken);
  } catch (error) {
    if (error instanceof StartRefusedError) exitWithMessage(error.message);
    if (!stopSignal.signal.aborted) throw error;
  }
  process.exit(0);
}

const waitForAbort = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined));
  });

/**
 * Waits until the API accepts requests. There is no timeout, because the developer may have to fix a source file
 * before the API starts.
 */
async function waitUntilReady(url: string, stopSignal: AbortSignal): Promise<void> {
  for (;;) {
    stopSignal.throwIfAborted();
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(200);
  }
}
