/** Tests the rules that hide questions, and questions read from a file. */
import { describe, expect, it } from 'vitest';
import {
  checkAnswers,
  createCopyName,
  packageOrder,
  parseQuestions,
  questionnaireInput,
  listVisibleQuestions,
  QUESTION_TYPES,
  type AnswerMap,
  type Question,
} from './index.ts';

const refusal = (questions: unknown) => questionnaireInput.safeParse({ packageId: 'x', questions }).error?.issues[0];
const idsOf = (questions: readonly Question[]) => questions.map((each) => each.id);

const FORMAT: Question = {
  id: 'format',
  type: 'select',
  question: 'Format?',
  required: true,
  options: ['Reel', 'Story', '2'],
};
const PAID: Question = {
  id: 'paid',
  type: 'boolean',
  question: 'Boosted?',
  required: true,
  showIf: { questionId: 'format', is: ['Reel', '2'] },
};
const BUDGET: Question = {
  id: 'budget',
  type: 'number',
  question: 'Budget?',
  required: true,
  showIf: { questionId: 'paid', is: ['yes'] },
};
const NOTES: Question = { id: 'notes', type: 'text', question: 'Notes?', required: false };
const ALL = [FORMAT, PAID, BUDGET, NOTES];

describe('visible questions', () => {
  it.each<[AnswerMap, string[]]>([
    [{}, ['format', 'notes']],
    [{ format: 'Story' }, ['format', 'notes']],
    [{ format: 'Reel' }, ['format', 'paid', 'notes']],
    [{ format: 2 }, ['format', 'paid', 'notes']],
    [{ format: 'Reel', paid: 'no' }, ['format', 'paid', 'notes']],
    [{ format: 'Reel', paid: 'yes' }, ['format', 'paid', 'budget', 'notes']],
    [{ format: 'Reel', paid: true }, ['format', 'paid', 'budget', 'notes']],
    // The rule of the second question hides it, so the third question, which depends on the second, is hidden as
    // well.
    [{ format: 'Story', paid: 'yes', budget: 5 }, ['format', 'notes']],
  ])('with the answers %o are %o', (answers, ids) => expect(idsOf(listVisibleQuestions(ALL, answers))).toEqual(ids));

  it.each<[string, Question[]]>([
    ['on itself', [{ ...PAID, showIf: { questionId: 'paid', is: ['yes'] } }]],
    [
      'on a later question',
      [
        { ...BUDGET, showIf: { questionId: 'paid', is: ['yes'] } },
        { ...NOTES, id: 'paid' },
      ],
    ],
    ['on a missing question', [{ ...BUDGET, showIf: { questionId: 'gone', is: ['yes', ''] } }]],
    ['on a property of every object', [{ ...BUDGET, showIf: { questionId: 'constructor', is: ['', 'undefined'] } }]],
  ])('do not include a question that depends %s', (_, questions) => {
    const answers = { paid: 'yes', gone: 'yes', budget: '1' };
    expect(idsOf(listVisibleQuestions(questions, answers))).not.toContain(questions[0]?.id);
  });

  it('do not depend on properties that the answers inherit from Object', () => {
    const decider: Question = { ...FORMAT, id: 'toString' };
    const waiting: Question = { ...NOTES, showIf: { questionId: 'toString', is: ['Reel'] } };
    expect(idsOf(listVisibleQuestions([decider, waiting], {}))).toEqual(['toString']);
    expect(idsOf(listVisibleQuestions([decider, waiting], { toString: 'Reel' }))).toEqual(['toString', 'notes']);
  });
});

describe('answers to questions with rules', () => {
  it('are required only if the question is visible', () => {
    expect(checkAnswers(ALL, { format: 'Story' })).toEqual({ answers: [{ questionId: 'format', value: 'Story' }] });
    expect(checkAnswers(ALL, { format: 'Reel' })).toEqual({ message: 'Please answer: Boosted?' });
    expect(checkAnswers(ALL, { format: 'Reel', paid: true })).toEqual({ message: 'Please answer: Budget?' });
  });

  it('are dropped without validation if the question is hidden', () => {
    expect(checkAnswers(ALL, { format: 'Story', paid: 'perhaps', budget: 'a lot', notes: 'Hello' })).toEqual({
      answers: [
        { questionId: 'format', value: 'Story' },
        { questionId: 'notes', value: 'Hello' },
      ],
    });
  });
});

describe('a visibility rule', () => {
  const rule = (showIf: unknown, before: unknown[] = [FORMAT]) =>
    refusal([...before, { ...NOTES, showIf }, { ...FORMAT, id: 'later' }]);
  it.each<[string, unknown, string]>([
    [
      'a missing question',
      { questionId: 'gone', is: ['Reel'] },
      'The question that controls this one no longer exists: Notes?',
    ],
    ['itself', { questionId: 'notes', is: ['Reel'] }, 'A question can only depend on an earlier one: Notes?'],
    ['a later question', { questionId: 'later', is: ['Reel'] }, 'A question can only depend on an earlier one: Notes?'],
    [
      'a missing option',
      { questionId: 'format', is: ['Reel', 'Post'] },
      'An answer that shows this question no longer exists: Notes?',
    ],
    [
      'a property of every object',
      { questionId: '__proto__', is: ['Reel'] },
      'The question that controls this one no longer exists: Notes?',
    ],
  ])('cannot depend on %s', (_, showIf, message) =>
    expect(rule(showIf)).toMatchObject({ message, path: ['questions', 1, 'showIf'] }),
  );

  it.each<[unknown, string]>([
    [{ questionId: 'format', is: [] }, 'Please choose the answers that show the question'],
    [{ questionId: 'format' }, 'Please choose the answers that show the question'],
    [{ questionId: 'format', is: 'Reel' }, 'Please choose the answers that show the question'],
    [{ questionId: 'format', is: [7] }, 'Please choose the answers that show the question'],
    [{ questionId: 7, is: ['Reel'] }, 'Please choose the question that controls this one'],
    [{ is: ['Reel'] }, 'Please choose the question that controls this one'],
    ['format', 'showIf must contain a question and the answers that show this one'],
    [null, 'showIf must contain a question and the answers that show this one'],
  ])('is refused with the value %o', (showIf, message) => expect(rule(showIf)?.message).toBe(message));

  it.each(['text', 'textarea', 'date', 'number'])('cannot depend on a %s question', (type) => {
    expect(rule({ questionId: 'q_0', is: ['x'] }, [{ id: 'q_0', type, question: 'What?' }])?.message).toBe(
      'A question can only depend on a Dropdown, Multiple Choice or Yes/No question: Notes?',
    );
  });

  it('is stored as sent, without unknown properties', () => {
    const read = questionnaireInput.parse({
      packageId: 'x',
      questions: [FORMAT, { ...PAID, showIf: { ...PAID.showIf, not: true } }],
    });
    expect(read.questions).toEqual([FORMAT, PAID]);
  });
});

describe('questions in a file', () => {
  it.each<[string, unknown]>([
    ['a list', ALL],
    ['an export', { marquee: 'questionnaire', package: 'One Reel', questions: ALL }],
    ['a response of the API', { packageId: 'x', questions: ALL }],
  ])('are parsed from %s', (_, value) => expect(parseQuestions(JSON.stringify(value))).toEqual({ questions: ALL }));

  it.each<[string, string, string]>([
    ['invalid JSON', '{"questions": [', 'This is not a questionnaire: the file is not valid JSON'],
    ['an empty file', '', 'This is not a questionnaire: the file is not valid JSON'],
    ['null', 'null', 'This is not a questionnaire: it has no list of questions'],
    ['a string', '"hello"', 'This is not a questionnaire: it has no list of questions'],
    ['another object', '{"name":"x"}', 'This is not a questionnaire: it has no list of questions'],
    ['an empty list', '[]', 'This questionnaire has no questions'],
    ['a huge file', `[${' '.repeat(100_000)}]`, 'This file is too large to be a questionnaire'],
    [
      'a question without text',
      JSON.stringify([FORMAT, { id: 'q_1' }]),
      'Question 2: Please enter the text of every question',
    ],
    [
      'an unknown type',
      JSON.stringify([{ ...NOTES, type: 'file' }]),
      `Question 1 (“Notes?”): The question type must be one of ${QUESTION_TYPES.join(', ')}`,
    ],
    [
      'an unsafe id',
      '[{"id":"__proto__","question":"What?"}]',
      'Question 1 (“What?”): A question ID must contain only letters, digits, _ and -',
    ],
    [
      'a dropdown without options',
      JSON.stringify([{ ...FORMAT, options: [] }]),
      'Question 1: Please add at least one option to: Format?',
    ],
    [
      'a rule about a later question',
      JSON.stringify([PAID, FORMAT]),
      'Question 1: A question can only depend on an earlier one: Boosted?',
    ],
    ['a duplicate id', JSON.stringify([NOTES, NOTES]), 'Two questions have the same ID'],
    ['null as a question', '[null]', 'Question 1: Please enter the text of every question'],
  ])('are rejected if it contains %s', (_, json, message) => expect(parseQuestions(json)).toEqual({ message }));

  it('cannot change the prototype of a question', () => {
    const read = parseQuestions('[{"id":"q_1","question":"What?","__proto__":{"required":true}}]');
    expect(read).toEqual({ questions: [{ id: 'q_1', type: 'text', question: 'What?', required: false }] });
  });
});

describe('packages', () => {
  it.each([
    ['One Reel', 'One Reel (copy)'],
    ['x'.repeat(120), `${'x'.repeat(113)} (copy)`],
    // Shortening to 113 characters would split the emoji.
    [`${'x'.repeat(112)}🎬 and more`, `${'x'.repeat(112)} (copy)`],
  ])('are duplicated under a new name: %s becomes %s', (name, copied) => expect(createCopyName(name)).toBe(copied));

  it.each<[unknown, string]>([
    [undefined, 'The order must be a list of package IDs'],
    [[], 'The order must be a list of package IDs'],
    [['01234567-89ab-4cde-8f01-23456789abcd', '01234567-89AB-4CDE-8F01-23456789ABCD'], 'A package is listed twice'],
  ])('cannot be sorted with the ids %o', (ids, message) =>
    expect(packageOrder.safeParse({ ids }).error?.issues[0]?.message).toBe(message),
  );
});
