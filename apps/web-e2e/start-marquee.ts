/**
 * Runs the product for the browser tests as `npm start` runs it, in a folder and on a port of its own. MARQUEE_URL (and
 * MARQUEE_MAILBOX) name one that runs already.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@marquee/tools/local/postgres';

const ROOT = new URL('../../', import.meta.url).pathname;

export default async function startMarquee(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['MARQUEE_URL'] !== undefined) return undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-e2e-'));
  // Root's PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(dataDir, 0o711);
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, 'tools/start.mjs')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, what = '', address = ''] = /^(Marquee is running at|Mailbox:) (http\S+)$/.exec(line) ?? [];
      if (what !== '') process.env[what === 'Mailbox:' ? 'MARQUEE_MAILBOX' : 'MARQUEE_URL'] = address;
      if (line.startsWith('Press Ctrl-C')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  process.env['MARQUEE_DATA_DIR'] = dataDir;
  return async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}
