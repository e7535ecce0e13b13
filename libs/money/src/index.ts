/** Integer US cents, the platform fee and their text forms. No money in this product is ever a float. */

declare const centsBrand: unique symbol;

/** A whole number of US cents, e.g. 19900 for $199.00. Made by `cents`, `parseDollars` or arithmetic below. */
export type Cents = number & { readonly [centsBrand]: 'Cents' };

/**
 * Takes a whole number and returns it as cents.
 * Throws RangeError when it is not a safe integer: a fraction of a cent is always a bug.
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of cents: ${value}`);
  return value as Cents;
}

/** Decisions "Money": the platform adds 15% of the package price on top. */
export const FEE_PERCENT = 15;

/** Decisions "Money": a price is $1.00 to $100,000.00. */
export const MIN_PRICE = 100 as Cents;
export const MAX_PRICE = 10_000_000 as Cents;

/**
 * The platform fee for a price in cents: 15%, rounded half up to the cent.
 * Integer arithmetic only (safety.md M4: floor((15·price + 50) / 100)).
 */
export function feeOf(price: Cents): Cents {
  return Math.floor((FEE_PERCENT * price + 50) / 100) as Cents;
}

/** What a brand pays and who gets what, all in cents. */
export interface Quote {
  readonly priceCents: Cents;
  readonly feeCents: Cents;
  readonly totalCents: Cents;
}

/** The quote for a package price in cents: the creator receives `priceCents`, the brand pays `totalCents`. */
export function quote(priceCents: Cents): Quote {
  const feeCents = feeOf(priceCents);
  return { priceCents, feeCents, totalCents: (priceCents + feeCents) as Cents };
}

/**
 * The highest price whose total (price and fee) is at most `total`. Not every total can be met exactly: the fee is
 * rounded. Below $1.00 there may be none, and the answer is 0.
 */
export function priceWithin(total: Cents): Cents {
  let price = Math.max(0, Math.floor((total * 100) / (100 + FEE_PERCENT)) + 1);
  while (price > 0 && quote(price as Cents).totalCents > total) price -= 1;
  return price as Cents;
}

/** What is left for whom when a payment is divided, all in cents. */
export interface Division {
  readonly creatorCents: number;
  readonly feeCents: number;
  readonly refundCents: number;
}

/**
 * Divides what a brand paid for a package of `priceCents` when the creator keeps `creatorCents` of the price.
 * The fee goes with what is released: 15% of it, rounded half up like every fee; the brand gets the rest back, to the
 * cent. All of the price leaves nothing to refund; none of it refunds everything. Throws RangeError outside of that.
 */
export function splitOf(priceCents: Cents, creatorCents: Cents): Division {
  if (creatorCents < 0 || creatorCents > priceCents)
    throw new RangeError(`Not a part of ${priceCents}: ${creatorCents}`);
  const feeCents = feeOf(creatorCents);
  return { creatorCents, feeCents, refundCents: priceCents + feeOf(priceCents) - creatorCents - feeCents };
}

/** Decisions "Money": '1e9', '0x10', ' 12 ', '12.345' and 'NaN' are not prices; they are refused, never coerced. */
const DOLLARS = /^(0|[1-9]\d{0,5})(\.\d{1,2})?$/;

/** Takes decimal text such as '199' or '199.5' and returns cents, or null when it is not a plain dollar amount. */
export function parseDollars(text: string): Cents | null {
  if (!DOLLARS.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  return (Number(whole) * 100 + Number(fraction.padEnd(2, '0'))) as Cents;
}

/** Takes decimal text and returns a price in cents, or null when it is malformed or outside $1.00 to $100,000.00. */
export function parsePrice(text: string): Cents | null {
  const amount = parseDollars(text);
  return amount !== null && amount >= MIN_PRICE && amount <= MAX_PRICE ? amount : null;
}

/** Cents as the decimal text of the REST calls: 19900 → '199.00'. */
export function decimal(amount: number): string {
  const whole = Math.trunc(Math.abs(amount) / 100);
  const fraction = String(Math.abs(amount) % 100).padStart(2, '0');
  return `${amount < 0 ? '-' : ''}${whole}.${fraction}`;
}

/** Cents as a person reads them: 123456 → '$1,234.56'. Forms, checkout and receipts show cents. */
export function formatDollars(amount: number): string {
  const [whole = '', fraction = ''] = decimal(Math.abs(amount)).split('.');
  return `${amount < 0 ? '-' : ''}$${grouped(whole)}.${fraction}`;
}

/** Cents in whole dollars, rounded half up: 19950 → '$200'. Package cards show whole dollars (spec §2, version A). */
export function formatWholeDollars(amount: number): string {
  const dollars = Math.floor((Math.abs(amount) + 50) / 100);
  return `${amount < 0 ? '-' : ''}$${grouped(String(dollars))}`;
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');
