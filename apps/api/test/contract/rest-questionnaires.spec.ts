/** Tests the questionnaire calls of the REST API (requirements R7.11, R7.12, R3.6 and R5.16). */
import type { SessionUser } from '../../src/core/ctx.ts';
import { QUESTION_TYPES } from '@marquee/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import {
  REFUSED_CREATORS_ONLY,
  MALFORMED_IDS,
  PACKAGE_NOT_FOUND,
  QUESTIONNAIRE_NOT_FOUND,
  UNKNOWN_ID,
  createRefusal,
  REFUSED_SIGNED_OUT,
  toStatusAndBody,
} from '../support/responses.ts';
import { useStack, type TestBrowser } from '../support/stack.ts';

const stack = useStack();

let creator: SessionUser;
let asCreator: TestBrowser;
let asOther: TestBrowser;
let asBrand: TestBrowser;
let asNobody: TestBrowser;
beforeAll(async () => {
  creator = await newCreator(stack.deps);
  asCreator = await stack.asBrowser(creator);
  asOther = await stack.asBrowser(await newCreator(stack.deps));
  asBrand = await stack.asBrowser(await newBrand(stack.deps));
  asNobody = await stack.asBrowser(null);
});

const newPackageId = async () => (await newPackage(stack.deps, creator)).id;
const save = (packageId: unknown, questions: unknown, browser = asCreator) =>
  browser('POST', '/api/questionnaire', { packageId, questions });
const QUESTION = { id: 'q_1754200000000_a1b2c3', type: 'text', question: 'Which product?', required: true };

/** One question of each type, in unsorted order, with every optional field present and absent. */
const ALL = [
  { id: 'q_9_z', type: 'multiple_choice', question: 'Tone?', required: true, options: ['Warm', 'Dry', 'Ω “quoted”'] },
  { id: 'q_1_a', type: 'text', question: 'Which product?', required: false, placeholder: 'e.g. the rain jacket' },
  { id: 'constructor', type: 'select', question: 'Format?', required: false, options: ['2', '10', '1'] },
  { id: 'A-b_C', type: 'textarea', question: 'Anything else?\nReally anything.', required: false, placeholder: '' },
  { id: '0', type: 'date', question: 'When?', required: true },
  { id: 'q_5', type: 'number', question: ' How many? ', required: false },
  { id: 'q_4', type: 'boolean', question: 'Exclusive? <b>yes</b>', required: true },
];

describe('POST /api/questionnaire', () => {
  it('stores questions exactly as sent, with their ids, order, options and optional fields', async () => {
    const packageId = await newPackageId();
    expect(toStatusAndBody(await save(packageId, ALL))).toEqual({ status: 200, body: { packageId, questions: ALL } });
    const answer = await asNobody('GET', `/api/questionnaire/${packageId}`);
    expect(toStatusAndBody(answer)).toEqual({ status: 200, body: { packageId, questions: ALL } });
    expect(answer.json<{ questions: { options?: string[] }[] }>().questions.map((each) => each.options)).toEqual(
      ALL.map((each) => each.options),
    );
  });

  it('makes a question an optional text question by default', async () => {
    const packageId = await newPackageId();
    await save(packageId, [{ id: 'q_1', question: 'Which product?' }]);
    expect((await asNobody('GET', `/api/questionnaire/${packageId}`)).json()).toEqual({
      packageId,
      questions: [{ id: 'q_1', type: 'text', question: 'Which product?', required: false }],
    });
  });

  it('replaces the previous questions', async () => {
    const packageId = await newPackageId();
    await save(packageId, ALL);
    await save(packageId, [QUESTION]);
    expect((await asNobody('GET', `/api/questionnaire/${packageId}`)).json()).toEqual({
      packageId,
      questions: [QUESTION],
    });
  });

  it('keeps the complete questions of one request when several requests save at the same time', async () => {
    const packageId = await newPackageId();
    const [one, other] = [[QUESTION], ALL];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => save(packageId, at % 2 === 0 ? one : other)),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
    expect([one, other]).toContainEqual(
      (await asNobody('GET', `/api/questionnaire/${packageId}`)).json<{ questions: unknown }>().questions,
    );
  });

  it.each<[string, unknown, string]>([
    ['no questions', [], 'Please add at least one question'],
    ['missing questions', undefined, 'Please add at least one question'],
    ['questions that are not a list', { 0: QUESTION, length: 1 }, 'Please add at least one question'],
    ['a question that is null', [null], 'Please enter the text of every question'],
    ['a question that is text', ['Which product?'], 'Please enter the text of every question'],
    ['a question without an id', [{ question: 'Which product?' }], 'The question needs an ID'],
    ['an id with spaces', [{ ...QUESTION, id: 'q 1' }], 'A question ID must contain only letters, digits, _ and -'],
    [
      'an id that JSON parsers drop',
      [{ ...QUESTION, id: '__proto__' }],
      'A question ID must contain only letters, digits, _ and -',
    ],
    ['a long id', [{ ...QUESTION, id: 'q'.repeat(65) }], 'A question ID must contain only letters, digits, _ and -'],
    [
      'two questions with the same id',
      [QUESTION, { ...QUESTION, question: 'Which other?' }],
      'Two questions have the same ID',
    ],
    [
      'an unknown type',
      [{ ...QUESTION, type: 'file' }],
      `The question type must be one of ${QUESTION_TYPES.join(', ')}`,
    ],
    ['a blank question', [{ ...QUESTION, question: '  ' }], 'Please enter the text of every question'],
    [
      'a long question',
      [{ ...QUESTION, question: 'q'.repeat(501) }],
      'A question is 1 character too long. The limit is 500.',
    ],
    ['NUL in a question', [{ ...QUESTION, question: 'a\0' }], 'A question contains characters that cannot be used'],
    [
      'an unpaired surrogate in a placeholder',
      [{ ...QUESTION, placeholder: '\udc00' }],
      'A placeholder contains characters that cannot be used',
    ],
    ['required as text', [{ ...QUESTION, required: 'true' }], 'required must be true or false'],
    [
      'a choice without options',
      [{ ...QUESTION, type: 'select' }],
      'Please add at least one option to: Which product?',
    ],
    [
      'a choice with empty options',
      [{ ...QUESTION, type: 'select', options: ['A', ' '] }],
      'Please fill in or remove empty options',
    ],
    [
      'an option listed twice',
      [{ ...QUESTION, type: 'select', options: ['A', 'A'] }],
      'Please remove options that are listed twice',
    ],
    ['options as a map', [{ ...QUESTION, type: 'select', options: { a: 'A' } }], 'Options must be a list of text'],
    [
      '51 options',
      [{ ...QUESTION, type: 'select', options: Array.from({ length: 51 }, (_, at) => `${at}`) }],
      'A question can have at most 50 options',
    ],
    [
      '51 questions',
      Array.from({ length: 51 }, (_, at) => ({ ...QUESTION, id: `q_${at}` })),
      'A questionnaire can have at most 50 questions',
    ],
  ])('refuses %s and keeps the previous questions', async (_, questions, sentence) => {
    const packageId = await newPackageId();
    await save(packageId, [QUESTION]);
    expect(toStatusAndBody(await save(packageId, questions))).toEqual(createRefusal(400, sentence));
    expect((await asNobody('GET', `/api/questionnaire/${packageId}`)).json()).toEqual({
      packageId,
      questions: [QUESTION],
    });
  });

  it('accepts 50 questions with 50 options each', async () => {
    const packageId = await newPackageId();
    const options = Array.from({ length: 50 }, (_, at) => `Option ${at}`);
    const questions = Array.from({ length: 50 }, (_, at) => ({ ...QUESTION, id: `q_${at}`, type: 'select', options }));
    expect(toStatusAndBody(await save(packageId, questions))).toEqual({ status: 200, body: { packageId, questions } });
  });

  it('returns the same 404 for another creator’s package as for an unknown one, refuses brands and signed-out callers, and saves nothing', async () => {
    const packageId = await newPackageId();
    for (const target of [packageId, UNKNOWN_ID, 'no-id'])
      expect(toStatusAndBody(await save(target, [QUESTION], asOther))).toEqual(PACKAGE_NOT_FOUND);
    expect(toStatusAndBody(await save(packageId, [QUESTION], asBrand))).toEqual(REFUSED_CREATORS_ONLY);
    expect(toStatusAndBody(await save(packageId, [QUESTION], asNobody))).toEqual(REFUSED_SIGNED_OUT);
    expect(toStatusAndBody(await asNobody('GET', `/api/questionnaire/${packageId}`))).toEqual(QUESTIONNAIRE_NOT_FOUND);
    expect(toStatusAndBody(await save(undefined, [QUESTION]))).toEqual(createRefusal(400, 'The ID must be text'));
  });
});

describe('GET /api/questionnaire/{packageId}', () => {
  it('returns 404 for a package without questions, an unknown package and a malformed id', async () => {
    for (const id of [await newPackageId(), UNKNOWN_ID, ...MALFORMED_IDS])
      expect(toStatusAndBody(await asNobody('GET', `/api/questionnaire/${id}`))).toEqual(QUESTIONNAIRE_NOT_FOUND);
  });
});
