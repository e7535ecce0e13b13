/** Divides the usernames of all listed creators into the parts of the site map. */
import type { Deps } from '../../../core/deps.ts';
import type { Db } from '../../../db/schema.ts';
import { listSitemapPartStarts, listSitemapUsernames } from './sitemap.sql.ts';
import { getFigure } from '../figures/figures.service.ts';

/**
 * Number of URLs in one part of the site map. Leaves room for creators who join before the parts are computed again.
 */
const SITEMAP_PART_SIZE = 9_000;
const MAX_USERNAMES_PER_PART = 10_000;

async function computeSitemapParts(db: Db) {
  return { from: await listSitemapPartStarts(db, SITEMAP_PART_SIZE) };
}

export const SITEMAP_PARTS = { name: 'parts', compute: computeSitemapParts };

export const countSitemapParts = async (deps: Deps): Promise<number> =>
  (await getFigure(deps, SITEMAP_PARTS)).from.length;

/** Lists the usernames in part `part` of the site map, counted from 0. Returns undefined if there is no such part. */
export async function findSitemapPart(deps: Deps, part: number): Promise<string[] | undefined> {
  const { from } = await getFigure(deps, SITEMAP_PARTS);
  const first = from[part];
  if (first === undefined) return undefined;
  return listSitemapUsernames(deps.stale, { from: first, to: from[part + 1] ?? null, limit: MAX_USERNAMES_PER_PART });
}
