/** Checks at startup that PostgreSQL and its clock are as Marquee needs them, before anything is written. */
import type pg from 'pg';

const OLDEST_POSTGRES = 15;
/** The extensions that the schema uses. All of them are part of PostgreSQL (on some systems, of a contrib package). */
const EXTENSIONS = ['btree_gin', 'citext', 'pg_trgm', 'unaccent'];
/**
 * The largest accepted difference between the clocks, in milliseconds. Deadlines compare times of this process with
 * times of the database, and the code of an authenticator app is valid for 30 s.
 */
const MAX_CLOCK_SKEW_MS = 30_000;

/** Thrown if Marquee cannot use the database. The message tells the operator how to repair it. */
export class UnfitDatabaseError extends Error {
  override name = 'UnfitDatabase';
}

/**
 * Throws UnfitDatabaseError if PostgreSQL is too old, if the database does not use UTF8, if an extension is missing and
 * cannot be created, or if the clock of the database differs by more than 30 s from `now`.
 */
export async function assertDatabaseFits(
  pool: pg.Pool,
  { now = Date.now, extensions = EXTENSIONS }: { now?: () => number; extensions?: string[] } = {},
): Promise<void> {
  const { rows } = await pool.query<{
    version: number;
    encoding: string;
    role: string;
    absent: string[];
    forbidden: string[];
  }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
       current_user as role, coalesce(array_agg(wanted order by wanted) filter (where available.name is null), '{}') as absent,
       coalesce(array_agg(wanted order by wanted) filter (where available.name is not null and available.installed_version is null
         and not has_database_privilege(current_database(), 'create')), '{}') as forbidden
     from unnest($1::text[]) as wanted left join pg_available_extensions as available on available.name = wanted`,
    [extensions],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('PostgreSQL did not describe the database');
  if (found.version < OLDEST_POSTGRES)
    throw new UnfitDatabaseError(
      `PostgreSQL ${found.version} is too old. Upgrade it to PostgreSQL ${OLDEST_POSTGRES} or later.`,
    );
  if (found.encoding !== 'UTF8')
    throw new UnfitDatabaseError(
      `its encoding is ${found.encoding}, which cannot store every name. Create a database with: create database marquee encoding 'UTF8' template template0.`,
    );
  if (found.absent.length > 0)
    throw new UnfitDatabaseError(
      `PostgreSQL does not have the extension ${found.absent.join(', ')}. Install the contrib package of your PostgreSQL, or allow the extension at your provider.`,
    );
  if (found.forbidden.length > 0)
    throw new UnfitDatabaseError(
      `the role ${found.role} may not create the extension ${found.forbidden.join(', ')}. Let a superuser run: ${found.forbidden.map((name) => `create extension ${name};`).join(' ')}`,
    );
  const skewMs = await measureClockSkew(pool, now);
  if (Math.abs(skewMs) > MAX_CLOCK_SKEW_MS)
    throw new UnfitDatabaseError(
      `its clock is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the clock of this machine. Synchronize both clocks (timedatectl set-ntp true), and start again.`,
    );
}

/**
 * Returns by how many milliseconds the clock of the database is ahead of `now`, or a negative number if it is behind.
 * The time of the query is not counted as a difference, because the answer may have been computed at any point of it.
 */
export async function measureClockSkew(pool: pg.Pool, now: () => number = Date.now): Promise<number> {
  const before = now();
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at');
  const after = now();
  const at = rows[0]?.at.getTime() ?? before;
  if (at > after) return at - after;
  return at < before ? at - before : 0;
}
