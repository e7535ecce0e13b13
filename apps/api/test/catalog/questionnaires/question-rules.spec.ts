/** Tests the rules that hide questions: saving them, the checkout and the booking. */
import type { SessionUser } from '../../../src/core/ctx.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_CUSTOMER, newBrand, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { createRefusal, toStatusAndBody } from '../../support/responses.ts';
import { useStack, type TestBrowser } from '../../support/stack.ts';

const stack = useStack();

let creator: SessionUser;
let brand: SessionUser;
let asCreator: TestBrowser;
let asBrand: TestBrowser;
beforeAll(async () => {
  creator = await newCreator(stack.deps);
  brand = await newBrand(stack.deps);
  asCreator = await stack.asBrowser(creator);
  asBrand = await stack.asBrowser(brand);
});

const FORMAT = { id: 'format', type: 'select', question: 'Which format?', required: true, options: ['Reel', 'Story'] };
const BOOSTED = {
  id: 'boosted',
  type: 'boolean',
  question: 'Boosted?',
  required: true,
  showIf: { questionId: 'format', is: ['Reel'] },
};
const BUDGET = {
  id: 'constructor',
  type: 'number',
  question: 'Which budget?',
  required: true,
  showIf: { questionId: 'boosted', is: ['yes'] },
};
const NOTES = { id: 'notes', type: 'text', question: 'Notes?', required: false };
const ALL = [FORMAT, BOOSTED, BUDGET, NOTES];

const save = (packageId: string, questions: unknown) =>
  asCreator('POST', '/api/questionnaire', { packageId, questions });

async function packageWith(questions: unknown): Promise<string> {
  const { id } = await newPackage(stack.deps, creator);
  expect((await save(id, questions)).statusCode).toBe(200);
  return id;
}
const order = (packageId: string, answers: unknown) =>
  asBrand('POST', '/api/create-payment-intent', {
    packageId,
    brandUserId: brand.id,
    customer: SAMPLE_CUSTOMER,
    answers,
  });
async function bookingOf(packageId: string, answers: unknown) {
  const response = await order(packageId, answers);
  expect(response.statusCode).toBe(200);
  const { bookingId } = response.json<{ bookingId: string }>();
  return (await asBrand('GET', `/api/bookings/${bookingId}`)).json<{
    questions: { id: string }[];
    answers: Record<string, string>;
  }>();
}

describe('the visibility rule of a question', () => {
  it('is returned exactly as saved', async () => {
    const packageId = await packageWith(ALL);
    expect(toStatusAndBody(await asBrand('GET', `/api/questionnaire/${packageId}`))).toEqual({
      status: 200,
      body: { packageId, questions: ALL },
    });
  });

  it.each<[string, unknown[], string]>([
    [
      'depends on its own question',
      [{ ...BOOSTED, showIf: { questionId: 'boosted', is: ['yes'] } }],
      'A question can only depend on an earlier one: Boosted?',
    ],
    [
      'is part of a cycle',
      [{ ...FORMAT, showIf: { questionId: 'boosted', is: ['yes'] } }, BOOSTED],
      'A question can only depend on an earlier one: Which format?',
    ],
    ['depends on a later question', [BOOSTED, FORMAT], 'A question can only depend on an earlier one: Boosted?'],
    ['depends on a missing question', [BOOSTED], 'The question that controls this one no longer exists: Boosted?'],
    [
      'depends on a prototype property',
      [{ ...BOOSTED, showIf: { questionId: '__proto__', is: ['Reel'] } }],
      'The question that controls this one no longer exists: Boosted?',
    ],
    [
      'requires an unknown option',
      [{ ...FORMAT, options: ['Post'] }, BOOSTED],
      'An answer that shows this question no longer exists: Boosted?',
    ],
    [
      'depends on a text question',
      [NOTES, { ...BOOSTED, showIf: { questionId: 'notes', is: ['x'] } }],
      'A question can only depend on a Dropdown, Multiple Choice or Yes/No question: Boosted?',
    ],
    [
      'requires no answer',
      [FORMAT, { ...BOOSTED, showIf: { questionId: 'format', is: [] } }],
      'Please choose the answers that show the question',
    ],
    [
      'requires a list of lists',
      [FORMAT, { ...BOOSTED, showIf: { questionId: 'format', is: [['Reel']] } }],
      'Please choose the answers that show the question',
    ],
    [
      'is null',
      [FORMAT, { ...BOOSTED, showIf: null }],
      'showIf must contain a question and the answers that show this one',
    ],
    [
      'is a list',
      [FORMAT, { ...BOOSTED, showIf: ['format', 'Reel'] }],
      'showIf must contain a question and the answers that show this one',
    ],
  ])('is refused if it %s', async (_, questions, sentence) => {
    const { id } = await newPackage(stack.deps, creator);
    expect(toStatusAndBody(await save(id, questions))).toEqual(createRefusal(400, sentence));
  });
});

describe('an order', () => {
  it('must answer every required question that a chain of rules leaves visible, but no hidden question', async () => {
    const packageId = await packageWith(ALL);
    for (const [answers, question] of [
      [{}, 'Which format?'],
      [{ boosted: 'yes', constructor: '5' }, 'Which format?'],
      [{ format: 'Reel' }, 'Boosted?'],
      [{ format: 'Reel', boosted: 'yes' }, 'Which budget?'],
      [{ format: 'Reel', boosted: true, constructor: ' ' }, 'Which budget?'],
    ] as const) {
      expect(toStatusAndBody(await order(packageId, answers))).toEqual(
        createRefusal(400, `Please answer: ${question}`, 'ANSWERS_INVALID'),
      );
    }
    expect((await order(packageId, { format: 'Story' })).statusCode).toBe(200);
  });

  it('keeps the visible questions with their answers and drops the hidden ones', async () => {
    const packageId = await packageWith(ALL);
    expect(
      await bookingOf(packageId, { format: 'Story', boosted: 'yes', constructor: '500', notes: 'Hello' }),
    ).toMatchObject({
      questions: [FORMAT, NOTES],
      answers: { format: 'Story', notes: 'Hello' },
    });
    // The brand opens the same order again and answers differently.
    const changed = await bookingOf(packageId, { format: 'Reel', boosted: 'yes', constructor: 500 });
    expect(changed.questions).toEqual(ALL);
    expect(changed.answers).toEqual({ format: 'Reel', boosted: 'yes', constructor: '500' });
  });

  it('ignores an invalid answer to a hidden question', async () => {
    const packageId = await packageWith(ALL);
    const booking = await bookingOf(packageId, { format: 'Story', boosted: 'perhaps', constructor: 'x'.repeat(5_000) });
    expect(booking.answers).toEqual({ format: 'Story' });
  });

  it('keeps its questions when the rules change later', async () => {
    const packageId = await packageWith(ALL);
    const { bookingId } = (await order(packageId, { format: 'Reel', boosted: 'no' })).json<{ bookingId: string }>();
    await save(packageId, [NOTES]);
    const booking = (await asBrand('GET', `/api/bookings/${bookingId}`)).json<object>();
    expect(booking).toMatchObject({ questions: [FORMAT, BOOSTED, NOTES], answers: { format: 'Reel', boosted: 'no' } });
  });
});
