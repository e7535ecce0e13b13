import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removePostgres, startPostgres } from './postgres.ts';

let home: string;
const folder = () => join(home, 'postgres');

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'marquee-postgres-'));
  chmodSync(home, 0o711);
});
afterEach(async () => {
  await removePostgres(folder());
  rmSync(home, { recursive: true });
});

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const findCluster = (dir: string) =>
  join(existsSync(join(dir, 'location')) ? readFileSync(join(dir, 'location'), 'utf8') : dir, 'cluster');
const readServerPid = (dir: string) =>
  Number(readFileSync(join(findCluster(dir), 'postmaster.pid'), 'utf8').split('\n')[0]);
const isRunning = (pid: number) => spawnSync('kill', ['-0', String(pid)]).status === 0;

async function waitUntilEnded(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isRunning(pid); tries += 1) await sleep(50);
  return !isRunning(pid);
}

/** Starts the server of the test's folder from a separate process, which runs until it is killed. */
async function startElsewhere() {
  const module = JSON.stringify(new URL('postgres.ts', import.meta.url).href);
  const code = `const { startPostgres } = await import(${module}); await startPostgres({ dir: ${JSON.stringify(folder())} }); console.log('up');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

it('keeps the data and password of the local PostgreSQL server across restarts, and rejects a wrong password', async () => {
  const first = await startPostgres({ dir: folder() });
  await query(first.url, 'create table kept as select 41 + 1 as answer');
  await first.stop();
  expect(statSync(join(folder(), 'password')).mode & 0o777).toBe(0o600);

  const second = await startPostgres({ dir: folder() });
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
  const wrong = new URL(second.url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  await second.stop();
});

it('runs the local PostgreSQL server next to another server, but refuses a second start in the same folder', async () => {
  const one = await startPostgres({ dir: folder() });
  const other = await startPostgres({ dir: join(home, 'other'), durable: false });
  expect(other.port).not.toBe(one.port);
  await query(one.url, 'create table mine ()');
  expect(await query(other.url, `select to_regclass('mine') as found`)).toEqual([{ found: null }]);
  await expect(startPostgres({ dir: folder() })).rejects.toThrow(`Process ${process.pid} already runs PostgreSQL`);
  await other.stop();
  expect(existsSync(findCluster(join(home, 'other')))).toBe(false);
  await one.stop();
});

it('runs the local PostgreSQL server in a folder that only its owner can enter', async () => {
  chmodSync(home, 0o700);
  const first = await startPostgres({ dir: folder() });
  await query(first.url, 'create table kept as select 1 as one');
  const cluster = findCluster(folder());
  await first.stop();
  const second = await startPostgres({ dir: folder() });
  expect(findCluster(folder())).toBe(cluster);
  expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
  await second.stop();
});

it.runIf(process.getuid?.() === 0)('removes clusters of private temporary folders that no longer exist', async () => {
  chmodSync(home, 0o700);
  await (await startPostgres({ dir: join(home, 'gone') })).stop();
  const oldCluster = findCluster(join(home, 'gone'));
  rmSync(join(home, 'gone'), { recursive: true });
  await (await startPostgres({ dir: folder() })).stop();
  expect(existsSync(oldCluster)).toBe(false);
});

it('moves the data of the local PostgreSQL server when the folder becomes private', async () => {
  const first = await startPostgres({ dir: folder() });
  await query(first.url, 'create table kept as select 1 as one');
  await first.stop();
  chmodSync(home, 0o700);
  const second = await startPostgres({ dir: folder() });
  expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
  await second.stop();
});

it('ends the local PostgreSQL server when the process that started it is killed, and can start again', async () => {
  const starter = await startElsewhere();
  const server = readServerPid(folder());
  starter.kill('SIGKILL');
  expect(await waitUntilEnded(server)).toBe(true);
  await (await startPostgres({ dir: folder() })).stop();
});

it('stops a PostgreSQL server that an earlier start left behind', async () => {
  const starter = await startElsewhere();
  const orphan = readServerPid(folder());
  // Kill the guard together with the process that started the server, so that nothing stops the server. The guard
  // leads the process group of the server.
  const guards = spawnSync('ps', ['-o', 'pid=,pgid=', '-A'], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const group = guards.find(([pid]) => pid === orphan)?.[1];
  for (const [pid, pgid] of guards)
    if (pgid === group && pid !== orphan && pid !== undefined) process.kill(pid, 'SIGKILL');
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  expect(isRunning(orphan)).toBe(true);

  const server = await startPostgres({ dir: folder() });
  expect(await waitUntilEnded(orphan)).toBe(true);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

it('starts PostgreSQL even if the process ID in the PID file now belongs to another program', async () => {
  const server = await startPostgres({ dir: folder() });
  const noted = readFileSync(join(findCluster(folder()), 'postmaster.pid'), 'utf8');
  await server.stop();
  writeFileSync(join(findCluster(folder()), 'postmaster.pid'), noted.replace(/^\d+/, String(process.ppid)));
  await (await startPostgres({ dir: folder() })).stop();
});

it('reports the reason if PostgreSQL cannot start', async () => {
  const other = await startPostgres({ dir: join(home, 'other'), durable: false });
  await expect(startPostgres({ dir: folder(), port: other.port })).rejects.toThrow(
    /does not start.*could not create any TCP\/IP sockets$/,
  );
  await other.stop();
});
