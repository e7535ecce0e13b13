import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

export const findFigure = (db: Db, name: string) =>
  db.selectFrom('cachedFigure').select(['data', 'computedAt', 'tookMs']).where('name', '=', name).executeTakeFirst();

export const upsertFigure = (
  db: Db,
  { name, data, computedAt, tookMs }: { name: string; data: object; computedAt: Date; tookMs: number },
) =>
  db
    .insertInto('cachedFigure')
    .values({ name, data: JSON.stringify(data), computedAt, tookMs })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ data: JSON.stringify(data), computedAt, tookMs }))
    .execute();

/** Replaces all precomputed data whose name starts with `prefix`, such as 'topic:'. */
export async function replaceFigures(
  db: Transaction<Database>,
  { prefix, figures, computedAt, tookMs }: FigureBatch,
): Promise<void> {
  // With this lock, concurrent refreshes run one after another.
  await sql`select pg_advisory_xact_lock(hashtext(${`cached_figure ${prefix}`}))`.execute(db);
  await sql`
    with next as materialized (
      select name, data from unnest(${figures.map(({ name }) => prefix + name)}::text[],
        ${figures.map(({ data }) => JSON.stringify(data))}::jsonb[]) as next (name, data)
    ), gone as (
      delete from cached_figure kept where starts_with(name, ${prefix}) and not exists (select from next where next.name = kept.name)
    )
    insert into cached_figure (name, data, computed_at, took_ms) select name, data, ${computedAt}, ${tookMs} from next
    on conflict (name) do update set data = excluded.data, computed_at = excluded.computed_at, took_ms = excluded.took_ms`.execute(
    db,
  );
}

interface FigureBatch {
  prefix: string;
  figures: readonly { name: string; data: object }[];
  computedAt: Date;
  tookMs: number;
}
