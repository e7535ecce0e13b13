/** The schemas for the options of a package and for a brand's choice among them. */
import {
  MAX_DELIVERY_DAYS,
  MAX_PRICE_CENTS,
  MIN_PRICE_CENTS,
  parseDollars,
  RIGHTS_SCOPES,
  RIGHTS_TERMS,
  TIER_NAMES,
  type AnsweredQuestion,
  type PricedPackage,
  type PackageOptions,
} from '@marquee/money';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { QUESTION_KINDS } from './question-kinds.ts';
import { getAnswerText, listVisibleQuestions, type AnswerMap, type Question } from './questionnaire.ts';
import { singleLineField, referenceField } from './fields.ts';

const EXTRA_PRICE = 'Enter a price from $1.00 to $100,000.00 with at most two decimal places';
const INCLUDED_PRICE = 'Enter $0 or a price from $1.00 to $100,000.00 with at most two decimal places';

/** Creates a field that parses decimal text to cents. It accepts 0 only if `orNothing` is true. */
const createPriceField = (message: string, orNothing = false) =>
  z.string({ error: message }).transform((value, ctx) => {
    const amount = parseDollars(value);
    if (amount !== null && ((orNothing && amount === 0) || (amount >= MIN_PRICE_CENTS && amount <= MAX_PRICE_CENTS)))
      return amount;
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const createWholeNumberField = (label: string, min: number, max: number) => {
  const words = `${label} must be a whole number from ${min} to ${max}`;
  return z.int({ error: words }).min(min, words).max(max, words);
};

const deliveryDaysField = createWholeNumberField('Delivery days', 1, MAX_DELIVERY_DAYS);
const revisionsField = createWholeNumberField('Revisions', 0, LIMITS.revisions).nullable();
/** An id that the package form generates. The brand's choice refers to it. */
const partId = z
  .string({ error: 'The entry needs an ID' })
  .regex(/^[a-z0-9]{1,16}$/, 'The ID must contain only letters and digits');

const tierField = z
  .strictObject({
    name: z.enum(['Standard', 'Premium'], { error: 'The tier must be Standard or Premium' }),
    price: createPriceField(EXTRA_PRICE),
    deliveryDays: deliveryDaysField,
    revisions: revisionsField,
    features: z
      .array(singleLineField('A feature', LIMITS.feature, 'Please fill in or remove empty features'))
      .max(LIMITS.features, `A tier can have at most ${LIMITS.features} features`),
  })
  .transform(({ price, ...rest }) => ({ ...rest, priceCents: price }));

const addOnField = z
  .strictObject({
    id: partId,
    title: singleLineField('The title', LIMITS.addOnTitle, 'Enter a title for the add-on'),
    price: createPriceField(EXTRA_PRICE),
    extraDays: createWholeNumberField('Extra days', 0, LIMITS.extraDays),
    maxQuantity: createWholeNumberField('The maximum quantity', 1, LIMITS.quantity),
  })
  .transform(({ price, ...rest }) => ({ ...rest, priceCents: price }));

const RIGHTS_TERM_MESSAGE = `The term must be ${RIGHTS_TERMS.join(', ')} days or have no end date`;
const rightsField = z
  .strictObject({
    id: partId,
    scope: z.enum(RIGHTS_SCOPES, { error: 'Choose how the brand may use the work' }),
    channels: singleLineField('The channels', LIMITS.rightsChannels, 'Enter where the brand may use the work'),
    termDays: z.literal([...RIGHTS_TERMS], { error: RIGHTS_TERM_MESSAGE }).nullable(),
    exclusivityDays: createWholeNumberField('Days of exclusivity', 0, MAX_DELIVERY_DAYS),
    price: createPriceField(INCLUDED_PRICE, true),
  })
  .transform(({ price, ...rest }) => ({ ...rest, priceCents: price }));

const answerPriceField = z
  .strictObject({
    questionId: referenceField(64, 'Choose a question').refine((value) => value !== '', 'Choose a question'),
    when: z.union(
      [
        z.strictObject({ is: singleLineField('The answer', LIMITS.option, 'Choose the answer') }),
        z.strictObject({
          above: createWholeNumberField('The number', 0, 1_000_000),
          each: z.boolean({ error: 'each must be true or false' }),
        }),
      ],
      { error: 'Choose the answer, or enter the number above which the price applies' },
    ),
    price: createPriceField(EXTRA_PRICE),
  })
  .transform(({ price, ...rest }) => ({ ...rest, priceCents: price }));

const isDistinct = (ids: readonly unknown[]) => new Set(ids).size === ids.length;

/** The options of a package. Each `price` is decimal text and is parsed to `priceCents`. */
export const packageOptions = z.strictObject({
  revisions: revisionsField,
  tiers: z
    .array(tierField)
    .max(TIER_NAMES.length - 1, `A package can have at most ${TIER_NAMES.length} tiers`)
    .refine(
      (tiers) => tiers.every(({ name }, at) => name === TIER_NAMES[at + 1]),
      'The tiers must be Standard, followed by Premium',
    ),
  addOns: z
    .array(addOnField)
    .max(LIMITS.addOns, `A package can have at most ${LIMITS.addOns} add-ons`)
    .refine((list) => isDistinct(list.map(({ id }) => id)), 'Two add-ons have the same ID'),
  quantity: z
    .strictObject({
      max: createWholeNumberField('The maximum quantity', 2, LIMITS.quantity),
      extraDays: createWholeNumberField('Extra days', 0, LIMITS.extraDays),
    })
    .nullable(),
  rights: z
    .array(rightsField)
    .max(LIMITS.rights, `A package can have at most ${LIMITS.rights} usage rights`)
    .refine((list) => isDistinct(list.map(({ id }) => id)), 'Two usage rights have the same ID'),
  express: z
    .strictObject({ price: createPriceField(EXTRA_PRICE), deliveryDays: deliveryDaysField })
    .transform(({ price, ...rest }) => ({ ...rest, priceCents: price }))
    .nullable(),
  answerPrices: z
    .array(answerPriceField)
    .max(LIMITS.answerPrices, `A package can have at most ${LIMITS.answerPrices} prices for answers`),
});
export type PackageOptionsForm = z.input<typeof packageOptions>;

/**
 * Returns the contradictions between a package and its options. Each has its path within the options. `questions`
 * are the package's questions, which `answerPrices` refer to.
 */
export function findOptionsProblems(
  pack: Omit<PricedPackage, 'options' | 'features'>,
  options: PackageOptions,
  questions: readonly Question[],
): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  let [below, name] = [pack.priceCents, 'Basic'];
  for (const [at, { priceCents, ...each }] of options.tiers.entries()) {
    if (priceCents <= below)
      problems.push({ path: `tiers.${at}.price`, message: `${each.name} must cost more than ${name}` });
    [below, name] = [priceCents, each.name];
  }
  const fastest = Math.min(pack.deliveryDays, ...options.tiers.map(({ deliveryDays }) => deliveryDays));
  if (options.express !== null && options.express.deliveryDays >= fastest)
    problems.push({
      path: 'express.deliveryDays',
      message:
        fastest === 1
          ? 'The delivery time is already one day, so express delivery cannot be faster'
          : `Express delivery must take fewer days than the fastest tier, which takes ${fastest}`,
    });
  for (const [at, { questionId, when }] of options.answerPrices.entries()) {
    const question = questions.find(({ id }) => id === questionId);
    const problem =
      question === undefined
        ? 'This question no longer exists. Remove the price, or choose another question.'
        : isPriceable(question, when)
          ? null
          : `This answer no longer exists: ${question.question}`;
    if (problem !== null) problems.push({ path: `answerPrices.${at}.questionId`, message: problem });
  }
  return problems;
}

/** Whether a question can have an answer that matches `when`. */
const isPriceable = ({ type, options = [] }: Question, when: PackageOptions['answerPrices'][number]['when']): boolean =>
  'is' in when ? QUESTION_KINDS[type].choices(options).includes(when.is) : type === 'number';

/** Lists the questions whose answers can change the price of an order. */
export const listPriceableQuestions = (questions: readonly Question[]): Question[] =>
  questions.filter(({ type, options = [] }) => type === 'number' || QUESTION_KINDS[type].choices(options).length > 0);

/**
 * Lists the visible questions with their answers, for pricing. Leaves out hidden questions, and blank or invalid
 * answers.
 */
export function listAnsweredQuestions(questions: readonly Question[], answers: AnswerMap): AnsweredQuestion[] {
  return listVisibleQuestions(questions, answers).flatMap((each) => {
    const { problem, shown } = QUESTION_KINDS[each.type];
    const value = getAnswerText(answers, each);
    return value.trim() === '' || problem(value, each.options ?? []) !== null
      ? []
      : [{ questionId: each.id, question: each.question, value, shown: shown(value) }];
  });
}

const CHOICE_MESSAGE = 'Packages do not have this option';

/** A brand's choice of options. If a field is omitted, the order is without that option. */
export const packageChoiceInput = z.strictObject(
  {
    tier: z.enum(TIER_NAMES, { error: CHOICE_MESSAGE }).default('Basic'),
    quantity: createWholeNumberField('The quantity', 1, LIMITS.quantity).default(1),
    addOns: z
      .array(z.strictObject({ id: partId, quantity: createWholeNumberField('The quantity', 1, LIMITS.quantity) }), {
        error: CHOICE_MESSAGE,
      })
      .max(LIMITS.addOns, CHOICE_MESSAGE)
      .default([]),
    rightsId: partId.nullable().default(null),
    isExpress: z.boolean({ error: CHOICE_MESSAGE }).default(false),
  },
  CHOICE_MESSAGE,
);

export type PackageChoiceForm = z.input<typeof packageChoiceInput>;
