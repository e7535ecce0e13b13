/** What the form holds of what a package offers besides itself, and how it becomes what the server takes. */
import { decimal, type PackageOptions } from '@marquee/money';
import type { PackageOptionsForm } from '@marquee/validation';

/** Blank while it is being retyped. */
type Count = number | '';

/** The same shape as what is sent, so that what is wrong with it is found by the same paths. */
export interface OptionFields {
  revisions: Count;
  tiers: {
    name: 'Standard' | 'Premium';
    price: string;
    deliveryDays: Count;
    revisions: Count;
    /** One a line. */
    features: string;
  }[];
  addOns: { id: string; title: string; price: string; extraDays: Count; maxQuantity: Count }[];
  quantity: { max: Count; extraDays: Count } | null;
  rights: {
    id: string;
    scope: PackageOptions['rights'][number]['scope'];
    channels: string;
    /** A number of days as text; blank: without end. */
    termDays: string;
    exclusivityDays: Count;
    price: string;
  }[];
  express: { price: string; deliveryDays: Count } | null;
  answerPrices: {
    questionId: string;
    /** Of a question with known answers: which one. */
    is: string;
    /** Of a number. */
    above: Count;
    each: boolean;
    price: string;
  }[];
}

const dollars = (cents: number) => decimal(cents).replace(/\.00$/, '');
const count = (value: number | null): Count => value ?? '';

/** What the form starts from. */
export function optionFieldsOf(options: PackageOptions | null): OptionFields {
  if (options === null)
    return { revisions: '', tiers: [], addOns: [], quantity: null, rights: [], express: null, answerPrices: [] };
  const { revisions, tiers, addOns, quantity, rights, express, answerPrices } = options;
  return {
    revisions: count(revisions),
    tiers: tiers.map(({ priceCents, features, ...tier }) => ({
      ...tier,
      revisions: count(tier.revisions),
      features: features.join('\n'),
      price: dollars(priceCents),
    })),
    addOns: addOns.map(({ priceCents, ...rest }) => ({ ...rest, price: dollars(priceCents) })),
    quantity: quantity && { ...quantity },
    rights: rights.map(({ priceCents, termDays, ...rest }) => ({
      ...rest,
      termDays: termDays === null ? '' : String(termDays),
      price: dollars(priceCents),
    })),
    express: express && { price: dollars(express.priceCents), deliveryDays: express.deliveryDays },
    answerPrices: answerPrices.map(({ questionId, when, priceCents }) => ({
      questionId,
      is: 'is' in when ? when.is : '',
      above: 'is' in when ? 0 : when.above,
      each: 'is' in when ? false : when.each,
      price: dollars(priceCents),
    })),
  };
}

/** Blank is no number: the schema says which one is missing. */
const needed = (value: Count): number => (value === '' ? Number.NaN : value);
const orNull = (value: Count): number | null => (value === '' ? null : value);

/** What is sent; null where nothing is offered. `isNumber`: whether a question is answered with a number. */
export function toOptionsForm(
  fields: OptionFields,
  isNumber: (questionId: string) => boolean,
): PackageOptionsForm | null {
  const { revisions, tiers, addOns, quantity, rights, express, answerPrices } = fields;
  const isNothing =
    revisions === '' &&
    [tiers, addOns, rights, answerPrices].every(({ length }) => length === 0) &&
    quantity === null &&
    express === null;
  if (isNothing) return null;
  return {
    revisions: orNull(revisions),
    tiers: tiers.map((tier) => ({
      ...tier,
      deliveryDays: needed(tier.deliveryDays),
      revisions: orNull(tier.revisions),
      features: tier.features
        .split('\n')
        .map((feature) => feature.trim())
        .filter((feature) => feature !== ''),
    })),
    addOns: addOns.map((each) => ({
      ...each,
      extraDays: needed(each.extraDays),
      maxQuantity: needed(each.maxQuantity),
    })),
    quantity: quantity && { max: needed(quantity.max), extraDays: needed(quantity.extraDays) },
    rights: rights.map((each) => ({
      ...each,
      exclusivityDays: needed(each.exclusivityDays),
      termDays: each.termDays === '' ? null : (Number(each.termDays) as 30),
    })),
    express: express && { price: express.price, deliveryDays: needed(express.deliveryDays) },
    answerPrices: answerPrices.map(({ questionId, is, above, each, price }) => ({
      questionId,
      when: isNumber(questionId) ? { above: needed(above), each } : { is },
      price,
    })),
  };
}

/** The field that an error of the schema stands at. */
export const fieldOfError = (path: string): string =>
  path
    .replace(/(\.features)\.\d+$/, '$1')
    .replace(/\.when\.(is|above|each)$/, '.$1')
    .replace(/\.when$/, '.is');
