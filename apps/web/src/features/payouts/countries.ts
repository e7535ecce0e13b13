/** What being paid in a country means, in words. */
import { countryName } from '@marquee/validation';
import type { Outputs } from '../../trpc.ts';

export type Route = NonNullable<Outputs['payouts']['countries'][number]['route']>;

/** How Stripe pays a creator there. */
export function routeSentence(code: string, { delayHours, minimum }: Route): string {
  const where = countryName(code);
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

/** The same in short. */
export const unpayableTitle = (code: string): string => `${countryName(code)}: creators there cannot be paid yet`;

export const unpayableSentence = (code: string): string =>
  `${unpayableTitle(code)}, so nothing of yours goes on sale. You can prepare everything, or write to us.`;
