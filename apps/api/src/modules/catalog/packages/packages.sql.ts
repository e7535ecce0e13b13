import type { WorkspaceId } from '@marquee/contracts';
import { LIMITS } from '@marquee/validation';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { isForSaleSql } from '../../../db/for-sale.ts';
import { prepareRead, prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';

const packageColumns = [
  'id',
  'creatorId',
  'name',
  'description',
  'priceCents',
  'deliveryDays',
  'features',
  'pricesVary',
  'pictureId',
  'needsProduct',
  'isPopular',
  'isActive',
  'createdAt',
  'hiddenAt',
  'hiddenReason',
] as const;

/** The columns for reading a single package. Lists do not include the options. */
const packageDetailColumns = [...packageColumns, 'options'] as const;

/** Returns a package if it is active or belongs to `viewerId`. */
export const findPackage = prepareReadFirst((db: Db, id: string, viewerId: string | null) =>
  db
    .selectFrom('package')
    .select(packageDetailColumns)
    .where('id', '=', id)
    .where((eb) => eb.or([isForSaleSql, eb('creatorId', '=', viewerId)])),
);

/** Locks and returns the creator's payout country, or null if none is set. */
export const lockPayoutCountry = async (db: Transaction<Database>, creatorId: WorkspaceId): Promise<string | null> =>
  (await db.selectFrom('workspace').select('payoutCountry').where('id', '=', creatorId).forShare().executeTakeFirst())
    ?.payoutCountry ?? null;

/**
 * Selects a creator's packages in list order. Not paged, because triggers limit the number of packages per creator.
 */
const selectPackagesByCreator = (db: Db, creatorId: WorkspaceId, most: number) =>
  db
    .selectFrom('package')
    .select(packageColumns)
    .where('creatorId', '=', creatorId)
    .orderBy('position')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(most);

export const listPackagesByCreator = prepareRead((db: Db, creatorId: WorkspaceId) =>
  selectPackagesByCreator(db, creatorId, LIMITS.packages),
);

export const listPackagesForSaleByCreator = prepareRead((db: Db, creatorId: WorkspaceId) =>
  selectPackagesByCreator(db, creatorId, LIMITS.activePackages).where(isForSaleSql),
);

/** A price that a package has had since `since`. */
export interface PackagePriceRow {
  packageId: string;
  createdAt: Date;
  priceCents: number;
  since: Date;
}

/** Lists the latest `most` prices of each active package, latest first. */
export const listPackagePricesByCreator = prepareRead((db: Db, creatorId: WorkspaceId, most: number) =>
  db
    .selectFrom(
      sql<PackagePriceRow & { seq: number }>`(
        select shown.id as package_id, shown.created_at, latest.price_cents, latest.since, latest.seq
        from (
          select id, created_at from package where creator_id = ${creatorId} and ${isForSaleSql}
          order by position, created_at desc, id limit ${LIMITS.activePackages}
        ) as shown cross join lateral (
          select price_cents, since, seq from package_price where package_id = shown.id order by seq desc limit ${most}
        ) as latest)`.as('price'),
    )
    .select(['packageId', 'createdAt', 'priceCents', 'since'])
    .orderBy('packageId')
    .orderBy('seq', 'desc'),
);

/** Inserts a package at the top of the creator's list. */
export const insertPackage = (db: Db, row: Omit<Insertable<Database['package']>, 'position'>) =>
  db
    .insertInto('package')
    .values((eb) => ({
      ...row,
      position: eb
        .selectFrom('package')
        .select(sql<number>`coalesce(min(position), 1) - 1`.as('position'))
        .where('creatorId', '=', row.creatorId),
    }))
    .returning(packageDetailColumns)
    .executeTakeFirstOrThrow();

/** Locks a creator's packages in id order, so that two concurrent calls cannot deadlock. Returns their positions. */
export const lockPackagesByCreator = (db: Transaction<Database>, creatorId: WorkspaceId) =>
  db
    .selectFrom('package')
    .select(['id', 'position', 'createdAt'])
    .where('creatorId', '=', creatorId)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Deactivates all packages of a creator. The caller has locked them. */
export const setPackagesInactive = (db: Transaction<Database>, creatorId: WorkspaceId, now: Date) =>
  db
    .updateTable('package')
    .set({ isActive: false, updatedAt: now })
    .where('creatorId', '=', creatorId)
    .where('isActive', '=', true)
    .execute();

/** Stores the order of packages. The caller has locked them. */
export const setPackagePositions = (db: Transaction<Database>, ids: readonly string[]) =>
  db
    .updateTable('package')
    .from(
      sql<{ id: string; at: number }>`unnest(${[...ids]}::uuid[]) with ordinality`.as<'ordered'>(sql`ordered(id, at)`),
    )
    .set({ position: sql<number>`ordered.at` })
    .whereRef('package.id', '=', sql`ordered.id`)
    .execute();

/** Locks a package and returns it with its options, or undefined if it does not belong to the creator. */
export const lockOwnPackage = (db: Transaction<Database>, where: { id: string; creatorId: WorkspaceId }) =>
  db
    .selectFrom('package')
    .select(packageDetailColumns)
    .where('id', '=', where.id)
    .where('creatorId', '=', where.creatorId)
    .forUpdate()
    .executeTakeFirst();

/** Updates a package. Returns undefined if it does not belong to the creator. */
export const updatePackage = (
  db: Db,
  where: { id: string; creatorId: WorkspaceId },
  change: Updateable<Database['package']>,
) =>
  db
    .updateTable('package')
    .set(change)
    .where('id', '=', where.id)
    .where('creatorId', '=', where.creatorId)
    .returning(packageDetailColumns)
    .executeTakeFirst();

export const deletePackage = (db: Db, where: { id: string; creatorId: WorkspaceId }) =>
  db
    .deleteFrom('package')
    .where('id', '=', where.id)
    .where('creatorId', '=', where.creatorId)
    .returning('id')
    .executeTakeFirst();

export const lockPackage = (db: Transaction<Database>, id: string) =>
  db.selectFrom('package').select(['id', 'name', 'hiddenAt']).where('id', '=', id).forUpdate().executeTakeFirst();

export const setPackageHidden = (
  db: Transaction<Database>,
  id: string,
  change: { hiddenAt: Date | null; hiddenReason: string | null },
) => db.updateTable('package').set(change).where('id', '=', id).execute();
