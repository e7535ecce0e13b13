import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { refreshIfTooOld, type Figure } from '../figures/figures.service.ts';
import { PRICES } from '../market/prices.service.ts';
import { SITEMAP_PARTS } from '../market/sitemap.service.ts';
import { TOPICS } from '../market/topics.service.ts';
import { CATEGORY_FACETS, FACETS } from './facets.service.ts';
import { LANDING } from './landing.service.ts';
import { TERMS } from './spelling.service.ts';

const FIGURES: readonly Figure<object>[] = [LANDING, PRICES, SITEMAP_PARTS, FACETS, ...CATEGORY_FACETS, TERMS, TOPICS];

export const discoveryJobs = (deps: Deps) =>
  ({
    // A job from before a deployment may name precomputed data that no longer exists.
    'discovery.refresh': async ({ figure: name }) => {
      const figure = FIGURES.find((each) => each.name === name);
      if (figure !== undefined) await refreshIfTooOld(deps, figure);
    },
  }) satisfies Partial<JobHandlers>;
