/**
 * Amounts of money in integer US cents, the platform fee, and the text formats of amounts. Amounts are never
 * floating-point numbers of dollars.
 */

declare const centsBrand: unique symbol;

/** A whole number of US cents: 19900 is $199.00. */
export type Cents = number & { readonly [centsBrand]: 'Cents' };

/**
 * Converts an integer to cents. Throws RangeError if it is not a safe integer, because a fraction of a cent is always a
 * bug.
 */
export function toCents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of cents: ${value}`);
  return value as Cents;
}

/** A rate in basis points, which are hundredths of a percent: 1500 is 15%. */
export type BasisPoints = number;

/** The default platform fee: 15%, added to the package price (requirements R1.4). The operator can set another rate. */
export const DEFAULT_FEE_BPS: BasisPoints = 1500;

/** The highest rate that an operator may set: 30%. */
export const MAX_FEE_BPS: BasisPoints = 3000;

/** Formats a rate: 1500 becomes '15%', and 1250 becomes '12.5%'. */
export const formatRate = (rate: BasisPoints): string => `${rate / 100}%`;

/** Prices range from $1.00 to $100,000.00 (requirements R10.3). */
export const MIN_PRICE_CENTS = 100 as Cents;
export const MAX_PRICE_CENTS = 10_000_000 as Cents;

/**
 * Computes the platform fee in cents, rounded half up (safety.md M4: floor((rate·price + 5000) / 10000)). Uses integer
 * arithmetic only.
 */
export function computeFee(price: Cents, rate: BasisPoints): Cents {
  return Math.floor((rate * price + 5_000) / 10_000) as Cents;
}

const RATE_PATTERN = /^(0|[1-9]\d?)(\.\d{1,2})?$/;

/** Parses a percentage such as '15' or '12.5' to basis points. Returns null if it is malformed or too high. */
export function parseRate(text: string): BasisPoints | null {
  if (!RATE_PATTERN.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  const rate = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return rate <= MAX_FEE_BPS ? rate : null;
}

export interface Quote {
  readonly priceCents: Cents;
  readonly feeBps: BasisPoints;
  readonly feeCents: Cents;
  readonly totalCents: Cents;
}

/** Computes the quote for a package price. The creator receives `priceCents`, and the brand pays `totalCents`. */
export function computeQuote(priceCents: Cents, feeBps: BasisPoints): Quote {
  const feeCents = computeFee(priceCents, feeBps);
  return { priceCents, feeBps, feeCents, totalCents: (priceCents + feeCents) as Cents };
}

/**
 * Returns the highest price whose total including the fee is at most `total`, or 0 if there is none. The total of
 * this price may be lower than `total`, because not every total is possible: the fee is rounded.
 */
export function findPriceWithin(total: Cents, feeBps: BasisPoints): Cents {
  let price = Math.max(0, Math.floor((total * 10_000) / (10_000 + feeBps)) + 1);
  while (price > 0 && computeQuote(price as Cents, feeBps).totalCents > total) price -= 1;
  return price as Cents;
}

/** The default limit of an agency's share of the price: 20%. The operator can set another one. */
export const DEFAULT_AGENCY_CAP_BPS: BasisPoints = 2000;

/** The highest limit of an agency's share that an operator may set: 50%. */
export const MAX_AGENCY_CAP_BPS: BasisPoints = 5000;

/**
 * Computes an agency's share of an amount that the creator receives, in cents, rounded down (safety.md M20). The
 * creator gets the rest. A split of the payment is divided at the same rate.
 */
export function computeAgencyShare(creatorCents: number, shareBps: BasisPoints): Cents {
  return Math.floor((shareBps * creatorCents) / 10_000) as Cents;
}

/** The division of a payment among the creator, the platform and the brand, in cents. */
export interface PaymentSplit {
  readonly creatorCents: number;
  readonly feeCents: number;
  readonly refundCents: number;
}

/**
 * Divides the payment for a package of `priceCents`, with a fee of `feeBps`, if the creator keeps `creatorCents` of
 * the price. The platform's fee is computed on `creatorCents` at the same rate, rounded half up. The brand gets the
 * rest back, to the cent, which is 0 if the creator keeps the whole price. Throws RangeError if `creatorCents` is
 * negative or exceeds the price.
 */
export function computeSplit(
  { priceCents, feeBps }: { priceCents: number; feeBps: BasisPoints },
  creatorCents: Cents,
): PaymentSplit {
  if (creatorCents < 0 || creatorCents > priceCents)
    throw new RangeError(`Not a part of ${priceCents}: ${creatorCents}`);
  const feeCents = computeFee(creatorCents, feeBps);
  const paidCents = priceCents + computeFee(toCents(priceCents), feeBps);
  return { creatorCents, feeCents, refundCents: paidCents - creatorCents - feeCents };
}

/**
 * Accepts plain dollar amounts only. Rejects '1e9', '0x10', ' 12 ', '12.345' and 'NaN' instead of converting them
 * (requirements R10.3).
 */
const DOLLARS_PATTERN = /^(0|[1-9]\d{0,5})(\.\d{1,2})?$/;

/** Parses dollars such as '199' or '199.5' to cents. Returns null if it is not a plain dollar amount. */
export function parseDollars(text: string): Cents | null {
  if (!DOLLARS_PATTERN.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  return (Number(whole) * 100 + Number(fraction.padEnd(2, '0'))) as Cents;
}

/**
 * Converts an amount as people type it in forms, such as ' $1,200.00 ', to the plain text that `parseDollars` parses.
 * Leaves wrongly grouped commas and other characters in place, so that `parseDollars` rejects them.
 */
export function toPlainAmount(typed: string): string {
  const amount = typed.trim().replace(/^\$\s*/, '');
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(amount) ? amount.replaceAll(',', '') : amount;
}

/** Parses a price to cents. Returns null if it is malformed or outside $1.00 to $100,000.00. */
export function parsePrice(text: string): Cents | null {
  const amount = parseDollars(text);
  return amount !== null && amount >= MIN_PRICE_CENTS && amount <= MAX_PRICE_CENTS ? amount : null;
}

/** Formats cents as decimal text, as in the REST API: 19900 becomes '199.00'. */
export function formatDecimal(amount: number): string {
  const whole = Math.trunc(Math.abs(amount) / 100);
  const fraction = String(Math.abs(amount) % 100).padStart(2, '0');
  return `${amount < 0 ? '-' : ''}${whole}.${fraction}`;
}

/** Formats cents for forms, checkout and receipts: 123456 becomes '$1,234.56'. */
export function formatDollars(amount: number): string {
  const [whole = '', fraction = ''] = formatDecimal(Math.abs(amount)).split('.');
  return `${amount < 0 ? '-' : ''}$${groupThousands(whole)}.${fraction}`;
}

/** Formats cents in whole dollars, rounded half up, for package cards (requirements R2.41): 19950 becomes '$200'. */
export function formatWholeDollars(amount: number): string {
  const dollars = Math.floor((Math.abs(amount) + 50) / 100);
  return `${amount < 0 ? '-' : ''}$${groupThousands(String(dollars))}`;
}

/**
 * Formats a total for lists and cards, without the cents if they are zero: 36800 becomes '$368', and 22885 becomes
 * '$228.85'.
 */
export const formatTotal = (amount: number): string =>
  amount % 100 === 0 ? formatWholeDollars(amount) : formatDollars(amount);

/** Formats the note that is displayed next to totals: 1500 becomes '15% fee included'. */
export const formatFeeIncluded = (rate: BasisPoints): string =>
  rate === 0 ? 'no fee' : `${formatRate(rate)} fee included`;

const groupThousands = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');
