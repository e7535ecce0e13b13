import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { createPackageFilter, planPerSearch, fromMatchingListings, type SearchCriteria } from './discovery.sql.ts';

export type FacetName = 'categories' | 'platforms' | 'languages' | 'days' | 'prices' | 'ratings';

/** The filter values for which results are counted: delivery days, prices in cents, ratings in tenths of a star. */
export interface FacetSteps {
  days: readonly number[];
  prices: readonly number[];
  ratings: readonly number[];
}

interface FacetRow {
  facet: FacetName | 'all';
  value: string;
  count: number;
}

/**
 * Counts the matching creators for each value of these facets. The row `all` contains the number of creators that
 * were read. If it is `most` + 1, more creators match. The search must not contain the facets' own filters.
 */
export async function listFacetCounts(
  db: Db,
  search: SearchCriteria,
  facets: readonly FacetName[],
  steps: FacetSteps,
  most: number,
): Promise<FacetRow[]> {
  // Filters that must match the same package also apply to the counts.
  const offer = (least: 'price_cents' | 'delivery_days') =>
    sql`(select min(${sql.ref(`o.${least}`)}) from package_listing o
      where o.creator_id = l.creator_id ${createPackageFilter(search, sql`o.price_cents`, sql`o.delivery_days`)})`;
  const hasBudget = search.minPriceCents !== null || search.maxPriceCents !== null;
  const days = hasBudget ? offer('delivery_days') : sql`l.min_days`;
  const price = search.maxDays === null ? sql`l.min_price_cents` : offer('price_cents');
  const isAsked = (facet: FacetName) => facets.includes(facet);
  const base = sql`select l.categories, l.platforms, l.languages, l.rating_tenths as rating,
    ${isAsked('days') ? days : sql`null::int`} as days, ${isAsked('prices') ? price : sql`null::int`} as price
    ${fromMatchingListings(search)}`;
  const byStep = (facet: keyof FacetSteps, isWithin: RawBuilder<unknown>) =>
    isAsked(facet)
      ? sql`union all select ${sql.lit(facet)}, step::text, count(*)::int
          from base join unnest(${[...steps[facet]]}::int[]) as step on ${isWithin} group by step`
      : sql``;
  const { rows } = await sql<FacetRow>`
    ${planPerSearch(search)} with base as materialized (${base} limit ${sql.lit(most + 1)})
    select 'all' as facet, '' as value, count(*)::int as count from base
    ${sql.join(
      (['categories', 'platforms', 'languages'] as const)
        .filter(isAsked)
        .map(
          (facet) =>
            sql`union all select ${sql.lit(facet)}, value, count(*)::int from base, unnest(${sql.ref(facet)}) as value group by value`,
        ),
      sql` `,
    )}
    ${byStep('days', sql`days <= step`)}
    ${byStep('prices', sql`price <= step`)}
    ${byStep('ratings', sql`rating >= step`)}`.execute(db);
  return rows;
}
