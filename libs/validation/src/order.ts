import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { packageChoice } from './package-options.ts';
import { answerMap } from './questionnaire.ts';
import { isDay } from './day.ts';
import { id, line, text } from './text.ts';

/** Spec §5: the tones a brand may choose on its customer info card. */
export const BRAND_TONES = [
  'Professional',
  'Casual and friendly',
  'Energetic and motivational',
  'Luxurious and elegant',
  'Authentic and real',
] as const;

/** Spec §5: "a simple address pattern", checked after the three blank rules. */
const SIMPLE_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const purchaseOrder = line('PO number or reference', LIMITS.purchaseOrder);

/** Spec §5 "Order form", rules 1 to 4 in their order; rule 5 needs the questions (`checkAnswers`). */
export const orderCustomer = z
  .object(
    {
      name: line('Name', LIMITS.personName, 'Please enter your name'),
      email: text('Email', LIMITS.email, 'Please enter your email'),
      projectDescription: text(
        'Project description',
        LIMITS.projectDescription,
        'Please provide a project description',
      ),
      targetAudience: text('Target audience', LIMITS.audience).optional(),
      brandTone: text('Brand tone', LIMITS.brandTone).optional(),
      preferredPostDate: z
        .string({ error: 'Preferred post date must be a date' })
        .refine((value) => value === '' || isDay(value), 'Preferred post date must be a date')
        .optional(),
      /** Of the brand's own books, for the receipt. */
      purchaseOrder: purchaseOrder.optional(),
      additionalRequirements: text('Additional requirements', LIMITS.additionalRequirements).optional(),
    },
    'Please enter your name',
  )
  .refine((customer) => SIMPLE_ADDRESS.test(customer.email.trim()), {
    message: 'Please enter a valid email address',
    path: ['email'],
  });
export type OrderCustomer = z.infer<typeof orderCustomer>;

/** The same, on its own: empty text for none. */
export const purchaseOrderChange = z.strictObject({ id, purchaseOrder });

/** POST /api/create-payment-intent. `customer`, `answers` and `choice` come from the order questionnaire. */
export const checkout = z.object({
  packageId: id,
  brandUserId: id,
  customer: orderCustomer.optional(),
  answers: answerMap.optional(),
  choice: packageChoice.optional(),
});
export type Checkout = z.infer<typeof checkout>;
