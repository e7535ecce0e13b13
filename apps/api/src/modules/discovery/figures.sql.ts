import type { Db } from '../../db/schema.ts';

/** A figure as it was last computed; undefined before the first time. */
export const findFigure = (db: Db, name: string) =>
  db.selectFrom('keptFigure').select(['data', 'computedAt', 'tookMs']).where('name', '=', name).executeTakeFirst();

/** Keeps a figure in place of an older one. */
export const saveFigure = (
  db: Db,
  { name, data, computedAt, tookMs }: { name: string; data: object; computedAt: Date; tookMs: number },
) =>
  db
    .insertInto('keptFigure')
    .values({ name, data: JSON.stringify(data), computedAt, tookMs })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ data: JSON.stringify(data), computedAt, tookMs }))
    .execute();
