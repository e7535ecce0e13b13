import { StripeFailure } from '../protocol/errors.ts';
import type { StripeErrorBody } from '../protocol/errors.ts';

interface CardDecline {
  code: string;
  decline_code?: string;
  message: string;
}
/** One of Stripe's test cards, with the behavior described at https://docs.stripe.com/testing. */
export interface TestCard {
  brand: string;
  last4: string;
  funding: 'credit' | 'debit';
  country: string;
  /**
   * When the card requires 3-D Secure while its holder is absent: always, until it was set up for such payments, or
   * never. All of these cards require it while their holder is present. The challenge comes before a decline.
   */
  challenge?: 'always' | 'until_set_up' | 'on_session';
  decline?: CardDecline;
  /** True if the card can be set up for later payments although it declines every payment. */
  declinesPaymentsOnly?: boolean;
  /** True if money charged to the card is available immediately. */
  bypassPending?: boolean;
  /** Reason of a dispute that is opened as soon as a payment is captured. */
  dispute?: string;
  cvcCheck?: 'fail';
}

const createDecline = (decline_code: string, message = 'Your card was declined.'): CardDecline => ({
  code: 'card_declined',
  decline_code,
  message,
});
const DECLINES = {
  generic: createDecline('generic_decline'),
  funds: createDecline('insufficient_funds', 'Your card has insufficient funds.'),
  lost: createDecline('lost_card'),
  stolen: createDecline('stolen_card'),
  velocity: createDecline(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  fraud: createDecline('fraudulent'),
  expired: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  cvc: { code: 'incorrect_cvc', decline_code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} satisfies Record<string, CardDecline>;

type Row = [number: string, tokens: string[], more?: Partial<TestCard>];

/**
 * Card numbers, each with the names of its `pm_card_…` tokens (without that prefix) and its behavior. The store
 * identifies a card by its first name.
 */
const ROWS: Row[] = [
  ['4242424242424242', ['visa']],
  ['4000056655665556', ['visa_debit'], { funding: 'debit' }],
  ['5555555555554444', ['mastercard']],
  ['2223003122003222', ['mastercard_2series']],
  ['5200828282828210', ['mastercard_debit'], { funding: 'debit' }],
  ['378282246310005', ['amex']],
  ['371449635398431', ['amex_2']],
  ['6011111111111117', ['discover']],
  ['3056930009020004', ['diners']],
  ['3566002020360505', ['jcb']],
  ['6200000000000005', ['unionpay']],
  ['4000000000000077', ['bypassPending'], { bypassPending: true }],
  ['4000000000000002', ['chargeDeclined', 'visa_chargeDeclined'], { decline: DECLINES.generic }],
  [
    '4000000000009995',
    ['chargeDeclinedInsufficientFunds', 'visa_chargeDeclinedInsufficientFunds'],
    { decline: DECLINES.funds },
  ],
  ['4000000000009987', ['chargeDeclinedLostCard', 'visa_chargeDeclinedLostCard'], { decline: DECLINES.lost }],
  ['4000000000009979', ['chargeDeclinedStolenCard', 'visa_chargeDeclinedStolenCard'], { decline: DECLINES.stolen }],
  [
    '4000000000006975',
    ['chargeDeclinedVelocityLimitExceeded', 'visa_chargeDeclinedVelocityLimitExceeded'],
    { decline: DECLINES.velocity },
  ],
  ['4000000000000069', ['chargeDeclinedExpiredCard', 'visa_chargeDeclinedExpiredCard'], { decline: DECLINES.expired }],
  [
    '4000000000000127',
    ['chargeDeclinedIncorrectCvc', 'visa_chargeDeclinedIncorrectCvc'],
    { decline: DECLINES.cvc, cvcCheck: 'fail' },
  ],
  [
    '4000000000000119',
    ['chargeDeclinedProcessingError', 'visa_chargeDeclinedProcessingError'],
    { decline: DECLINES.processing },
  ],
  ['4000000000000341', ['chargeCustomerFail'], { decline: DECLINES.generic, declinesPaymentsOnly: true }],
  ['4100000000000019', ['radarBlock', 'chargeDeclinedFraudulent'], { decline: DECLINES.fraud }],
  ['4000000000000101', ['cvcCheckFail'], { cvcCheck: 'fail' }],
  ['4000002500003155', ['authenticationRequiredOnSetup'], { challenge: 'until_set_up' }],
  ['4000002760003184', ['authenticationRequired'], { challenge: 'always' }],
  ['4000003800000446', ['authenticationRequiredSetupForOffSession'], { challenge: 'on_session' }],
  [
    '4000008260003178',
    ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    { challenge: 'until_set_up', decline: DECLINES.funds, declinesPaymentsOnly: true },
  ],
  ['4000000000003220', ['threeDSecure2Required'], { challenge: 'always' }],
  ['4000000000003063', ['threeDSecureRequired'], { challenge: 'always' }],
  ['4000008400001629', ['threeDSecureRequiredChargeDeclined'], { challenge: 'always', decline: DECLINES.generic }],
  ['4000000000003055', ['threeDSecureOptional']],
  ['4000000000000259', ['createDispute'], { dispute: 'fraudulent' }],
  ['4000000000002685', ['createDisputeProductNotReceived'], { dispute: 'product_not_received' }],
];

const NAMES_BY_NUMBER = new Map<string, string>();
const NAMES_BY_TOKEN = new Map<string, string>();
const CARDS_BY_NAME = new Map<string, TestCard>();
const NUMBERS_BY_NAME = new Map<string, string>();
for (const [number, tokens, more] of ROWS) {
  const name = tokens[0] ?? number;
  NAMES_BY_NUMBER.set(number, name);
  for (const token of tokens) NAMES_BY_TOKEN.set(`pm_card_${token}`, name);
  NUMBERS_BY_NAME.set(name, number);
  CARDS_BY_NAME.set(name, {
    brand: getCardBrand(number),
    last4: number.slice(-4),
    funding: 'credit',
    country: 'US',
    ...more,
  });
}

const findCardByNumber = (number: string): string | undefined => NAMES_BY_NUMBER.get(number);
/** Returns the name of a test card by its token, such as `pm_card_visa`, or undefined if there is no such token. */
export const findCardByToken = (token: string): string | undefined => NAMES_BY_TOKEN.get(token);
/** Returns the published number of a test card, from which the card's fingerprint is computed. */
export const getCardNumber = (name: string): string => NUMBERS_BY_NAME.get(name) ?? '';

/**
 * Returns whether a payment or a setup with this card requires 3-D Secure. `isSetUp` says whether the card was set up
 * for payments without its holder, and `offSession` whether the holder is absent.
 */
export function needsChallenge({ challenge }: TestCard, { isSetUp, offSession }: CardUse): boolean {
  if (!offSession || challenge === 'always') return challenge !== undefined;
  return challenge === 'until_set_up' && !isSetUp;
}

interface CardUse {
  isSetUp: boolean;
  offSession: boolean;
}

export function getTestCard(name: string): TestCard {
  const card = CARDS_BY_NAME.get(name);
  if (card === undefined) throw new Error(`There is no test card ${name}.`);
  return card;
}

/** Returns Stripe's name for the network of a card number. */
export function getCardBrand(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(?:5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^(?:6011|64|65)/.test(number)) return 'discover';
  if (/^3(?:0|6|8)/.test(number)) return 'diners';
  if (number.startsWith('35')) return 'jcb';
  if (number.startsWith('62')) return 'unionpay';
  return 'unknown';
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i]);
    const twice = digit * 2;
    sum += i % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}

/** Creates a 402 error about the card. With `keepChanges`, the failed charge stays in the store. */
export function createCardError(body: Omit<StripeErrorBody, 'type'>, keepChanges = false): StripeFailure {
  return new StripeFailure(402, { type: 'card_error', ...body }, { keepChanges });
}

/**
 * Validates card details as Stripe does before it contacts the bank, and returns the name of the test card. `now` is
 * in seconds. Throws 402 if the details are invalid. No error message contains the card number.
 */
export function checkCard(
  card: { number: string; exp_month: number; exp_year: number; cvc: string | null },
  now: number,
): string {
  const number = card.number.replaceAll(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw createCardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw createCardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  }
  const today = new Date(now * 1000);
  const months = (card.exp_year - today.getUTCFullYear()) * 12 + card.exp_month - (today.getUTCMonth() + 1);
  if (months < 0 || months > 50 * 12) {
    throw createCardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  }
  const digits = getCardBrand(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (card.cvc !== null && !digits.test(card.cvc)) {
    throw createCardError({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
  }
  const name = findCardByNumber(number);
  if (name === undefined) {
    throw createCardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  }
  return name;
}
