import { parsePrice } from '@marquee/money';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { packageOptions } from './package-options.ts';
import { idField, nameField, singleLineField, textField } from './fields.ts';

/** The default delivery time in days for new packages and offers. */
export const DEFAULT_DELIVERY_DAYS = 3;

/**
 * The error message if the name or description is missing, or if the price is missing or not above 0 (requirements
 * R5.8).
 */
const REQUIRED_FIELDS_MESSAGE = 'Please fill in all required fields';
const PRICE_RANGE_MESSAGE = 'Price must be from $1.00 to $100,000.00 with at most two decimal places';
const DELIVERY_DAYS_MESSAGE = `Delivery days must be a whole number from 1 to ${LIMITS.deliveryDays}`;

/** Parses decimal text such as '199.00' to cents. `parsePrice` defines which texts are valid. */
export const priceField = z.string({ error: REQUIRED_FIELDS_MESSAGE }).transform((value, ctx) => {
  if (value.trim() === '' || /^-?0*(\.0*)?$/.test(value) || /^-\d/.test(value)) {
    ctx.addIssue({ code: 'custom', message: REQUIRED_FIELDS_MESSAGE });
    return z.NEVER;
  }
  const priceCents = parsePrice(value);
  if (priceCents === null) {
    ctx.addIssue({ code: 'custom', message: PRICE_RANGE_MESSAGE });
    return z.NEVER;
  }
  return priceCents;
});

export const packageDeliveryDays = z
  .int({ error: DELIVERY_DAYS_MESSAGE })
  .min(1, DELIVERY_DAYS_MESSAGE)
  .max(LIMITS.deliveryDays, DELIVERY_DAYS_MESSAGE);

/** The features of a package, trimmed and without empty ones. */
export const featureList = z
  .array(singleLineField('A feature', LIMITS.feature), { error: 'Features must be a list of text' })
  .max(200, `A package can have at most ${LIMITS.features} features`)
  .transform((features) => features.map((feature) => feature.trim()).filter((feature) => feature !== ''))
  .refine((features) => features.length <= LIMITS.features, `A package can have at most ${LIMITS.features} features`);

/** A package as sent by the form and POST /api/packages. `price` is parsed to `priceCents`. */
export const packageForm = z
  .object({
    name: nameField('Name', LIMITS.packageName, REQUIRED_FIELDS_MESSAGE),
    description: textField('Description', LIMITS.packageDescription, REQUIRED_FIELDS_MESSAGE),
    price: priceField,
    deliveryDays: packageDeliveryDays.default(DEFAULT_DELIVERY_DAYS),
    features: featureList.default([]),
    isPopular: z.boolean({ error: 'isPopular must be true or false' }).default(false),
    isActive: z.boolean({ error: 'isActive must be true or false' }).optional(),
  })
  .transform(({ price, ...rest }) => ({ ...rest, priceCents: price }));
export type PackageForm = z.input<typeof packageForm>;
export type PackageInput = z.output<typeof packageForm>;

/**
 * A package with its options. If `options` is omitted, the options stay unchanged. Null removes them. `needsProduct`
 * means that the brand has to send a product sample. If it is omitted, it stays unchanged, and is false for new
 * packages.
 */
export const packageEdit = z.intersection(
  packageForm,
  z.object({ options: packageOptions.nullish(), needsProduct: z.boolean().optional() }),
);
export type PackageEditForm = z.input<typeof packageEdit>;
export type PackageEdit = z.output<typeof packageEdit>;

/**
 * The input of PUT /api/packages/{id}. If `isActive` is omitted, it stays unchanged. `base` are the values with which
 * the form was opened.
 */
export const packageUpdate = z.intersection(z.object({ id: idField, base: packageEdit.optional() }), packageEdit);
export type PackageUpdate = z.output<typeof packageUpdate>;

/** The ids of a creator's packages in their new order. */
export const packageOrder = z.object({
  ids: z
    .array(idField, { error: 'The order must be a list of package IDs' })
    .min(1, 'The order must be a list of package IDs')
    .max(LIMITS.packages, `The order can have at most ${LIMITS.packages} packages`)
    .refine((ids) => new Set(ids).size === ids.length, 'A package is listed twice'),
});

const COPY_SUFFIX = ' (copy)';

/**
 * Returns the name for a copy of a package: '… (copy)'. Shortens the original name if the result would be too long.
 */
export function createCopyName(name: string): string {
  const kept = name.slice(0, LIMITS.packageName - COPY_SUFFIX.length);
  // Do not keep half of a surrogate pair at the end.
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + COPY_SUFFIX;
}
