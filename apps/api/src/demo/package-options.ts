/**
 * Options for three demo packages. One has all kinds of options, one is sold by quantity, and one has only usage
 * rights. Prices are in dollars.
 */
import type { PackageOptionsForm, Question } from '@marquee/validation';
import { createQuestion } from './catalog.ts';

/** The question whose answer changes the price of the first package. */
export const HAUL_COUNT_QUESTION: Omit<Question, 'id'> = createQuestion(
  'How many pieces should I feature?',
  'number',
  false,
);

/** Returns options of every kind. `countId` is the id of the saved HAUL_COUNT_QUESTION. */
export const createHaulOptions = (countId: string): PackageOptionsForm => ({
  revisions: 2,
  tiers: [
    {
      name: 'Standard',
      price: '690',
      deliveryDays: 11,
      revisions: 3,
      features: [
        'Up to 8 pieces',
        '60 to 90 seconds',
        'Sizing notes on screen',
        'Two rounds of edits',
        'A second video for Stories',
      ],
    },
    {
      name: 'Premium',
      price: '980',
      deliveryDays: 14,
      revisions: 4,
      features: [
        'Up to 8 pieces',
        '60 to 90 seconds',
        'Sizing notes on screen',
        'Two rounds of edits',
        'A second video for Stories',
        'Six edited photos',
      ],
    },
  ],
  addOns: [
    { id: 'story', title: 'Extra Story with your link', price: '45', extraDays: 0, maxQuantity: 5 },
    { id: 'raw', title: 'Raw footage', price: '120', extraDays: 1, maxQuantity: 1 },
  ],
  quantity: null,
  rights: [
    {
      id: 'ads90',
      scope: 'paid_ads',
      channels: 'Instagram and TikTok',
      termDays: 90,
      exclusivityDays: 30,
      price: '180',
    },
    {
      id: 'ads365',
      scope: 'paid_ads',
      channels: 'All channels',
      termDays: 365,
      exclusivityDays: 90,
      price: '420',
    },
    { id: 'own', scope: 'organic', channels: 'Your own channels', termDays: null, exclusivityDays: 0, price: '0' },
  ],
  express: { price: '150', deliveryDays: 4 },
  answerPrices: [{ questionId: countId, when: { above: 8, each: true }, price: '40' }],
});

export const PIECES_OPTIONS: PackageOptionsForm = {
  revisions: 2,
  tiers: [],
  addOns: [{ id: 'subs', title: 'Subtitles in a second language', price: '35', extraDays: 1, maxQuantity: 3 }],
  quantity: { max: 6, extraDays: 2 },
  rights: [],
  express: null,
  answerPrices: [],
};

export const RIGHTS_OPTIONS: PackageOptionsForm = {
  revisions: 1,
  tiers: [],
  addOns: [],
  quantity: null,
  rights: [
    {
      id: 'site',
      scope: 'organic',
      channels: 'Website and online store',
      termDays: 365,
      exclusivityDays: 0,
      price: '90',
    },
    { id: 'white', scope: 'whitelisting', channels: 'Instagram', termDays: 30, exclusivityDays: 0, price: '260' },
  ],
  express: null,
  answerPrices: [],
};
