import { getCountryName } from '@marquee/validation';
import type { RouterOutputs } from '../../trpc.ts';

export type CreatorPayoutRoute = NonNullable<RouterOutputs['payouts']['countries'][number]['route']>;

/** Describes how Stripe pays creators in a country, with delay and minimum amount. */
export function describePayoutRoute(code: string, { delayHours, minimum }: CreatorPayoutRoute): string {
  const where = getCountryName(code);
  return [
    delayHours === 0
      ? `${where}: Stripe pays out to your bank there.`
      : `${where}: payouts there take ${delayHours} hours longer; only then Stripe passes a transfer on to your bank.`,
    minimum === null || minimum.amount <= 1
      ? ''
      : `Your bank is paid once ${minimum.amount.toLocaleString('en-US')} ${minimum.currency} are together.`,
    code === 'US' ? '' : 'Prices are in US dollars; Stripe converts them into the currency of your bank account.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

export const formatUnpayableTitle = (code: string): string =>
  `${getCountryName(code)}: creators there cannot be paid yet`;

export const describeUnpayableCountry = (code: string): string =>
  `${formatUnpayableTitle(code)}, so nothing of yours goes on sale. You can prepare everything, or write to us.`;
