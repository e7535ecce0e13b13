import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { spawnGuarded } from './guarded.mjs';

/**
 * Returns arguments for Node.js that start a process which prints its process ID and runs for a minute. A `deaf`
 * process ignores SIGTERM.
 */
const sleeper = (deaf = false) => [
  '-e',
  `${deaf ? "process.on('SIGTERM', () => {});" : ''} console.log(process.pid); setTimeout(() => {}, 60_000);`,
];

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await sleep(50);
  }
  return false;
}

const numberFrom = async (stream: NodeJS.ReadableStream | null) => Number(String((await once(stream!, 'data'))[0]));

// Windows has neither these signals nor process groups.
describe.skipIf(process.platform === 'win32')('spawnGuarded', () => {
  it("returns the command's exit code", async () => {
    expect(await spawnGuarded(process.execPath, ['-e', 'process.exit(7)']).ended).toBe(7);
    expect(await spawnGuarded('/no/such/program', [], { stderr: 'ignore' }).ended).toBe(127);
  });

  it.each([
    ['is ended by SIGTERM', false],
    ['ignores SIGTERM', true],
  ])('stops a command that %s', async (_how, deaf) => {
    const command = spawnGuarded(process.execPath, sleeper(deaf), { stdout: 'pipe', patience: 1 });
    const pid = await numberFrom(command.child.stdout);
    await command.stop();
    expect(await isGone(pid)).toBe(true);
  });

  it('stops a command whose abort signal fired before the start', async () => {
    expect(
      await spawnGuarded(process.execPath, sleeper(), { until: AbortSignal.abort(), stdout: 'ignore' }).ended,
    ).not.toBe(0);
  });

  it('ends the command when the process that started it is killed', async () => {
    const module = JSON.stringify(new URL('guarded.mjs', import.meta.url).href);
    const code = `const { spawnGuarded } = await import(${module}); spawnGuarded(process.execPath, ${JSON.stringify(sleeper())});`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await numberFrom(starter.stdout);
    starter.kill('SIGKILL');
    expect(await isGone(pid)).toBe(true);
  });

  it('receives messages from the command', async () => {
    const command = spawnGuarded(process.execPath, ['-e', "process.send('ready')"], { ipc: true });
    expect(await once(command.child, 'message')).toEqual(['ready', undefined]);
    await command.ended;
  });
});
