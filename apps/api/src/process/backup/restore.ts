/**
 * Restores a backup, or marks a database that another program has restored. In the container:
 * `node apps/api/dist/restore.js` with the same arguments.
 */
import { parseArgs } from 'node:util';
import { parseEnv, type Env } from '../../config/env.ts';
import { openLog } from '../../config/log.ts';
import { RESTORE_GRACE_HOURS, type RestoreReport } from '../../modules/staff/restores/restores.service.ts';
import { applyBackup, findBackup, markRestoredDatabase } from './apply.ts';
import { BackupRefusedError } from './programs.ts';

const USAGE = `Usage: npm run restore -- [--to TIME] [--without-files] FOLDER
       npm run restore -- --mark TIME
TIME is in the format 2026-11-28T03:00:00Z. --mark is for a database that another program has restored to this time.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { env, run } = readCommand();
  await run(env);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function readCommand(): { env: Env; run: (env: Env) => Promise<void> } {
  const { to, mark, withoutFiles, dir } = readArguments();
  const env = parseEnv(process.env);
  if (mark === undefined) return { env, run: () => restoreNewest(env, dir, to ?? new Date(), withoutFiles) };
  return { env, run: () => finish(env, mark, 'restored by another program') };
}

function readArguments() {
  const { values, positionals } = parseArguments();
  const to = parseTime(values.to);
  const mark = parseTime(values.mark);
  const [dir = '', ...rest] = positionals;
  const isComplete = mark === undefined ? dir !== '' : dir === '' && to === undefined && !values['without-files'];
  if (!isComplete || rest.length > 0) throw new BackupRefusedError(USAGE);
  if (mark !== undefined && mark > new Date()) throw new BackupRefusedError('The time after --mark is in the future.');
  return { to, mark, dir, withoutFiles: values['without-files'] };
}

function parseArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        mark: { type: 'string' },
        'without-files': { type: 'boolean', default: false },
      },
    });
  } catch {
    throw new BackupRefusedError(USAGE);
  }
}

/** Parses a time with its time zone. Throws BackupRefusedError if it has none, because local time is ambiguous. */
function parseTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!/T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) || Number.isNaN(time.getTime())) throw new BackupRefusedError(USAGE);
  return time;
}

async function restoreNewest(env: Env, dir: string, until: Date, withoutFiles: boolean): Promise<void> {
  const startedAt = performance.now();
  const backup = await findBackup(dir, until);
  say(`Restoring ${backup.folder}, which Marquee ${backup.manifest.version} started at ${backup.manifest.startedAt}…`);
  await applyBackup(env, backup, { withoutFiles });
  await finish(env, new Date(backup.manifest.startedAt), backup.name);
  say(`The restore took ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}

async function finish(env: Env, restoredTo: Date, source: string): Promise<void> {
  const report = await markRestoredDatabase(env, openLog(env), { restoredTo, source });
  for (const line of describeReport(report, restoredTo)) say(line);
}

function describeReport(
  { number, endedSessions, droppedMails, droppedJobs, postponedJobs }: RestoreReport,
  restoredTo: Date,
): string[] {
  return [
    `The database is marked as restored to ${restoredTo.toISOString()}. Document numbers continue in series ${number + 1}.`,
    `${endedSessions} sessions, all invitations and all links that give access ended.`,
    `${droppedMails} emails and ${droppedJobs} jobs that were due are not repeated. ${postponedJobs} deadlines wait for ${RESTORE_GRACE_HOURS} hours.`,
    'Start Marquee, open /admin/exceptions, and run `npm run check:money`.',
  ];
}
