import { getCountryName } from '@marquee/contracts';
import type { RouterOutputs } from '../../../trpc.ts';

export type CreatorPayoutRoute = NonNullable<RouterOutputs['payouts']['countries'][number]['route']>;

/** Describes how Stripe pays creators in a country, with delay and minimum amount. */
export function describePayoutRoute(code: string, { delayHours, minimum }: CreatorPayoutRoute): string {
  const where = getCountryName(code);
  return [
    delayHours === 0
      ? `Stripe sends payouts to your bank account in ${where}.`
      : `Payouts to ${where} take ${delayHours} hours longer, because Stripe holds each transfer before it sends it to your bank.`,
    minimum === null || minimum.amount <= 1
      ? ''
      : `Stripe pays you when your balance reaches ${minimum.amount.toLocaleString('en-US')} ${minimum.currency}.`,
    code === 'US' ? '' : 'Prices are in US dollars. Stripe converts payouts into the currency of your bank account.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

export const formatUnpayableTitle = (code: string): string => `We cannot pay creators in ${getCountryName(code)} yet`;

export const describeUnpayableCountry = (code: string): string =>
  `${formatUnpayableTitle(code)}. Brands cannot book you until you choose a supported country.`;

export const PAYOUT_SETUP_MISSING = {
  title: 'Payouts are not set up yet',
  text: 'You can already accept bookings. We hold your earnings until you finish the payout setup with Stripe, which takes a few minutes.',
} as const;

export const PAYOUT_RETURNED = {
  title: 'Your bank returned a payout',
  text: 'The money is in your Stripe account. Replace the bank account on your Stripe dashboard, and Stripe sends it with the next payout.',
} as const;

export const PAYOUTS_FROZEN = {
  title: 'Your payouts are frozen',
  text: 'You reported a change that you did not make. Our team checks your account and contacts you before payouts continue.',
} as const;

export const PAYOUTS_HELD_TITLE = 'Your payouts are on hold';
