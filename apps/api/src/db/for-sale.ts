import { sql } from 'kysely';

/**
 * SQL condition for a package that is for sale: its creator has activated it, staff have not hidden it, and the
 * creator's account is neither suspended nor deleted. `isForSale` in libs/validation implements the same rule for
 * the web app.
 */
export const isForSaleSql = sql<boolean>`(package.is_active and package.hidden_at is null and not exists (
  select from workspace owner
  where owner.id = package.creator_id and (owner.suspended_at is not null or owner.deleted_at is not null)))`;
