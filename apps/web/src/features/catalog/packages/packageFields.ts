/** Converts packages between the API's format and form values. */
import {
  formatDecimal,
  formatDollars,
  formatRate,
  MAX_PRICE_CENTS,
  MIN_PRICE_CENTS,
  parsePrice,
  toPlainAmount,
  computeQuote,
  type BasisPoints,
} from '@marquee/money';
import {
  DEFAULT_DELIVERY_DAYS,
  findOptionsProblems,
  packageEdit,
  type PackageEditForm,
  type Question,
} from '@marquee/validation';
import { schemaResolver, type FormErrors } from '@mantine/form';
import { getErrorField, hasPricedOptions, toOptionsForm, type OptionFields } from './optionFields.ts';
import type { ListedPackage } from './packageCache.ts';
import type { ServiceCardPackage } from './ServiceCard.tsx';

export interface PackageFields {
  name: string;
  description: string;
  price: string;
  /** May be blank. A blank is saved as 1 day (requirements R5.9). */
  deliveryDays: number | '';
  features: string[];
  /** The text of a feature that the creator has not added to the list yet. Saving the package adds it. */
  feature: string;
  needsProduct: boolean;
  isPopular: boolean;
  /** Null until the creator opens the options section. If it is still null on saving, the options stay unchanged. */
  options: OptionFields | null;
}

export const toPackageFields = (pkg: ListedPackage | null): PackageFields => ({
  name: pkg?.name ?? '',
  description: pkg?.description ?? '',
  price: pkg === null ? '' : formatDecimal(pkg.priceCents).replace(/\.00$/, ''),
  deliveryDays: pkg?.deliveryDays ?? DEFAULT_DELIVERY_DAYS,
  features: pkg?.features ?? [],
  feature: '',
  needsProduct: pkg?.needsProduct ?? false,
  isPopular: pkg?.isPopular ?? false,
  options: null,
});

export const toPackageForm = (
  { feature, features, price, deliveryDays, options, ...rest }: PackageFields,
  questions: readonly Question[],
): PackageEditForm => ({
  ...rest,
  price: toPlainAmount(price),
  deliveryDays: deliveryDays === '' ? 1 : deliveryDays,
  features: addFeature(features, feature),
  ...(options && {
    options: toOptionsForm(options, (id) => questions.find((each) => each.id === id)?.type === 'number'),
  }),
});

/** Returns the card that brands will see, with a placeholder for a name that is still blank. */
export const toPreview = (fields: PackageFields, edited: ListedPackage | null): ServiceCardPackage => ({
  name: fields.name.trim() || 'Your package',
  description: fields.description.trim(),
  deliveryDays: fields.deliveryDays === '' ? 1 : fields.deliveryDays,
  features: addFeature(fields.features, fields.feature),
  needsProduct: fields.needsProduct,
  isPopular: fields.isPopular,
  priceCents: parsePrice(toPlainAmount(fields.price)),
  pricesVary: fields.options === null ? edited?.pricesVary === true : hasPricedOptions(fields.options),
});

/** Adds a feature unless it is blank or already listed. */
export function addFeature(features: string[], feature: string): string[] {
  const trimmed = feature.trim();
  return trimmed === '' || features.includes(trimmed) ? features : [...features, trimmed];
}

/**
 * The message in the toast if required fields are blank (requirements R5.8). Each of these fields also shows a message
 * of its own.
 */
export const REQUIRED_MESSAGE = 'Please fill in all required fields';
const MISSING_MESSAGES: Record<string, string> = {
  name: 'Enter a name',
  description: 'Enter a description',
  price: 'Enter a price above $0',
};

const validatePackageEdit = schemaResolver(packageEdit, { sync: true });

/**
 * Validates the form with the API's schema. Returns error messages by field and whether a required field is blank.
 * `questions` are the package's questions.
 */
export function validatePackage(
  fields: PackageFields,
  questions: readonly Question[],
): { errors: FormErrors; isIncomplete: boolean } {
  const form = toPackageForm(fields, questions);
  const verdicts = Object.entries(validatePackageEdit(form));
  const errors = Object.fromEntries(
    verdicts.map(([field, message]) => [
      // Shows errors of single features below the feature list.
      field.startsWith('features') ? 'feature' : getErrorField(field),
      message === REQUIRED_MESSAGE ? MISSING_MESSAGES[field] : message,
    ]),
  );
  const whole = verdicts.length === 0 ? packageEdit.safeParse(form).data : undefined;
  if (whole?.options)
    for (const { path, message } of findOptionsProblems(whole, whole.options, questions))
      errors[`options.${path}`] ??= message;
  return { errors, isIncomplete: verdicts.some(([, message]) => message === REQUIRED_MESSAGE) };
}

/** Describes the fee and total for the entered price. Without a valid price, describes the allowed range. */
export function formatPriceHint(price: string, feeBps: BasisPoints): string {
  const rate = formatRate(feeBps);
  const priceCents = parsePrice(toPlainAmount(price));
  if (priceCents === null)
    return `${formatDollars(MIN_PRICE_CENTS)} to ${formatDollars(MAX_PRICE_CENTS)}. The brand pays a ${rate} platform fee on top.`;
  const { totalCents, feeCents } = computeQuote(priceCents, feeBps);
  const [you, brand, fee] = [priceCents, totalCents, feeCents].map(formatDollars);
  return `You receive ${you} · the brand pays ${brand} (${rate} platform fee ${fee})`;
}
