/** Provides Chromium from an npm package, so that a machine needs only Node and npm. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

export interface ChromiumLaunch {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * Unpacks Chromium once per version and returns how to launch it. CHROMIUM_PATH selects another browser. The name of
 * the folder includes the version, because the package would reuse an older Chromium in the same folder.
 */
export async function unpackChromium(): Promise<ChromiumLaunch> {
  const givenPath = process.env['CHROMIUM_PATH'];
  if (givenPath !== undefined) return { executablePath: givenPath, env: {} };

  const require = createRequire(import.meta.url);
  const packageFile = join(dirname(require.resolve('@sparticuz/chromium')), '../package.json');
  const { version } = require(packageFile) as { version: string };
  const folder = join(tmpdir(), `marquee-chromium-${version}-${userInfo().username}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    if (canRun(executablePath, {})) return { executablePath, env: {} };
    // This machine lacks shared libraries that Chromium needs, so unpack those in the package.
    await inflate(join(dirname(packageFile), 'bin/al2023.tar.br'));
    const env = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
    if (canRun(executablePath, env)) return { executablePath, env };
    throw new Error(`${executablePath} does not run here; set CHROMIUM_PATH to a Chromium that does`);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

function canRun(executablePath: string, env: Record<string, string>): boolean {
  try {
    execFileSync(executablePath, ['--version', '--no-sandbox'], { env: { ...process.env, ...env }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
