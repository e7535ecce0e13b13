/** Creates Stripe objects exactly once, even if responses are lost. */
import { HOUR_MS } from '@marquee/time';
import type { Deps } from '../../../core/deps.ts';
import { StripeGaveUpError, StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import { wasEverRestored } from '../../staff/restores/restores.service.ts';

/** The Stripe object to create for one of our rows. */
interface StripeObjectRequest {
  /**
   * Number of requests that have definitely failed. It is part of the idempotency key, so that the next request is a
   * new one.
   */
  attempt: number;
  /** The earliest time at which a request with this idempotency key may have been sent. */
  since: Date;
  /** Returns the object's id if it exists at Stripe. */
  find(): Promise<string | null>;
  /** Requests the object with the idempotency key of this attempt. */
  make(attempt: number): Promise<string>;
  /** Records that this attempt definitely failed, so that the next one uses a new idempotency key. */
  countFailure(attempt: number): Promise<unknown>;
}

/**
 * Stripe keeps an idempotency key for at least 24 hours. After half of that time, the object is looked up before
 * another request is sent.
 */
const IDEMPOTENCY_KEY_TRUSTED_MS = 12 * HOUR_MS;

/**
 * Returns the id of the object. Creates the object if it does not exist. The outcome of a request determines the
 * idempotency key of the next one:
 * - After a timeout, a lost connection or a 5xx, the outcome is unknown. The error is thrown, and the next attempt
 * uses the same key.
 * - If Stripe repeats a stored 5xx (StripeGaveUpError), the request will never succeed. The object is looked up. If
 * Stripe does not have it, the next attempt uses a new key.
 * - A refused request (StripeRefusedError) created nothing, but an earlier request may have. The object is also
 * looked up in this case.
 */
export async function createStripeObjectOnce(
  deps: Pick<Deps, 'db' | 'now'>,
  effect: StripeObjectRequest,
): Promise<string> {
  const isOld = effect.since.getTime() + IDEMPOTENCY_KEY_TRUSTED_MS < deps.now().getTime();
  // After a restore of the database, an earlier settlement may have created the object, with a key that Stripe no
  // longer knows.
  const existing = isOld || (await wasEverRestored(deps)) ? await effect.find() : null;
  if (existing !== null) return existing;
  try {
    return await effect.make(effect.attempt);
  } catch (error) {
    if (!(error instanceof StripeRefusedError || error instanceof StripeGaveUpError)) throw error;
    const created = await effect.find();
    if (created !== null) return created;
    await effect.countFailure(effect.attempt);
    throw error;
  }
}
