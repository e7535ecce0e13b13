/** Converts package options between the API's format and form values. */
import { formatDecimal, toPlainAmount, type PackageOptions } from '@marquee/money';
import type { PackageOptionsForm } from '@marquee/validation';

type CountField = number | '';

/** The form values. They have the same structure as the API input, so that the paths of validation errors match. */
export interface OptionFields {
  revisions: CountField;
  tiers: {
    name: 'Standard' | 'Premium';
    price: string;
    deliveryDays: CountField;
    revisions: CountField;
    features: string;
  }[];
  addOns: { id: string; title: string; price: string; extraDays: CountField; maxQuantity: CountField }[];
  quantity: { max: CountField; extraDays: CountField } | null;
  rights: {
    id: string;
    scope: PackageOptions['rights'][number]['scope'];
    channels: string;
    /** A number of days as text, or blank for unlimited use. */
    termDays: string;
    exclusivityDays: CountField;
    price: string;
  }[];
  express: { price: string; deliveryDays: CountField } | null;
  answerPrices: {
    questionId: string;
    /** For questions with predefined answers, the answer that has this price. */
    is: string;
    /** For number questions, the number above which this price applies. */
    above: CountField;
    each: boolean;
    price: string;
  }[];
}

const formatPriceField = (cents: number) => formatDecimal(cents).replace(/\.00$/, '');
const toCountField = (value: number | null): CountField => value ?? '';

export function toOptionFields(options: PackageOptions | null): OptionFields {
  if (options === null)
    return { revisions: '', tiers: [], addOns: [], quantity: null, rights: [], express: null, answerPrices: [] };
  const { revisions, tiers, addOns, quantity, rights, express, answerPrices } = options;
  return {
    revisions: toCountField(revisions),
    tiers: tiers.map(({ priceCents, features, ...tier }) => ({
      ...tier,
      revisions: toCountField(tier.revisions),
      features: features.join('\n'),
      price: formatPriceField(priceCents),
    })),
    addOns: addOns.map(({ priceCents, ...rest }) => ({ ...rest, price: formatPriceField(priceCents) })),
    quantity: quantity && { ...quantity },
    rights: rights.map(({ priceCents, termDays, ...rest }) => ({
      ...rest,
      termDays: termDays === null ? '' : String(termDays),
      price: formatPriceField(priceCents),
    })),
    express: express && { price: formatPriceField(express.priceCents), deliveryDays: express.deliveryDays },
    answerPrices: answerPrices.map(({ questionId, when, priceCents }) => ({
      questionId,
      is: 'is' in when ? when.is : '',
      above: 'is' in when ? 0 : when.above,
      each: 'is' in when ? false : when.each,
      price: formatPriceField(priceCents),
    })),
  };
}

/** Tells whether an order can cost more than the package's price. */
export const hasPricedOptions = ({ tiers, addOns, quantity, rights, express, answerPrices }: OptionFields): boolean =>
  quantity !== null || express !== null || [tiers, addOns, rights, answerPrices].some(({ length }) => length > 0);

/** Converts a blank to NaN, for which the schema reports an error. */
const toRequiredNumber = (value: CountField): number => (value === '' ? Number.NaN : value);
const toNullableNumber = (value: CountField): number | null => (value === '' ? null : value);

/**
 * Converts form values to API input, or to null if the package has no options. `isNumber` tells whether a question
 * expects a number.
 */
export function toOptionsForm(
  fields: OptionFields,
  isNumber: (questionId: string) => boolean,
): PackageOptionsForm | null {
  const { revisions, tiers, addOns, quantity, rights, express, answerPrices } = fields;
  if (revisions === '' && !hasPricedOptions(fields)) return null;
  return {
    revisions: toNullableNumber(revisions),
    tiers: tiers.map((tier) => ({
      ...tier,
      price: toPlainAmount(tier.price),
      deliveryDays: toRequiredNumber(tier.deliveryDays),
      revisions: toNullableNumber(tier.revisions),
      features: tier.features
        .split('\n')
        .map((feature) => feature.trim())
        .filter((feature) => feature !== ''),
    })),
    addOns: addOns.map((each) => ({
      ...each,
      price: toPlainAmount(each.price),
      extraDays: toRequiredNumber(each.extraDays),
      maxQuantity: toRequiredNumber(each.maxQuantity),
    })),
    quantity: quantity && { max: toRequiredNumber(quantity.max), extraDays: toRequiredNumber(quantity.extraDays) },
    rights: rights.map((each) => ({
      ...each,
      price: toPlainAmount(each.price),
      exclusivityDays: toRequiredNumber(each.exclusivityDays),
      termDays: each.termDays === '' ? null : (Number(each.termDays) as 30),
    })),
    express: express && { price: toPlainAmount(express.price), deliveryDays: toRequiredNumber(express.deliveryDays) },
    answerPrices: answerPrices.map(({ questionId, is, above, each, price }) => ({
      questionId,
      when: isNumber(questionId) ? { above: toRequiredNumber(above), each } : { is },
      price: toPlainAmount(price),
    })),
  };
}

/** Returns the form field that shows the validation error at `path`. */
export const getErrorField = (path: string): string =>
  path
    .replace(/(\.features)\.\d+$/, '$1')
    .replace(/\.when\.(is|above|each)$/, '.$1')
    .replace(/\.when$/, '.is');
