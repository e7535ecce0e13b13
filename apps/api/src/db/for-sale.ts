import { sql } from 'kysely';

/**
 * Condition on `package` for packages that are on sale: the creator activated the package, staff have not hidden it,
 * and the creator's account is neither suspended nor deleted. `isForSale` in libs/validation checks the same on
 * pages.
 */
export const isForSaleSql = sql<boolean>`(package.is_active and package.hidden_at is null and not exists (
  select from app_user owner
  where owner.id = package.creator_id and (owner.suspended_at is not null or owner.deleted_at is not null)))`;
