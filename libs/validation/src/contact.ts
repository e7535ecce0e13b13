import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { linkToken } from './report.ts';
import { cursorField, emailField, idField, singleLineField, textField } from './fields.ts';

/** The categories of requirements R5.23, in the order of the form. */
export const CONTACT_CATEGORIES = [
  'General Inquiry',
  'Technical Support',
  'Billing & Payments',
  'Partnership Opportunities',
  'Press & Media',
  'Creator Applications',
  'Enterprise Sales',
  'Bug Report',
] as const;
export type ContactCategory = (typeof CONTACT_CATEGORIES)[number];

const createMinLengthField = (label: string, least: number, most: number, kind: typeof textField = singleLineField) => {
  const message = `${label} must be at least ${least} characters`;
  // Do not use the string's length, which counts an emoji as two characters. This pattern and the database count it
  // as one.
  const enough = new RegExp(`.{${least}}`, 'su');
  return kind(label, most, message).refine((value) => enough.test(value.trim()), message);
};

/** The fields of requirements R5.17 to R5.22, in the same order. */
export const contactMessage = z.object({
  name: createMinLengthField('Name', 2, LIMITS.personName),
  email: emailField('Invalid email address'),
  company: singleLineField('Company', LIMITS.company).default(''),
  subject: createMinLengthField('Subject', 5, LIMITS.contactSubject),
  category: z.enum(CONTACT_CATEGORIES, { error: 'Please select a category' }),
  message: createMinLengthField('Message', 10, LIMITS.contactMessage, textField),
});

/** A reply in a contact thread, by staff or by the sender. */
const threadText = textField('The message', LIMITS.contactMessage, 'Please write a message');
export const staffAnswer = z.strictObject({ id: idField, text: threadText });
export const threadReply = z.strictObject({ token: linkToken, text: threadText });
export const threadListInput = z.object({
  show: z.enum(['open', 'answered', 'closed']).default('open'),
  cursor: cursorField,
});
export type ThreadListInput = z.infer<typeof threadListInput>;
export const formatThreadReference = (number: number): string => `M-${number}`;

export type ContactMessage = z.infer<typeof contactMessage>;
