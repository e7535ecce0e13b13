import { computeAgencyShare, formatDollars, formatRate } from '@marquee/money';
import type { RouterOutputs } from '../../../trpc.ts';

export type AgencyConsent = RouterOutputs['agencies']['overview']['invitations'][number];
export type RepresentedCreator = RouterOutputs['agencies']['creators']['items'][number];

/** The price of the example that explains a share. */
const EXAMPLE_CENTS = 20_000;

/** Explains a share by the amounts of a $200.00 booking, for the creator or the agency. */
export function describeShareExample(shareBps: number, agencyName: string | null): string {
  const agencyCents = computeAgencyShare(EXAMPLE_CENTS, shareBps);
  const [agency, creator] = [formatDollars(agencyCents), formatDollars(EXAMPLE_CENTS - agencyCents)];
  return agencyName === null
    ? `For a ${formatDollars(EXAMPLE_CENTS)} booking, you receive ${agency} and the creator receives ${creator}.`
    : `For a ${formatDollars(EXAMPLE_CENTS)} booking, ${agencyName} receives ${agency} and you receive ${creator}.`;
}

export const formatShare = (shareBps: number): string => `${formatRate(shareBps)} of the price`;
