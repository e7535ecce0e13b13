import type Stripe from 'stripe';

/** The `error` object in Stripe's error responses. */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  doc_url?: string;
  charge?: string;
  advice_code?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  request_log_url?: string;
}

/** A Stripe error. Endpoints throw it, and the API converts it to JSON. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  /** True if the endpoint had started to execute. Such a response is stored under its idempotency key. */
  readonly executed: boolean;
  /** True if the endpoint's changes must be kept. For example, a declined card leaves a failed charge behind. */
  readonly keepChanges: boolean;

  constructor(status: number, body: StripeErrorBody, how: { executed?: boolean; keepChanges?: boolean } = {}) {
    super(body.message);
    this.status = status;
    this.body = body.code === undefined ? body : { ...body, doc_url: getDocUrl(body.code) };
    this.executed = how.executed ?? true;
    this.keepChanges = how.keepChanges ?? false;
  }
}

export function getDocUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/**
 * Creates a 400 error for invalid parameters. The request was not executed, so the error is not stored under the
 * idempotency key.
 */
export function createParameterError(message: string, param: string | null, code?: string): StripeFailure {
  return new StripeFailure(
    400,
    {
      type: 'invalid_request_error',
      message,
      ...(param === null ? {} : { param }),
      ...(code === undefined ? {} : { code }),
    },
    { executed: false },
  );
}

/** Creates an error, 400 by default, for a valid request that is not possible in the current state. */
export function createRefusedError(message: string, more: Partial<StripeErrorBody> = {}, status = 400): StripeFailure {
  return new StripeFailure(status, { type: 'invalid_request_error', message, ...more });
}

/**
 * Creates the error `No such <kind>: '<id>'`, with status 404 if the ID was in the path and 400 if it was a
 * parameter.
 */
export function createMissingError(kind: string, id: string, param: string, inPath: boolean): StripeFailure {
  return new StripeFailure(inPath ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

/**
 * Formats an amount such as `$12.34`, as in Stripe's messages. `cents` is an integer in the currency's smallest
 * unit.
 */
export function formatStripeAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);
}
