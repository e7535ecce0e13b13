/** What the package form holds, and how it becomes what the server takes. */
import {
  decimal,
  formatDollars,
  formatRate,
  MAX_PRICE,
  MIN_PRICE,
  parsePrice,
  quote,
  type BasisPoints,
} from '@marquee/money';
import {
  DEFAULT_DELIVERY_DAYS,
  optionsProblems,
  packageEdit,
  type PackageEditForm,
  type Question,
} from '@marquee/validation';
import { schemaResolver, type FormErrors } from '@mantine/form';
import { fieldOfError, toOptionsForm, type OptionFields } from './optionFields.ts';
import type { Package } from './packageCache.ts';

export interface PackageFields {
  name: string;
  description: string;
  price: string;
  /** Blank while it is being retyped; blank counts as 1 (spec §5, form A: fallback 1). */
  deliveryDays: number | '';
  features: string[];
  /** Typed, not yet added to the list. Saved too: nobody types it for nothing. */
  feature: string;
  needsProduct: boolean;
  isPopular: boolean;
  /** Null until it is opened: then it stays as it is. */
  options: OptionFields | null;
}

export const fieldsOf = (pkg: Package | null): PackageFields => ({
  name: pkg?.name ?? '',
  description: pkg?.description ?? '',
  price: pkg === null ? '' : decimal(pkg.priceCents).replace(/\.00$/, ''),
  deliveryDays: pkg?.deliveryDays ?? DEFAULT_DELIVERY_DAYS,
  features: pkg?.features ?? [],
  feature: '',
  needsProduct: pkg?.needsProduct ?? false,
  isPopular: pkg?.isPopular ?? false,
  options: null,
});

export const toPackageForm = (
  { feature, features, deliveryDays, options, ...rest }: PackageFields,
  questions: readonly Question[],
): PackageEditForm => ({
  ...rest,
  deliveryDays: deliveryDays === '' ? 1 : deliveryDays,
  features: withFeature(features, feature),
  ...(options && {
    options: toOptionsForm(options, (id) => questions.find((each) => each.id === id)?.type === 'number'),
  }),
});

/** Adds a feature, trimmed; a blank one and one that is there already change nothing. */
export function withFeature(features: string[], feature: string): string[] {
  const trimmed = feature.trim();
  return trimmed === '' || features.includes(trimmed) ? features : [...features, trimmed];
}

/** Spec §5: one sentence for the three required fields. It is a toast; the fields themselves say what is missing. */
export const REQUIRED = 'Please fill in all required fields';
const MISSING: Record<string, string> = {
  name: 'Enter a name',
  description: 'Enter a description',
  price: 'Enter a price above $0',
};

const check = schemaResolver(packageEdit, { sync: true });

/**
 * The shared schema's verdict by field, what does not fit together, and whether a required field is missing.
 * `questions`: the package's own.
 */
export function checkPackage(
  fields: PackageFields,
  questions: readonly Question[],
): { errors: FormErrors; isIncomplete: boolean } {
  const form = toPackageForm(fields, questions);
  const verdicts = Object.entries(check(form));
  const errors = Object.fromEntries(
    verdicts.map(([field, message]) => [
      // What is wrong with one of the features is said below their list.
      field.startsWith('features') ? 'feature' : fieldOfError(field),
      message === REQUIRED ? MISSING[field] : message,
    ]),
  );
  const whole = verdicts.length === 0 ? packageEdit.safeParse(form).data : undefined;
  if (whole?.options)
    for (const { path, message } of optionsProblems(whole, whole.options, questions))
      errors[`options.${path}`] ??= message;
  return { errors, isIncomplete: verdicts.some(([, message]) => message === REQUIRED) };
}

/** Who gets what, for the price as typed so far; without one, what a price may be. */
export function priceHint(price: string, feeBps: BasisPoints): string {
  const rate = formatRate(feeBps);
  const priceCents = parsePrice(price);
  if (priceCents === null)
    return `${formatDollars(MIN_PRICE)} to ${formatDollars(MAX_PRICE)}. The brand pays a ${rate} platform fee on top.`;
  const { totalCents, feeCents } = quote(priceCents, feeBps);
  const [you, brand, fee] = [priceCents, totalCents, feeCents].map(formatDollars);
  return `You receive ${you} · the brand pays ${brand} (${rate} platform fee ${fee})`;
}
