import { sql } from 'kysely';

/**
 * Condition for packages that are for sale: the creator has activated the package, staff have not hidden it, and the
 * creator's account is neither suspended nor deleted. `isForSale` in libs/validation is the same rule for pages.
 */
export const isForSaleSql = sql<boolean>`(package.is_active and package.hidden_at is null and not exists (
  select from app_user owner
  where owner.id = package.creator_id and (owner.suspended_at is not null or owner.deleted_at is not null)))`;
