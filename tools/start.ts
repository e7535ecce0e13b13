/** Starts Marquee with local services, web app, API and demo data. */
import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { API_FLAGS, buildApi, buildWeb } from './build.ts';
import { spawnGuarded } from './guarded.mjs';
import { exitWithMessage } from './install.mjs';
import {
  describeServices,
  readSettings,
  StartRefusedError,
  seedOnce,
  startServices,
  type StartSettings,
} from './local/services.ts';
import { onStop } from './signals.mjs';

interface RunningMarquee {
  url: string;
  /** Environment variables of the API, including the addresses of the database and of Stripe. */
  env: Record<string, string>;
  lines: string[];
  /** Resolves with a message if a required process has ended unexpectedly. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts everything and resolves when the API accepts requests. If it fails, it stops everything that it has
 * started. Throws StartRefusedError, or the reason of `signal` if that is aborted.
 */
export async function startMarquee(
  settings: StartSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<RunningMarquee> {
  const services = await startServices(settings);
  let api: ApiProcess | undefined;
  const stop = async () => {
    await api?.stop();
    await services.stop();
  };
  try {
    signal.throwIfAborted();
    const webDir = await buildWeb(say, signal);
    const main = await buildApi(say, signal);
    const url = (settings.given['PUBLIC_URL'] ?? `http://localhost:${settings.port}`).replace(/\/$/, '');
    // Cache compiled code, so that later starts are faster.
    const compiled = { NODE_COMPILE_CACHE: join(settings.dataDir, 'compiled') };
    const env = { ...compiled, ...services.env, PUBLIC_URL: url, WEB_DIR: webDir };

    await seedOnce(services, settings.dataDir, say, signal);
    api = startApi(main, env, join(settings.dataDir, 'api.log'), signal);
    await api.ready();
    const lines = await describeServices(services, url);
    return { url, env, lines, broken: Promise.race([services.broken, api.broken]), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface ApiProcess {
  ready(): Promise<void>;
  broken: Promise<string>;
  stop(): Promise<void>;
}

function startApi(main: string, env: Record<string, string>, logFile: string, signal: AbortSignal): ApiProcess {
  const { child, ended, stop } = spawnGuarded(process.execPath, [...API_FLAGS, main], {
    env,
    ipc: true,
    until: signal,
    stdout: 'pipe',
    stderr: 'pipe',
    // Seconds for the API to finish its running work.
    patience: 20,
  });
  appendToLog(child, logFile);
  const up = new Promise<'up'>((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve('up');
    });
  });
  return {
    async ready() {
      const first = await Promise.race([up, ended]);
      signal.throwIfAborted();
      if (first !== 'up')
        throw new StartRefusedError(`The server ended while it was starting (code ${first}); its log is ${logFile}.`);
    },
    broken: ended.then((code) => `The server ended by itself (code ${code}); its log is ${logFile}.`),
    stop,
  };
}

/** Appends the API's output to its log file, and also prints errors to the console. */
function appendToLog({ stdout, stderr }: ChildProcess, file: string): void {
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 });
  const collectLines = (stream: Readable | null, show: (line: string) => void) => {
    if (stream === null) return;
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      show(line);
    });
  };
  collectLines(stdout, showError);
  collectLines(stderr, (line) => console.error(line));
}

/** Prints the message of a log line if its level is `error` or above. The log file contains the details. */
function showError(line: string): void {
  if (!/"level":[56]0\b/.test(line)) return;
  try {
    const { msg, error } = JSON.parse(line) as { msg?: string; error?: { message?: string } };
    console.error(['Error in the server:', msg, error?.message].filter(Boolean).join(' '));
  } catch {
    console.error(line);
  }
}

/** Entry point of `npm start`. Starts Marquee, prints the next steps, and stops everything on a signal. */
export async function main(): Promise<void> {
  const stopSignal = new AbortController();
  onStop(() => stopSignal.abort());
  const stopped = new Promise<undefined>((resolve) => {
    stopSignal.signal.addEventListener('abort', () => resolve(undefined));
  });
  try {
    const marquee = await startMarquee(await readSettings(), (line) => console.log(line), stopSignal.signal);
    for (const line of marquee.lines) console.log(line);
    const broken = await Promise.race([stopped, marquee.broken]);
    if (broken === undefined) console.log('Stopping…');
    else console.error(broken);
    await marquee.stop();
    process.exit(broken === undefined ? 0 : 1);
  } catch (error) {
    if (stopSignal.signal.aborted) process.exit(0);
    if (error instanceof StartRefusedError) exitWithMessage(error.message);
    throw error;
  }
}
