/**
 * Computes the price of an order, line by line. The options of a package are higher tiers, add-ons, a quantity,
 * usage rights, express delivery, and prices that depend on answers. `computeSale` is the only function that adds up
 * prices. The order form displays its result, the server charges it, and the booking stores it.
 */
import { toCents, formatDollars, MAX_PRICE_CENTS, type Cents } from './cents.ts';
import { MAX_DELIVERY_DAYS } from './delivery-days.ts';

/** The names of tiers, lowest first. The package itself is the first tier. */
export const TIER_NAMES = ['Basic', 'Standard', 'Premium'] as const;
export type TierName = (typeof TIER_NAMES)[number];

/** A higher tier of a package, with its own price, delivery time and contents. */
export interface Tier {
  readonly name: Exclude<TierName, 'Basic'>;
  readonly priceCents: number;
  readonly deliveryDays: number;
  /** Number of included rounds of changes, or null if the creator does not state one. */
  readonly revisions: number | null;
  readonly features: readonly string[];
}

export interface AddOn {
  readonly id: string;
  readonly title: string;
  readonly priceCents: number;
  /** Days added to the delivery time, independent of the ordered quantity. */
  readonly extraDays: number;
  readonly maxQuantity: number;
}

/** The usage rights that a brand can buy. */
export const RIGHTS_SCOPES = ['organic', 'paid_ads', 'whitelisting'] as const;
export type RightsScope = (typeof RIGHTS_SCOPES)[number];
export const RIGHTS_LABELS: Record<RightsScope, string> = {
  organic: 'Organic posts',
  paid_ads: 'Paid ads',
  whitelisting: 'Ads in the creator’s name',
};

/** Possible durations of usage rights, in days after completion. */
export const RIGHTS_TERMS = [30, 90, 180, 365] as const;

export interface UsageRights {
  readonly id: string;
  readonly scope: RightsScope;
  /** The channels in the creator's words, such as 'Instagram and TikTok'. */
  readonly channels: string;
  /** The duration, which is one of `RIGHTS_TERMS`, or null for unlimited rights. */
  readonly termDays: number | null;
  /** Number of days after completion during which the creator does not work for competitors, or 0. */
  readonly exclusivityDays: number;
  /** The price of these rights in cents, added to that of the package. May be 0. */
  readonly priceCents: number;
}

/** An additional price for certain answers to a question of the package. */
export interface AnswerPrice {
  readonly questionId: string;
  /**
   * `is` is the answer that has this price ('yes' or one of the options). For a number, the price applies to answers
   * greater than `above`. It is charged once, or once per unit above that number if `each` is true.
   */
  readonly when: { readonly is: string } | { readonly above: number; readonly each: boolean };
  readonly priceCents: number;
}

/** The optional choices that a creator offers with a package. */
export interface PackageOptions {
  /** Number of rounds of changes that the package includes, or null if the creator does not state one. */
  readonly revisions: number | null;
  readonly tiers: readonly Tier[];
  readonly addOns: readonly AddOn[];
  /**
   * `max` is the maximum quantity of the package in one order. `extraDays` is added to the delivery time for each
   * one after the first.
   */
  readonly quantity: { readonly max: number; readonly extraDays: number } | null;
  readonly rights: readonly UsageRights[];
  /**
   * `deliveryDays` replaces the tier's delivery time. The extra days of add-ons and of the quantity are still added.
   */
  readonly express: { readonly priceCents: number; readonly deliveryDays: number } | null;
  readonly answerPrices: readonly AnswerPrice[];
}

/** The fields of a package that the price depends on. `options` is null for a package without options. */
export interface PricedPackage {
  readonly priceCents: number;
  readonly deliveryDays: number;
  readonly features: readonly string[];
  readonly options: PackageOptions | null;
}

/** The brand's choice of options, without prices. */
export interface PackageChoice {
  readonly tier: TierName;
  readonly quantity: number;
  readonly addOns: readonly { readonly id: string; readonly quantity: number }[];
  readonly rightsId: string | null;
  readonly isExpress: boolean;
}

export const DEFAULT_CHOICE: PackageChoice = {
  tier: 'Basic',
  quantity: 1,
  addOns: [],
  rightsId: null,
  isExpress: false,
};

/** A question with its answer. `value` is the stored answer, `shown` the displayed one. */
export interface AnsweredQuestion {
  readonly questionId: string;
  readonly question: string;
  readonly value: string;
  readonly shown: string;
}

/** One line of an order. `totalCents` is `quantity` times `unitCents`. */
export interface OrderLine {
  readonly kind: 'package' | 'add_on' | 'rights' | 'express' | 'answer';
  readonly label: string;
  readonly quantity: number;
  readonly unitCents: number;
  readonly totalCents: number;
}

/** A priced order: its lines, their sum, and the contents that the brand gets. */
export interface ComputedSale {
  readonly lines: readonly OrderLine[];
  /** The creator's price, which is the sum of the lines. The fee is not included. */
  readonly priceCents: Cents;
  readonly deliveryDays: number;
  readonly features: readonly string[];
  readonly revisions: number | null;
  /** Null if the package has only one tier. */
  readonly tier: TierName | null;
  readonly rights: UsageRights | null;
  readonly isExpress: boolean;
}

/**
 * The part of a sale that a booking stores as JSON, and the brand's choice. The omitted fields have their own
 * columns.
 */
export type BookedChoice = Omit<ComputedSale, 'priceCents' | 'deliveryDays' | 'features'> & {
  readonly choice: PackageChoice;
};

const NO_OPTIONS: PackageOptions = {
  revisions: null,
  tiers: [],
  addOns: [],
  quantity: null,
  rights: [],
  express: null,
  answerPrices: [],
};

/** Lists a package's tiers, lowest first. The package itself is the first tier. */
export function listTiers({ options, ...pack }: PricedPackage): (Omit<Tier, 'name'> & { name: TierName })[] {
  return [{ ...pack, name: 'Basic', revisions: options?.revisions ?? null }, ...(options?.tiers ?? [])];
}

/** Whether the price of an order can exceed the package's price. Cards then show the price as 'from'. */
export function hasVaryingPrice(options: PackageOptions | null): boolean {
  if (options === null) return false;
  const { tiers, addOns, quantity, rights, express, answerPrices } = options;
  return (
    [tiers, addOns, answerPrices].some(({ length }) => length > 0) ||
    quantity !== null ||
    express !== null ||
    rights.some(({ priceCents }) => priceCents > 0)
  );
}

/**
 * Computes the sale for a choice and the answers. Returns an error message instead if the package does not offer the
 * choice, or if the order would exceed the maximum price or delivery time. A package without options has one line.
 */
export function computeSale(
  pack: PricedPackage,
  choice: PackageChoice,
  answered: readonly AnsweredQuestion[],
): { sale: ComputedSale } | { message: string } {
  const options = pack.options ?? NO_OPTIONS;
  const tier = listTiers(pack).find(({ name }) => name === choice.tier);
  if (tier === undefined) return { message: `This package no longer has a ${choice.tier} tier. Please choose again.` };
  if (!isQuantityWithin(choice.quantity, options.quantity?.max ?? 1))
    return {
      message: `An order can include this package ${formatMaxTimes(options.quantity?.max ?? 1)}. Please choose again.`,
    };

  const lines: OrderLine[] = [
    createOrderLine('package', options.tiers.length === 0 ? 'Package' : tier.name, choice.quantity, tier.priceCents),
  ];
  let days = tier.deliveryDays + (options.quantity?.extraDays ?? 0) * (choice.quantity - 1);
  if (choice.isExpress) {
    if (options.express === null) return { message: 'Express delivery is no longer available. Please choose again.' };
    days += options.express.deliveryDays - tier.deliveryDays;
    lines.push(createOrderLine('express', 'Express delivery', 1, options.express.priceCents));
  }
  for (const { id, quantity } of choice.addOns) {
    const addOn = options.addOns.find((each) => each.id === id);
    if (addOn === undefined) return { message: 'An add-on is no longer available. Please choose again.' };
    if (choice.addOns.filter((each) => each.id === id).length > 1 || !isQuantityWithin(quantity, addOn.maxQuantity))
      return {
        message: `An order can include “${addOn.title}” ${formatMaxTimes(addOn.maxQuantity)}. Please choose again.`,
      };
    days += addOn.extraDays;
    lines.push(createOrderLine('add_on', addOn.title, quantity, addOn.priceCents));
  }
  const rights = options.rights.find(({ id }) => id === choice.rightsId) ?? null;
  if (choice.rightsId !== null && rights === null)
    return { message: 'These usage rights are no longer available. Please choose again.' };
  if (rights !== null) lines.push(createOrderLine('rights', formatRights(rights), 1, rights.priceCents));
  for (const rule of options.answerPrices) {
    const answer = answered.find(({ questionId }) => questionId === rule.questionId);
    const units = answer === undefined ? 0 : countPricedUnits(rule, answer.value);
    if (answer === undefined || units === 0) continue;
    // Every unit costs at least one cent, so more units than `MAX_PRICE_CENTS` always exceed the maximum price.
    // Reject them before multiplying by the price, because the total might not be a safe integer.
    if (units > MAX_PRICE_CENTS) return { message: ORDER_TOO_EXPENSIVE };
    lines.push(createOrderLine('answer', formatAnswerLabel(rule, answer), units, rule.priceCents));
  }

  const priceCents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
  if (priceCents > MAX_PRICE_CENTS) return { message: ORDER_TOO_EXPENSIVE };
  if (days > MAX_DELIVERY_DAYS)
    return {
      message: `The delivery time of an order can be at most ${MAX_DELIVERY_DAYS} days. Please reduce your order.`,
    };
  return {
    sale: {
      lines,
      priceCents: toCents(priceCents),
      deliveryDays: days,
      features: tier.features,
      revisions: tier.revisions,
      tier: options.tiers.length === 0 ? null : tier.name,
      rights,
      isExpress: choice.isExpress,
    },
  };
}

const ORDER_TOO_EXPENSIVE = `An order can cost at most ${formatDollars(MAX_PRICE_CENTS)} before the platform fee. Please reduce your order.`;

const isQuantityWithin = (value: number, most: number) => Number.isSafeInteger(value) && value >= 1 && value <= most;
const formatMaxTimes = (most: number) => (most === 1 ? 'only once' : `at most ${most} times`);
const createOrderLine = (kind: OrderLine['kind'], label: string, quantity: number, unitCents: number): OrderLine => ({
  kind,
  label,
  quantity,
  unitCents,
  totalCents: quantity * unitCents,
});

/**
 * Returns how often an answer's price is charged, which is 0 if the rule does not match or the answer is not a
 * number.
 */
function countPricedUnits({ when }: AnswerPrice, value: string): number {
  if ('is' in when) return value === when.is ? 1 : 0;
  const over = value.trim() === '' ? 0 : Math.ceil(Number(value) - when.above);
  return over > 0 ? (when.each ? over : 1) : 0;
}

/** Formats usage rights: 'Paid ads, Instagram, 90 days'. */
export const formatRights = ({ scope, channels, termDays }: UsageRights): string =>
  [RIGHTS_LABELS[scope], channels, termDays === null ? 'no end date' : `${termDays} days`].join(', ');

/** Returns the exclusivity as text: 'no work for competitors for 30 days', or null if there is none. */
export const formatExclusivity = ({ exclusivityDays }: UsageRights): string | null =>
  exclusivityDays === 0 ? null : `no work for competitors for ${exclusivityDays} days`;

/** Returns 'Up to 2 revisions', or null if `revisions` is null. */
export const formatRevisions = (revisions: number | null): string | null =>
  revisions === null
    ? null
    : revisions === 0
      ? 'No revisions included'
      : `Up to ${revisions} ${revisions === 1 ? 'revision' : 'revisions'}`;

/** Describes the chosen options in sentences, for the booking page and the agreement. */
export function describeChoice({
  tier,
  revisions,
  rights,
  isExpress,
}: Omit<BookedChoice, 'lines' | 'choice'>): string[] {
  const exclusivity = rights && formatExclusivity(rights);
  return [
    tier && `Tier: ${tier}`,
    formatRevisions(revisions),
    isExpress && 'Express delivery',
    rights && `Usage rights: ${formatRights(rights)}${rights.termDays === null ? '' : ' from completion'}`,
    exclusivity && `Exclusivity: ${exclusivity} from completion`,
  ].filter((words) => typeof words === 'string');
}

/**
 * Formats the price of an answer, to be displayed next to its question: 'More than 3: +$50.00 each'. `is` formats
 * the stored answer.
 */
export const formatAnswerPrice = ({ when, priceCents }: AnswerPrice, is: (answer: string) => string): string =>
  'is' in when
    ? `${is(when.is)}: +${formatDollars(priceCents)}`
    : `More than ${when.above}: +${formatDollars(priceCents)}${when.each ? ' each' : ''}`;

/** Formats the label of an order line: 'How many looks? 5 (more than 3)'. */
function formatAnswerLabel({ when }: AnswerPrice, { question, shown }: AnsweredQuestion): string {
  const words = question.length > 80 ? `${question.slice(0, 79)}…` : question;
  const label = `${/[?:]$/.test(words) ? words : `${words}:`} ${shown}`;
  return 'is' in when ? label : `${label} (more than ${when.above})`;
}
