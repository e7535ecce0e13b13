/**
 * Checks the files that change the database (docs/upgrades.md): a released migration never changes, a migration does
 * not hold a long lock, and a repeatable file can be applied any number of times.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashStatements, NO_TRANSACTION } from '../apps/api/src/db/migrate.ts';
import { ROOT } from './install.mjs';
import { getLineNumber, readSources, reportProblems, type Source, type SourceProblem } from './sources.ts';

const MIGRATIONS = 'apps/api/src/db/migrations';
const REPEATABLE = 'apps/api/src/db/repeatable';
const BASELINE = '0001_baseline';
/** The migrations of each released version, with a hash of their statements. `npm run release` adds to it. */
const RELEASED = join(MIGRATIONS, 'released.json');

/** The released migrations by version: the path of each file below the folder of migrations, and its hash. */
export type ReleasedMigrations = Record<string, Record<string, string>>;

interface Rule {
  /** Finds the statement that breaks the rule. Group 1, if there is one, is the name of the table. */
  pattern: RegExp;
  message: string;
  /** True if the rule does not apply to a table that the same file creates. */
  isAllowedOnNewTables?: boolean;
}

/** Rules for migrations that run in a transaction. */
const RULES: readonly Rule[] = [
  {
    pattern: /\bcreate (?:unique )?index (?:if not exists )?\w+\s+on (\w+)/g,
    message: `creates an index under a lock on writes; use "create index concurrently" in a file that begins with "${NO_TRANSACTION}"`,
    isAllowedOnNewTables: true,
  },
  {
    pattern:
      /\balter table (?:only )?(\w+)[^;]*?\badd (?:constraint \w+ )?(?:check|foreign key)\b(?![^;]*\bnot valid\b)/g,
    message: 'checks every row under a lock; add the constraint as "not valid", and validate it in the next migration',
    isAllowedOnNewTables: true,
  },
  {
    pattern: /\balter table (?:only )?(\w+)[^;]*?\badd column[^;]*?\breferences\b/g,
    message: 'checks every row under a lock; add the column first, then its foreign key as "not valid"',
    isAllowedOnNewTables: true,
  },
  {
    pattern: /\balter table (?:only )?(\w+)[^;]*?\badd column[^;,]*\b(?:check|unique|primary key)\b/g,
    message: 'checks every row under a lock; add the column first, then its constraint in a statement of its own',
    isAllowedOnNewTables: true,
  },
  {
    pattern: /\balter table (?:only )?(\w+)[^;]*?\badd (?:constraint \w+ )?(?:unique|primary key)\b(?! using index)/g,
    message: 'creates an index under a lock; create a unique index concurrently, and add the constraint "using index"',
    isAllowedOnNewTables: true,
  },
  {
    pattern:
      /\balter table (?:only )?(\w+)[^;]*?\badd column[^;,]*\b(?:generated always as|gen_random_uuid|random\(|clock_timestamp)/g,
    message: 'rewrites the table; add the column without it, and fill it in batches by a job',
    isAllowedOnNewTables: true,
  },
  {
    pattern: /\balter table (?:only )?(\w+)[^;]*?\badd column(?=[^;,]*\bnot null\b)(?![^;,]*\bdefault\b)/g,
    message: 'fails on a table with rows; give the column a constant default, or make it nullable',
    isAllowedOnNewTables: true,
  },
  {
    pattern: /\balter table (?:only )?(\w+)[^;]*?\balter (?:column )?\w+ (?:set data )?type\b/g,
    message: 'rewrites the table; add a new column, and fill it in batches by a job',
  },
  {
    pattern: /^\s*update (\w+)/gm,
    message: 'changes rows of a table that may be large; fill columns in batches by a job',
    isAllowedOnNewTables: true,
  },
  {
    pattern: /^\s*delete from (\w+)/gm,
    message: 'deletes rows of a table that may be large; delete them in batches by a job',
  },
  { pattern: /^\s*(?:lock table|cluster|vacuum|reindex|truncate)\b/gm, message: 'locks a whole table' },
  {
    pattern: /\bindex concurrently\b/g,
    message: `cannot run in a transaction; move it to a file that begins with "${NO_TRANSACTION}"`,
  },
  {
    pattern: /\binsert into \w+(?: as \w+)?(?: \([^)]*\))?\s+select (?:\w+\.)?\*/g,
    message: 'inserts "select *", whose columns may change; list the columns',
  },
  {
    pattern: /^\s*create (?:or replace )?(?:function|view|trigger|constraint trigger)\b/gm,
    message: `belongs in a file in ${REPEATABLE}`,
  },
];

/** A statement that removes or renames something, which processes of the previous release may still use. */
const REMOVAL = /\bdrop (?:table|column)\b|\brename (?:column |to )/g;
/** The line above a removal: the version since which no code uses it. */
const UNUSED_SINCE = /-- unused since (\d+\.\d+\.\d+)\n[^\n]*$/;

const REPEATABLE_RULES: readonly Rule[] = [
  {
    pattern: /^create (?!or replace (?:function|view|trigger)\b|constraint trigger\b)/gm,
    message: 'must be "create or replace" of a function, view or trigger, so that the file can be applied again',
  },
  {
    pattern: /^(?:alter|insert|update|delete|grant)\b/gm,
    message: 'belongs in a migration',
  },
  {
    pattern: /\binsert into \w+(?: as \w+)?(?: \([^)]*\))?\s+select (?:\w+\.)?\*/g,
    message: 'inserts "select *", whose columns may change; list the columns',
  },
];

/** Checks the SQL files of the database against the rules, and the released ones against their hashes. */
export function checkMigrations(sources: readonly Source[], released: ReleasedMigrations): SourceProblem[] {
  const migrations = sources.filter(({ path }) => path.startsWith(`${MIGRATIONS}/`));
  const frozen = new Map(Object.values(released).flatMap((files) => Object.entries(files)));
  return [
    ...checkReleased(migrations, frozen),
    ...checkNames(migrations),
    ...migrations
      .filter(({ path }) => !frozen.has(getKey(path)) && !getKey(path).startsWith(BASELINE))
      .flatMap((source) => checkMigration(source, Object.keys(released))),
    ...sources
      .filter(({ path }) => path.startsWith(`${REPEATABLE}/`))
      .flatMap((each) => applyRules(each, REPEATABLE_RULES)),
  ];
}

const getKey = (path: string): string => path.slice(MIGRATIONS.length + 1);
const stripComments = (text: string): string => text.replaceAll(/--.*$/gm, (comment) => ' '.repeat(comment.length));

function checkReleased(migrations: readonly Source[], frozen: ReadonlyMap<string, string>): SourceProblem[] {
  return [...frozen].flatMap(([key, hash]): SourceProblem[] => {
    const source = migrations.find(({ path }) => getKey(path) === key);
    const path = join(MIGRATIONS, key);
    if (source === undefined)
      return [{ path: RELEASED, line: 1, message: `${path} was released, so it must not be deleted or renamed` }];
    if (hashStatements(source.text) === hash) return [];
    return [{ path, line: 1, message: 'was released, so it must not change; write a new migration' }];
  });
}

function checkNames(migrations: readonly Source[]): SourceProblem[] {
  const names = [...new Set(migrations.map(({ path }) => getKey(path).split('/')[0] ?? ''))].toSorted();
  return names.flatMap((name, index): SourceProblem[] => {
    const number = String(index + 1).padStart(4, '0');
    if (new RegExp(`^${number}_[a-z\\d_]+(\\.sql)?$`).test(name)) return [];
    return [{ path: join(MIGRATIONS, name), line: 1, message: `must be named ${number}_what_it_does.sql` }];
  });
}

function checkMigration(source: Source, versions: readonly string[]): SourceProblem[] {
  if (source.text.startsWith(NO_TRANSACTION)) return checkWithoutTransaction(source);
  return [...applyRules(source, RULES), ...checkValidation(source), ...checkRemovals(source, versions)];
}

function applyRules({ path, text }: Source, rules: readonly Rule[]): SourceProblem[] {
  const statements = stripComments(text);
  const created = [...statements.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, name]) => name);
  return rules.flatMap(({ pattern, message, isAllowedOnNewTables = false }) =>
    [...statements.matchAll(pattern)]
      .filter(([, table]) => !isAllowedOnNewTables || !created.includes(table))
      .map((match) => ({ path, line: getLineNumber(text, match.index + match[0].search(/\S/)), message })),
  );
}

/** A constraint that is validated where it is added keeps the lock of adding it while every row is read. */
function checkValidation({ path, text }: Source): SourceProblem[] {
  const statements = stripComments(text);
  const added = [...statements.matchAll(/\badd constraint (\w+)/g)].map(([, name]) => name);
  return [...statements.matchAll(/\bvalidate constraint (\w+)/g)]
    .filter(([, name]) => added.includes(name))
    .map(({ index }) => ({
      path,
      line: getLineNumber(text, index),
      message: 'validates a constraint in the transaction that adds it; validate it in the next migration',
    }));
}

function checkRemovals({ path, text }: Source, versions: readonly string[]): SourceProblem[] {
  return [...stripComments(text).matchAll(REMOVAL)].flatMap(({ index }): SourceProblem[] => {
    const since = UNUSED_SINCE.exec(text.slice(0, index))?.[1];
    if (since !== undefined && versions.includes(since)) return [];
    const message =
      'removes what the previous release uses; write "-- unused since VERSION" above it, with a released version that no longer uses it';
    return [{ path, line: getLineNumber(text, index), message }];
  });
}

/** Each statement must be one that PostgreSQL cannot run in a transaction, and must succeed after a failed attempt. */
function checkWithoutTransaction({ path, text }: Source): SourceProblem[] {
  const statements = stripComments(text)
    .split(/;$/m)
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  return statements.flatMap((statement, position): SourceProblem[] => {
    if (/^drop index concurrently if exists \w+$/.test(statement)) return [];
    const index = /^create (?:unique )?index concurrently (\w+) on /.exec(statement)?.[1];
    if (index === undefined)
      return [
        {
          path,
          line: 1,
          message: `may not contain "${statement.slice(0, 40)}", only indexes that are created or dropped concurrently`,
        },
      ];
    if (statements[position - 1] === `drop index concurrently if exists ${index}`) return [];
    const message = `needs "drop index concurrently if exists ${index}" before it, because a failed attempt leaves an invalid index`;
    return [{ path, line: 1, message }];
  });
}

/** Returns the released migrations of the repository by version. */
export function readReleased(root: string = ROOT): ReleasedMigrations {
  const path = join(root, RELEASED);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ReleasedMigrations) : {};
}

/**
 * Adds the migrations that were not released yet to released.json, as those of `version`. `root` is the folder of the
 * repository.
 */
export function freezeMigrations(version: string, sources: readonly Source[], root: string = ROOT): void {
  const released = readReleased(root);
  const frozen = new Set(Object.values(released).flatMap((files) => Object.keys(files)));
  const added = sources
    .filter(({ path }) => path.startsWith(`${MIGRATIONS}/`) && !frozen.has(getKey(path)))
    .map(({ path, text }) => [getKey(path), hashStatements(text)] as const);
  writeFileSync(
    join(root, RELEASED),
    `${JSON.stringify({ ...released, [version]: Object.fromEntries(added) }, null, 2)}\n`,
  );
}

/** Returns the SQL files of migrations and repeatable files. */
export const readDatabaseFiles = (): Source[] => readSources('apps/api/src/db', /\.sql$/);

if (import.meta.main)
  reportProblems('Migrations', checkMigrations(readDatabaseFiles(), readReleased()), 'every file follows the rules.');
