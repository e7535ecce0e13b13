/** Provides the data of the landing page. */
import type { Deps } from '../../../core/deps.ts';
import type { Db } from '../../../db/schema.ts';
import { getOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import { countCreatorsByCategory, listFeaturedCreators, sumMarketplace } from './landing.sql.ts';
import { toListedCreator, withQuote } from './discovery.service.ts';
import { getFigure } from '../figures/figures.service.ts';

const FEATURED_CREATORS = 9;

async function computeLanding(db: Db) {
  const [figures, categories, featured] = await Promise.all([
    sumMarketplace(db),
    countCreatorsByCategory(db),
    listFeaturedCreators(db, FEATURED_CREATORS),
  ]);
  return { ...figures, categories, featured: featured.map(toListedCreator) };
}

export const LANDING = { name: 'landing', compute: computeLanding };

/** Returns the data of the landing page. The totals of packages include the current fee. */
export async function getLanding(deps: Deps) {
  const [{ featured, ...figures }, { feeBps }] = await Promise.all([getFigure(deps, LANDING), getOperatorTerms(deps)]);
  return { ...figures, featured: featured.map((item) => withQuote(item, feeBps)) };
}
