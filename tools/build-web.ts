/** Builds the web app when its output is missing or was made from other sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { spawnGuarded } from './guarded.mjs';
import { ROOT } from './install.mjs';
import { Refusal } from './local/services.ts';
import { waitForLock } from './lock.mjs';

const WEB = join(ROOT, 'apps/web');
const OUTPUT = join(WEB, 'dist');
const STAMP = join(OUTPUT, '.sources');
const SOURCES = [WEB, join(ROOT, 'libs'), join(ROOT, 'package-lock.json'), join(ROOT, 'tsconfig.base.json')];
const NO_SOURCES = new Set(['node_modules', 'dist', 'coverage']);

/** Builds when needed and returns the folder of the built app. Fails with a Refusal; `signal` ends it early. */
export async function buildWeb(say: (line: string) => void, signal: AbortSignal): Promise<string> {
  const lock = await waitForLock(join(ROOT, '.locks', 'web'), { signal });
  try {
    const sources = hashOf(SOURCES);
    if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return OUTPUT;

    say('Building the web app…');
    const vite = spawnGuarded(
      process.execPath,
      [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
      {
        cwd: WEB,
        until: signal,
        // A development NODE_ENV of the server must not end up in the browser.
        env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
        stdout: 'pipe',
        stderr: 'pipe',
      },
    );
    let output = '';
    vite.child.stdout?.on('data', (text) => (output += text));
    vite.child.stderr?.on('data', (text) => (output += text));
    const code = await vite.ended;
    signal.throwIfAborted();
    if (code !== 0) throw new Refusal(`The web app could not be built.\n${output.trim()}`);
    writeFileSync(STAMP, sources);
    return OUTPUT;
  } finally {
    lock.release();
  }
}

/** Of contents, not of dates: a checkout or a copy makes files that are neither older nor newer. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    const entries = readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) {
        if (!NO_SOURCES.has(entry.name)) add(inner);
      } else if (!entry.name.includes('.spec.')) addFile(inner);
    }
  };
  const addFile = (path: string) =>
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  for (const path of paths) {
    if (path.endsWith('.json')) addFile(path);
    else add(path);
  }
  return hash.digest('hex');
}
