/** Finds and runs PostgreSQL's own programs for dumping and restoring a database. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Thrown if a backup or a restore cannot begin. The message is one sentence for the operator. */
export class BackupRefusedError extends Error {}

export interface PostgresProgram {
  path: string;
  /** For example '15.18'. */
  version: string;
  major: number;
}

/** Folders in which Linux distributions install several versions of PostgreSQL side by side. */
const VERSIONED_FOLDERS = ['/usr/lib/postgresql', '/usr/local/lib/postgresql'];

/**
 * Returns the program of the lowest major version that is at least `leastMajor`, because a dump by a much newer
 * program cannot be restored into the server that it came from. Throws BackupRefusedError if there is none.
 */
export function findPostgresProgram(
  name: 'pg_dump' | 'pg_restore',
  leastMajor: number,
  folders: readonly string[] = listProgramFolders(),
): PostgresProgram {
  const programs = folders
    .map((folder) => readProgram(join(folder, name)))
    .filter((program) => program !== undefined)
    .toSorted((one, other) => one.major - other.major);
  const program = programs.find(({ major }) => major >= leastMajor);
  if (program !== undefined) return program;
  const newest = programs.at(-1);
  throw new BackupRefusedError(
    `This needs ${name} of PostgreSQL ${leastMajor} or newer, but ${newest === undefined ? 'this machine has none' : `the newest one on this machine is ${newest.version}`}; install the client programs of PostgreSQL ${leastMajor}.`,
  );
}

/** Returns the folders of installed versions, and then those of PATH. */
function listProgramFolders(): string[] {
  const versioned = VERSIONED_FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder).map((version) => join(folder, version, 'bin')),
  );
  return [...versioned, ...(process.env['PATH'] ?? '').split(delimiter)];
}

function readProgram(path: string): PostgresProgram | undefined {
  if (!existsSync(path)) return undefined;
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const version = /(\d+)[.\d]*/.exec(stdout);
  return version?.[1] === undefined ? undefined : { path, version: version[0], major: Number(version[1]) };
}

/**
 * Runs a program against the database at `url`. The password is passed in the environment, because every user of the
 * machine can read the arguments. Throws an error with the program's last message if it fails.
 */
export async function runPostgresProgram(
  { path }: PostgresProgram,
  url: string,
  args: readonly string[],
): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn(path, [...args, `--dbname=${address.href}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`${path} ended with ${code}: ${output.trim()}`);
}
