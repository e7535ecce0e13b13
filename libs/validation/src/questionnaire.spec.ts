/** Rules that hide questions, and questions read from a file. */
import { describe, expect, it } from 'vitest';
import {
  checkAnswers,
  createCopyName,
  packageOrder,
  parseQuestions,
  questionnaireInput,
  listVisibleQuestions,
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
    // The middle question of a chain is hidden, so the question that depends on it is hidden too.
    [{ format: 'Story', paid: 'yes', budget: 5 }, ['format', 'notes']],
  ])('%o → %o', (answers, ids) => expect(idsOf(listVisibleQuestions(ALL, answers))).toEqual(ids));

  it.each<[string, Question[]]>([
    ['itself', [{ ...PAID, showIf: { questionId: 'paid', is: ['yes'] } }]],
    [
      'a later question',
      [
        { ...BUDGET, showIf: { questionId: 'paid', is: ['yes'] } },
        { ...NOTES, id: 'paid' },
      ],
    ],
    ['nothing that is there', [{ ...BUDGET, showIf: { questionId: 'gone', is: ['yes', ''] } }]],
    ['a name that every object has', [{ ...BUDGET, showIf: { questionId: 'constructor', is: ['', 'undefined'] } }]],
  ])('hides a question that waits for %s', (_, questions) => {
    const answers = { paid: 'yes', gone: 'yes', budget: '1' };
    expect(idsOf(listVisibleQuestions(questions, answers))).not.toContain(questions[0]?.id);
  });

  it('takes answers from own keys only', () => {
    const decider: Question = { ...FORMAT, id: 'toString' };
    const waiting: Question = { ...NOTES, showIf: { questionId: 'toString', is: ['Reel'] } };
    expect(idsOf(listVisibleQuestions([decider, waiting], {}))).toEqual(['toString']);
    expect(idsOf(listVisibleQuestions([decider, waiting], { toString: 'Reel' }))).toEqual(['toString', 'notes']);
  });
});

describe('answers to questions with rules', () => {
  it('asks for a required answer only when the question is asked', () => {
    expect(checkAnswers(ALL, { format: 'Story' })).toEqual({ answers: [{ questionId: 'format', value: 'Story' }] });
    expect(checkAnswers(ALL, { format: 'Reel' })).toEqual({ message: 'Please answer: Boosted?' });
    expect(checkAnswers(ALL, { format: 'Reel', paid: true })).toEqual({ message: 'Please answer: Budget?' });
  });

  it('drops answers to hidden questions, also ones that would be refused', () => {
    expect(checkAnswers(ALL, { format: 'Story', paid: 'perhaps', budget: 'a lot', notes: 'Hello' })).toEqual({
      answers: [
        { questionId: 'format', value: 'Story' },
        { questionId: 'notes', value: 'Hello' },
      ],
    });
  });
});

describe('a rule', () => {
  const rule = (showIf: unknown, before: unknown[] = [FORMAT]) =>
    refusal([...before, { ...NOTES, showIf }, { ...FORMAT, id: 'later' }]);
  it.each<[string, unknown, string]>([
    [
      'a question that is not there',
      { questionId: 'gone', is: ['Reel'] },
      'The question that decides about this one is gone: Notes?',
    ],
    ['itself', { questionId: 'notes', is: ['Reel'] }, 'A question can only depend on an earlier one: Notes?'],
    ['a later question', { questionId: 'later', is: ['Reel'] }, 'A question can only depend on an earlier one: Notes?'],
    [
      'an option that is not offered',
      { questionId: 'format', is: ['Reel', 'Post'] },
      'An answer that shows this question is gone: Notes?',
    ],
    [
      'a name that every object has',
      { questionId: '__proto__', is: ['Reel'] },
      'The question that decides about this one is gone: Notes?',
    ],
  ])('may not wait for %s', (_, showIf, message) =>
    expect(rule(showIf)).toMatchObject({ message, path: ['questions', 1, 'showIf'] }),
  );

  it.each<[unknown, string]>([
    [{ questionId: 'format', is: [] }, 'Please choose the answers that show the question'],
    [{ questionId: 'format' }, 'Please choose the answers that show the question'],
    [{ questionId: 'format', is: 'Reel' }, 'Please choose the answers that show the question'],
    [{ questionId: 'format', is: [7] }, 'Please choose the answers that show the question'],
    [{ questionId: 7, is: ['Reel'] }, 'Please choose the question that decides'],
    [{ is: ['Reel'] }, 'Please choose the question that decides'],
    ['format', 'showIf is a question and the answers that show this one'],
    [null, 'showIf is a question and the answers that show this one'],
  ])('is not %o', (showIf, message) => expect(rule(showIf)?.message).toBe(message));

  it.each(['text', 'textarea', 'date', 'number'])('may not wait for a %s question', (type) => {
    expect(rule({ questionId: 'q_0', is: ['x'] }, [{ id: 'q_0', type, question: 'What?' }])?.message).toBe(
      'A question can only depend on a Dropdown, Multiple Choice or Yes/No question: Notes?',
    );
  });

  it('is kept as it came, without what it does not know', () => {
    const read = questionnaireInput.parse({
      packageId: 'x',
      questions: [FORMAT, { ...PAID, showIf: { ...PAID.showIf, not: true } }],
    });
    expect(read.questions).toEqual([FORMAT, PAID]);
  });
});

describe('questions from a file', () => {
  it.each<[string, unknown]>([
    ['a list', ALL],
    ['an export', { marquee: 'questionnaire', package: 'One Reel', questions: ALL }],
    ['an answer of the API', { packageId: 'x', questions: ALL }],
  ])('are read from %s', (_, value) => expect(parseQuestions(JSON.stringify(value))).toEqual({ questions: ALL }));

  it.each<[string, string, string]>([
    ['no JSON', '{"questions": [', 'This is not a questionnaire: the file is not valid JSON'],
    ['an empty file', '', 'This is not a questionnaire: the file is not valid JSON'],
    ['null', 'null', 'This is not a questionnaire: it has no list of questions'],
    ['a text', '"hello"', 'This is not a questionnaire: it has no list of questions'],
    ['another object', '{"name":"x"}', 'This is not a questionnaire: it has no list of questions'],
    ['no questions', '[]', 'This questionnaire has no questions'],
    ['a huge file', `[${' '.repeat(100_000)}]`, 'This file is too large to be a questionnaire'],
    [
      'a question without words',
      JSON.stringify([FORMAT, { id: 'q_1' }]),
      'Question 2: Please enter the text of every question',
    ],
    [
      'a type of its own',
      JSON.stringify([{ ...NOTES, type: 'file' }]),
      "Question 1 (“Notes?”): A question's type is one of text, textarea, select, multiple_choice, date, number, boolean",
    ],
    [
      'an id to avoid',
      '[{"id":"__proto__","question":"What?"}]',
      'Question 1 (“What?”): A question id has only letters, digits, _ and -',
    ],
    [
      'a choice without options',
      JSON.stringify([{ ...FORMAT, options: [] }]),
      'Question 1: Please add at least one option to: Format?',
    ],
    [
      'a rule that looks forward',
      JSON.stringify([PAID, FORMAT]),
      'Question 1: A question can only depend on an earlier one: Boosted?',
    ],
    ['one id twice', JSON.stringify([NOTES, NOTES]), 'Two questions have the same id'],
    ['null as a question', '[null]', 'Question 1: Please enter the text of every question'],
  ])('are refused when it is %s', (_, json, message) => expect(parseQuestions(json)).toEqual({ message }));

  it('cannot bring a prototype along', () => {
    const read = parseQuestions('[{"id":"q_1","question":"What?","__proto__":{"required":true}}]');
    expect(read).toEqual({ questions: [{ id: 'q_1', type: 'text', question: 'What?', required: false }] });
  });
});

describe('packages', () => {
  it.each([
    ['One Reel', 'One Reel (copy)'],
    ['x'.repeat(120), `${'x'.repeat(113)} (copy)`],
    // The cut would go through the middle of a character.
    [`${'x'.repeat(112)}🎬 and more`, `${'x'.repeat(112)} (copy)`],
  ])('a copy of %s is named %s', (name, copied) => expect(createCopyName(name)).toBe(copied));

  it.each<[unknown, string]>([
    [undefined, 'The order is a list of package ids'],
    [[], 'The order is a list of package ids'],
    [['01234567-89ab-4cde-8f01-23456789abcd', '01234567-89AB-4CDE-8F01-23456789ABCD'], 'A package is listed twice'],
  ])('%o is no order', (ids, message) =>
    expect(packageOrder.safeParse({ ids }).error?.issues[0]?.message).toBe(message),
  );
});
