import { createHash } from 'node:crypto';
import { DAY_SECONDS } from '../store/clock.ts';
import { StripeFailure, createParameterError } from './errors.ts';
import type { Store, StoredAnswer } from '../store/store.ts';

const KEY_RETENTION_SECONDS = DAY_SECONDS;
const MAX_KEY_LENGTH = 255;

/** Returns a digest of a request, to detect an idempotency key that is reused for a different request. */
export function digestRequest(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64');
}

/** Stores responses under idempotency keys, as Stripe does for POST requests. */
export class IdempotencyStore {
  readonly #store: Store;
  readonly #inFlight = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Returns the response stored under `key`. If there is none, it reserves the key until `release` and returns null.
   * Throws 400 if the key is too long or was used for another request, and 409 while the first request with the key
   * is running.
   */
  take(key: string, request: string): StoredAnswer | null {
    if (key.length > MAX_KEY_LENGTH) {
      throw createParameterError(
        `Idempotency key is too long: ${key.length} characters, and at most ${MAX_KEY_LENGTH} are allowed.`,
        null,
      );
    }
    this.prune();
    if (this.#inFlight.has(key)) {
      throw new StripeFailure(
        409,
        {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        },
        { executed: false },
      );
    }
    const stored = this.#store.answers.get(key);
    if (stored !== undefined) {
      if (stored.request !== request) {
        throw new StripeFailure(
          400,
          {
            type: 'idempotency_error',
            message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          },
          { executed: false },
        );
      }
      return stored;
    }
    this.#inFlight.add(key);
    return null;
  }

  release(key: string): void {
    this.#inFlight.delete(key);
  }

  /** Deletes responses that are more than one day old by the stand-in's clock. */
  prune(): void {
    const oldest = this.#store.clock.now() - KEY_RETENTION_SECONDS;
    for (const [key, answer] of this.#store.answers) {
      // Responses are in chronological order unless the clock was moved back, so stop at the first recent one.
      if (answer.at > oldest && this.#store.clock.monotone) break;
      if (answer.at <= oldest) this.#store.answers.delete(key);
    }
  }
}
