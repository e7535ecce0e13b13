import { z } from 'zod';
import { id, isDay, text } from './text.ts';

/** Spec §3: the seven question types and their labels. */
export const QUESTION_TYPES = ['text', 'textarea', 'select', 'multiple_choice', 'date', 'number', 'boolean'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

export const QUESTION_TYPE_LABELS: Record<QuestionType, string> = {
  text: 'Short Text',
  textarea: 'Long Text',
  select: 'Dropdown',
  multiple_choice: 'Multiple Choice',
  date: 'Date',
  number: 'Number',
  boolean: 'Yes/No',
};

/** Spec §3: these two offer options. */
export const hasOptions = (type: QuestionType): boolean => type === 'select' || type === 'multiple_choice';

/** safety.md "Input": at most 50 questions of at most 50 options. */
export const MAX_QUESTIONS = 50;
export const MAX_OPTIONS = 50;

/** `__proto__` is no id: JSON readers drop or refuse it as a key, so such a question could never be answered. */
const QUESTION_ID = /^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/;

/** Saved as it comes: only `type` and `required` have defaults (spec §3). */
export const question = z
  .object({
    id: z.string({ error: 'A question needs an id' }).regex(QUESTION_ID, 'A question id has only letters, digits, _ and -'),
    type: z.enum(QUESTION_TYPES, { error: `A question's type is one of ${QUESTION_TYPES.join(', ')}` }).default('text'),
    question: text('A question', 500, 'Please enter the text of every question'),
    required: z.boolean({ error: 'required must be true or false' }).default(false),
    placeholder: text('A placeholder', 200).optional(),
    options: z
      .array(text('An option', 200, 'Please fill in or remove empty options'), { error: 'Options must be a list of text' })
      .max(MAX_OPTIONS, `A question has at most ${MAX_OPTIONS} options`)
      .refine((options) => new Set(options).size === options.length, 'Please remove options that are listed twice')
      .optional(),
  }, 'Please enter the text of every question')
  .refine((value) => !hasOptions(value.type) || (value.options?.length ?? 0) > 0, {
    error: (issue) => `Please add at least one option to: ${(issue.input as { question?: string }).question ?? 'the question'}`,
    path: ['options'],
  });
export type Question = z.infer<typeof question>;

/** Spec §5 "Questionnaire save". */
export const questionnaire = z.object({
  packageId: id,
  questions: z
    .array(question, { error: 'Please add at least one question' })
    .min(1, 'Please add at least one question')
    .max(MAX_QUESTIONS, `A questionnaire has at most ${MAX_QUESTIONS} questions`)
    .refine((questions) => new Set(questions.map((each) => each.id)).size === questions.length, 'Two questions have the same id'),
});

const ANSWERS = 'Answers must be a map of question id to value';

/** Answers as they travel: question id → value (spec §3). */
export const answerMap = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()], ANSWERS), ANSWERS);
export type AnswerMap = z.infer<typeof answerMap>;

/** One answer as it is stored: a list entry, so a question id is never a key of an object (safety.md "Input"). */
export interface Answer {
  questionId: string;
  value: string;
}

/**
 * Checks answers against the questions they belong to, in the questions' order.
 * Returns the answers to keep (blank ones and answers to unknown questions are left out), or the first failing rule's
 * sentence: `Please answer: {question}` is the spec's (§5, order form, rule 5).
 */
export function checkAnswers(questions: readonly Question[], answers: AnswerMap): { answers: Answer[] } | { message: string } {
  const kept: Answer[] = [];
  for (const each of questions) {
    const raw = Object.hasOwn(answers, each.id) ? answers[each.id] : undefined;
    const value = wireText(raw, each.type);
    if (value.trim() === '') {
      if (each.required) return { message: `Please answer: ${each.question}` };
      continue;
    }
    const problem = answerProblem(each, value);
    if (problem !== null) return { message: problem };
    kept.push({ questionId: each.id, value });
  }
  return { answers: kept };
}

/** Spec §3: a Yes/No answer is stored as yes or no; a program may send true or false. */
function wireText(raw: AnswerMap[string] | undefined, type: QuestionType): string {
  if (raw === undefined) return '';
  if (type === 'boolean' && typeof raw === 'boolean') return raw ? 'yes' : 'no';
  return String(raw);
}

function answerProblem(each: Question, value: string): string | null {
  const limit = text('An answer', each.type === 'textarea' ? 5000 : 1000).safeParse(value);
  if (!limit.success) return `${limit.error.issues[0]?.message}: ${each.question}`;
  switch (each.type) {
    case 'select':
    case 'multiple_choice':
      return each.options?.includes(value) ? null : `Please choose one of the options: ${each.question}`;
    case 'date':
      return isDay(value) ? null : `Please enter a date: ${each.question}`;
    case 'number':
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? null : `Please enter a number: ${each.question}`;
    case 'boolean':
      return value === 'yes' || value === 'no' ? null : `Please answer yes or no: ${each.question}`;
    case 'text':
    case 'textarea':
      return null;
  }
}
