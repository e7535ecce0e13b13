/** Compiles frequent queries once, because building and compiling their SQL would take longer than running it. */
import { createHash } from 'node:crypto';
import {
  CamelCasePlugin,
  Kysely,
  type CompiledQuery,
  type KyselyConfig,
  type PluginTransformResultArgs,
  type QueryResult,
  type UnknownRow,
} from 'kysely';
import type pg from 'pg';
import type { Database, Db } from './schema.ts';

/** A CamelCasePlugin that converts the column names once per result instead of once per row. */
class LeanCamelCasePlugin extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const columns = Object.keys(result.rows[0] ?? {});
    const names = this.namesOf(columns);
    const rows = result.rows.map((row) => {
      const named: UnknownRow = {};
      for (let at = 0; at < names.length; at++) named[names[at] ?? ''] = row[columns[at] ?? ''];
      return named;
    });
    return { ...result, rows };
  }

  namesOf(columns: readonly string[]): string[] {
    return columns.map((column) => this.camelCase(column));
  }
}

/** Converts column names only. Keys inside JSON, such as question ids, are user data and stay unchanged. */
export const camelCasePlugin = new LeanCamelCasePlugin();

interface ReadQuery<R> {
  compile(): CompiledQuery;
  execute(): Promise<R[]>;
}

/** A compiled query, with placeholders for the arguments. */
interface CompiledRead {
  compiled: CompiledQuery;
  name: string;
  /** The source of each SQL parameter: the index of an argument, or a constant value. */
  parameters: ({ argument: number } | { value: unknown })[];
  /** The camelCase names of the columns, known after the first result. */
  names: string[] | undefined;
}

/** Placeholder for an argument while the query is compiled. */
class ArgumentSlot {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

const statementNames = new Map<string, string>();

/**
 * Returns the same name for the same SQL text, so that PostgreSQL parses and plans each statement once per
 * connection.
 */
export function getStatementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    // Limits memory in case of a bug. Normally, there are few distinct SQL texts, because lists are passed as arrays
    // and not as a varying number of parameters.
    if (statementNames.size < 5_000) statementNames.set(text, name);
  }
  return name;
}

/**
 * A Kysely instance whose prepared reads go straight to its pool, which takes about 15 µs less CPU per read than
 * Kysely's own path, a fifth of a read of one row. Its transactions are plain Kysely objects, so reads in them use
 * Kysely.
 */
export class PreparedDb extends Kysely<Database> {
  readonly pool: pg.Pool;

  constructor(config: KyselyConfig, pool: pg.Pool) {
    super(config);
    this.pool = pool;
  }
}

/**
 * Creates a read whose SQL is built and compiled once. `build` may use its arguments only as values in the query.
 * They must not change the rest of the SQL. Returns a function that takes a database or transaction and the
 * arguments, and returns the rows.
 */
export function prepareRead<D extends Db, A extends readonly unknown[], R>(
  build: (db: D, ...args: A) => ReadQuery<R>,
): (db: D, ...args: A) => Promise<R[]> {
  let plan: CompiledRead | undefined;
  return async (db, ...args) => {
    plan ??= compileRead((...slots) => build(db, ...(slots as unknown as A)), args.length);
    const { compiled, parameters } = plan;
    const values = parameters.map((one) => ('value' in one ? one.value : args[one.argument]));
    if (!(db instanceof PreparedDb)) {
      const { rows } = await db.executeQuery<R>({ ...(compiled as CompiledQuery<R>), parameters: values });
      return rows;
    }
    const answer = await db.pool.query<unknown[]>({ name: plan.name, text: compiled.sql, values, rowMode: 'array' });
    const names = (plan.names ??= camelCasePlugin.namesOf(answer.fields.map(({ name }) => name)));
    return answer.rows.map((row) => {
      const named: Record<string, unknown> = {};
      for (let at = 0; at < names.length; at++) named[names[at] ?? ''] = row[at];
      return named as R;
    });
  };
}

/** Creates a prepared read for at most one row. It returns undefined if there is none. */
export function prepareReadFirst<D extends Db, A extends readonly unknown[], R>(
  build: (db: D, ...args: A) => ReadQuery<R>,
): (db: D, ...args: A) => Promise<R | undefined> {
  const read = prepareRead(build);
  return async (db, ...args) => (await read(db, ...args))[0];
}

/** Creates a prepared read for exactly one row. It throws if there is none. */
export function prepareReadFirstOrThrow<D extends Db, A extends readonly unknown[], R>(
  build: (db: D, ...args: A) => ReadQuery<R>,
): (db: D, ...args: A) => Promise<R> {
  const read = prepareReadFirst(build);
  return async (db, ...args) => {
    const row = await read(db, ...args);
    if (row === undefined) throw new Error('A row that must be there is not');
    return row;
  };
}

function compileRead(build: (...slots: ArgumentSlot[]) => ReadQuery<unknown>, count: number): CompiledRead {
  const compiled = build(...Array.from({ length: count }, (_, at) => new ArgumentSlot(at))).compile();
  const parameters = compiled.parameters.map((value) =>
    value instanceof ArgumentSlot ? { argument: value.at } : { value },
  );
  return { compiled, name: getStatementName(compiled.sql), parameters, names: undefined };
}
