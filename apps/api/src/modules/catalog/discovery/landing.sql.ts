/** Queries for the landing page. Only a job runs them. */
import { sql } from 'kysely';
import { isForSaleSql } from '../../../db/for-sale.ts';
import type { Db } from '../../../db/schema.ts';
import type { CreatorWithPackage } from './discovery.sql.ts';

/**
 * Lists creators with a photo for the landing page, in the order of “Best match” (`creator_listing.match_rank`). The
 * best creator of each category comes before the second best of any category.
 */
export async function listFeaturedCreators(db: Db, limit: number): Promise<CreatorWithPackage[]> {
  const { rows } = await sql<CreatorWithPackage>`
    with page as materialized (
      select ranked.creator_id, completed, row_number() over (order by place, match_rank desc, followers desc,
        creator_id desc) as position from (
        select l.creator_id, l.completed, l.match_rank, l.followers,
          row_number() over (partition by l.categories[1] order by l.match_rank desc, l.followers desc, l.creator_id desc) as place
        from creator_listing l join workspace u on u.id = l.creator_id and u.profile_image_url is not null
      ) as ranked
      order by position limit ${sql.lit(limit)}
    )
    select cards.card, cards.offers -> 0 as offer, page.completed as completed_bookings
    from page join creator_card cards on cards.creator_id = page.creator_id
    order by page.position`.execute(db);
  return rows;
}

/** Counts creators by category. A creator with two categories counts in both. */
export async function countCreatorsByCategory(db: Db): Promise<{ category: string; creators: number }[]> {
  const { rows } = await sql<{ category: string; creators: number }>`
    select category, count(*)::int as creators from creator_listing, unnest(categories) as category group by category
      order by creators desc, category`.execute(db);
  return rows;
}

interface MarketplaceFigures {
  creators: number;
  packages: number;
  completedBookings: number;
  paidOutCents: number;
}

/**
 * Returns the marketplace totals of the landing page. `paidOutCents` is the sum of all payouts to creators, without
 * subtracting reversals.
 */
export async function sumMarketplace(db: Db): Promise<MarketplaceFigures> {
  const { rows } = await sql<MarketplaceFigures>`
    select
      (select count(*) from creator_listing)::int as creators,
      (select count(*) from package join creator_listing using (creator_id) where ${isForSaleSql})::int as packages,
      (select count(*) from booking where status = 'completed'
        and payment_state not in ('refunding', 'refunded'))::int as completed_bookings,
      (select coalesce(sum(amount_cents), 0) from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id
        where account = 'creator' and kind = 'release')::int8 as paid_out_cents`.execute(db);
  return rows[0] ?? { creators: 0, packages: 0, completedBookings: 0, paidOutCents: 0 };
}
