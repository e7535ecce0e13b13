/**
 * Generates docs/schema.md and the column list with which the schema types are compared. It reads a new database and
 * the comments in apps/api/src/db/schema. A test fails if either file is out of date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openPool } from '../apps/api/src/db/client.ts';
import { migrateDatabase } from '../apps/api/src/db/migrate.ts';
import { ROOT } from './install.mjs';
import { resolveServer } from './test-database.ts';

const SCHEMA_DIR = join(ROOT, 'apps/api/src/db/schema');
export const SCHEMA_DOCUMENT = join(ROOT, 'docs/schema.md');
export const COLUMN_LIST = join(ROOT, 'apps/api/test/support/schema.columns.ts');

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
    writeFileSync(COLUMN_LIST, await renderColumnList(pool));
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
    'Written by `npm run schema` from apps/api/src/db/schema. Do not edit it.',
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

/** Returns the source code of the column list, with which the schema types are compared. */
export async function renderColumnList(pool: pg.Pool): Promise<string> {
  const columns = await listColumns(pool);
  const tables = readTopics()
    .flatMap(({ relations }) => relations)
    .filter(({ kind, name }) => kind === 'table' || TYPED_VIEWS.has(name))
    .map(({ name }) => name)
    .toSorted();
  const entries = tables.map((table) => {
    const names = columns
      .filter(({ relation }) => relation === table)
      .map(({ name }) => `    ${toCamelCase(name)}: true,\n`);
    return `  ${toCamelCase(table)}: {\n${names.join('')}  },\n`;
  });
  return `/** Written by \`npm run schema\`. It compiles only if the schema types have exactly the columns of the database. */
import type { Database } from '../../src/db/schema.ts';

export const COLUMNS: { [Table in keyof Database]: Record<keyof Database[Table], true> } = {
${entries.join('')}};
`;
}

const toCamelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const isReadModel = ({ comment }: { comment: string }) => comment.startsWith('Read model:');

function readTopics(): Topic[] {
  // Migrations are in a subfolder whose name sorts after the baseline files.
  return readdirSync(SCHEMA_DIR, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(SCHEMA_DIR, file), 'utf8');
      const relations = [...text.matchAll(/((?:^--.*\n)*)^create (table|view) (\w+)/gm)];
      return {
        title: toCommentText(/^(?:--.*\n)+/.exec(text)?.[0] ?? ''),
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
