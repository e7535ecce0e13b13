/** Makes a backup: `npm run backup -- FOLDER`. In the container: `node apps/api/dist/backup.js FOLDER`. */
import { parseEnv } from '../../config/env.ts';
import { createBackup } from './create.ts';
import { BackupRefusedError } from './programs.ts';

const USAGE = 'Usage: npm run backup -- FOLDER';

const [dir, ...rest] = process.argv.slice(2);
try {
  if (dir === undefined || dir.startsWith('-') || rest.length > 0) throw new BackupRefusedError(USAGE);
  const startedAt = performance.now();
  const { backup, deleted } = await createBackup(parseEnv(process.env), dir);
  const { bytes, files, server, pgDump } = backup.manifest;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(
    `The backup ${backup.folder} is complete: the database (PostgreSQL ${server}, pg_dump ${pgDump}) and ${files.length - 1} files, ${Math.ceil(bytes / 1e6)} MB, in ${seconds} s.\n`,
  );
  for (const name of deleted) process.stdout.write(`The backup ${name} was deleted, because newer ones replace it.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
