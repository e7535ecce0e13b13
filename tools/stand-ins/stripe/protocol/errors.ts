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
  setup_intent?: Stripe.SetupIntent;
  request_log_url?: string;
}

/** Error that an endpoint throws and the API returns as JSON. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  /** True if the endpoint had begun to execute. The response is then stored under the idempotency key. */
  readonly executed: boolean;
  /** True if the changes so far must be kept, for example the failed charge of a declined card. */
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
 * Creates a 400 error for an invalid parameter. It is not stored under the idempotency key, because the request was
 * not executed.
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

/** Creates an error for a valid request that is not possible in the current state. The status is 400 by default. */
export function createRefusedError(message: string, more: Partial<StripeErrorBody> = {}, status = 400): StripeFailure {
  return new StripeFailure(status, { type: 'invalid_request_error', message, ...more });
}

/**
 * Creates the error `No such <kind>: '<id>'`. The status is 404 if the ID was in the path, and 400 if it was in a
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
 * Formats an amount as in Stripe's messages, for example `$12.34`. `cents` is an integer in the smallest unit of the
 * currency.
 */
export function formatStripeAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);
}
