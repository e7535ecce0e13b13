/** Creates objects at Stripe exactly once, even if answers are lost. */
import { HOUR_MS } from '@marquee/booking';
import type { Deps } from '../../core/deps.ts';
import { StripeGaveUpError, StripeRefusedError } from '../../gateways/stripe.ts';

/** A Stripe object that belongs to one of our rows. */
interface StripeObjectRequest {
  /** Number of requests that definitely failed. It is part of the idempotency key. */
  attempt: number;
  /** Since when a request under this key may have been made. */
  since: Date;
  /** The object, if it was made; asked of Stripe. */
  find(): Promise<string | null>;
  /** Asks for it under the key of this attempt. */
  make(attempt: number): Promise<string>;
  /** Notes that this attempt definitely did nothing: the next try is a new request. */
  countFailure(attempt: number): Promise<unknown>;
}

/**
 * Stripe keeps an idempotency key for at least 24 hours. After half of that, the object is searched before it is
 * requested again.
 */
const IDEMPOTENCY_KEY_TRUSTED_MS = 12 * HOUR_MS;

/**
 * The id of the object, made now or found. What is definite and what is not decides the key:
 * - a time-out, a lost connection, a 5xx: unknown. The error goes up and the next try carries the same key.
 * - a 5xx that Stripe repeats from memory (StripeGaveUp): the
 * request is over. It is looked up; only when Stripe does not
 *   have the object the next try is a new request.
 * - a refusal (StripeRefused): nothing was made by it. An earlier
 * request may have done it already, so it is looked up, too.
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
