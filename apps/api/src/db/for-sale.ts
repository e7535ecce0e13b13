import { sql } from 'kysely';

/**
 * What is for sale, of a query over `package`: switched on by its creator, not hidden by staff, and the creator's
 * account is neither suspended nor deleted. The page's half of it is `isForSale` in libs/validation.
 */
export const isForSaleSql = sql<boolean>`(package.is_active and package.hidden_at is null and not exists (
  select from app_user owner
  where owner.id = package.creator_id and (owner.suspended_at is not null or owner.deleted_at is not null)))`;
