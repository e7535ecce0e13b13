/**
 * Generates docs/schema.md and the types of the tables (schema.generated.ts). It reads a new database and the comments
 * in apps/api/src/db/migrations and apps/api/src/db/repeatable. A test fails if either file is out of date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Kysely, PostgresDialect as KyselyDialect } from 'kysely';
import {
  generate,
  GenericExpressionNode,
  IdentifierNode,
  LiteralNode,
  PostgresDialect,
  UnionExpressionNode,
  type ExpressionNode,
} from 'kysely-codegen';
import pg from 'pg';
import { openPool } from '../apps/api/src/db/client.ts';
import { migrateDatabase } from '../apps/api/src/db/migrate.ts';
import { ROOT } from './install.mjs';
import { resolveServer } from './test-database.ts';

const DB_DIR = join(ROOT, 'apps/api/src/db');
export const SCHEMA_DOCUMENT = join(ROOT, 'docs/schema.md');
export const SCHEMA_TYPES = join(ROOT, 'apps/api/src/db/schema.generated.ts');
const OVERRIDES = join(ROOT, 'apps/api/src/db/schema.overrides.ts');

/** Topic of the schema, which is one SQL file. Its tables and views are in the order of the file. */
interface Topic {
  title: string;
  relations: { kind: 'table' | 'view'; name: string; comment: string }[];
}

interface Column {
  relation: string;
  name: string;
  type: string;
  isRequired: boolean;
  isKey: boolean;
  /** Table that the column references through a foreign key. */
  target: string | null;
}

export async function main(): Promise<void> {
  const server = await resolveServer();
  const name = `marquee_schema_${process.pid}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const pool = openPool(url.href, 2, () => {});
  try {
    await migrateDatabase(pool);
    writeFileSync(SCHEMA_DOCUMENT, await renderDocument(pool));
    writeFileSync(SCHEMA_TYPES, await renderTypes(pool));
  } finally {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    await server.stop();
  }
}

/** Returns the contents of docs/schema.md for the database behind `pool`. */
export async function renderDocument(pool: pg.Pool): Promise<string> {
  const columns = await listColumns(pool);
  const topics = readTopics();
  const tables = topics.flatMap(({ relations }) => relations.filter(({ kind }) => kind === 'table'));
  const copies = tables.filter(isReadModel);
  const sections = [
    '# Schema',
    '',
    'Written by `npm run schema` from apps/api/src/db/migrations and apps/api/src/db/repeatable. Do not edit it.',
    '',
    `${tables.length} tables, ${copies.length} of them read models (marked *read model*; see read-model.md). Columns in bold are the primary key. Optional columns end with a question mark.`,
  ];
  for (const { title, relations } of topics) {
    if (relations.length === 0) continue;
    sections.push('', `## ${title.replace(/\.$/, '')}`);
    for (const relation of relations) {
      const mark = relation.kind === 'view' ? ' (view)' : isReadModel(relation) ? ' (*read model*)' : '';
      sections.push('', `### ${relation.name}${mark}`, '');
      if (relation.comment !== '')
        sections.push(
          relation.comment.replace(/^Read model: (.)/, (_, first: string) => first.toUpperCase()),
          '',
        );
      sections.push('| column | type | references |', '|---|---|---|');
      for (const { name, type, isRequired, isKey, target } of columns.filter(
        (each) => each.relation === relation.name,
      )) {
        const optional = relation.kind === 'table' && !isRequired ? '?' : '';
        sections.push(`| ${isKey ? `**${name}**` : name}${optional} | ${type} | ${target ?? ''} |`);
      }
    }
  }
  return `${sections.join('\n')}\n`;
}

/** The views that are part of the schema types. Other views are used only inside the database or in plain SQL. */
const TYPED_VIEWS: ReadonlySet<string> = new Set(['workspace_person']);

/** Returns the TypeScript types of the tables behind `pool`, which kysely-codegen generates. */
export async function renderTypes(pool: pg.Pool): Promise<string> {
  const overrides = await listOverrides(pool);
  return generate({
    db: new Kysely({ dialect: new KyselyDialect({ pool }) }),
    dialect: new PostgresDialect(),
    camelCase: true,
    print: false,
    outFile: null,
    customImports: {
      ColumnOverride: './schema.overrides.ts',
      PersonId: '@marquee/contracts',
      WorkspaceId: '@marquee/contracts',
    },
    typeMapping: { date: 'string', int8: 'number', numeric: 'number', timestamptz: 'Date' },
    overrides: { columns: Object.fromEntries(overrides) },
    postprocess: async ({ metadata }) => {
      const isTyped = (name: string, isView: boolean) =>
        (!isView || TYPED_VIEWS.has(name)) && !name.startsWith('kysely_');
      metadata.tables = metadata.tables.filter(({ name, isView }) => isTyped(name, isView));
      // PostgreSQL does not know which columns of a view are never null.
      for (const table of metadata.tables)
        if (table.isView) for (const column of table.columns) column.isNullable = column.name === 'agency_id';
      return metadata;
    },
  });
}

/**
 * Returns the types of columns that differ from the type of their values in PostgreSQL: those of schema.overrides.ts,
 * ids of people and workspaces, and texts with a list of values in a check constraint. kysely-codegen adds null to the
 * types of optional columns. Throws if an override names no column.
 */
async function listOverrides(pool: pg.Pool): Promise<Map<string, ExpressionNode>> {
  const { rows } = await pool.query<TypedColumn>(`
    select c.relname || '.' || a.attname as path, a.attname as name, format_type(a.atttypid, null) as type,
      a.atthasdef as "hasDefault",
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and a.atttypid = 'text'::regtype
          and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = (ANY \\(ARRAY|'')' limit 1) as values
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by 1`);
  const written = [...readFileSync(OVERRIDES, 'utf8').matchAll(/^  '(\w+\.\w+)':/gm)].map(([, path = '']) => path);
  const unknown = written.find((path) => rows.every((row) => row.path !== path));
  if (unknown !== undefined) throw new Error(`schema.overrides.ts names ${unknown}, which does not exist`);
  const derived = rows.flatMap((column): [string, ExpressionNode][] => {
    const type = column.values === null ? findIdType(column) : toUnion(column.values);
    if (type === null) return [];
    return [[column.path, column.hasDefault ? new GenericExpressionNode('Generated', [type]) : type]];
  });
  return new Map([
    ...derived,
    ...written.map((path): [string, ExpressionNode] => [
      path,
      new GenericExpressionNode('ColumnOverride', [new LiteralNode(path)]),
    ]),
  ]);
}

interface TypedColumn {
  path: string;
  name: string;
  type: string;
  hasDefault: boolean;
  /** The definition of the check constraint that lists the values of the column. */
  values: string | null;
}

const toUnion = (constraint: string) =>
  new UnionExpressionNode([...constraint.matchAll(/'(\w+)'::text/g)].map(([, value = '']) => new LiteralNode(value)));

/** Returns the type of a column that references a person or a workspace. Its name says which, also in views. */
function findIdType({ path, name, type }: TypedColumn): ExpressionNode | null {
  if (type !== 'uuid') return null;
  if (path === 'person.id' || /(^|_)person_id$/.test(name)) return new IdentifierNode('PersonId');
  if (
    path === 'workspace.id' ||
    /^(.*_)?(workspace|brand|creator|agency|payee|claimant|blocker|blocked)_id$/.test(name)
  )
    return new IdentifierNode('WorkspaceId');
  return null;
}

const isReadModel = ({ comment }: { comment: string }) => comment.startsWith('Read model:');

function readTopics(): Topic[] {
  // A file with functions, views and triggers belongs to the topic of the baseline file with its name.
  const files = Map.groupBy(
    ['migrations/0001_baseline', 'migrations', 'repeatable'].flatMap((folder) =>
      readdirSync(join(DB_DIR, folder))
        .filter((file) => file.endsWith('.sql'))
        .map((file) => join(DB_DIR, folder, file)),
    ),
    (path) => basename(path),
  );
  return [...files]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, paths]) => {
      const texts = paths.map((path) => readFileSync(path, 'utf8'));
      const relations = texts.flatMap((text) => [
        ...text.matchAll(/((?:^--.*\n)*)^create (?:or replace )?(table|view) (\w+)/gm),
      ]);
      return {
        title: toCommentText(/^(?:--.*\n)+/.exec(texts[0] ?? '')?.[0] ?? ''),
        relations: relations.map(([, comment = '', kind, name = '']) => ({
          kind: kind as 'table' | 'view',
          name,
          comment: toCommentText(comment),
        })),
      };
    });
}

const toCommentText = (lines: string) => lines.replaceAll(/^-- ?/gm, '').replaceAll('\n', ' ').trim();

/** Returns the columns of all tables and views, sorted by table name and then in the order of their definition. */
async function listColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.relname as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired",
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any(k.conkey)) as "isKey",
      (select string_agg(distinct k.confrelid::regclass::text, ', ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)) as target
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relname not like 'kysely\\_%'
    order by c.relname, a.attnum`);
  return rows.map((row) => ({ ...row, type: row.type.replace('timestamp with time zone', 'timestamptz') }));
}
