import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { hasQuestionOptions, isDecidingType, QUESTION_KINDS, QUESTION_TYPES } from './question-kinds.ts';
import { getFirstIssueMessage, idField, singleLineField, referenceField, textField } from './fields.ts';

/** Excludes `__proto__`. JSON parsers drop or reject it as a key, so such a question could never be answered. */
const QUESTION_ID_PATTERN = /^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/;

const CHOOSE_ANSWERS_MESSAGE = 'Please choose the answers that show the question';

/**
 * A visibility rule. The question is shown only if the answer to the earlier question `questionId` is one of `is`.
 */
const showIfRule = z.object(
  {
    questionId: referenceField(64, 'Please choose the question that controls this one'),
    is: z
      .array(textField('An answer', LIMITS.option, CHOOSE_ANSWERS_MESSAGE), { error: CHOOSE_ANSWERS_MESSAGE })
      .min(1, CHOOSE_ANSWERS_MESSAGE)
      .max(LIMITS.options, `A rule can have at most ${LIMITS.options} answers`),
  },
  'showIf must contain a question and the answers that show this one',
);

/** A question as sent and stored. Only `type` and `required` have defaults (requirements R3.6). */
export const questionSchema = z
  .object(
    {
      id: z
        .string({ error: 'The question needs an ID' })
        .regex(QUESTION_ID_PATTERN, 'A question ID must contain only letters, digits, _ and -'),
      type: z
        .enum(QUESTION_TYPES, { error: `The question type must be one of ${QUESTION_TYPES.join(', ')}` })
        .default('text'),
      question: textField('A question', LIMITS.question, 'Please enter the text of every question'),
      required: z.boolean({ error: 'required must be true or false' }).default(false),
      placeholder: textField('A placeholder', LIMITS.placeholder).optional(),
      options: z
        .array(singleLineField('An option', LIMITS.option, 'Please fill in or remove empty options'), {
          error: 'Options must be a list of text',
        })
        .max(LIMITS.options, `A question can have at most ${LIMITS.options} options`)
        .refine((options) => new Set(options).size === options.length, 'Please remove options that are listed twice')
        .optional(),
      showIf: showIfRule.optional(),
    },
    'Please enter the text of every question',
  )
  .refine((value) => !hasQuestionOptions(value.type) || (value.options?.length ?? 0) > 0, {
    error: (issue) =>
      `Please add at least one option to: ${(issue.input as { question?: string }).question ?? 'the question'}`,
    path: ['options'],
  });
export type Question = z.infer<typeof questionSchema>;

/**
 * Returns the error message for a question's visibility rule, or null if it is valid. Rules can only refer to
 * earlier questions, so that they cannot be circular.
 */
function findRuleProblem(questions: readonly Question[], index: number): string | null {
  const each = questions[index];
  if (each?.showIf === undefined) return null;
  const { questionId, is } = each.showIf;
  const at = questions.findIndex(({ id: other }) => other === questionId);
  const decider = questions[at];
  if (decider === undefined) return `The question that controls this one no longer exists: ${each.question}`;
  if (at >= index) return `A question can only depend on an earlier one: ${each.question}`;
  if (!isDecidingType(decider.type))
    return `A question can only depend on a Dropdown, Multiple Choice or Yes/No question: ${each.question}`;
  const choices = QUESTION_KINDS[decider.type].choices(decider.options ?? []);
  return is.every((answer) => choices.includes(answer))
    ? null
    : `An answer that shows this question no longer exists: ${each.question}`;
}

const questionList = z
  .array(questionSchema, { error: 'Please add at least one question' })
  .min(1, 'Please add at least one question')
  .max(LIMITS.questions, `A questionnaire can have at most ${LIMITS.questions} questions`)
  .refine(
    (questions) => new Set(questions.map((each) => each.id)).size === questions.length,
    'Two questions have the same ID',
  )
  .superRefine((questions, ctx) => {
    for (const index of questions.keys()) {
      const message = findRuleProblem(questions, index);
      if (message !== null) ctx.addIssue({ code: 'custom', message, path: [index, 'showIf'] });
    }
  });

/** The input for saving a questionnaire (requirements R5.16). `base` are the questions with which the form was opened. */
export const questionnaireInput = z.object({
  packageId: idField,
  questions: questionList,
  base: z.object({ questions: z.array(questionSchema).max(LIMITS.questions) }).optional(),
});

const ANSWERS_MESSAGE = 'Answers must be a map of question IDs to values';

/** Answers in requests, by question id (requirements R3.9). */
export const answerMap = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()], ANSWERS_MESSAGE),
  ANSWERS_MESSAGE,
);
export type AnswerMap = z.infer<typeof answerMap>;

/**
 * Lists the visible questions. A question with a rule is visible if the question it refers to is visible and has a
 * matching answer. A rule that refers to a later or unknown question never matches.
 */
export function listVisibleQuestions<Q extends Pick<Question, 'id' | 'type' | 'showIf'>>(
  questions: readonly Q[],
  answers: AnswerMap,
): Q[] {
  /** Answers by question id. A Map is used, because an id may equal the name of a property that every object has. */
  const given = new Map<string, string>();
  return questions.filter((each) => {
    const answer = each.showIf && given.get(each.showIf.questionId);
    if (each.showIf && (answer === undefined || !each.showIf.is.includes(answer))) return false;
    given.set(each.id, getAnswerText(answers, each));
    return true;
  });
}

/**
 * A stored answer. Answers are stored as a list, so that a question id is never the key of an object (docs/safety.md
 * "Input").
 */
export interface QuestionAnswer {
  questionId: string;
  value: string;
}

/**
 * Validates answers in the order of the questions. Returns the answers to store, or the first error message. Leaves out
 * blank answers and answers to hidden or unknown questions. The message for a missing answer is `Please answer:
 * {question}` (requirements R5.15).
 */
export function checkAnswers(
  questions: readonly Question[],
  answers: AnswerMap,
): { answers: QuestionAnswer[] } | { message: string } {
  const kept: QuestionAnswer[] = [];
  for (const each of listVisibleQuestions(questions, answers)) {
    const value = getAnswerText(answers, each);
    const problem = findAnswerProblem(each, value);
    if (problem !== null) return { message: problem };
    if (value.trim() !== '') kept.push({ questionId: each.id, value });
  }
  return { answers: kept };
}

/** Returns the answer to a question as text, or '' if there is none. */
export function getAnswerText(answers: AnswerMap, each: Pick<Question, 'id' | 'type'>): string {
  const raw = Object.hasOwn(answers, each.id) ? answers[each.id] : undefined;
  return raw === undefined ? '' : QUESTION_KINDS[each.type].stored(raw);
}

/**
 * Returns the error message for the answer to a visible question, or null if the answer is valid. `value` is '' if
 * there is no answer.
 */
export function findAnswerProblem(each: Question, value: string): string | null {
  if (value.trim() === '') return each.required ? `Please answer: ${each.question}` : null;
  const kind = QUESTION_KINDS[each.type];
  const text = textField(`The answer to “${each.question}”`, kind.maxLength).safeParse(value);
  if (!text.success) return getFirstIssueMessage(text.error);
  const problem = kind.problem(value, each.options ?? []);
  return problem == null ? null : `${problem}: ${each.question}`;
}

/**
 * Parses questions from JSON text. The text is either a list or an object with a `questions` list, which is the
 * format of an export and of the response of GET /api/questionnaire. If a question is invalid, returns an error
 * message that identifies the first one.
 */
export function parseQuestions(json: string): { questions: Question[] } | { message: string } {
  if (json.length > LIMITS.questionnaireFile) return { message: 'This file is too large to be a questionnaire' };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { message: 'This is not a questionnaire: the file is not valid JSON' };
  }
  const list: unknown = Array.isArray(value) ? value : (value as { questions?: unknown } | null)?.questions;
  if (!Array.isArray(list)) return { message: 'This is not a questionnaire: it has no list of questions' };
  if (list.length === 0) return { message: 'This questionnaire has no questions' };
  const read = questionList.safeParse(list);
  if (read.success) return { questions: read.data };
  const { path, message } = read.error.issues[0] ?? { path: [], message: 'The questions are not valid' };
  const [index] = path;
  return { message: typeof index === 'number' ? `${formatQuestionName(list, index, message)}: ${message}` : message };
}

/**
 * Formats the name of a question for an error message: 'Question 3 (“Which product?”)'. Leaves out the text if there
 * is none, if it is long, or if `message` contains it.
 */
function formatQuestionName(list: readonly unknown[], index: number, message: string): string {
  const words = (list[index] as { question?: unknown } | null)?.question;
  const isTold = typeof words === 'string' && words.trim() !== '' && words.length <= 80 && !message.includes(words);
  return `Question ${index + 1}${isTold ? ` (“${words}”)` : ''}`;
}
