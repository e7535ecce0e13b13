/** The kinds of questions: all that differs between them is in one table, which the compiler completes. */
import { LIMITS } from './limits.ts';
import { isCalendarDay } from './calendar-day.ts';

/** Spec §3: the seven question types. */
export const QUESTION_TYPES = ['text', 'textarea', 'select', 'multiple_choice', 'date', 'number', 'boolean'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

interface QuestionKind {
  /** Spec §3. */
  readonly label: string;
  /** Spec §3: select and multiple_choice offer options that its creator writes. */
  readonly hasOptions: boolean;
  /** Spec §3: text and textarea have a placeholder. */
  readonly hasPlaceholder: boolean;
  /** The longest answer, in characters. */
  readonly maxLength: number;
  /** What it can be answered with where that is known. Only such a question decides whether another is asked. */
  readonly choices: (options: readonly string[]) => readonly string[];
  /** What is wrong with an answer that is not blank; null when nothing is. */
  readonly problem: (value: string, options: readonly string[]) => string | null;
  /** What a program sent, as the text that is stored. */
  readonly stored: (raw: string | number | boolean) => string;
  /** A stored answer as people read it. */
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
  // Spec §3: stored as yes or no; a program may send true or false.
  boolean: {
    ...createTextKind('Yes/No', LIMITS.shortAnswer),
    hasPlaceholder: false,
    choices: () => ['yes', 'no'],
    problem: (value) => (value === 'yes' || value === 'no' ? null : 'Please answer yes or no'),
    stored: (raw) => (typeof raw === 'boolean' ? (raw ? 'yes' : 'no') : String(raw)),
    shown: (value) => (value === 'yes' ? 'Yes' : value === 'no' ? 'No' : value),
  },
};

/** Whether its creator writes options for it. */
export const hasQuestionOptions = (type: QuestionType): boolean => QUESTION_KINDS[type].hasOptions;

/** Whether answers of this type can decide whether a later question is asked: they are few and known. */
export const isDecidingType = (type: QuestionType): boolean => QUESTION_KINDS[type].choices(['any']).length > 0;
