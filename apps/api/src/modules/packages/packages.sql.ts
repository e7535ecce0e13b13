import { sql, type Insertable, type Updateable } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** The wire shape of a package. */
const columns = [
  'id', 'creatorId', 'name', 'description', 'priceCents', 'deliveryDays', 'features', 'isPopular', 'isActive', 'createdAt',
] as const;

/** A package anyone may see, or (inactive) only its creator `viewerId`. */
export const findPackage = (db: Db, id: string, viewerId: string | null) =>
  db
    .selectFrom('package')
    .select(columns)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('isActive', '=', sql.lit(true)), eb('creatorId', '=', viewerId)]))
    .executeTakeFirst();

/** A creator's packages, newest first; `activeOnly` unless the viewer owns them. */
export const listPackagesOf = (db: Db, creatorId: string, activeOnly: boolean) =>
  db
    .selectFrom('package')
    .select(columns)
    .where('creatorId', '=', creatorId)
    .$if(activeOnly, (query) => query.where('isActive', '=', sql.lit(true)))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();

export const insertPackage = (db: Db, row: Insertable<Database['package']>) =>
  db.insertInto('package').values(row).returning(columns).executeTakeFirstOrThrow();

/** Undefined when there is no such package of this creator. */
export const updatePackage = (
  db: Db,
  where: { id: string; creatorId: string },
  change: Updateable<Database['package']>,
) =>
  db
    .updateTable('package')
    .set(change)
    .where('id', '=', where.id)
    .where('creatorId', '=', where.creatorId)
    .returning(columns)
    .executeTakeFirst();

export const deletePackage = (db: Db, where: { id: string; creatorId: string }) =>
  db.deleteFrom('package').where('id', '=', where.id).where('creatorId', '=', where.creatorId).returning('id').executeTakeFirst();
