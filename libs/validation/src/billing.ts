import { z } from './zod.ts';
import { COUNTRIES } from './countries.ts';
import { LIMITS } from './limits.ts';
import { line, text } from './text.ts';

/** Who somebody is on receipts, statements and agreements. Empty text: not given. */
export const billingDetails = z.strictObject({
  legalName: line('Legal name', LIMITS.legalName),
  address: text('Address', LIMITS.address),
  country: z
    .string({ error: 'Please choose a country from the list' })
    .refine((code) => code === '' || COUNTRIES.includes(code), 'Please choose a country from the list'),
  taxId: line('Tax ID', LIMITS.taxId),
});
export type BillingDetails = z.infer<typeof billingDetails>;
