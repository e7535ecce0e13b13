import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { BRAND_TONES, type OrderCustomer } from './order.ts';
import { isCalendarDay } from '@marquee/time';
import { emailField, singleLineField, textField } from './fields.ts';

const EMAIL_MESSAGE = 'Please enter a valid email address';

/** The customer info card (requirements R3.16). Missing values are empty text. */
export const customerInfo = z.object({
  name: singleLineField('Name', LIMITS.personName),
  email: textField('Email', LIMITS.email).refine(
    (value) => value === '' || emailField(EMAIL_MESSAGE).safeParse(value).success,
    EMAIL_MESSAGE,
  ),
  description: textField('Project description', LIMITS.projectDescription),
  audience: textField('Target audience', LIMITS.audience),
  tone: z.enum(['', ...BRAND_TONES], 'Please choose a brand tone from the list'),
  date: z
    .string({ error: 'Preferred post date must be a date' })
    .refine((value) => value === '' || isCalendarDay(value), 'Preferred post date must be a date'),
  notes: textField('Additional requirements', LIMITS.additionalRequirements),
});
export type CustomerInfo = z.infer<typeof customerInfo>;

/** A change of the card. `base` are the values with which the form was opened. */
export const customerInfoChange = customerInfo.extend({ base: customerInfo.optional() });
export type CustomerInfoChange = z.infer<typeof customerInfoChange>;

/** Returns the initial customer info of an order (requirements R3.8) from the brand's card. Leaves out empty fields. */
export function toOrderCustomer(info: CustomerInfo): Partial<OrderCustomer> {
  const filled: [keyof OrderCustomer, string][] = [
    ['name', info.name],
    ['email', info.email],
    ['projectDescription', info.description],
    ['targetAudience', info.audience],
    ['brandTone', info.tone],
    ['preferredPostDate', info.date],
    ['additionalRequirements', info.notes],
  ];
  return Object.fromEntries(filled.filter(([, value]) => value.trim() !== ''));
}
