import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeLock, waitForLock } from './lock.mjs';

let folder: string;
const path = () => join(folder, 'lock');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a process that tries to take the lock, prints whether it got the lock, and runs until it is killed. */
function taker() {
  const module = JSON.stringify(new URL('lock.mjs', import.meta.url).href);
  const code = `const { takeLock } = await import(${module}); console.log('release' in takeLock(${JSON.stringify(path())}) ? 'taken' : 'refused'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, said: once(child.stdout, 'data').then(([text]) => String(text).trim()) };
}

it('refuses a lock that another caller holds', () => {
  const first = takeLock(path());
  expect(takeLock(path())).toEqual({ holder: process.pid });
  if ('release' in first) first.release();
  expect(takeLock(path())).toHaveProperty('release');
});

it('waits for a lock until its owner releases it', async () => {
  const first = takeLock(path());
  const reports: number[] = [];
  const second = waitForLock(path(), { onWait: (holder) => reports.push(holder) });
  setTimeout(() => 'release' in first && first.release(), 50);
  expect(await second).toHaveProperty('release');
  expect(reports).toEqual([process.pid]);
});

it('gives the lock of a killed process to exactly one other process', async () => {
  const dead = taker();
  expect(await dead.said).toBe('taken');
  expect(takeLock(path())).toEqual({ holder: dead.child.pid });
  dead.child.kill('SIGKILL');
  await once(dead.child, 'exit');

  const processes = Array.from({ length: 5 }, taker);
  const outputs = await Promise.all(processes.map((each) => each.said));
  for (const { child } of processes) child.kill('SIGKILL');
  expect(outputs.filter((word) => word === 'taken')).toHaveLength(1);
  expect(existsSync(path())).toBe(true);
  expect(readdirSync(folder)).toEqual(['lock']);
});
