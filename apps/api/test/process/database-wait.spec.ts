/**
 * Tests a server process that starts before its database is available, whose database cannot be used at all, or that
 * runs on an older Node.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { findFreePort } from '@marquee/tools/local/postgres';
import { afterEach, expect, it } from 'vitest';
import { useStack, toEnvVariables } from '../support/stack.ts';

const stack = useStack();
const MAIN = new URL('../../src/process/main.ts', import.meta.url).pathname;

let running: ChildProcess | null = null;
let proxy: Server | null = null;

afterEach(async () => {
  if (running?.exitCode === null && running.signalCode === null) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
  proxy?.close();
});

/** Starts the server and worker with a database URL and returns the process. */
async function startAt(url: URL): Promise<ChildProcess> {
  const port = await findFreePort();
  running = fork(MAIN, {
    env: {
      ...process.env,
      ...toEnvVariables(stack.deps.env),
      DATABASE_URL: url.href,
      DATABASE_DIRECT_URL: url.href,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return running;
}

/** Returns the URL of the stack's database with some parts replaced. */
const databaseAt = (change: Partial<Pick<URL, 'port' | 'hostname' | 'pathname'>>): URL =>
  Object.assign(new URL(stack.deps.env.DATABASE_URL), change);

it('waits for a database that becomes available later', async () => {
  const port = await findFreePort();
  const child = await startAt(databaseAt({ hostname: '127.0.0.1', port: String(port) }));
  let said = '';
  while (!said.includes('the database cannot be reached; trying again')) {
    const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    said += String(chunk);
  }
  const { hostname, port: real } = databaseAt({});
  // The first connections close immediately, as behind a proxy that has no primary to connect to.
  let refused = 2;
  proxy = createServer((socket) => {
    socket.on('error', () => undefined);
    if (refused > 0) {
      refused -= 1;
      socket.destroy();
      return;
    }
    const onward = connect(Number(real), hostname);
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
  }).listen(port, '127.0.0.1');
  const [message] = (await once(child, 'message')) as [unknown];
  expect(message).toBe('ready');
  expect(refused).toBe(0);
});

it('exits immediately with an error message if the database does not exist', async () => {
  const child = await startAt(databaseAt({ pathname: '/no_such_database' }));
  const [said, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(said).toMatch(/^The database at DATABASE_URL cannot be used: database "no_such_database" does not exist/);
});

it('refuses an older Node with one sentence before it reads the configuration', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.2' } })`;
  const child = fork(MAIN, {
    env: {},
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(older)}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(said).toBe('Marquee needs Node 24 or later, and this is Node 20.19.2.\n');
});
