/** Creates objects at Stripe exactly once, even if answers are lost. */
import { HOUR_MS } from '@marquee/booking';
import type { Deps } from '../../core/deps.ts';
import { StripeGaveUpError, StripeRefusedError } from '../../gateways/stripe.ts';

/** A Stripe object that belongs to one of our rows. */
interface StripeObjectRequest {
  /** Number of requests that definitely failed. It is part of the idempotency key. */
  attempt: number;
  /** Time since which a request with this key may exist. */
  since: Date;
  /** Returns the object's id if Stripe has the object. */
  find(): Promise<string | null>;
  /** Requests the object with the idempotency key of this attempt. */
  make(attempt: number): Promise<string>;
  /** Records that this attempt definitely failed, so that the next one is a new request. */
  countFailure(attempt: number): Promise<unknown>;
}

/**
 * Stripe keeps an idempotency key for at least 24 hours. After half of that, the object is searched before it is
 * requested again.
 */
const IDEMPOTENCY_KEY_TRUSTED_MS = 12 * HOUR_MS;

/**
 * Returns the id of the object, which is created or found. The outcome of a request decides about the key of the
 * next one:
 * - After a timeout, a lost connection or a 5xx, the outcome is unknown. The error is thrown, and the next attempt
 *   uses the same key.
 * - If Stripe repeats a stored 5xx (StripeGaveUpError), the request is over. The object is looked up. If Stripe does
 *   not have it, the next attempt is a new request.
 * - A refused request (StripeRefusedError) created nothing, but an earlier request may have. The object is looked
 *   up, too.
 */
export async function createStripeObjectOnce(deps: Pick<Deps, 'now'>, effect: StripeObjectRequest): Promise<string> {
  const isOld = effect.since.getTime() + IDEMPOTENCY_KEY_TRUSTED_MS < deps.now().getTime();
  const known = isOld ? await effect.find() : null;
  if (known !== null) return known;
  try {
    return await effect.make(effect.attempt);
  } catch (error) {
    if (!(error instanceof StripeRefusedError || error instanceof StripeGaveUpError)) throw error;
    const made = await effect.find();
    if (made !== null) return made;
    await effect.countFailure(effect.attempt);
    throw error;
  }
}
