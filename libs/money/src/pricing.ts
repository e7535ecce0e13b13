/**
 * What an order of a package costs, line by line. A package is sold as it stands, or with what its creator offers
 * besides: higher tiers, add-ons, several pieces, usage rights, express delivery, and prices that depend on answers.
 * `saleOf` is the only place that adds it up: the order form shows it, the server sells by it, a booking keeps it.
 */
import { toCents, formatDollars, MAX_PRICE_CENTS, type Cents } from './cents.ts';
import { MAX_DELIVERY_DAYS } from './delivery-days.ts';

/** The names of tiers, from the lowest up. The package itself is the first one. */
export const TIER_NAMES = ['Basic', 'Standard', 'Premium'] as const;
export type TierName = (typeof TIER_NAMES)[number];

/** A way to buy more of a package. It has everything of its own: what it costs, how long it takes, what is in it. */
export interface Tier {
  readonly name: Exclude<TierName, 'Basic'>;
  readonly priceCents: number;
  readonly deliveryDays: number;
  /** Rounds of changes that are included; null: nothing is said about them. */
  readonly revisions: number | null;
  readonly features: readonly string[];
}

export interface AddOn {
  readonly id: string;
  readonly title: string;
  /** Of one piece. */
  readonly priceCents: number;
  /** What it adds to the delivery, once, however many pieces. */
  readonly extraDays: number;
  readonly maxQuantity: number;
}

/** What the brand may do with the work besides what the package says. */
export const RIGHTS_SCOPES = ['organic', 'paid_ads', 'whitelisting'] as const;
export type RightsScope = (typeof RIGHTS_SCOPES)[number];
export const RIGHTS_LABELS: Record<RightsScope, string> = {
  organic: 'Organic posts',
  paid_ads: 'Paid ads',
  whitelisting: 'Ads in the creator’s name',
};

/** How long rights last from completion on, in days. */
export const RIGHTS_TERMS = [30, 90, 180, 365] as const;

export interface UsageRights {
  readonly id: string;
  readonly scope: RightsScope;
  /** Where, in the creator's words: 'Instagram and TikTok'. */
  readonly channels: string;
  /** One of `RIGHTS_TERMS`; null: without end. */
  readonly termDays: number | null;
  /** For so many days from completion on the creator works for no competitor; 0: no such promise. */
  readonly exclusivityDays: number;
  /** 0: they cost nothing more. */
  readonly priceCents: number;
}

/** An answer to a question of the package that costs something. */
export interface AnswerPrice {
  readonly questionId: string;
  /** The answer itself ('yes', an option), or a number above which it costs, once or `each` further unit. */
  readonly when: { readonly is: string } | { readonly above: number; readonly each: boolean };
  readonly priceCents: number;
}

/** All that a creator may offer with a package. Nothing of it has to be there. */
export interface PackageOptions {
  /** Rounds of changes that the package itself includes. */
  readonly revisions: number | null;
  readonly tiers: readonly Tier[];
  readonly addOns: readonly AddOn[];
  /** How many pieces of the whole one order may have, and the days that each further one adds. */
  readonly quantity: { readonly max: number; readonly extraDays: number } | null;
  readonly rights: readonly UsageRights[];
  /** Delivery in `deliveryDays` instead of the tier's; what add-ons and further pieces take comes on top. */
  readonly express: { readonly priceCents: number; readonly deliveryDays: number } | null;
  readonly answerPrices: readonly AnswerPrice[];
}

/** What is looked at of a package; `options` null: a plain one. */
export interface PricedPackage {
  readonly priceCents: number;
  readonly deliveryDays: number;
  readonly features: readonly string[];
  readonly options: PackageOptions | null;
}

/** What a brand has chosen. It names things and says no prices. */
export interface PackageChoice {
  readonly tier: TierName;
  readonly quantity: number;
  readonly addOns: readonly { readonly id: string; readonly quantity: number }[];
  readonly rightsId: string | null;
  readonly isExpress: boolean;
}

/** The package as it stands. */
export const DEFAULT_CHOICE: PackageChoice = {
  tier: 'Basic',
  quantity: 1,
  addOns: [],
  rightsId: null,
  isExpress: false,
};

/** A question that was asked and answered: its words, the answer as it is stored and as people read it. */
export interface AnsweredQuestion {
  readonly questionId: string;
  readonly question: string;
  readonly value: string;
  readonly shown: string;
}

/** One line of an order; `totalCents` is `quantity` times `unitCents`. */
export interface OrderLine {
  readonly kind: 'package' | 'add_on' | 'rights' | 'express' | 'answer';
  readonly label: string;
  readonly quantity: number;
  readonly unitCents: number;
  readonly totalCents: number;
}

/** What is sold: the lines, their sum, and what the brand gets for it. */
export interface ComputedSale {
  readonly lines: readonly OrderLine[];
  /** The creator's price: the sum of the lines, without the fee. */
  readonly priceCents: Cents;
  readonly deliveryDays: number;
  readonly features: readonly string[];
  readonly revisions: number | null;
  /** Null where the package has one tier only. */
  readonly tier: TierName | null;
  readonly rights: UsageRights | null;
  readonly isExpress: boolean;
}

/** What a booking keeps of it besides its own columns, with the choice that it was made from. */
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

/** The tiers of a package from the lowest up, the package itself first. */
export function listTiers({ options, ...pack }: PricedPackage): (Omit<Tier, 'name'> & { name: TierName })[] {
  return [{ ...pack, name: 'Basic', revisions: options?.revisions ?? null }, ...(options?.tiers ?? [])];
}

/** Whether a package can cost more than its price: what it costs is then told as 'from'. */
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
 * What is sold for a choice and the answers to the package's questions; or the sentence that refuses a choice which the
 * package does not offer, or which costs or takes more than an order may. A plain package gives one line, its price.
 */
export function computeSale(
  pack: PricedPackage,
  choice: PackageChoice,
  answered: readonly AnsweredQuestion[],
): { sale: ComputedSale } | { message: string } {
  const options = pack.options ?? NO_OPTIONS;
  const tier = listTiers(pack).find(({ name }) => name === choice.tier);
  if (tier === undefined) return { message: `This package has no ${choice.tier} tier any more. Please choose again.` };
  if (!isQuantityWithin(choice.quantity, options.quantity?.max ?? 1))
    return {
      message: `This package is sold ${formatMaxTimes(options.quantity?.max ?? 1)} an order. Please choose again.`,
    };

  const lines: OrderLine[] = [
    createOrderLine('package', options.tiers.length === 0 ? 'Package' : tier.name, choice.quantity, tier.priceCents),
  ];
  let days = tier.deliveryDays + (options.quantity?.extraDays ?? 0) * (choice.quantity - 1);
  if (choice.isExpress) {
    if (options.express === null) return { message: 'Express delivery is not offered any more. Please choose again.' };
    days += options.express.deliveryDays - tier.deliveryDays;
    lines.push(createOrderLine('express', 'Express delivery', 1, options.express.priceCents));
  }
  for (const { id, quantity } of choice.addOns) {
    const addOn = options.addOns.find((each) => each.id === id);
    if (addOn === undefined) return { message: 'An add-on is not offered any more. Please choose again.' };
    if (choice.addOns.filter((each) => each.id === id).length > 1 || !isQuantityWithin(quantity, addOn.maxQuantity))
      return {
        message: `“${addOn.title}” is sold ${formatMaxTimes(addOn.maxQuantity)} an order. Please choose again.`,
      };
    days += addOn.extraDays;
    lines.push(createOrderLine('add_on', addOn.title, quantity, addOn.priceCents));
  }
  const rights = options.rights.find(({ id }) => id === choice.rightsId) ?? null;
  if (choice.rightsId !== null && rights === null)
    return { message: 'These usage rights are not offered any more. Please choose again.' };
  if (rights !== null) lines.push(createOrderLine('rights', formatRights(rights), 1, rights.priceCents));
  for (const rule of options.answerPrices) {
    const answer = answered.find(({ questionId }) => questionId === rule.questionId);
    const units = answer === undefined ? 0 : countPricedUnits(rule, answer.value);
    if (answer === undefined || units === 0) continue;
    // More units than these cost too much at any price.
    if (units > MAX_PRICE_CENTS) return { message: ORDER_TOO_EXPENSIVE };
    lines.push(createOrderLine('answer', formatAnswerLabel(rule, answer), units, rule.priceCents));
  }

  const priceCents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
  if (priceCents > MAX_PRICE_CENTS) return { message: ORDER_TOO_EXPENSIVE };
  if (days > MAX_DELIVERY_DAYS)
    return { message: `An order takes at most ${MAX_DELIVERY_DAYS} days. Please choose less.` };
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

const ORDER_TOO_EXPENSIVE = `An order costs at most ${formatDollars(MAX_PRICE_CENTS)} without the fee. Please choose less.`;

const isQuantityWithin = (value: number, most: number) => Number.isSafeInteger(value) && value >= 1 && value <= most;
const formatMaxTimes = (most: number) => (most === 1 ? 'once' : `up to ${most} times`);
const createOrderLine = (kind: OrderLine['kind'], label: string, quantity: number, unitCents: number): OrderLine => ({
  kind,
  label,
  quantity,
  unitCents,
  totalCents: quantity * unitCents,
});

/** How often an answer's price is asked: 0 where the rule does not hold. What is no number is none. */
function countPricedUnits({ when }: AnswerPrice, value: string): number {
  if ('is' in when) return value === when.is ? 1 : 0;
  const over = value.trim() === '' ? 0 : Math.ceil(Number(value) - when.above);
  return over > 0 ? (when.each ? over : 1) : 0;
}

/** 'Paid ads, Instagram, 90 days'. */
export const formatRights = ({ scope, channels, termDays }: UsageRights): string =>
  [RIGHTS_LABELS[scope], channels, termDays === null ? 'without end' : `${termDays} days`].join(', ');

/** 'no work for competitors for 30 days'; null: no such promise. */
export const formatExclusivity = ({ exclusivityDays }: UsageRights): string | null =>
  exclusivityDays === 0 ? null : `no work for competitors for ${exclusivityDays} days`;

/** 'Up to 2 revisions'; null: nothing is said about them. */
export const formatRevisions = (revisions: number | null): string | null =>
  revisions === null
    ? null
    : revisions === 0
      ? 'No revisions included'
      : `Up to ${revisions} ${revisions === 1 ? 'revision' : 'revisions'}`;

/** What was chosen besides the price, in sentences: of a booking's page and of its agreement. */
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
 * What a price of answers asks, as the question says it: 'More than 3: +$50.00 each'. `is`: the answer as people read
 * it.
 */
export const formatAnswerPrice = ({ when, priceCents }: AnswerPrice, is: (answer: string) => string): string =>
  'is' in when
    ? `${is(when.is)}: +${formatDollars(priceCents)}`
    : `More than ${when.above}: +${formatDollars(priceCents)}${when.each ? ' each' : ''}`;

/** 'How many looks? 5 (more than 3)'. */
function formatAnswerLabel({ when }: AnswerPrice, { question, shown }: AnsweredQuestion): string {
  const words = question.length > 80 ? `${question.slice(0, 79)}…` : question;
  const said = `${/[?:]$/.test(words) ? words : `${words}:`} ${shown}`;
  return 'is' in when ? said : `${said} (more than ${when.above})`;
}
