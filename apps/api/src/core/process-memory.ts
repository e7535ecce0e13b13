/**
 * The state that a process keeps in memory between calls. It is created with the dependencies, so that two servers in
 * one process share nothing.
 */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Env } from '../config/env.ts';
import type { Metrics } from './metrics.ts';
import { createNetworkBudget, type NetworkBudget } from './network-budget.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

const MAX_CACHED_FACETS = 500;

export interface ProcessMemory {
  readonly rateLimits: RateLimits;
  readonly networkBudget: NetworkBudget;
  /** The counts of search results by search (facets.service.ts). */
  readonly facets: ReadCache;
  /** The current operator terms (operator-terms.service.ts). */
  readonly operatorTerms: ReadCache;
  /** The names of figures whose refresh is just being enqueued (figures.service.ts). */
  readonly pendingRefreshes: Set<string>;
}

export const createProcessMemory = ({
  env: { TIMING },
  pool,
  metrics,
}: {
  env: Env;
  pool: pg.Pool;
  metrics: Metrics;
}): ProcessMemory => ({
  rateLimits: createRateLimits(pool),
  networkBudget: createNetworkBudget(),
  facets: createReadCache({
    max: MAX_CACHED_FACETS,
    ttlMs: TIMING.facetsMs,
    onRead: (isHit) => metrics.countCacheRead('filter_counts', isHit),
  }),
  operatorTerms: createReadCache({ max: 1, ttlMs: TIMING.termsMs }),
  pendingRefreshes: new Set(),
});

/** The results of reads, by key. */
interface ReadCache {
  /** Returns the cached result for `key`, or else the result of `read`, which is then cached unless it fails. */
  read<T>(key: string, read: () => Promise<T>): Promise<T>;
  clear(): void;
}

/**
 * Creates a cache that keeps up to `max` results for `ttlMs` each, or no results if `ttlMs` is 0. Calls `onRead` for
 * each read of the cache.
 */
function createReadCache({
  max,
  ttlMs,
  onRead = () => {},
}: {
  max: number;
  ttlMs: number;
  onRead?: (isHit: boolean) => void;
}): ReadCache {
  if (ttlMs === 0) return { read: (_key, read) => read(), clear() {} };
  const results = new LRUCache<string, Promise<unknown>>({ max, ttl: ttlMs });
  return {
    read<T>(key: string, read: () => Promise<T>) {
      const cached = results.get(key) as Promise<T> | undefined;
      onRead(cached !== undefined);
      if (cached !== undefined) return cached;
      const reading = read();
      results.set(key, reading);
      reading.catch(() => results.delete(key));
      return reading;
    },
    clear: () => results.clear(),
  };
}
