/**
 * Limits how much of a process's time one network can use with expensive public reads, so that a network that sends
 * thousands of searches does not slow down other callers. Kept in memory, because a write to the database would cost
 * more than many of these reads.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../config/env.ts';
import { Failure } from './failures.ts';
import { toNetwork } from './network.ts';

/**
 * A network may use 3 s of every 10 s. A search page costs about 30 ms, including its suggestions, so this is enough
 * for 100 search pages in ten seconds. An office of 300 people who search all at once loads about 80.
 */
const BUDGET_MS = 3_000;
const WINDOW_SECONDS = 10;
/**
 * A refusal takes as long as this. Without the delay, a client that repeats refused calls at once would use as much
 * time with refusals as with searches: 2,000 a second on 48 connections.
 */
const REFUSAL_DELAY_MS = 1_000;

/** The time that each network has used, in memory. */
export type NetworkBudget = RateLimiterMemory;

/** The dependencies that the budget needs (core/deps.ts). */
interface BudgetDeps {
  readonly env: Env;
  readonly memory: { readonly networkBudget: NetworkBudget };
}

export const createNetworkBudget = (): NetworkBudget =>
  new RateLimiterMemory({ points: BUDGET_MS, duration: WINDOW_SECONDS });

/**
 * Charges `ms` milliseconds of server time to the network of an IP address. Throws NETWORK_BUSY after a short delay if
 * its budget is used up. RATE_LIMIT=off disables this.
 */
export async function spendNetworkBudget(deps: BudgetDeps, ip: string, ms: number): Promise<void> {
  const waitMs = await spend(deps, ip, ms);
  if (waitMs === null) return;
  await sleep(REFUSAL_DELAY_MS, undefined, { ref: false });
  throw new Failure('NETWORK_BUSY', undefined, waitMs - REFUSAL_DELAY_MS);
}

/** Like `spendNetworkBudget`, but returns false at once if the budget is used up. */
export const trySpendNetworkBudget = async (deps: BudgetDeps, ip: string, ms: number): Promise<boolean> =>
  (await spend(deps, ip, ms)) === null;

/** Returns null, or the time in milliseconds until the network has a new budget. */
async function spend({ env, memory }: BudgetDeps, ip: string, ms: number): Promise<number | null> {
  if (env.RATE_LIMIT === 'off') return null;
  try {
    await memory.networkBudget.consume(toNetwork(ip), ms);
    return null;
  } catch (error) {
    // The library rejects with its result. It cannot fail otherwise, because it is in memory.
    return (error as RateLimiterRes).msBeforeNext;
  }
}
