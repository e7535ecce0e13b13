/** The errors of Stripe's API that callers tell apart. */
import { Stripe } from 'stripe';

/**
 * Stripe has rejected a request, and would reject each retry as well. Not used for a timeout, a 5xx response or a
 * rate limit, after which a retry may succeed.
 */
export class StripeRefusedError extends Error {
  readonly code: string | undefined;

  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/**
 * Stripe has stored a 5xx response under the idempotency key and returns it for each retry with this key. The
 * request may still have had an effect, so the caller has to read the object from Stripe. Not thrown for a first 5xx
 * response, because a retry with the same key may still succeed.
 */
export class StripeGaveUpError extends Error {
  constructor(cause: Stripe.errors.StripeError) {
    super(cause.message, { cause });
  }
}

/**
 * Converts Stripe's definite errors to StripeRefusedError and StripeGaveUpError. After any other error, the effect
 * of the request is unknown, and the caller has to retry it.
 */
export async function classifyStripeErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new StripeRefusedError(error);
    // Stripe reports this for an account that does not exist or is not ours.
    if (error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid')
      throw new StripeRefusedError(error);
    if (error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true')
      throw new StripeGaveUpError(error);
    throw error;
  }
}
