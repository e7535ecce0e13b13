/** Where a creator's share of a booking is. */
import type { Outputs } from '../../trpc.ts';

export type PayoutRow = Outputs['payouts']['page']['items'][number];
export type Stage = PayoutRow['stage'];
export type Account = Outputs['payouts']['summary']['account'];

export const STAGE_LABELS: Record<Stage, string> = {
  on_hold: 'On hold',
  on_the_way: 'On the way',
  blocked: 'Blocked',
  paid_out: 'Paid out',
  reversed: 'Taken back',
};

export const STAGES = Object.keys(STAGE_LABELS) as Stage[];
