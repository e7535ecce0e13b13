/**
 * Defines the question types. One table contains all differences between them, and the code does not compile if an
 * entry is missing.
 */
import { LIMITS } from './limits.ts';
import { isCalendarDay } from '@marquee/time';

/** The seven question types (requirements R3.18 to R3.24). */
export const QUESTION_TYPES = ['text', 'textarea', 'select', 'multiple_choice', 'date', 'number', 'boolean'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

interface QuestionKind {
  /** The type's label (requirements R3.18 to R3.24). */
  readonly label: string;
  /** True for select and multiple_choice, whose options the creator writes (requirements R3.6). */
  readonly hasOptions: boolean;
  /** True for text and textarea (requirements R3.6). */
  readonly hasPlaceholder: boolean;
  readonly maxLength: number;
  /**
   * Returns the possible answers, or an empty list if there is no fixed set. Only questions with a fixed set can
   * determine whether a later question is shown.
   */
  readonly choices: (options: readonly string[]) => readonly string[];
  /** Returns the error message for a non-blank answer, or null if it is valid. */
  readonly problem: (value: string, options: readonly string[]) => string | null;
  /** Converts an API client's value to the stored text. */
  readonly stored: (raw: string | number | boolean) => string;
  /** Formats a stored answer for display. */
  readonly shown: (value: string) => string;
}

const createTextKind = (label: string, maxLength: number): QuestionKind => ({
  label,
  hasOptions: false,
  hasPlaceholder: true,
  maxLength,
  choices: () => [],
  problem: () => null,
  stored: String,
  shown: (value) => value,
});

const createChoiceKind = (label: string): QuestionKind => ({
  ...createTextKind(label, LIMITS.shortAnswer),
  hasOptions: true,
  hasPlaceholder: false,
  choices: (options) => options,
  problem: (value, options) => (options.includes(value) ? null : 'Please choose one of the options'),
});

const ANSWER_DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

export const QUESTION_KINDS: Record<QuestionType, QuestionKind> = {
  text: createTextKind('Short Text', LIMITS.shortAnswer),
  textarea: createTextKind('Long Text', LIMITS.longAnswer),
  select: createChoiceKind('Dropdown'),
  multiple_choice: createChoiceKind('Multiple Choice'),
  date: {
    ...createTextKind('Date', LIMITS.shortAnswer),
    hasPlaceholder: false,
    problem: (value) => (isCalendarDay(value) ? null : 'Please enter a date'),
    shown: (value) => (isCalendarDay(value) ? ANSWER_DAY_FORMAT.format(new Date(`${value}T00:00:00Z`)) : value),
  },
  number: {
    ...createTextKind('Number', LIMITS.shortAnswer),
    hasPlaceholder: false,
    problem: (value) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? null : 'Please enter a number'),
  },
  // Stored as 'yes' or 'no' (requirements R3.24). API clients may send true or false.
  boolean: {
    ...createTextKind('Yes/No', LIMITS.shortAnswer),
    hasPlaceholder: false,
    choices: () => ['yes', 'no'],
    problem: (value) => (value === 'yes' || value === 'no' ? null : 'Please answer yes or no'),
    stored: (raw) => (typeof raw === 'boolean' ? (raw ? 'yes' : 'no') : String(raw)),
    shown: (value) => (value === 'yes' ? 'Yes' : value === 'no' ? 'No' : value),
  },
};

export const hasQuestionOptions = (type: QuestionType): boolean => QUESTION_KINDS[type].hasOptions;

/**
 * Whether questions of this type can determine if a later question is shown, because they have a fixed set of
 * answers.
 */
export const isDecidingType = (type: QuestionType): boolean => QUESTION_KINDS[type].choices(['any']).length > 0;
