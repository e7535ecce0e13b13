import { CSV_FORMATS } from '@marquee/money';
import { z } from './zod.ts';
import { COUNTRY_CODES } from '@marquee/contracts';
import { LIMITS } from './limits.ts';
import { singleLineField, textField } from './fields.ts';

/** A user's details on receipts, statements and agreements. Optional details are empty text. */
export const billingDetails = z.strictObject({
  legalName: singleLineField('Legal name', LIMITS.legalName),
  address: textField('Address', LIMITS.address),
  country: z
    .string({ error: 'Please choose a country from the list' })
    .refine((code) => code === '' || COUNTRY_CODES.includes(code), 'Please choose a country from the list'),
  taxId: singleLineField('Tax ID', LIMITS.taxId),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** A change of the billing details. `base` are the values with which the form was opened. */
export const billingChange = billingDetails.extend({ base: billingDetails.optional() });
export type BillingChange = z.infer<typeof billingChange>;

/** The format of the CSV files that a user downloads. */
export const csvFormatInput = z.strictObject({ format: z.enum(CSV_FORMATS, 'Choose a format from the list') });
