import { z } from './zod.ts';
import { orderBudgetFields } from './budget.ts';
import { LIMITS } from './limits.ts';
import { packageChoiceInput } from './package-options.ts';
import { answerMap } from './questionnaire.ts';
import { isCalendarDay } from '@marquee/time';
import { idField, singleLineField, textField, personIdField } from './fields.ts';

/** The tones that a brand can choose on its customer info card (requirements R5.24). */
export const BRAND_TONES = [
  'Professional',
  'Casual and friendly',
  'Energetic and motivational',
  'Luxurious and elegant',
  'Authentic and real',
] as const;

/**
 * The "simple address pattern" of requirements R5.14. Orders are checked for three blank fields first, and then for
 * this pattern.
 */
const SIMPLE_EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const purchaseOrderField = singleLineField('PO number or reference', LIMITS.purchaseOrder);

/**
 * The rules R5.11 to R5.14 of the requirements, in the same order. R5.15 depends on the package's questions
 * (`checkAnswers`).
 */
export const orderCustomer = z
  .object(
    {
      name: singleLineField('Name', LIMITS.personName, 'Please enter your name'),
      email: textField('Email', LIMITS.email, 'Please enter your email'),
      projectDescription: textField(
        'Project description',
        LIMITS.projectDescription,
        'Please provide a project description',
      ),
      targetAudience: textField('Target audience', LIMITS.audience).optional(),
      brandTone: textField('Brand tone', LIMITS.brandTone).optional(),
      preferredPostDate: z
        .string({ error: 'Preferred post date must be a date' })
        .refine((value) => value === '' || isCalendarDay(value), 'Preferred post date must be a date')
        .optional(),
      /** The brand's own purchase order number, which appears on the receipt. */
      purchaseOrder: purchaseOrderField.optional(),
      additionalRequirements: textField('Additional requirements', LIMITS.additionalRequirements).optional(),
    },
    'Please enter your name',
  )
  .refine((customer) => SIMPLE_EMAIL_PATTERN.test(customer.email.trim()), {
    message: 'Please enter a valid email address',
    path: ['email'],
  });
export type OrderCustomer = z.infer<typeof orderCustomer>;

/** A new purchase order number for a booking. Empty text removes it. */
export const purchaseOrderChange = z.strictObject({ id: idField, purchaseOrder: purchaseOrderField });

/**
 * The input of POST /api/create-payment-intent. Only the order questionnaire sends `customer`, `answers` and
 * `choice`.
 */
export const checkoutInput = z.object({
  packageId: idField,
  brandUserId: personIdField,
  customer: orderCustomer.optional(),
  answers: answerMap.optional(),
  choice: packageChoiceInput.optional(),
  ...orderBudgetFields,
});
export type CheckoutInput = z.infer<typeof checkoutInput>;
