import type Stripe from 'stripe';

/** The `error` object of Stripe's error answers. */
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

/** An answer that is a Stripe error. Thrown by handlers, turned into JSON by the API. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  /** True when the endpoint had begun to execute: such an answer is stored under its idempotency key. */
  readonly executed: boolean;
  /** True when what the handler changed must be kept (a declined card leaves a failed charge behind). */
  readonly keepChanges: boolean;

  constructor(status: number, body: StripeErrorBody, how: { executed?: boolean; keepChanges?: boolean } = {}) {
    super(body.message);
    this.status = status;
    this.body = body.code === undefined ? body : { ...body, doc_url: getDocUrl(body.code) };
    this.executed = how.executed ?? true;
    this.keepChanges = how.keepChanges ?? false;
  }
}

/** Where Stripe documents an error code. */
export function getDocUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** A 400 for parameters that fail validation; nothing was executed, so no key remembers it. */
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

/** A 400 for a request that is well-formed but cannot be done now. */
export function createRefusedError(message: string, more: Partial<StripeErrorBody> = {}, status = 400): StripeFailure {
  return new StripeFailure(status, { type: 'invalid_request_error', message, ...more });
}

/** `No such thing: 'id'`: 404 when the id stood in the path, 400 when it came as a parameter. */
export function createMissingError(kind: string, id: string, param: string, inPath: boolean): StripeFailure {
  return new StripeFailure(inPath ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

/** `$12.34` as Stripe writes amounts inside messages. `cents` is an integer number of the currency's smallest unit. */
export function formatStripeAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);
}
