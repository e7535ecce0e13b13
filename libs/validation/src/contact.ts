import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { linkToken } from './report.ts';
import { cursor, email, id, line, text } from './text.ts';

/** Spec §5: what people write about, in the order of the form. */
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

const atLeast = (label: string, least: number, most: number, kind: typeof text = line) => {
  const message = `${label} must be at least ${least} characters`;
  // Characters, as the database counts them: an emoji is one, although JavaScript's length says two.
  const enough = new RegExp(`.{${least}}`, 'su');
  return kind(label, most, message).refine((value) => enough.test(value.trim()), message);
};

/** Spec §5 "Contact form", in its order. */
export const contactMessage = z.object({
  name: atLeast('Name', 2, LIMITS.personName),
  email: email('Invalid email address'),
  company: line('Company', LIMITS.company).default(''),
  subject: atLeast('Subject', 5, LIMITS.contactSubject),
  category: z.enum(CONTACT_CATEGORIES, { error: 'Please select a category' }),
  message: atLeast('Message', 10, LIMITS.contactMessage, text),
});

/** What is written on in a thread: staff's answer, or the asker's next word. */
const threadText = text('The message', LIMITS.contactMessage, 'Please write a message');
export const staffAnswer = z.strictObject({ id, text: threadText });
export const threadReply = z.strictObject({ token: linkToken, text: threadText });
/** Threads as staff lists them. */
export const threadsShown = z.object({
  show: z.enum(['open', 'answered', 'closed']).default('open'),
  cursor,
});
export type ThreadsShown = z.infer<typeof threadsShown>;
/** How a thread is called in mails and on screens. */
export const threadReference = (number: number): string => `M-${number}`;

export type ContactMessage = z.infer<typeof contactMessage>;
