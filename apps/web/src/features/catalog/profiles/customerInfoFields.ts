import { BRAND_TONES, customerInfo, type CustomerInfo } from '@marquee/validation';

export type CustomerInfoFieldName = keyof CustomerInfo;

export interface CustomerInfoFieldSpec {
  name: CustomerInfoFieldName;
  label: string;
  kind: 'text' | 'email' | 'long' | 'tone' | 'date';
  /** A hint shown during editing. */
  hint?: string;
  autoComplete?: string;
}

export const CUSTOMER_INFO_FIELDS: readonly CustomerInfoFieldSpec[] = [
  { name: 'name', label: 'Name', kind: 'text', hint: 'The person creators contact.', autoComplete: 'name' },
  { name: 'email', label: 'Email', kind: 'email', autoComplete: 'email' },
  {
    name: 'description',
    label: 'Project description',
    kind: 'long',
    hint: 'Describe your product and the message for your audience.',
  },
  { name: 'audience', label: 'Target audience', kind: 'text', hint: 'The people you want to reach.' },
  { name: 'tone', label: 'Brand tone', kind: 'tone' },
  { name: 'date', label: 'Preferred post date', kind: 'date' },
  {
    name: 'notes',
    label: 'Additional requirements',
    kind: 'long',
    hint: 'For example, words to use or avoid, links or legal notices.',
  },
];

export const CUSTOMER_INFO_LABELS = Object.fromEntries(
  CUSTOMER_INFO_FIELDS.map(({ name, label }) => [name, label]),
) as Record<CustomerInfoFieldName, string>;

/** The brand tones (requirements R5.24), with a blank choice because the field is optional. */
export const TONE_OPTIONS = [
  { value: '', label: 'No preference' },
  ...BRAND_TONES.map((tone) => ({ value: tone, label: tone })),
];

/** Returns the error message for a value, or undefined if it is valid. */
export const findFieldProblem = (name: CustomerInfoFieldName, value: string): string | undefined =>
  customerInfo.shape[name].safeParse(value).error?.issues[0]?.message;

const fieldDayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a saved value. Dates are spelled out. */
export const formatFieldValue = ({ kind }: CustomerInfoFieldSpec, value: string): string =>
  kind === 'date' && value !== '' ? fieldDayFormat.format(new Date(`${value}T00:00:00Z`)) : value;
