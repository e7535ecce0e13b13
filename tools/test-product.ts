/** Runs Marquee for the browser tests as `npm start` does, with its own data folder and port. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { spawnGuarded } from './guarded.mjs';
import { ROOT } from './install.mjs';
import { findFreePort } from './local/postgres.ts';

export interface TestProduct {
  /** Environment variables for the browser tests: MARQUEE_URL, MARQUEE_MAILBOX and MARQUEE_DATA_DIR. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/**
 * Builds, seeds and starts Marquee, and resolves when it accepts requests. Throws if it ends before that. Aborting
 * `until` stops it.
 */
export async function startTestProduct(until?: AbortSignal): Promise<TestProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-e2e-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(dataDir, 0o711);
  const env: Record<string, string> = { MARQUEE_DATA_DIR: dataDir };
  const product = spawnGuarded(process.execPath, [join(ROOT, 'tools/run.mjs'), 'start'], {
    env: { ...process.env, PORT: String(await findFreePort()), DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    stdout: 'pipe',
    // Seconds for an orderly shutdown of the database and the server.
    patience: 30,
    ...(until && { until }),
  });
  const stop = async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const serves = new Promise<true>((resolve) => {
    if (product.child.stdout === null) return;
    createInterface({ input: product.child.stdout }).on('line', (line) => {
      const [, what = '', address = ''] = /^(Marquee is running at|Mailbox:) (http\S+)$/.exec(line) ?? [];
      if (what !== '') env[what === 'Mailbox:' ? 'MARQUEE_MAILBOX' : 'MARQUEE_URL'] = address;
      if (line.startsWith('Press Ctrl-C')) resolve(true);
    });
  });
  const first = await Promise.race([serves, product.ended]);
  if (first === true) return { env, stop };
  await stop();
  throw new Error(`npm start ended with ${first}`);
}
