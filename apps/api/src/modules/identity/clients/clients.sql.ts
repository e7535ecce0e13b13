import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** The details of a client that documents show, each with its value if it is unknown or erased. */
export const NO_CLIENT_DETAILS = { legalName: '', address: '', country: '', taxId: '' };
type ClientDetails = typeof NO_CLIENT_DETAILS;

export const clientDetailColumns = Object.keys(NO_CLIENT_DETAILS) as (keyof ClientDetails)[];
const clientColumns = ['id', 'name', ...clientDetailColumns, 'logoUrl', 'archivedAt'] as const;

/** Lists all clients of a brand by name. `LIMITS.clients` limits their number. */
export const listClientsByBrand = (db: Db, brandId: WorkspaceId) =>
  db
    .selectFrom('client')
    .select(clientColumns)
    .where('brandId', '=', brandId)
    .orderBy(sql`archived_at is not null`)
    .orderBy('name')
    .orderBy('id')
    .execute();

export const countActiveClients = async (db: Db, brandId: WorkspaceId): Promise<number> =>
  (
    await db
      .selectFrom('client')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('brandId', '=', brandId)
      .where('archivedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

export const insertClient = (db: Transaction<Database>, row: Insertable<Database['client']>) =>
  db.insertInto('client').values(row).returning('id').executeTakeFirstOrThrow();

/** Updates a client of a brand. Returns undefined if the brand has no such client. */
export const updateClient = (
  db: Transaction<Database>,
  where: { id: string; brandId: WorkspaceId },
  change: Partial<ClientDetails & { name: string; archivedAt: Date | null }>,
) =>
  db
    .updateTable('client')
    .set(change)
    .where('id', '=', where.id)
    .where('brandId', '=', where.brandId)
    .returning('name')
    .executeTakeFirst();

/** Returns the details and the logo of a brand's client, or undefined if the brand has no such client. */
export const findClient = (db: Db, where: { id: string; brandId: WorkspaceId }) =>
  selectClient(db, where).executeTakeFirst();

/** As `findClient`, and locks the client. */
export const lockClient = (db: Transaction<Database>, where: { id: string; brandId: WorkspaceId }) =>
  selectClient(db, where).forNoKeyUpdate().executeTakeFirst();

const selectClient = (db: Db, where: { id: string; brandId: WorkspaceId }) =>
  db.selectFrom('client').select(clientColumns).where('id', '=', where.id).where('brandId', '=', where.brandId);

export const setClientLogo = (db: Transaction<Database>, id: string, logoUrl: string | null) =>
  db.updateTable('client').set({ logoUrl }).where('id', '=', id).execute();

/** Whether a brand can order for a client. It cannot if the client is archived. */
export const hasActiveClient = async (db: Db, where: { id: string; brandId: WorkspaceId }): Promise<boolean> =>
  (await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', where.id)
    .where('brandId', '=', where.brandId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Locks a brand, so that its clients can be counted before one is added. */
export const lockClientOwner = (db: Transaction<Database>, brandId: WorkspaceId) =>
  db.selectFrom('workspace').select('id').where('id', '=', brandId).forNoKeyUpdate().executeTakeFirst();
